// Taking over a whole record that was exported elsewhere.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "base/result.h"
#include "store/event.h"
#include "store/store.h"

namespace milepost {

struct RecordText {
  Digest digest;
  std::string text;
};

// What a record is made of: all events in order, then the texts they name.
using RecordItem = std::variant<Event, RecordText>;
using NextItem = std::function<Result<std::optional<RecordItem>>()>;

// Fills a store without events, all or nothing. Every event must be the next of its
// stream, have the digest it should and lead up to `head`; every text must be there.
// The digests before events are worked out, not taken.
Result<void> import_record(Store& store, const std::string& id, const Head& head,
                           const NextItem& next);

}  // namespace milepost
