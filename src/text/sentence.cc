#include "text/sentence.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

// Whether a full stop after this word belongs to it.
bool is_short_form(std::string_view word) {
  constexpr std::string_view kForms[] = {"e.g", "i.e", "etc", "vs", "cf", "approx", "resp"};
  if (word.size() == 1 && is_upper(word[0])) return true;
  return std::ranges::any_of(
      kForms, [&](std::string_view form) { return equal_ignoring_case(word, form); });
}

std::string_view last_word(std::string_view text) {
  const std::size_t space = text.find_last_of(" (\t\n");
  return space == text.npos ? text : text.substr(space + 1);
}

bool begins_lower(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != text.npos && text[at] >= 'a' && text[at] <= 'z';
}

// Where the sentence at the beginning of the text ends; npos when it does not.
std::size_t end_of_sentence(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.' && text[i] != '!' && text[i] != '?') continue;
    std::size_t end = i + 1;
    while (end < text.size() && (text[end] == ')' || text[end] == '"' || text[end] == '\'')) ++end;
    if (end < text.size() && !is_space(text[end])) continue;
    if (text[i] == '.' && end < text.size() &&
        (is_short_form(last_word(text.substr(0, i))) || begins_lower(text.substr(end)))) {
      continue;
    }
    return end;
  }
  return text.npos;
}

}  // namespace

std::string_view first_sentences(std::string_view text, std::size_t most) {
  text = trim(text);
  std::size_t end = 0;
  for (std::size_t count = 0; count < most; ++count) {
    const std::size_t length = end_of_sentence(text.substr(end));
    if (length == text.npos) return text;
    end += length;
  }
  return most == 0 ? text : text.substr(0, end);
}

std::size_t count_sentences(std::string_view text) {
  std::size_t count = 0;
  for (text = trim(text); !text.empty(); ++count) {
    const std::size_t length = end_of_sentence(text);
    text = length == text.npos ? std::string_view() : trim(text.substr(length));
  }
  return count;
}

}  // namespace milepost
