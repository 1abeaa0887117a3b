// What the events of a stream sum up to, kept beside them so that it need not be
// worked out at every question.
//
// It can always be made anew, and is whenever its version is another than the one
// the record was summed up by.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/event.h"
#include "store/tables.h"

namespace milepost {

struct Projection {
  std::uint64_t version = 1;
  // The state after an event, from the state before it ("" before the first). Pure: it
  // knows nothing else, so that the same events always make the same state. UTF-8.
  std::string (*fold)(std::string_view state, const Event& event) = nullptr;
  // The words that a stream of this state is found by; null: none.
  std::vector<std::string> (*words)(std::string_view state) = nullptr;
  // The state after several events of a stream, the same as one by one would make it: a state is
  // read and written once for all of them. Null: one by one.
  std::string (*fold_all)(std::string_view state, std::span<const Event> events) = nullptr;
};

// A stream, summed up from its events.
struct FoldedStream {
  StateRow state;
  // The first of its events that cannot be read, or is not the next version; 0 when
  // all are right.
  std::uint64_t wrong_event = 0;
};

// Goes through all streams in order. Reads every event once and keeps one stream.
Result<void> fold_streams(Tables& tables, const Projection& projection,
                          const std::function<Result<void>(const FoldedStream&)>& each);

// Within a transaction that writes: makes every state anew. Refuses a damaged record.
Result<void> rebuild_states(Tables& tables, const Projection& projection);

// The row after more events, but for its words. Fails when the state becomes too large.
Result<void> fold_into(StateRow& row, const Projection& projection, std::span<const Event> events);

// As the row keeps the words of its state.
std::string words_text(const Projection& projection, std::string_view state);

}  // namespace milepost
