#include "search/snippet.h"

#include <algorithm>

namespace milepost::search {

namespace {

constexpr std::size_t kBefore = 60;
constexpr std::size_t kLength = 200;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

std::size_t begin_of_words(std::string_view text, std::size_t at) {
  if (at <= kBefore) return 0;
  std::size_t begin = at - kBefore;
  while (begin < at && !is_blank(text[begin - 1])) ++begin;
  return begin;
}

std::size_t end_of_words(std::string_view text, std::size_t begin, std::size_t least) {
  if (text.size() - begin <= kLength) return text.size();
  std::size_t end = std::max(begin + kLength, least);
  while (end > least && !is_blank(text[end])) --end;
  // A word that is longer than a snippet is cut, though not within a character.
  if (end == least && least < begin + kLength) end = begin + kLength;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return end;
}

void add(std::vector<SnippetPiece>& pieces, std::string_view text, bool marked) {
  if (!text.empty()) pieces.push_back({std::string(text), marked});
}

}  // namespace

std::vector<SnippetPiece> make_snippet(std::string_view text, const std::vector<Term>& terms) {
  const Place first = find_first(text, terms, 0);
  const std::size_t begin = begin_of_words(text, first.begin);
  const std::size_t end = end_of_words(text, begin, first.end);
  const std::string_view shown = text.substr(begin, end - begin);

  std::vector<SnippetPiece> pieces;
  if (begin > 0) add(pieces, "… ", false);
  std::size_t at = 0;
  for (Place place = find_first(shown, terms, 0); !place.empty();
       place = find_first(shown, terms, at)) {
    add(pieces, shown.substr(at, place.begin - at), false);
    add(pieces, shown.substr(place.begin, place.end - place.begin), true);
    at = place.end;
  }
  add(pieces, shown.substr(at), false);
  if (end < text.size()) add(pieces, " …", false);
  return pieces;
}

}  // namespace milepost::search
