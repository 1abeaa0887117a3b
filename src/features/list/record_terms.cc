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

class Finder {
 public:
  Finder(const ListRequest& request, std::vector<std::string>& notes)
      : request_(request), notes_(notes) {}

  Result<void> find(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    if (term.person.empty()) return find_in_release(term, streams);
    if (request_.as_of) {
      return failure(fmt::format("{}: is known of the present only, not with --as-of", term.what));
    }
    return term.what == "awaits" ? find_awaiting(term, streams) : find_approved(term, streams);
  }

 private:
  Result<Workspace::Pointer> open() const {
    WorkspaceOptions options;
    options.directory = request_.directory;
    options.process = request_.process;
    options.store = request_.store;
    options.jobs = request_.jobs;
    return Workspace::open(std::move(options), request_.now);
  }

  // Terms of one release come one after the other, and share its view.
  Result<void> find_in_release(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    if (seen_ != term.release) {
      TRY(auto workspace, open());
      if (request_.as_of) {
        TRY(workspace, workspace->at(end_of(*request_.as_of)));
      }
      TRY(view_, release::view_release(*workspace, {to_string(term.release)}));
      seen_ = term.release;
    }
    const release::FreezeState wanted =
        term.what == "tracked" ? release::FreezeState::kTracked : release::FreezeState::kAtRisk;
    for (const release::ReleaseEntry& entry : view_->entries) {
      if (entry.state == wanted) streams.insert(entry.stream);
    }
    return {};
  }

  Result<void> find_awaiting(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    TRY(const auto workspace, open());
    TRY(const auto inbox, inbox::read_inbox(*workspace, {.person = term.person}));
    for (const inbox::ProposalItem& one : inbox.items) streams.insert(one.stream);
    return {};
  }

  Result<void> find_approved(const RecordTerm& term, std::unordered_set<std::string>& streams) {
    if (!approvers_) {
      auto read = review::read_approvers(
          {request_.directory, request_.process, request_.store, request_.now, request_.jobs});
      if (!read) return tl::unexpected(std::move(read.error()));
      approvers_ = std::move(*read);
      if (!approvers_->recorded) {
        notes_.emplace_back("there is no record: approvals are those in the review files");
      }
    }
    for (const auto& [stream, people] : approvers_->by_stream) {
      if (people.contains(term.person)) streams.insert(stream);
    }
    return {};
  }

  const ListRequest& request_;
  std::vector<std::string>& notes_;
  std::optional<release::ReleaseView> view_;
  std::optional<Version> seen_;
  std::optional<review::Approvers> approvers_;
};

}  // namespace

Result<Standings> find_standings(const ListRequest& request, std::span<const RecordTerm> terms,
                                 std::vector<std::string>& notes) {
  std::vector<RecordTerm> ordered(terms.begin(), terms.end());
  std::ranges::stable_sort(ordered, {}, &RecordTerm::release);
  Standings standings;
  Finder finder(request, notes);
  for (const RecordTerm& term : ordered) {
    if (auto found = finder.find(term, standings[term]); !found) {
      return tl::unexpected(std::move(found.error()));
    }
  }
  return standings;
}

}  // namespace milepost::list
