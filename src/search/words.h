// What is looked for, and how texts are cut into words: the same for both databases.
#pragma once

#include <cstddef>
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

// The words of a text in small letters, with a space between: letters, digits and what is not
// ASCII. A word that is longer than any is cut off.
std::string normalised(std::string_view text);

// At most a dozen terms: what is quoted is one, and so is what has no space in it.
std::vector<Term> read_terms(std::string_view text);

// As FTS5 and as PostgreSQL understand them; all of the terms must be there.
std::string fts5_query(const std::vector<Term>& terms);
std::string tsquery(const std::vector<Term>& terms);

// Where a term stands in a text, from an offset on: the bytes it covers; empty when nowhere.
struct Place {
  std::size_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
};
Place find_term(std::string_view text, const Term& term, std::size_t from);

}  // namespace milepost::search
