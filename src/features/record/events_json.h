// Events and texts of the record as JSON: in exports, and between a server and who acts through it.
#pragma once

#include <string_view>

#include "base/result.h"
#include "render/json_value.h"
#include "store/remote.h"

namespace milepost::record {

Json event_json(const Event& event);
Json text_json(const RecordText& text);
// What is missing, or of another kind than it should be, is an error.
Result<RecordItem> read_record_item(Json value);

// {"record","head":{"number","digest"},"events":[…],"texts":[…]}
Json page_json(const RecordPage& page);
Result<RecordPage> read_page(std::string_view text);

// What somebody asks a server to record.
struct SentAppend {
  std::vector<NewEvent> events;
  std::vector<Seen> seen;
  std::vector<std::string> texts;
};

// {"events":[{"stream","kind","by","time","fields","texts"}],"seen":[{"stream","version"}],
//  "texts":[…]}
Json append_json(const SentAppend& sent, const Sha256& sha256);
// What is wrong names its field: "events[0].kind".
Result<SentAppend> read_append(const Json& events, const Json& seen, const Json& texts);

}  // namespace milepost::record
