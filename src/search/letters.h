// What the characters of a text are to a search: parts of words, or what stands between words.
// Capitals are small letters, letters with marks the letters alone, as people type them.
#pragma once

#include <string>

namespace milepost::search {

// Letters, digits and marks are of a word; punctuation, symbols and spaces are not.
bool is_of_word(char32_t c);

// Adds a character of a word as it is compared: "é" as "e", "ß" as "ss", a mark alone as nothing.
void append_folded(std::string& out, char32_t c);

}  // namespace milepost::search
