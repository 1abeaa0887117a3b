// What the JSON formats share. Included only by the sources that write JSON.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "report/run.h"

namespace milepost {

using Json = nlohmann::ordered_json;

Json json_findings(const Run& run);

// The text of a whole file. Bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json& value);

}  // namespace milepost
