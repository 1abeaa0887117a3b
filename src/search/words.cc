#include "search/words.h"

#include <algorithm>

#include "base/utf8.h"

namespace milepost::search {

namespace {

constexpr std::size_t kLongestWord = 64;  // bytes
constexpr std::size_t kMostTerms = 12;
constexpr std::size_t kMostWords = 8;  // of a term

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The next word at or after `at`, which is moved behind it; empty at the end.
std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size() && !is_of_word(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && is_of_word(text[at])) ++at;
  return text.substr(begin, at - begin);
}

// Not within a character.
std::string_view cut_off(std::string_view word) {
  if (word.size() <= kLongestWord) return word;
  std::size_t end = kLongestWord;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) --end;
  return word.substr(0, end);
}

std::string in_small(std::string_view word) {
  std::string text(cut_off(word));
  std::ranges::transform(text, text.begin(), small);
  return text;
}

bool same(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::ranges::equal(text, word, [](char a, char b) { return small(a) == b; });
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

std::string normalised(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  std::size_t at = 0;
  for (auto word = next_word(text, at); !word.empty(); word = next_word(text, at)) {
    if (!all.empty()) all += ' ';
    all += in_small(word);
  }
  return all;
}

std::vector<Term> read_terms(std::string_view written) {
  const std::string text = storable(written);
  std::vector<Term> terms;
  std::size_t at = 0;
  while (at < text.size() && terms.size() < kMostTerms) {
    const bool quoted = text[at] == '"';
    const std::size_t begin = quoted ? at + 1 : at;
    std::size_t end = quoted ? text.find('"', begin) : text.find_first_of(" \t\n\"", begin);
    end = std::min(end, text.size());
    Term term{{}, quoted};
    std::size_t in = begin;
    const std::string_view within = std::string_view(text).substr(0, end);
    for (auto word = next_word(within, in); !word.empty(); word = next_word(within, in)) {
      if (term.words.size() < kMostWords) term.words.push_back(in_small(word));
    }
    if (!term.words.empty()) terms.push_back(std::move(term));
    // What ends a word may begin a quoted term.
    at = quoted || (end < text.size() && text[end] != '"') ? end + 1 : end;
  }
  return terms;
}

std::string fts5_query(const std::vector<Term>& terms) {
  std::string query;
  for (const Term& term : terms) {
    if (!query.empty()) query += " AND ";
    query += '"';
    for (std::size_t i = 0; i < term.words.size(); ++i) {
      if (i > 0) query += ' ';
      query += term.words[i];
    }
    query += term.whole ? "\"" : "\"*";
  }
  return query;
}

std::string tsquery(const std::vector<Term>& terms) {
  std::string query;
  for (const Term& term : terms) {
    if (!query.empty()) query += " & ";
    query += '(';
    for (std::size_t i = 0; i < term.words.size(); ++i) {
      if (i > 0) query += " <-> ";
      query += '\'' + term.words[i] + '\'';
      if (i + 1 == term.words.size() && !term.whole) query += ":*";
    }
    query += ')';
  }
  return query;
}

namespace {

// The places of a letter, large or small, one after the other.
class LetterScan {
 public:
  LetterScan(std::string_view text, char letter, std::size_t from)
      : text_(text), small_(letter), large_(large(letter)) {
    next_small_ = text_.find(small_, from);
    next_large_ = small_ == large_ ? text_.npos : text_.find(large_, from);
  }

  // npos after the last.
  std::size_t next() {
    const std::size_t at = std::min(next_small_, next_large_);
    if (at == text_.npos) return at;
    if (at == next_small_) {
      next_small_ = text_.find(small_, at + 1);
    } else {
      next_large_ = text_.find(large_, at + 1);
    }
    return at;
  }

 private:
  static char large(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

  std::string_view text_;
  char small_, large_;
  std::size_t next_small_, next_large_;
};

}  // namespace

// Texts are long, and most of them do not hold the term: only words that begin as it does are
// looked at.
Place find_term(std::string_view text, const Term& term, std::size_t from) {
  if (term.words.empty() || term.words.front().empty()) return {};
  LetterScan scan(text, term.words.front().front(), from);
  for (std::size_t begin = scan.next(); begin != text.npos; begin = scan.next()) {
    if (begin > from && is_of_word(text[begin - 1])) continue;
    std::size_t end = begin;
    bool holds = true;
    for (std::size_t i = 0; holds && i < term.words.size(); ++i) {
      const std::string_view word = next_word(text, end);
      const std::string_view wanted = term.words[i];
      const bool open = i + 1 == term.words.size() && !term.whole;
      holds = open ? word.size() >= wanted.size() && same(word.substr(0, wanted.size()), wanted)
                   : same(cut_off(word), wanted);
    }
    if (holds) return {begin, end};
  }
  return {};
}

}  // namespace milepost::search
