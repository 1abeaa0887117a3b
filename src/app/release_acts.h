// What people do about a proposal's part in a release: opt in and out, remove, defer,
// ask for an exception and decide upon it. Each is one event of the record a proposal.
#pragma once

#include <string>
#include <vector>

#include "app/release_desk.h"
#include "base/result.h"
#include "process/lifecycle.h"

namespace milepost {

struct ReleaseActRequest {
  ReleaseRequest where;               // the release, and the present
  std::vector<std::string> subjects;  // proposals; at least one
  ReleaseDeed deed = ReleaseDeed::kOptIn;
  bool approve = false;  // of kDecide
  std::string actor;     // as claimed; "": whom git names
  std::string reason;    // removing, deferring, asking for an exception and refusing it need one
  std::string to;        // of kDefer: the release it is put off to, if that is known
  std::string freeze;    // of exceptions
  std::string until;     // of exceptions: the new deadline, a day or an instant
  bool dry_run = false;
};

struct ReleaseActed {
  std::string number, title, path;
  std::string done;  // "opted in to v1.38"
  std::string actor;
  bool already = false;  // it was so before; nothing is put down
};

// Fails, and says why, when the person may not, or it is too late or makes no sense; of
// several proposals then nothing is put down for any.
Result<std::vector<ReleaseActed>> act_on_release(const ReleaseActRequest& request);

// Fails when the person may not do this about the proposal, and says who may.
Result<void> check_may(const ReleaseDesk& desk, const Card& card, ReleaseDeed deed,
                       std::string_view actor);

// The handle of who acts. Fails when nobody says.
Result<std::string> actor_of(const ReleaseDesk& desk, std::string_view claimed);

}  // namespace milepost
