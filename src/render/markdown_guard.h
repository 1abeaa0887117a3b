// Keeps from md4c what it would take more than linear time for.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

// The text in a form that md4c reads in linear time:
// - lists and quotes are nested no deeper than Limits::nesting, since it looks at every container
//   for each blank line: markers beyond that are escaped, and so are text;
// - thousands of lines without a blank one get some, since it walks through the lines of a
//   paragraph for each bracket in it.
std::string guarded_markdown(std::string_view text);

// Whether "www." stands in it so often that addresses which begin so are to be text.
bool has_too_many_addresses(std::string_view text);

}  // namespace milepost
