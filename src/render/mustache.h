// Mustache templates filled with values. What is filled in is escaped for HTML, unless the
// template has three braces or & around the name: that is for HTML which milepost made itself.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "render/json_value.h"

namespace milepost {

// The text of a partial, {{>name}}; "" when there is none.
using FindPartial = std::function<std::string(const std::string& name)>;

// Fails when the template is wrong.
Result<std::string> fill_mustache(std::string_view text, const Json& data,
                                  const FindPartial& partial);

}  // namespace milepost
