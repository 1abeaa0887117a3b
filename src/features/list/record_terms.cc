#include "features/list/record_terms.h"

#include <algorithm>

#include <fmt/format.h>

#include "features/inbox/read.h"
#include "features/release/view.h"
#include "features/review/approvers.h"
#include "workspace/as_of.h"
#include "workspace/workspace.h"

namespace milepost::list {

namespace {

Result<release::ReleaseView> release_view(const Workspace& workspace, const Version& release,
                                          const std::optional<Date>& as_of) {
  const release::ReleaseOptions options{to_string(release)};
  if (!as_of) return release::view_release(workspace, options);
  TRY(const auto then, workspace.at(end_of(*as_of)));
  return release::view_release(*then, options);
}

class TermMatcher {
 public:
  TermMatcher(const Workspace& workspace, const ListOptions& options,
              std::vector<std::string>& notes)
      : workspace_(workspace), options_(options), notes_(notes) {}

  Result<void> match(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    if (term.person.empty()) return match_release(term, streams);
    if (options_.as_of) {
      return failure(
          fmt::format("{}: is known of the present only, not with --as-of", name(term.kind)));
    }
    return term.kind == RecordTermKind::kAwaits ? match_awaiting(term, streams)
                                                : match_approved(term, streams);
  }

 private:
  // Terms of one release come one after the other, and share its view.
  Result<void> match_release(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    if (viewed_ != term.release) {
      TRY(view_, release_view(workspace_, term.release, options_.as_of));
      viewed_ = term.release;
    }
    for (const release::ReleaseEntry& entry : view_->entries) {
      if (is_so(entry, term.kind)) streams.insert(entry.stream);
    }
    return {};
  }

  // What missed a freeze and is not removed yet is at risk of it.
  static bool is_so(const release::ReleaseEntry& entry, RecordTermKind kind) {
    using release::FreezeState;
    if (kind == RecordTermKind::kTracked) return entry.state == FreezeState::kTracked;
    return entry.state == FreezeState::kAtRisk || entry.state == FreezeState::kMissed;
  }

  Result<void> match_awaiting(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    TRY(const auto inbox, inbox::read_inbox(workspace_, {.person = term.person}));
    for (const inbox::ProposalItem& one : inbox.items) streams.insert(one.stream);
    return {};
  }

  Result<void> match_approved(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    if (!approvers_) {
      TRY(approvers_, review::read_approvers(workspace_));
      if (!approvers_->recorded) {
        notes_.emplace_back("there is no record: approvals are those in the review files");
      }
    }
    for (const auto& [stream, people] : approvers_->by_stream) {
      if (people.contains(term.person)) streams.insert(stream);
    }
    return {};
  }

  const Workspace& workspace_;
  const ListOptions& options_;
  std::vector<std::string>& notes_;
  std::optional<release::ReleaseView> view_;
  std::optional<Version> viewed_;
  std::optional<review::Approvers> approvers_;
};

}  // namespace

Result<TermMatches> match_terms(const Workspace& workspace, std::span<const RecordTerm> terms,
                                const ListOptions& options, std::vector<std::string>& notes) {
  std::vector<RecordTerm> ordered(terms.begin(), terms.end());
  std::ranges::stable_sort(ordered, {}, &RecordTerm::release);
  TermMatches matches;
  TermMatcher matcher(workspace, options, notes);
  for (const RecordTerm& term : ordered) {
    TRY(matcher.match(term, matches[term]));
  }
  return matches;
}

}  // namespace milepost::list
