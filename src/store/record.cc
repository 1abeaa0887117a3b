#include "store/record.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "store/events.h"

namespace milepost {

namespace {

constexpr std::string_view kProposals = "proposal/";

std::string fold(std::string_view state, const Event& event) {
  if (event.stream == kMovesStream) return fold_moves(state, event);
  return event.stream.starts_with(kProposals) ? fold_proposal(state, event) : std::string();
}

std::string fold_all(std::string_view state, std::span<const Event> events) {
  if (events.front().stream.starts_with(kProposals)) return fold_proposal(state, events);
  std::string folded(state);
  for (const Event& event : events) folded = fold(folded, event);
  return folded;
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

// Nobody decides years ahead: such a day is a slip, and would stand in the record for good.
Result<void> check_not_far_ahead(Instant now) {
  constexpr std::int64_t kFurthest = 2 * 366 * kDay;
  if (now.seconds <= now_utc().seconds + kFurthest) return {};
  return failure(fmt::format(
      "nothing is recorded for {}, more than two years ahead; --now may look that far, no more",
      to_string(now)));
}

NewEvent new_event(std::string stream, const Actor& actor, events::Encoded what) {
  NewEvent event;
  event.stream = std::move(stream);
  event.kind = what.kind;
  event.by = actor.handle;
  event.time = actor.now;
  event.fields = std::move(what.fields);
  return event;
}

}  // namespace

const Projection& record_projection() {
  // Another number whenever folding changes: states are then made anew.
  static constexpr Projection kProjection{8, fold, words_in, fold_all};
  return kProjection;
}

std::string stream_named(std::string_view number_or_path) {
  return fmt::format("{}{}", kProposals, number_or_path);
}

std::string stream_of(const Card& card) { return stream_named(called(card)); }

bool is_proposal(std::string_view stream) { return stream.starts_with(kProposals); }

std::string called_in(std::string_view stream) {
  return std::string(stream.substr(std::min(stream.size(), kProposals.size())));
}

NewEvent event_of(const Card& card, const Actor& actor, events::Encoded what) {
  return new_event(stream_of(card), actor, std::move(what));
}

bool Record::may_be_there(const Repository& repository, const std::string& address) {
  return Store::may_be_there({repository.root, address});
}

Result<Record> Record::open(const Repository& repository, const std::string& address, Access access,
                            std::optional<Instant> now) {
  if (access == Access::kWrite && now) TRY(check_not_far_ahead(*now));
  TRY(auto store, Store::open({repository.root, address}, record_projection(), access));
  TRY(const auto moves, store->state(kMovesStream));
  Record record(std::move(store), moves ? Moves::read(*moves) : Moves());
  if (access == Access::kWrite || !now || !is_own_moment(*now, now_utc())) return record;
  TRY(const auto latest, record.store().latest());
  if (latest && *now < *latest) record.end_ = Instant{now->seconds + 1};
  return record;
}

Result<Record> Record::reread() const {
  TRY(const auto moves, store_->state(kMovesStream));
  Record record(store_, moves ? Moves::read(*moves) : Moves());
  record.end_ = end_;
  record.reading_ = reading_;
  return record;
}

Result<ProposalState> Record::state_of(const std::string& stream) const {
  return end_ ? state_before(stream, *end_) : seen_state(stream, nullptr);
}

Result<ProposalState> Record::seen_state(const std::string& stream, std::vector<Seen>* seen) const {
  const std::scoped_lock one_at_a_time(*reading_);
  const std::vector<std::string> parts = moves_.streams_of(stream);
  if (parts.size() == 1) {
    TRY(const auto row, store_->state_row(parts.front()));
    if (seen) seen->push_back({parts.front(), row ? row->version : 0});
    return row ? read_proposal_state(row->state) : ProposalState{};
  }
  for (const std::string& part : parts) {
    TRY(const auto version, store_->version(part));
    if (seen) seen->push_back({part, version});
  }
  return joined_state(stream);
}

Result<ProposalState> Record::joined_state(const std::string& stream) const {
  TRY(const auto events, events_of(stream));
  ProposalState state;
  for (const Event& event : events) apply(state, event);
  return state;
}

Result<ProposalState> Record::state_before(const std::string& stream, Instant before) const {
  TRY(const auto events, events_of(stream));
  ProposalState state;
  // A record that was imported may go back in time: what it claims then does not count. A
  // moment that has not come yet cannot have come then: it says nothing of what follows.
  const Instant clock = now_utc();
  Instant latest;
  for (const Event& event : events) {
    const Instant least{latest.seconds - kClocksDiffer};
    if (std::max(event.time, least) < before) apply(state, event);
    if (const Instant come = had_come_by(event); come <= clock) latest = std::max(latest, come);
  }
  return state;
}

Result<std::vector<Event>> Record::events(std::uint64_t from, std::size_t most) const {
  const std::scoped_lock one_at_a_time(*reading_);
  return store_->events(from, most);
}

Result<Head> Record::head() const {
  const std::scoped_lock one_at_a_time(*reading_);
  return store_->head();
}

Result<std::vector<Event>> Record::events_of(const std::string& stream) const {
  constexpr std::size_t kEventsAtOnce = 1000;
  const std::scoped_lock one_at_a_time(*reading_);
  std::vector<Event> all;
  for (const std::string& part : moves_.streams_of(stream)) {
    for (std::uint64_t from = 1;;) {
      TRY(auto events, store_->events_of(part, from, kEventsAtOnce));
      const bool last = events.size() < kEventsAtOnce;
      if (!last) from = events.back().version + 1;
      std::ranges::move(events, std::back_inserter(all));
      if (last) break;
    }
  }
  std::ranges::sort(all, {}, &Event::number);
  return all;
}

Result<Record::Latest> Record::latest_of(const std::string& stream, std::size_t most) const {
  const std::scoped_lock one_at_a_time(*reading_);
  Latest latest;
  for (const std::string& part : moves_.streams_of(stream)) {
    TRY(const std::uint64_t version, store_->version(part));
    const std::uint64_t earlier = version > most ? version - most : 0;
    latest.earlier += earlier;
    if (version == earlier) continue;
    TRY(auto events, store_->events_of(part, earlier + 1, version - earlier));
    std::ranges::move(events, std::back_inserter(latest.events));
  }
  std::ranges::sort(latest.events, {}, &Event::number);
  if (latest.events.size() > most) {
    const std::size_t over = latest.events.size() - most;
    latest.events.erase(latest.events.begin(),
                        latest.events.begin() + static_cast<std::ptrdiff_t>(over));
    latest.earlier += over;
  }
  return latest;
}

Result<std::optional<Event>> Record::last_of_kind(const std::string& stream,
                                                  std::string_view kind) const {
  const std::scoped_lock one_at_a_time(*reading_);
  std::optional<Event> last;
  for (const std::string& part : moves_.streams_of(stream)) {
    TRY(auto event, store_->last_of_kind(part, kind));
    if (event && (!last || last->number < event->number)) last = std::move(event);
  }
  return last;
}

Result<std::vector<std::string>> Record::streams_in(std::string_view release) const {
  return streams_with(release, [&](const ProposalState& state) {
    return state.find_participation(release) != nullptr;
  });
}

Result<std::vector<std::string>> Record::unmerged_streams() const {
  return streams_with(kUnmergedWord, may_be_unmerged);
}

Result<std::vector<std::string>> Record::streams_with(
    std::string_view word, const std::function<bool(const ProposalState&)>& holds) const {
  const std::scoped_lock one_at_a_time(*reading_);
  auto streams = store_->streams_with(word);
  if (!streams || (moves_.empty() && !end_)) return streams;
  std::set<std::string> found;
  for (const std::string& part : *streams) {
    const std::string stream = moves_.name_of(part);
    TRY(const auto state, state_of(stream));
    if (holds(state)) found.insert(stream);
  }
  return std::vector<std::string>(found.begin(), found.end());
}

Result<void> Record::for_each(
    const std::function<void(const std::string& stream, ProposalState state)>& each) const {
  const std::scoped_lock one_at_a_time(*reading_);
  std::set<std::string> summed;  // from their events
  auto done =
      store_->for_each_state(kProposals, [&](std::string_view part, std::string_view state) {
        std::string stream = moves_.name_of(std::string(part));
        if (end_ || moves_.streams_of(stream).size() > 1) {
          summed.insert(std::move(stream));
        } else {
          each(stream, read_proposal_state(state));
        }
      });
  if (!done) return done;
  for (const std::string& stream : summed) {
    TRY(auto state, state_of(stream));
    each(stream, std::move(state));
  }
  return {};
}

Result<std::optional<std::string>> Record::text(const std::string& key) const {
  const auto digest = parse_digest(key);
  if (!digest) return std::nullopt;
  const std::scoped_lock one_at_a_time(*reading_);
  return store_->text(*digest);
}

Result<void> Record::check_seen(const std::string& stream) const {
  const LastEvent* const seen = seen_ ? seen_->of(stream) : nullptr;
  if (seen == nullptr) return {};
  TRY(const auto latest, latest_of(stream, 1));
  const std::uint64_t last = latest.events.empty() ? 0 : latest.events.back().number;
  if (last == seen->number) return {};
  return failure("somebody else has recorded something about it since you looked",
                 ErrorKind::kConflict);
}

Result<void> Record::act(const Card& card, const Decide& decide) {
  const Card* const one = &card;
  return act({&one, 1}, [&](std::size_t, const ProposalState& state) { return decide(state); });
}

Result<void> Record::act(std::span<const Card* const> cards, const DecideEach& decide) {
  // Each time somebody else has got on: only a crowd that never rests could keep us out.
  constexpr int kMostTries = 1000;
  for (int i = 0; i < kMostTries; ++i) {
    std::vector<Seen> seen;
    Decision all;
    for (std::size_t which = 0; which < cards.size(); ++which) {
      const std::string stream = stream_of(*cards[which]);
      std::vector<Seen> seen_here;
      TRY(const auto state, seen_state(stream, &seen_here));
      TRY(check_seen(stream));
      TRY(auto decision, decide(which, state));
      if (decision.events.empty()) continue;
      for (NewEvent& event : decision.events) {
        if (event.stream == stream) event.stream = seen_here.back().stream;
      }
      std::ranges::move(seen_here, std::back_inserter(seen));
      std::ranges::move(decision.events, std::back_inserter(all.events));
      std::ranges::move(decision.texts, std::back_inserter(all.texts));
    }
    if (all.events.empty()) return {};
    note_clock(all.events);
    for (NewEvent& event : all.events) event.claimed = proved_.empty() || event.by != proved_;
    TRY(const auto appended, store_->append(all.events, seen, all.texts));
    if (!std::holds_alternative<Appended>(appended)) continue;
    if (seen_) seen_->clear();
    return {};
  }
  return failure(fmt::format("too many others write about {}; try again",
                             cards.size() == 1 ? "this proposal" : "these proposals"),
                 ErrorKind::kConflict);
}

Result<void> Record::move(const std::string& from, const std::string& to, const Actor& actor) {
  std::vector<NewEvent> events{
      new_event(std::string(kMovesStream), actor, events::Moved{from, to})};
  note_clock(events);
  const auto appended = store_->append(events, {});
  if (!appended) return tl::unexpected(appended.error());
  moves_.move(from, to);
  return {};
}

}  // namespace milepost
