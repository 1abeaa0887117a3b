// One release of a workspace, and the proposals that may be in it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "process/releases.h"
#include "store/proposal_state.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct ReleaseOptions {
  std::string release;
};

// Points into the workspace, which outlives it.
struct ReleaseContext {
  const Workspace& workspace;
  Selection selection;  // all proposals
  const Releases& releases;
  const Release& release;

  const Process& process() const { return workspace.process(); }
  std::string name() const { return to_string(release.version); }  // as events have it
};

// Fails when the process has no releases, the calendar is wrong, or has no such release.
Result<ReleaseContext> find_context(const Workspace& workspace, const ReleaseOptions& options);

// Those of the workspace. Fails when its process has none.
Result<const Releases*> releases_of(const Workspace& workspace);

// The release that a name means.
Result<const Release*> find_release(const Process& process, const Releases& releases,
                                    const std::string& name);

// What events are kept under of the proposal that a word means, whether it is here or not. Fails
// when the word may mean several.
Result<std::string> stream_meant(const Workspace& workspace, const std::string& word);

// Whether the proposal's files aim at the release.
bool aims_at(const Process& process, const Card& card, const Version& release);

// Whether the proposal is one of the release: its files name it, or it was opted in, whatever
// was decided afterwards. Board, inbox, report and freezes all go by this.
bool is_of_release(const Process& process, const Card& card, const Version& release,
                   const ProposalState& state);

// Whether the proposal ended as it was meant to: its status is closed, and it neither failed
// nor was replaced.
bool is_finished_well(const Process& process, const Card& card);

// What is left of a proposal that the record knows by its number or path, and whose files
// are gone.
Card gone_card(const std::string& called);

}  // namespace milepost::release
