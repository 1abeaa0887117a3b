// How headings are compared: not as typed, but by the words in them.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

// Lower-case words joined by single spaces; punctuation separates words, "&"
// means "and", apostrophes vanish. "Upgrade / Downgrade Strategy" becomes
// "upgrade downgrade strategy".
std::string heading_words(std::string_view text);

// The first of them; "" when there is none.
std::string first_word(std::string_view text);

// How many of them there are; no more than `enough` are counted.
std::size_t count_words(std::string_view text, std::size_t enough);

// The text without a closing "(Optional)" or "[optional]".
std::string_view without_optional(std::string_view text);

// The text without a leading "2." or "3.1)".
std::string_view without_number(std::string_view text);

bool says_optional(std::string_view text);

// What two headings must share to be the same for sure.
inline std::string heading_key(std::string_view text) {
  return heading_words(without_number(without_optional(text)));
}

// How many words heading_words gave.
std::size_t word_count(std::string_view words);

}  // namespace milepost
