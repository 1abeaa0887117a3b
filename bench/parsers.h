// Other Markdown parsers, to be measured on the same bytes. Each parses and
// throws the result away: nothing is rendered.
#pragma once

#include <string_view>

namespace milepost::bench {

void parse_with_md4c(std::string_view text);
void parse_with_cmark(std::string_view text);

}  // namespace milepost::bench
