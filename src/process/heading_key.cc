#include "process/heading_key.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"

namespace milepost {

std::string_view without_number(std::string_view text) {
  std::size_t at = 0;
  bool marked = false;
  while (at < text.size() &&
         (is_digit(text[at]) || ((text[at] == '.' || text[at] == ')') && at > 0))) {
    marked = marked || !is_digit(text[at]);
    ++at;
  }
  const bool number = marked && at < text.size() && is_space(text[at]);
  return number ? trim(text.substr(at)) : text;
}

namespace {

// ASCII letters and digits in lower case, 0 for all else.
constexpr std::array<char, 256> kFolded = [] {
  std::array<char, 256> folded{};
  for (char c = 0; c < 0x7F; ++c) {
    if (is_alnum(c)) folded[static_cast<unsigned char>(c)] = to_lower(c);
  }
  return folded;
}();

// Calls `put` with each character of the words of `text`, and whether a word
// begins with it, until it says false.
template <typename Put>
void read_words(std::string_view text, Put put) {
  bool gap = true;
  const auto give = [&](char c) { return put(c, std::exchange(gap, false)); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const char folded = kFolded[static_cast<unsigned char>(c)]; folded != 0) {
      if (!give(folded)) return;
    } else if (c == '&') {
      gap = true;
      if (!give('a') || !give('n') || !give('d')) return;
      gap = true;
    } else if (c == '\'') {
      continue;
    } else if (static_cast<unsigned char>(c) < 0x80) {
      gap = true;
    } else if (text.substr(i).starts_with("\xE2\x80")) {
      // General punctuation: curly apostrophes vanish, dashes and quotes separate.
      const bool apostrophe =
          i + 2 < text.size() && (text[i + 2] == '\x98' || text[i + 2] == '\x99');
      if (!apostrophe) gap = true;
      i += 2;
    } else if (!give(c)) {
      return;
    }
  }
}

// Writes the words of `text` to `out`, which must have room for them; only the
// first when `one` is set. Gives where they end.
char* write_words(std::string_view text, char* out, bool one) {
  const char* const begin = out;
  read_words(text, [&](char c, bool begins) {
    if (begins && out != begin) {
      if (one) return false;
      *out++ = ' ';
    }
    *out++ = c;
    return true;
  });
  return out;
}

}  // namespace

// "&" alone grows, to " and ".
std::size_t words_room(std::string_view text) {
  return text.size() + 4 * static_cast<std::size_t>(std::ranges::count(text, '&'));
}

std::string heading_words(std::string_view text) {
  std::string words(words_room(text), ' ');
  words.resize(static_cast<std::size_t>(write_words(text, words.data(), false) - words.data()));
  return words;
}

ShortWords::ShortWords(std::string_view text)
    : size_(static_cast<std::size_t>(write_words(text.substr(0, kMost), words_.data(), false) -
                                     words_.data())) {}

char* write_heading_key(std::string_view text, char* out) {
  return write_words(without_number(without_optional(text)), out, false);
}

bool has_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != text.npos && !words.empty();
       at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return true;
  }
  return false;
}

std::string first_word(std::string_view text) {
  const auto begins = [](char c) {
    return kFolded[static_cast<unsigned char>(c)] != 0 || c == '&' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  while (!text.empty() && !begins(text.front())) text.remove_prefix(1);
  std::array<char, 5 * ShortWords::kMost> word;
  return {word.data(), write_words(text.substr(0, ShortWords::kMost), word.data(), true)};
}

std::size_t count_words(std::string_view text, std::size_t enough) {
  std::size_t words = 0;
  read_words(text, [&](char, bool begins) {
    words += begins ? 1 : 0;
    return words < enough;
  });
  return words;
}

namespace {

constexpr std::string_view kOptional = "optional";

bool closes(char open, char close) {
  return (open == '(' && close == ')') || (open == '[' && close == ']');
}

}  // namespace

std::string_view without_optional(std::string_view text) {
  const std::string_view trimmed = trim(text);
  if (trimmed.size() < kOptional.size() + 2) return trimmed;
  const std::string_view tail = trimmed.substr(trimmed.size() - kOptional.size() - 2);
  if (!closes(tail.front(), tail.back())) return trimmed;
  if (!equal_ignoring_case(tail.substr(1, kOptional.size()), kOptional)) return trimmed;
  return trim(trimmed.substr(0, trimmed.size() - tail.size()));
}

bool says_optional(std::string_view text) { return without_optional(text) != trim(text); }

std::vector<std::string_view> halves_of(std::string_view title) {
  title = without_number(without_optional(title));
  const std::size_t slash = title.find('/');
  if (slash == title.npos || title.find_first_of("/(", slash + 1) != title.npos) return {};
  if (title.find('(') < slash) return {};
  const std::string_view first = trim(title.substr(0, slash));
  const std::string_view second = trim(title.substr(slash + 1));
  const std::size_t words = word_count(heading_words(first));
  if (words == 0 || words != word_count(heading_words(second))) return {};
  return {first, second};
}

std::size_t word_count(std::string_view words) {
  if (words.empty()) return 0;
  return static_cast<std::size_t>(std::ranges::count(words, ' ')) + 1;
}

}  // namespace milepost
