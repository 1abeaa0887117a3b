// How headings are compared: not as typed, but by the words in them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

// Lower-case words joined by single spaces; punctuation separates words, "&"
// means "and", apostrophes vanish. "Upgrade / Downgrade Strategy" becomes
// "upgrade downgrade strategy".
std::string heading_words(std::string_view text);

// The same of a text of at most kMost bytes, without an allocation.
class ShortWords {
 public:
  static constexpr std::size_t kMost = 64;
  explicit ShortWords(std::string_view text);
  std::string_view text() const { return {words_.data(), size_}; }

 private:
  std::array<char, 5 * kMost> words_;  // "&" becomes " and "
  std::size_t size_;
};

// Whether the words stand in the text as whole words. Both as heading_words has them.
bool has_words(std::string_view text, std::string_view words);

// The first of them; "" when there is none.
std::string first_word(std::string_view text);

// How many of them there are; no more than `enough` are counted.
std::size_t count_words(std::string_view text, std::size_t enough);

// The text without a closing "(Optional)" or "[optional]".
std::string_view without_optional(std::string_view text);

// The text without a leading "2." or "3.1)".
std::string_view without_number(std::string_view text);

bool says_optional(std::string_view text);

// The two names in "Introduction/Overview", either of which will do: as many words in one as in
// the other. None in "Upgrade / Downgrade Strategy".
std::vector<std::string_view> halves_of(std::string_view title);

// What two headings must share to be the same for sure.
inline std::string heading_key(std::string_view text) {
  return heading_words(without_number(without_optional(text)));
}

// The same into a buffer, which must have room for words_room(text) bytes; gives
// where it ends.
char* write_heading_key(std::string_view text, char* out);
std::size_t words_room(std::string_view text);

// What follows the key of a name that any words may follow: "Proposal for *".
inline constexpr std::string_view kAndMore = " *";

// How many words heading_words gave.
std::size_t word_count(std::string_view words);

}  // namespace milepost
