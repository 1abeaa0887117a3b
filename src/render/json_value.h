// What the JSON formats share. Included only by the sources that write JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace milepost {

using Json = nlohmann::ordered_json;

// Null for "".
Json text_or_null(const std::string& text);
// "@jane" for each.
Json handles_json(const std::vector<std::string>& handles);

// What others sent: discarded (is_discarded()) when it is no JSON, or nested deeper than anything
// that is sent here. A value is copied and written by calling oneself, so that its depth is a
// depth of the stack.
Json read_json(std::string_view text);

// The text of a whole file. Bytes that are no UTF-8 become U+FFFD, and characters that a
// terminal obeys or that mislead a reader are escaped: \u202e reads back as the same.
std::string json_text(const Json& value);
// The same on one line, without a line end.
std::string json_line(const Json& value);

}  // namespace milepost
