#include "store/store.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"

namespace milepost {

namespace {

constexpr std::size_t kStatePage = 100;

Result<std::vector<Event>> all_sound(Result<std::vector<EventRow>> rows, const std::string& name) {
  if (!rows) return tl::unexpected(std::move(rows.error()));
  std::vector<Event> events;
  events.reserve(rows->size());
  for (EventRow& row : *rows) {
    if (!row.damage.empty()) {
      return failure(
          fmt::format("{}: event {} is damaged; milepost fsck tells more", name, row.number));
    }
    events.push_back(std::move(row.event));
  }
  return events;
}

// What was recorded after something cannot have been before it, whatever is claimed: a
// deadline that was missed stays missed. What is for a day to come says nothing about what
// has been: it binds only what is for days to come as well, lest one person's far day keep
// everybody out. Who claims nothing but the clock's time is always let in.
Result<void> check_times(std::span<const NewEvent> events, Instant clock, const StreamLook& look) {
  Instant latest = look.latest;
  Instant latest_past = look.latest_past;
  for (const NewEvent& event : events) {
    const bool claimed = std::ranges::find(event.fields, kClockField,
                                           &EventFields::value_type::first) != event.fields.end();
    const Instant before = event.time <= clock ? latest_past : latest;
    if (claimed && event.time.seconds + kClocksDiffer < before.seconds) {
      return failure(
          fmt::format("this is for {}, and the record has something of {} already: time "
                      "does not go back in it",
                      to_string(event.time), to_string(before)));
    }
    latest = std::max(latest, event.time);
    if (event.time <= clock) latest_past = std::max(latest_past, event.time);
  }
  return {};
}

}  // namespace

// --- writing -------------------------------------------------------------------------------

// Nothing is built upon a record whose end is not what its head says.
Result<void> Store::check_end(const StreamLook& look) const {
  if (look.head.projection != projection_.version) {
    return failure(name_ +
                   ": another version of milepost has summed up the record anew; start again");
  }
  if (look.last != (look.head.number == 0 ? "" : look.head.digest.hex())) {
    return failure(name_ +
                   " is damaged: it does not end where its head says; milepost fsck tells "
                   "more");
  }
  if (look.state.version != look.version) return not_summed_up(look.state.stream);
  return {};
}

tl::unexpected<Error> Store::not_summed_up(const std::string& stream) const {
  return failure(
      fmt::format("{} is damaged: {} was not summed up; milepost fsck tells more", name_, stream));
}

// Looks at every stream that is seen or added to, under the lock.
Result<std::optional<Conflict>> Store::look_at(std::span<const NewEvent> events,
                                               std::span<const Seen> seen, Instant clock,
                                               Looks& looks) const {
  const auto look = [&](const std::string& stream) -> Result<const StreamLook*> {
    const auto known = looks.find(stream);
    if (known != looks.end()) return &known->second;
    auto found = tables_->look(stream, clock);
    if (!found) return tl::unexpected(std::move(found.error()));
    if (auto right = check_end(*found); !right) return tl::unexpected(std::move(right.error()));
    return &looks.emplace(stream, std::move(*found)).first->second;
  };
  for (const Seen& one : seen) {
    const auto found = look(one.stream);
    if (!found) return tl::unexpected(found.error());
    if ((*found)->version != one.version) return Conflict{one.stream, (*found)->version};
  }
  for (const NewEvent& event : events) {
    if (const auto found = look(event.stream); !found) return tl::unexpected(found.error());
  }
  return std::nullopt;
}

Result<void> Store::write_texts(std::span<const NewEvent> events,
                                std::span<const std::string> texts) {
  std::set<Digest> named;
  for (const NewEvent& event : events) named.insert(event.texts.begin(), event.texts.end());
  for (const std::string& text : texts) {
    if (text.size() > kLimits.record_text_bytes) {
      return failure(fmt::format("a text of {} is too large to be kept; the limit is {}",
                                 size_text(text.size()), size_text(kLimits.record_text_bytes)));
    }
    const Digest digest = sha256_.of(text);
    if (named.erase(digest) == 0) return failure("a text is to be kept that no event names");
    if (auto put = tables_->put_text(digest, text); !put) return put;
    // It may have been there, and have been changed since.
    if (const auto kept = this->text(digest); !kept) return tl::unexpected(kept.error());
  }
  for (const Digest& digest : named) {
    const auto kept = this->text(digest);
    if (!kept) return tl::unexpected(kept.error());
    if (!*kept) return failure("an event names a text that is not kept: " + digest.hex());
  }
  return {};
}

Result<Appended> Store::write(std::span<const NewEvent> events, Looks& looks,
                              std::vector<Event>& written) {
  HeadRow head = looks.begin()->second.head;
  const Appended appended{head.number + 1, head.number + events.size()};
  std::set<std::string_view> changed;
  for (const NewEvent& event : events) {
    StateRow& state = looks.at(event.stream).state;
    Event numbered;
    static_cast<NewEvent&>(numbered) = event;
    numbered.number = ++head.number;
    numbered.version = state.version + 1;
    numbered.before = head.digest;
    head.digest = numbered.digest = digest_of(sha256_, numbered);
    if (auto put = tables_->insert(numbered); !put) return tl::unexpected(put.error());
    if (auto folded = fold_into(state, projection_, std::span(&numbered, 1)); !folded) {
      return tl::unexpected(folded.error());
    }
    changed.insert(event.stream);
    written.push_back(std::move(numbered));
  }
  for (const std::string_view stream : changed) {
    StateRow& state = looks.at(std::string(stream)).state;
    state.words = words_text(projection_, state.state);
    const auto put = tables_->put(state);
    if (!put) return tl::unexpected(put.error());
  }
  if (auto put = tables_->update_head(head); !put) return tl::unexpected(put.error());
  for (auto& [stream, look] : looks) look.head = head;
  return appended;
}

// Whether what was written is what is there: a trigger may have made something else of it.
// Nothing was committed yet.
Result<void> Store::read_back(const std::vector<Event>& written, Instant clock,
                              const Looks& looks) const {
  const auto differs = [&](std::string_view what) {
    return failure(
        fmt::format("{} does not keep what is recorded in it: {} was changed on the "
                    "way; nothing was recorded, and milepost fsck tells more",
                    name_, what));
  };
  const auto rows = tables_->events_from(written.front().number, written.size() + 1);
  if (!rows) return tl::unexpected(rows.error());
  const bool same = std::ranges::equal(*rows, written, [](const EventRow& row, const Event& event) {
    return row.damage.empty() && row.event == event;
  });
  if (!same) return differs("an event");
  for (const auto& [stream, look] : looks) {
    const auto found = tables_->look(stream, clock);
    if (!found) return tl::unexpected(found.error());
    if (found->head != look.head) return differs("the head");
    if (found->state != look.state) return differs("what " + stream + " sums up to");
  }
  return {};
}

Result<AppendResult> Store::append(std::span<const NewEvent> events, std::span<const Seen> seen,
                                   std::span<const std::string> texts) {
  const std::scoped_lock lock(using_);
  if (remote_) return append_remotely(events, seen, texts);
  if (!tables_) return failure(name_ + " was opened for reading");
  if (events.empty() || events.size() > kLimits.append_events) {
    return failure(fmt::format("1 to {} events are recorded at once", kLimits.append_events));
  }
  for (const NewEvent& event : events) {
    if (auto right = check_event(event); !right) return tl::unexpected(right.error());
  }
  auto transaction = Transaction::begin(tables_->database(), TransactionKind::kWrite);
  if (!transaction) return tl::unexpected(std::move(transaction.error()));
  if (auto locked = tables_->lock(); !locked) return tl::unexpected(std::move(locked.error()));
  Looks looks;
  const Instant clock = now_utc();
  const auto conflict = look_at(events, seen, clock, looks);
  if (!conflict) return tl::unexpected(conflict.error());
  if (*conflict) return **conflict;
  if (auto right = check_times(events, clock, looks.begin()->second); !right) {
    return tl::unexpected(std::move(right.error()));
  }
  if (auto put = write_texts(events, texts); !put) return tl::unexpected(std::move(put.error()));
  std::vector<Event> written;
  const auto appended = write(events, looks, written);
  if (!appended) return tl::unexpected(appended.error());
  if (auto same = read_back(written, clock, looks); !same)
    return tl::unexpected(std::move(same.error()));
  if (auto done = transaction->commit(); !done) return tl::unexpected(std::move(done.error()));
  return *appended;
}

Result<void> Store::rebuild() {
  const std::scoped_lock lock(using_);
  if (!tables_) return {};
  auto transaction = Transaction::begin(tables_->database(), TransactionKind::kWrite);
  if (!transaction) return tl::unexpected(std::move(transaction.error()));
  if (auto locked = tables_->lock(); !locked) return locked;
  auto head = tables_->head();
  if (!head) return tl::unexpected(std::move(head.error()));
  if (auto rebuilt = rebuild_states(*tables_, projection_); !rebuilt) return rebuilt;
  if (auto guarded = put_guards(tables_->database()); !guarded) return guarded;
  head->projection = projection_.version;
  if (auto put = tables_->update_head(*head); !put) return put;
  return transaction->commit();
}

// --- reading -------------------------------------------------------------------------------

Result<Head> Store::head() const {
  const std::scoped_lock lock(using_);
  if (!tables_) return Head{};
  return tables_->head().map([](const HeadRow& row) { return Head{row.number, row.digest}; });
}

Result<std::optional<Instant>> Store::latest() const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::nullopt;
  return tables_->latest();
}

Result<std::uint64_t> Store::version(std::string_view stream) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return 0;
  return tables_->version(stream);
}

Result<std::vector<Event>> Store::events(std::uint64_t from, std::size_t most) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::vector<Event>();
  return all_sound(tables_->events_from(from, most), name_);
}

Result<std::vector<Event>> Store::events_of(std::string_view stream, std::uint64_t from,
                                            std::size_t most) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::vector<Event>();
  return all_sound(tables_->events_of(stream, from, most), name_);
}

Result<std::optional<Event>> Store::last_of_kind(std::string_view stream,
                                                 std::string_view kind) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::nullopt;
  TRY(auto events, all_sound(tables_->last_of_kind(stream, kind), name_));
  if (events.empty()) return std::nullopt;
  return std::move(events.front());
}

Result<std::optional<StateRow>> Store::state_row(std::string_view stream) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::nullopt;
  auto found = tables_->state(stream);
  if (!found) return tl::unexpected(std::move(found.error()));
  if (found->state.version != found->version) return not_summed_up(found->state.stream);
  if (found->version == 0) return std::nullopt;
  return std::move(found->state);
}

Result<std::optional<std::string>> Store::state(std::string_view stream) const {
  const std::scoped_lock lock(using_);
  return state_row(stream).map([](const std::optional<StateRow>& row) {
    return row ? std::optional(row->state) : std::nullopt;
  });
}

Result<void> Store::for_each_state(
    std::string_view prefix,
    const std::function<void(std::string_view stream, std::string_view state)>& each) const {
  if (!tables_) return {};
  std::string after;
  while (true) {
    const auto page = [&] {
      const std::scoped_lock lock(using_);
      return tables_->states(prefix, after, kStatePage);
    }();
    if (!page) return tl::unexpected(page.error());
    for (const StateRow& row : *page) {
      if (!row.stream.starts_with(prefix)) return {};
      each(row.stream, row.state);
    }
    if (page->size() < kStatePage) return {};
    after = page->back().stream;
  }
}

Result<std::vector<std::string>> Store::streams_with(std::string_view word) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::vector<std::string>();
  return tables_->streams_with(word);
}

Result<std::optional<std::string>> Store::text(const Digest& digest) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return std::nullopt;
  auto text = tables_->text(digest.hex());
  if (text && *text && sha256_.of(**text) != digest) {
    return failure(fmt::format("{} is damaged: the text {} was changed; milepost fsck tells more",
                               name_, digest.hex()));
  }
  return text;
}

Result<std::vector<Digest>> Store::texts_after(const std::optional<Digest>& after,
                                               std::size_t most) const {
  const std::scoped_lock lock(using_);
  std::vector<Digest> found;
  if (!tables_) return found;
  const auto keys = tables_->text_keys(after ? after->hex() : "", most);
  if (!keys) return tl::unexpected(keys.error());
  for (const std::string& key : *keys) {
    const auto digest = parse_digest(key);
    if (!digest) return failure(name_ + ": a text is damaged; milepost fsck tells more");
    found.push_back(*digest);
  }
  return found;
}

Result<RecordCounts> Store::counts() const {
  const std::scoped_lock lock(using_);
  if (!tables_) return RecordCounts{};
  return tables_->counts();
}

Result<void> Store::in_snapshot(const std::function<Result<void>()>& read) const {
  const std::scoped_lock lock(using_);
  if (!tables_) return read();
  const auto transaction = Transaction::begin(tables_->database(), TransactionKind::kRead);
  if (!transaction) return tl::unexpected(transaction.error());
  return read();
}

}  // namespace milepost
