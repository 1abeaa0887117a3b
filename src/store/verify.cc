#include "store/verify.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace milepost {

namespace {

constexpr std::size_t kEventPage = 500;
constexpr std::size_t kKeyPage = 1000;
constexpr std::size_t kVerifiedStates = 100;

// Of an error what is damaged alone: it is said here of which record, and where there is more.
std::string damage_in(const Store& store, std::string message) {
  constexpr std::string_view kHint = "; milepost fsck tells more";
  const std::string opening = store.name() + " is damaged: ";
  if (message.ends_with(kHint)) message.resize(message.size() - kHint.size());
  return message.starts_with(opening) ? message.substr(opening.size()) : message;
}

}  // namespace

class Verifier {
 public:
  Verifier(const Store& store, std::optional<Checkpoint> checkpoint)
      : store_(store), tables_(*store.tables_), checkpoint_(std::move(checkpoint)) {}

  Result<Verification> run() {
    const auto done = store_.in_snapshot([&]() -> Result<void> {
      for (const auto step :
           {&Verifier::check_database, &Verifier::check_tables, &Verifier::check_types,
            &Verifier::check_chain, &Verifier::check_states, &Verifier::check_texts}) {
        auto checked = (this->*step)();
        if (checked) continue;
        // What is damaged may make it impossible to go on.
        if (!tables_.database().is_damaged() && found_.damages.empty()) return checked;
        add(0, damage_in(store_, std::move(checked.error().message)));
      }
      return {};
    });
    if (!done) return tl::unexpected(done.error());
    return std::move(found_);
  }

  Result<void> refuse(bool with_states) {
    weighs_texts_ = false;
    return store_.in_snapshot([&]() -> Result<void> {
      for (const auto step : {&Verifier::check_tables, &Verifier::check_chain,
                              &Verifier::check_states, &Verifier::check_texts}) {
        if (step == &Verifier::check_states && !with_states) continue;
        if (auto checked = (this->*step)(); !checked) return checked;
        if (found_.damages.empty()) continue;
        return failure(fmt::format("{} is damaged: {}; milepost fsck tells more", store_.name(),
                                   found_.damages.front().message));
      }
      return {};
    });
  }

 private:
  void add(std::uint64_t event, std::string message, bool mendable = false) {
    if (found_.damages.size() < kMostDamages) {
      found_.damages.push_back({event, std::move(message), mendable});
    } else {
      found_.more = true;
    }
  }

  // A sum that is not right.
  void add_sum(std::string message) {
    if (own_sums_) {
      add(0, std::move(message), true);
    } else {
      ++found_.other_sums;
    }
  }

  Result<void> check_database() {
    const auto wrong = tables_.database().check();
    if (!wrong) return tl::unexpected(wrong.error());
    for (const std::string& one : *wrong) add(0, "the file is damaged: " + one);
    return {};
  }

  Result<void> check_tables() {
    // Somebody may have brought it up to date since it was opened.
    const auto look = look_at_schema(tables_.database(), store_.migrations_);
    if (!look) return tl::unexpected(look.error());
    auto faults = check_structure(tables_.database(), store_.migrations_.first(look->schema));
    if (!faults) return tl::unexpected(std::move(faults.error()));
    for (StructureFault& fault : *faults) add(0, std::move(fault.message), fault.mendable);
    return {};
  }

  Result<void> check_types() {
    const auto wrong = tables_.wrong_types();
    if (!wrong) return tl::unexpected(wrong.error());
    for (const Tables::WrongType& one : *wrong) {
      const bool is_sum = one.table == "milepost_states";
      add(0,
          fmt::format("{} of the values in {}.{} {} no {}", one.values, one.table, one.column,
                      one.values == 1 ? "is" : "are", one.type),
          is_sum);
      if (is_sum) reads_states_ = false;  // they have to be made anew as it is
    }
    return {};
  }

  Result<void> check_chain() {
    const auto counts = tables_.counts();
    if (!counts) return tl::unexpected(counts.error());
    found_.counts = *counts;
    const auto head = tables_.head();
    if (head) {
      found_.head = {head->number, head->digest};
      found_.sums_version = head->projection;
      own_sums_ = head->projection == store_.projection_.version;
      compares_states_ = reads_states_;
    } else {
      add(0, damage_in(store_, head.error().message));
    }
    Head last{0, digest_before_first(store_.sha256(), head ? head->id : store_.id())};
    std::uint64_t seen = 0;
    while (true) {
      const auto page = tables_.events_from(last.number + 1, kEventPage);
      if (!page) return tl::unexpected(page.error());
      for (const EventRow& row : *page) check_link(row, last);
      seen += page->size();
      if (page->size() < kEventPage) break;
    }
    if (seen != counts->events) add(0, "there are events whose number is none");
    if (head) check_end(*head, last);
    if (checkpoint_) check_checkpoint(head ? head->id : store_.id(), last);
    return {};
  }

  // One event after the last one seen. Each is held against its neighbour as it is
  // found, so that one damage is not said of all that follow.
  void check_link(const EventRow& row, Head& last) {
    const bool follows = row.number == last.number + 1;
    if (!follows) {
      add(last.number + 1,
          row.number == last.number + 2
              ? fmt::format("event {} is missing", last.number + 1)
              : fmt::format("events {} to {} are missing", last.number + 1, row.number - 1));
    }
    if (checkpoint_ && row.number == checkpoint_->head.number) marked_ = row.event.digest;
    const Digest digest = row.event.digest;
    if (!row.damage.empty()) {
      add(row.number, fmt::format("event {} {}", row.number, row.damage));
    } else if (digest_of(store_.sha256(), row.event) != digest) {
      add(row.number,
          fmt::format("event {} was changed: its digest is not that of what it says", row.number));
    } else if (follows && last_is_known_ && row.event.before != last.digest) {
      add(row.number, fmt::format("event {} does not follow what stands before it", row.number));
    }
    if (row.damage.empty()) note_times(row.event);
    named_.insert(row.event.texts.begin(), row.event.texts.end());
    last = {row.number, digest};
    last_is_known_ = row.damage.empty();
  }

  void note_times(const Event& event) {
    const auto note = [&](Verification::Noted& noted) {
      if (noted.count++ == 0) noted.first = event.number;
    };
    const bool has_clock = std::ranges::any_of(
        event.fields, [](const auto& field) { return field.first == kClockField; });
    if (has_clock) note(found_.own_moment);
    if (event.time.seconds + kClocksDiffer < latest_.seconds) note(found_.going_back);
    latest_ = std::max(latest_, event.time);
  }

  void check_end(const HeadRow& head, const Head& last) {
    if (head.number > last.number) {
      add(last.number + 1, fmt::format("the record ends with event {}, yet there were {}",
                                       last.number, head.number));
    } else if (head.number < last.number) {
      add(head.number + 1,
          fmt::format("there are events up to {}, yet the record ends with event {}", last.number,
                      head.number));
    } else if (head.digest != last.digest) {
      add(last.number, fmt::format("event {} is not the one the record ends with", last.number));
    }
  }

  void check_checkpoint(const std::string& id, const Head& last) {
    const Head& then = checkpoint_->head;
    if (checkpoint_->record != id) {
      add(0,
          fmt::format("the checkpoint is of another record: {}, not {}", checkpoint_->record, id));
    } else if (then.number > last.number) {
      add(last.number + 1, fmt::format("the record ends with event {}, yet there were {} when the "
                                       "checkpoint was made",
                                       last.number, then.number));
    } else if (then.number > 0 && marked_ != then.digest) {
      add(then.number,
          fmt::format("event {} is not the one it was when the checkpoint was made", then.number));
    }
  }

  Result<void> check_states() {
    auto done = fold_streams(tables_, store_.projection_,
                             [&](const FoldedStream& folded) { return check_state(folded); });
    if (!done || !compares_states_) return done;
    return pass_states(std::nullopt);
  }

  Result<void> check_state(const FoldedStream& folded) {
    if (folded.wrong_event != 0) {
      add(folded.wrong_event,
          fmt::format("event {} is not the next of {}", folded.wrong_event, folded.state.stream));
    }
    if (!compares_states_) return {};
    if (auto passed = pass_states(folded.state.stream); !passed) return passed;
    const StateRow* const kept = state_at(folded.state.stream);
    if (kept == nullptr) {
      add_sum(fmt::format("{} is not summed up", folded.state.stream));
    } else if (folded.wrong_event == 0 &&
               (kept->version != folded.state.version || kept->words != folded.state.words ||
                kept->state != folded.state.state)) {
      add_sum(fmt::format("{} is summed up wrongly", folded.state.stream));
    }
    if (kept != nullptr) ++state_;
    return {};
  }

  const StateRow* state_at(const std::string& stream) const {
    return state_ < states_.size() && states_[state_].stream == stream ? &states_[state_] : nullptr;
  }

  // Goes on to the state of a stream, past those of streams that have no events; to
  // the end without one.
  Result<void> pass_states(const std::optional<std::string>& stream) {
    while (true) {
      const auto has = has_state();
      if (!has) return tl::unexpected(has.error());
      if (!*has || (stream && states_[state_].stream >= *stream)) return {};
      add_sum(fmt::format("{} is summed up, but has no events", states_[state_].stream));
      ++state_;
    }
  }

  // Whether there is a next state; reads a page of them when the last one is used up.
  Result<bool> has_state() {
    if (state_ < states_.size() || ended_) return state_ < states_.size();
    auto page = tables_.states("", states_.empty() ? "" : states_.back().stream, kVerifiedStates);
    if (!page) return tl::unexpected(page.error());
    ended_ = page->size() < kVerifiedStates;
    states_ = std::move(*page);
    state_ = 0;
    return !states_.empty();
  }

  Result<void> check_texts() {
    std::string after;
    std::uint64_t seen = 0;
    while (true) {
      const auto keys = tables_.text_keys(after, kKeyPage);
      if (!keys) return tl::unexpected(keys.error());
      for (const std::string& key : *keys) {
        if (auto checked = check_text(key); !checked) return checked;
      }
      seen += keys->size();
      if (keys->size() < kKeyPage) break;
      after = keys->back();
    }
    if (seen != found_.counts.texts) add(0, "there are texts whose digest is none");
    for (const Digest& digest : named_) add(0, fmt::format("the text {} is missing", digest.hex()));
    return {};
  }

  Result<void> check_text(const std::string& key) {
    const auto digest = parse_digest(key);
    bool same = digest.has_value();
    if (same && weighs_texts_) {
      const auto text = tables_.text(key);
      if (!text) return tl::unexpected(text.error());
      same = *text && store_.sha256().of(**text) == *digest;
    }
    if (!same) add(0, fmt::format("the text {} was changed", key));
    if (digest && named_.erase(*digest) == 0) {
      add(0, fmt::format("no event names the text {}", key));
    }
    return {};
  }

  const Store& store_;
  Tables& tables_;
  std::optional<Checkpoint> checkpoint_;
  Verification found_;
  bool weighs_texts_ = true;  // reads them, or only what they are called
  bool reads_states_ = true;  // all of their values are of the types they should be
  bool compares_states_ = true;
  bool own_sums_ = true;          // the head says that they were made by these rules
  bool last_is_known_ = true;     // of the event before: it could be read
  Instant latest_;                // of the events before
  std::optional<Digest> marked_;  // of the event that the checkpoint names
  std::set<Digest> named_;        // texts that events name, and were not seen yet
  std::vector<StateRow> states_;  // a page of them
  std::size_t state_ = 0;         // the next in it
  bool ended_ = false;            // it is the last page
};

Result<void> refuse_damage(const Store& store, bool with_states) {
  return Verifier(store, std::nullopt).refuse(with_states);
}

Result<Verification> verify(const Store& store, const std::optional<Checkpoint>& checkpoint) {
  if (store.is_there()) return Verifier(store, checkpoint).run();
  Verification nothing;
  if (checkpoint) {
    nothing.damages.push_back(
        {0, "there is no record, yet there was when the checkpoint was made", false});
  }
  return nothing;
}

}  // namespace milepost
