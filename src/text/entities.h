// HTML character references: "&amp;", "&#8212;", "&#x2014;".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milepost::html {

// Appends the characters that the reference at the front of `text` stands for
// and gives its length; 0 when it is none. Knows the names of HTML 4 and those of
// HTML 5 for ASCII characters and ticks; other names stay as they are.
std::size_t read_entity(std::string_view text, std::string& out);

// Sets `out` to `text` with its references resolved.
void decode_entities(std::string_view text, std::string& out);

// The other way round, as far as HTML needs it: "<" as "&lt;", and so "&", ">" and quotes.
void append_escaped(std::string& out, std::string_view text);

}  // namespace milepost::html
