#include "app/record.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace milepost {

namespace {

constexpr std::string_view kProposals = "proposal/";

std::string fold(std::string_view state, const Event& event) {
  return event.stream.starts_with(kProposals) ? fold_proposal(state, event) : std::string();
}

bool is_own_moment(Instant moment, Instant clock) {
  return std::abs(moment.seconds - clock.seconds) > kClocksDiffer;
}

// Whoever says another time than the clock's does so for all to see.
void note_clock(std::vector<NewEvent>& events) {
  const Instant clock = now_utc();
  for (NewEvent& event : events) {
    if (is_own_moment(event.time, clock)) event.fields.emplace_back(kClockField, to_string(clock));
  }
}

}  // namespace

const Projection& record_projection() {
  // Another number whenever folding changes: states are then made anew.
  static constexpr Projection kProjection{3, fold, releases_in};
  return kProjection;
}

std::string stream_of(const Card& card) {
  return fmt::format("{}{}", kProposals, card.number.empty() ? card.path : card.number);
}

std::string called_in(std::string_view stream) {
  return std::string(stream.substr(std::min(stream.size(), kProposals.size())));
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
                                    Access access, std::optional<Instant> now) {
  auto store = Store::open({repository.root, address}, record_projection(), access);
  if (!store) return tl::unexpected(std::move(store.error()));
  RecordBook book(std::move(*store));
  if (access == Access::kWrite || !now || !is_own_moment(*now, now_utc())) return book;
  const auto latest = book.store().latest();
  if (!latest) return tl::unexpected(latest.error());
  if (*latest && *now < **latest) book.end_ = Instant{now->seconds + 1};
  return book;
}

Result<ProposalState> RecordBook::state_of(const std::string& stream) const {
  if (end_) return state_before(stream, *end_);
  const auto state = store_->state(stream);
  if (!state) return tl::unexpected(state.error());
  return *state ? read_proposal_state(**state) : ProposalState{};
}

Result<ProposalState> RecordBook::state_before(const std::string& stream, Instant before) const {
  constexpr std::size_t kPage = 1000;
  ProposalState state;
  // A record that was imported may go back in time: what it claims then does not count.
  Instant latest;
  for (std::uint64_t from = 1;;) {
    const auto events = store_->events_of(stream, from, kPage);
    if (!events) return tl::unexpected(events.error());
    for (const Event& event : *events) {
      const Instant least{latest.seconds - kClocksDiffer};
      if (std::max(event.time, least) < before) apply(state, event);
      latest = std::max(latest, event.time);
    }
    if (events->size() < kPage) return state;
    from = events->back().version + 1;
  }
}

Result<std::vector<std::string>> RecordBook::streams_in(std::string_view release) const {
  auto streams = store_->streams_with(release);
  if (!streams || !end_) return streams;
  std::vector<std::string> then;
  for (std::string& stream : *streams) {
    const auto state = state_before(stream, *end_);
    if (!state) return tl::unexpected(state.error());
    if (state->find_part(release)) then.push_back(std::move(stream));
  }
  return then;
}

Result<void> RecordBook::for_each(
    const std::function<void(const std::string& stream, ProposalState state)>& each) const {
  if (!end_) {
    return store_->for_each_state(kProposals, [&](std::string_view stream, std::string_view state) {
      each(std::string(stream), read_proposal_state(state));
    });
  }
  std::vector<std::string> streams;
  auto listed = store_->for_each_state(
      kProposals, [&](std::string_view stream, std::string_view) { streams.emplace_back(stream); });
  if (!listed) return listed;
  for (const std::string& stream : streams) {
    auto state = state_before(stream, *end_);
    if (!state) return tl::unexpected(std::move(state.error()));
    each(stream, std::move(*state));
  }
  return {};
}

Result<void> RecordBook::act(const Card& card, const Decide& decide) {
  const Card* const one = &card;
  return act({&one, 1}, [&](std::size_t, const ProposalState& state) { return decide(state); });
}

Result<void> RecordBook::act(std::span<const Card* const> cards, const DecideEach& decide) {
  // Each time somebody else has got on: only a crowd that never rests could keep us out.
  constexpr int kMostTries = 1000;
  for (int tries = 0; tries < kMostTries; ++tries) {
    Decision all;
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const std::string stream = stream_of(*cards[i]);
      const auto row = store_->state_row(stream);
      if (!row) return tl::unexpected(row.error());
      auto one = decide(i, *row ? read_proposal_state((*row)->state) : ProposalState{});
      if (!one) return tl::unexpected(std::move(one.error()));
      seen.push_back({stream, *row ? (*row)->version : 0});
      std::ranges::move(one->events, std::back_inserter(all.events));
      std::ranges::move(one->texts, std::back_inserter(all.texts));
    }
    if (all.events.empty()) return {};
    note_clock(all.events);
    const auto appended = store_->append(all.events, seen, all.texts);
    if (!appended) return tl::unexpected(appended.error());
    if (std::holds_alternative<Appended>(*appended)) return {};
  }
  return failure(fmt::format("too many others write about {}; try again",
                             cards.size() == 1 ? "this proposal" : "these proposals"));
}

}  // namespace milepost
