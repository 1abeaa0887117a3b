#include "app/record.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace milepost {

namespace {

constexpr std::string_view kProposals = "proposal/";

std::string fold(std::string_view state, const Event& event) {
  return event.stream.starts_with(kProposals) ? fold_proposal(state, event) : std::string();
}

}  // namespace

const Projection& record_projection() {
  // Another number whenever folding changes: states are then made anew.
  static constexpr Projection kProjection{4, fold, releases_in};
  return kProjection;
}

std::string stream_of(const Card& card) {
  return fmt::format("{}{}", kProposals, card.number.empty() ? card.path : card.number);
}

NewEvent event_of(const Card& card, std::string_view kind, const Actor& actor, EventFields fields) {
  // A field that says nothing is left out.
  std::erase_if(fields, [](const auto& field) { return field.second.empty(); });
  NewEvent event;
  event.stream = stream_of(card);
  event.kind = kind;
  event.by = actor.handle;
  event.time = actor.now;
  event.fields = std::move(fields);
  return event;
}

Result<RecordBook> RecordBook::open(const Repository& repository, const std::string& address,
                                    Access access) {
  auto store = Store::open({repository.root, address}, record_projection(), access);
  if (!store) return tl::unexpected(std::move(store.error()));
  return RecordBook(std::move(*store));
}

Result<ProposalState> RecordBook::state_of(const Card& card) const {
  const std::scoped_lock one_at_a_time(*reading_);
  const auto state = store_->state(stream_of(card));
  if (!state) return tl::unexpected(state.error());
  return *state ? read_proposal_state(**state) : ProposalState{};
}

Result<std::vector<Event>> RecordBook::events_of(const Card& card) const {
  constexpr std::size_t kPage = 1000;
  std::vector<Event> all;
  for (std::size_t before = 0;; before = all.size()) {
    auto events = store_->events_of(stream_of(card), before + 1, kPage);
    if (!events) return tl::unexpected(std::move(events.error()));
    std::ranges::move(*events, std::back_inserter(all));
    if (all.size() - before < kPage) return all;
  }
}

Result<ProposalState> RecordBook::state_before(const std::string& stream, Instant before) const {
  constexpr std::size_t kPage = 1000;
  const std::scoped_lock one_at_a_time(*reading_);
  ProposalState state;
  for (std::uint64_t from = 1;;) {
    const auto events = store_->events_of(stream, from, kPage);
    if (!events) return tl::unexpected(events.error());
    for (const Event& event : *events) {
      if (event.time < before) apply(state, event);
    }
    if (events->size() < kPage) return state;
    from = events->back().version + 1;
  }
}

Result<void> RecordBook::for_each(
    const std::function<void(std::string_view stream, std::string_view state)>& each) const {
  const std::scoped_lock one_at_a_time(*reading_);
  return store_->for_each_state(kProposals, each);
}

Result<std::optional<std::string>> RecordBook::text(const std::string& key) const {
  const auto digest = parse_digest(key);
  if (!digest) return std::nullopt;
  const std::scoped_lock one_at_a_time(*reading_);
  return store_->text(*digest);
}

Result<void> RecordBook::act(const Card& card, const Decide& decide) {
  const Card* const one = &card;
  return act({&one, 1}, [&](std::size_t, const ProposalState& state) { return decide(state); });
}

Result<void> RecordBook::act(std::span<const Card* const> cards, const DecideEach& decide) {
  // Each time somebody else has got on: only a crowd that never rests could keep us out.
  constexpr int kMostTries = 1000;
  for (int i = 0; i < kMostTries; ++i) {
    std::vector<Seen> seen;
    Decision all;
    for (std::size_t which = 0; which < cards.size(); ++which) {
      const std::string stream = stream_of(*cards[which]);
      const auto row = store_->state_row(stream);
      if (!row) return tl::unexpected(row.error());
      auto decision = decide(which, *row ? read_proposal_state((*row)->state) : ProposalState{});
      if (!decision) return tl::unexpected(decision.error());
      if (decision->events.empty()) continue;
      seen.push_back({stream, *row ? (*row)->version : 0});
      std::ranges::move(decision->events, std::back_inserter(all.events));
      std::ranges::move(decision->texts, std::back_inserter(all.texts));
    }
    if (all.events.empty()) return {};
    const auto appended = store_->append(all.events, seen, all.texts);
    if (!appended) return tl::unexpected(appended.error());
    if (std::holds_alternative<Appended>(*appended)) return {};
  }
  return failure("too many others write about this proposal; try again");
}

}  // namespace milepost
