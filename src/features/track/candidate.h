// A number that no proposal has, opened to be tracked as a candidate.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "features/track/tracked.h"
#include "issue/issue.h"
#include "store/events.h"

namespace milepost::track {

// What is made known of it.
struct Candidate {
  std::string number;
  events::Announced says;
  std::string contact = {};  // a handle; "": whoever makes it known
};

// Fails when the process cannot have such a number, group or title.
Result<void> check_candidate(const Workspace& workspace, const Candidate& candidate);

// Whoever makes it known may say everything about it, as its author may later.
Result<std::unique_ptr<TrackedProposal>> open_candidate(const Workspace& workspace,
                                                        const Candidate& candidate,
                                                        const TrackOptions& options);

// What the fields of an issue say of a number.
Candidate candidate_of(const Issue& issue, std::string number, std::string title);
// The number that the issue's link to its proposal names; "" when it names none.
std::string number_in(const Issue& issue);
// The number in the address of an issue, or the word itself.
std::string number_of_issue(std::string_view word);

// The opt-ins that the targets of an issue ask for, as commands.
std::vector<std::string> opt_ins_asked(const Issue& issue, const std::string& number);

}  // namespace milepost::track
