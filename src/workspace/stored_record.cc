#include "workspace/stored_record.h"

#include <algorithm>

#include <fmt/format.h>

#include "workspace/approvals.h"
#include "workspace/workspace.h"

namespace milepost {

namespace {

Recorded opt_in(const PartState& part) {
  switch (part.part) {
    case Part::kIn: return {true, "opted in " + deed_text(part.opted_in.value_or(part.deed))};
    case Part::kOut: return {false, "opted out " + deed_text(part.deed)};
    case Part::kRemoved: return {false, "removed " + deed_text(part.deed)};
    case Part::kDeferred: return {false, "deferred " + deed_text(part.deed)};
    case Part::kUndecided: break;
  }
  return {};
}

// Those of a kind that were linked for the release: since its first day.
std::vector<const LinkState*> links_of(const ProposalState& state, std::string_view kind,
                                       const Release* release) {
  std::vector<const LinkState*> links;
  for (const LinkState& link : state.links) {
    const bool before =
        release && !release->dates.empty() && link.deed.time < release->dates.front().second;
    if (link.kind == kind && !before) links.push_back(&link);
  }
  return links;
}

Recorded linked(const std::vector<const LinkState*>& links) {
  if (links.empty()) return {};
  return {true, fmt::format("{} is linked", links.front()->reference)};
}

Recorded merged(const std::vector<const LinkState*>& links) {
  if (links.empty()) return {false, "no pull request is linked"};
  std::vector<std::string_view> all;
  std::vector<std::string_view> open;
  for (const LinkState* link : links) {
    all.push_back(link->reference);
    if (!link->merged) open.push_back(link->reference);
  }
  if (open.empty()) return {true, fmt::format("merged: {}", fmt::join(all, ", "))};
  return {false, fmt::format("still open: {}", fmt::join(open, ", "))};
}

Result<StoredRecord> record_from(const std::shared_ptr<const RecordBook>& book,
                                 const Releases& releases, const Card* card) {
  if (!book->store().is_there()) return StoredRecord();
  if (card) {
    TRY(auto state, book->state_of(*card));
    return record_of(book, releases, *card, std::move(state));
  }
  StoredRecord::States states;
  TRY(book->for_each([&](const std::string& stream, ProposalState state) {
    states.emplace(stream, std::move(state));
  }));
  StoredRecord record(std::move(states), releases, book->store().sha256());
  record.read_issues_by([book](const std::string& key) { return book->text(key); });
  return record;
}

}  // namespace

StoredRecord::StoredRecord(States states, Releases releases, Sha256 sha256)
    : states_(std::move(states)), releases_(std::move(releases)), sha256_(sha256) {
  for (const auto& [stream, state] : states_) {
    for (const PartState& part : state.parts) counted_.insert(part.release);
  }
}

Result<bool> StoredRecord::anybody_in(std::string_view release) const {
  if (counted_.contains(std::string(release))) return true;
  return others_ ? others_(release) : Result<bool>(false);
}

const ProposalState& StoredRecord::state_of(const Card& card) const {
  static const ProposalState nothing;
  const auto found = states_.find(stream_of(card));
  return found == states_.end() ? nothing : found->second;
}

Result<std::string> StoredRecord::issue_text(const ProposalState& state) const {
  const std::string& key = state.tracker.base;
  if (key.empty() || !read_issue_) return std::string();
  auto text = read_issue_(key);
  if (!text) return tl::unexpected(std::move(text.error()).within("reading the issue"));
  if (!*text) return failure("the record has lost the text of the issue");
  return std::move(**text);
}

std::optional<std::string> StoredRecord::approved_text(const std::string& key) const {
  auto text = read_approved_ ? read_approved_(key) : std::nullopt;
  return text ? std::move(*text) : std::nullopt;
}

std::vector<Objection> StoredRecord::objections(const Card& card) const {
  return objections_of(state_of(card));
}

std::optional<std::vector<Approval>> TextRecord::approvals(const Card& card, std::string_view role,
                                                           std::string_view stage) const {
  if (!stored_.known()) return std::nullopt;
  const auto kept = [&](const std::string& key) { return stored_.approved_text(key); };
  return judge_approvals({process_, judge_, text_, stored_.state_of(card), stored_.sha256(), kept},
                         role, stage);
}

bool StoredRecord::answers(const RecordQuestion& question) {
  return question.fact != RecordFact::kIssue;
}

std::optional<Recorded> StoredRecord::recorded_part(const Card& card,
                                                    std::string_view release) const {
  if (const PartState* const part = state_of(card).find_part(release)) return opt_in(*part);
  const auto anybody = anybody_in(release);
  if (!anybody) return Recorded{false, anybody.error().message};
  return *anybody ? std::optional(Recorded{}) : std::nullopt;
}

std::optional<Recorded> StoredRecord::recorded(const Card& card, const RecordQuestion& question,
                                               std::string_view release) const {
  if (!known() || release.empty()) return std::nullopt;
  const auto links = [&] {
    const auto version = parse_version(release);
    return links_of(state_of(card), question.what, version ? releases_.find(*version) : nullptr);
  };
  switch (question.fact) {
    case RecordFact::kOptIn: return recorded_part(card, release);
    case RecordFact::kLinked: return linked(links());
    case RecordFact::kMerged: return merged(links());
    case RecordFact::kIssue: break;
  }
  return std::nullopt;
}

Result<StoredRecord> read_record(const Repository& repository, const Releases& releases,
                                 const std::string& address, Instant now, const Card* card) {
  TRY(auto opened, RecordBook::open(repository, address, Access::kRead, now));
  return record_from(std::make_shared<const RecordBook>(std::move(opened)), releases, card);
}

Result<StoredRecord> stored_record(const Workspace& workspace, const Card* card) {
  TRY(const Releases& releases, workspace.calendar());
  TRY(const auto& book, workspace.record());
  return record_from(book, releases, card);
}

StoredRecord record_of(const std::shared_ptr<const RecordBook>& book, const Releases& releases,
                       const Card& card, ProposalState state) {
  if (!book->store().is_there()) return {};
  StoredRecord::States states;
  states.emplace(stream_of(card), std::move(state));
  StoredRecord record(std::move(states), releases, book->store().sha256());
  const auto read = [book](const std::string& key) { return book->text(key); };
  record.read_issues_by(read);
  record.read_approved_by(read);
  record.ask_others([book](std::string_view release) {
    return book->streams_in(release).map(
        [](const std::vector<std::string>& streams) { return !streams.empty(); });
  });
  return record;
}

}  // namespace milepost
