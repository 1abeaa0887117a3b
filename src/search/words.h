// What is looked for, and how texts are cut into words: neither database sees anything else, so
// that both find the same.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::search {

// Words that stand side by side: "kube-proxy" is two of them. The last may go on.
struct Term {
  std::vector<std::string> words;
  bool whole = false;  // it was quoted: the last word ends there
};

// The text without what a database refuses: bytes that are no UTF-8, and zeros.
std::string storable(std::string_view text);

// Where a word or a term stands in a text: the bytes it covers; empty when nowhere.
struct Place {
  std::size_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
};

// The next word at or after an offset. `folded` is then the word as it is compared: in small
// letters without marks, cut off where it is longer than any.
Place next_word(std::string_view text, std::size_t from, std::string& folded);

// The words of a text as they are compared, with a space between.
std::string normalised(std::string_view text);

// What is quoted is one term, and so is what has no space in it. One that another has in it, as
// "pod" is in "pods", says nothing more and is left out.
struct SearchWords {
  std::vector<Term> terms;  // at most kMostTerms
  bool has_more = false;    // than are looked for
};
inline constexpr std::size_t kMostTerms = 12;
SearchWords read_words(std::string_view text);
std::vector<Term> read_terms(std::string_view text);

// Where a term, or the first of several, stands in a text, from an offset on.
Place find_term(std::string_view text, const Term& term, std::size_t from);
Place find_first(std::string_view text, std::span<const Term> terms, std::size_t from);

// Whether a word is one that a term has at a place, which may go on when it is the last.
bool fits(const Term& term, std::size_t at, std::string_view word);

}  // namespace milepost::search
