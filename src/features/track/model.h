// A tracking issue on a page: how its items stand, who may tick them, and who is
// waited for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "features/track/issue_merge.h"
#include "features/track/list_drift.h"
#include "features/track/pull_list.h"
#include "features/track/tracker_rules.h"
#include "gates/tracker.h"
#include "proposal/proposal_ref.h"

namespace milepost::track {

struct TrackerPage {
  std::shared_ptr<const void> kept;  // what the rest points into
  ProposalRef proposal;
  std::string status, stage, release;
  ProposalState state;
  std::shared_ptr<const Issue> issue;
  std::string status_label, tracker_status;
  // The status that was set by mistake, when the one it has is a correction.
  struct Correction {
    std::string was;
    Action action;
  };
  std::optional<Correction> corrected;
  Tracker tracker;
  std::vector<std::string> who;             // may tick: parallel to the tracker's items
  std::vector<std::string> request_titles;  // of the roles: parallel to its requests
  std::vector<TrackerRule> rules;
  std::vector<ListDrift> drifts;
  std::vector<Action> comments;  // when they were asked for
};

// What became of a pull request of a list, with one proposal that it names.
enum class PullChange : std::uint8_t { kLinked, kUpdated, kUnchanged, kRefused };

std::string_view name(PullChange change);  // "linked"

struct PullOutcome {
  std::size_t line = 0;
  ProposalRef proposal;
  std::string reference, title;
  std::string kind;    // "" when it is not known
  std::string state;   // open, merged or closed
  std::string before;  // the state until now; "" when it was not linked
  PullChange change = PullChange::kUnchanged;
  std::string why;  // it was refused
};

struct UnmatchedPull {
  std::size_t line = 0;
  std::string reference, title;
};

// A number that no proposal has, as it was written, and who wrote it.
struct UnknownMention {
  std::string text, reference;
};

// What became of a list of pull requests.
struct PullReport {
  std::string file;
  std::size_t rows = 0;
  std::vector<PullOutcome> outcomes;  // by proposal, then as in the file
  std::vector<UnmatchedPull> unmatched;
  std::vector<UnknownMention> unknown;
  std::vector<BadRow> bad;
  bool dry_run = false;

  std::size_t count(PullChange change) const;
};

// What became of an import.
struct ImportReport {
  IssueMerge merge;
  std::vector<std::pair<std::string, std::string>> refused;  // the item's key, and why
  std::vector<std::string> taken;                            // what was recorded, in words
  bool written = false;
  std::string subject = {};             // the proposal, by its number or path
  std::vector<std::string> hints = {};  // commands that the issue of a new candidate asks for
  std::vector<NewEvent> events = {};    // that were recorded, or with --dry-run would be
};

}  // namespace milepost::track
