// The tables of a record as typed values, for the sources of this folder. Nothing
// here knows what makes a record right: rows are read as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/event.h"

namespace milepost {

struct HeadRow {
  std::string id;
  std::uint64_t number = 0;
  Digest digest;
  std::uint64_t projection = 0;
  friend bool operator==(const HeadRow&, const HeadRow&) = default;
};

// An event, or why its row cannot be one.
struct EventRow {
  std::uint64_t number = 0;  // also of a damaged one
  std::string stream;
  Event event;
  std::string damage;  // "" when there is none
};

struct StateRow {
  std::string stream;
  std::uint64_t version = 0;
  std::string words;  // that it is found by, each as word_text() has it
  std::string state;
  friend bool operator==(const StateRow&, const StateRow&) = default;
};

// A word so that none is found within another: "\nword\n".
std::string word_text(std::string_view word);

// All that has to be known to append to a stream.
struct StreamLook {
  HeadRow head;
  std::string last;           // the digest of the event the head names; "" when it is not there
  Instant latest;             // the latest time of any event
  Instant latest_past;        // of any that the clock has reached
  std::uint64_t version = 0;  // of the stream's last event
  StateRow state;             // version 0 when there is none
};

struct RecordCounts {
  std::uint64_t events = 0;
  std::uint64_t streams = 0;
  std::uint64_t texts = 0;
};

class Tables {
 public:
  explicit Tables(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Database& database() { return *database_; }

  // Nobody else writes before the transaction ends. Sent with the next question.
  Result<void> lock();
  Result<HeadRow> head();
  Result<void> insert_head(const HeadRow& head);
  Result<void> update_head(const HeadRow& head);

  Result<void> insert(const Event& event);
  // At most `most` of them, in order.
  Result<std::vector<EventRow>> events_from(std::uint64_t number, std::size_t most);
  Result<std::vector<EventRow>> events_of(std::string_view stream, std::uint64_t version,
                                          std::size_t most);
  // The last of a kind; none when there is none.
  Result<std::vector<EventRow>> last_of_kind(std::string_view stream, std::string_view kind);
  // By stream and version, those after the given ones.
  Result<std::vector<EventRow>> events_after(std::string_view stream, std::uint64_t version,
                                             std::size_t most);
  Result<std::uint64_t> version(std::string_view stream);
  // The latest time of any event; nothing before the first.
  Result<std::optional<Instant>> latest();
  Result<StreamLook> look(std::string_view stream, Instant clock);

  // Version 0 when there is none.
  struct StreamState {
    StateRow state;
    std::uint64_t version = 0;  // of the stream's last event
  };
  Result<StreamState> state(std::string_view stream);
  // By stream: those from `least` on that come after `after`.
  Result<std::vector<StateRow>> states(std::string_view least, std::string_view after,
                                       std::size_t most);
  // The streams that a word finds, in order.
  Result<std::vector<std::string>> streams_with(std::string_view word);
  Result<void> put(const StateRow& state);
  Result<void> clear_states();

  // One that is there already stays.
  Result<void> put_text(const Digest& digest, std::string_view text);
  Result<std::optional<std::string>> text(std::string_view key);
  // The keys of texts as they are, in order.
  Result<std::vector<std::string>> text_keys(std::string_view after, std::size_t most);

  Result<RecordCounts> counts();

  // The columns of a file that have values of another type than is declared, as a table that is
  // not STRICT takes them.
  struct WrongType {
    std::string table, column, type;  // the type is the one that is declared
    std::uint64_t values = 0;         // that are of another
  };
  Result<std::vector<WrongType>> wrong_types();

 private:
  Result<std::vector<EventRow>> read_events(std::string_view sql,
                                            std::initializer_list<Value> values);
  std::unique_ptr<Database> database_;
};

}  // namespace milepost
