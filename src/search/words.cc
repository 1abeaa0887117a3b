#include "search/words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"
#include "search/letters.h"

namespace milepost::search {

namespace {

constexpr std::size_t kLongestWord = 64;  // bytes
constexpr std::size_t kMostRead = 200;    // terms, before those that say nothing are left out
constexpr std::size_t kMostWords = 8;     // of a term

// Not within a character.
void cut_off(std::string& word) {
  if (word.size() <= kLongestWord) return;
  std::size_t end = kLongestWord;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) --end;
  word.resize(end);
}

struct Character {
  char32_t code_point = 0;
  std::size_t length = 1;
  bool of_word = false;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return {byte, 1, is_of_word(byte)};
  const utf8::Decoded next = utf8::decode(text.substr(at));
  return {next.code_point, next.length, next.valid && is_of_word(next.code_point)};
}

// Quotes as printed are quotes, too.
std::string with_plain_quotes(std::string_view written) {
  constexpr std::array<std::string_view, 5> kQuotes = {"“", "”", "„", "«", "»"};
  std::string text = storable(written);
  for (const std::string_view quote : kQuotes) {
    for (std::size_t at = text.find(quote); at != text.npos; at = text.find(quote, at + 1)) {
      text.replace(at, quote.size(), "\"");
    }
  }
  return text;
}

Term read_term(std::string_view text, bool quoted) {
  Term term{{}, quoted};
  std::string folded;
  for (Place word = next_word(text, 0, folded); !word.empty() && term.words.size() < kMostWords;
       word = next_word(text, word.end, folded)) {
    term.words.push_back(folded);
  }
  return term;
}

// Whether whatever has one term has the other, too.
bool implies(const Term& one, const Term& other) {
  for (std::size_t from = 0; from + other.words.size() <= one.words.size(); ++from) {
    const std::size_t last = from + other.words.size() - 1;
    const bool goes_on = last + 1 == one.words.size() && !one.whole;
    bool all = !(other.whole && goes_on);
    for (std::size_t i = 0; all && i < other.words.size(); ++i) {
      all = fits(other, i, one.words[from + i]);
    }
    if (all) return true;
  }
  return false;
}

}  // namespace

std::string storable(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  while (!text.empty()) {
    const utf8::Decoded next = utf8::decode(text);
    if (next.valid && text.front() != '\0') {
      kept += text.substr(0, next.length);
    } else {
      kept += ' ';
    }
    text.remove_prefix(next.length);
  }
  return kept;
}

Place next_word(std::string_view text, std::size_t from, std::string& folded) {
  std::size_t at = from;
  folded.clear();
  while (at < text.size()) {
    Character next = character_at(text, at);
    const std::size_t begin = at;
    while (next.of_word) {
      append_folded(folded, next.code_point);
      at += next.length;
      if (at == text.size()) break;
      next = character_at(text, at);
    }
    if (!folded.empty()) {
      cut_off(folded);
      return {begin, at};
    }
    if (at < text.size()) at += next.length;
  }
  return {};
}

std::string normalised(std::string_view text) {
  std::string all, folded;
  all.reserve(text.size());
  for (Place word = next_word(text, 0, folded); !word.empty();
       word = next_word(text, word.end, folded)) {
    if (!all.empty()) all += ' ';
    all += folded;
  }
  return all;
}

SearchWords read_words(std::string_view written) {
  const std::string text = with_plain_quotes(written);
  SearchWords read;
  std::size_t at = 0;
  while (at < text.size()) {
    const bool quoted = text[at] == '"';
    const std::size_t begin = quoted ? at + 1 : at;
    std::size_t end = quoted ? text.find('"', begin) : text.find_first_of(" \t\n\"", begin);
    end = std::min(end, text.size());
    Term term = read_term(std::string_view(text).substr(begin, end - begin), quoted);
    // What ends a word may begin a quoted term.
    at = quoted || (end < text.size() && text[end] != '"') ? end + 1 : end;
    if (term.words.empty()) continue;
    const auto has_it = [&](const Term& other) { return implies(other, term); };
    if (std::ranges::any_of(read.terms, has_it)) continue;
    std::erase_if(read.terms, [&](const Term& other) { return implies(term, other); });
    read.terms.push_back(std::move(term));
    if (read.terms.size() == kMostRead) break;
  }
  read.has_more = read.terms.size() > kMostTerms || at < text.size();
  if (read.terms.size() > kMostTerms) read.terms.resize(kMostTerms);
  return read;
}

std::vector<Term> read_terms(std::string_view text) { return read_words(text).terms; }

bool fits(const Term& term, std::size_t at, std::string_view word) {
  const std::string_view wanted = term.words[at];
  const bool may_go_on = at + 1 == term.words.size() && !term.whole;
  return may_go_on ? word.starts_with(wanted) : word == wanted;
}

Place find_first(std::string_view text, std::span<const Term> terms, std::size_t from) {
  std::string folded, next;
  for (Place first = next_word(text, from, folded); !first.empty();
       first = next_word(text, first.end, folded)) {
    for (const Term& term : terms) {
      if (term.words.empty() || !fits(term, 0, folded)) continue;
      Place last = first;
      std::size_t held = 1;
      while (held < term.words.size()) {
        last = next_word(text, last.end, next);
        if (last.empty() || !fits(term, held, next)) break;
        ++held;
      }
      if (held == term.words.size()) return {first.begin, last.end};
    }
  }
  return {};
}

Place find_term(std::string_view text, const Term& term, std::size_t from) {
  return find_first(text, {&term, 1}, from);
}

}  // namespace milepost::search
