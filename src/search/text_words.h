// The words of one proposal in their order: whether it has what is looked for, and how well.
//
// They alone decide what is found and in which order, so that it is the same whatever the database.
// Immutable; threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/words.h"

namespace milepost::search {

// A heading and the text below it, up to the next.
struct SearchPart {
  std::string heading;  // "" for what stands before the first
  std::string anchor;   // that leads to it; "" for none
  std::string text;     // plain, for people to read
};

struct SearchDocument {
  std::string key;      // what the proposal is known by
  std::string version;  // another when anything of it is
  std::string title;
  std::vector<SearchPart> parts;
};

// Whether a database is told of a word: letters and digits of ASCII, and not too few of them.
bool is_plain(std::string_view word);

// Which words of a document hold all that is looked for: the first of these comes first.
enum class FoundIn : std::uint8_t { kTitle, kHeading, kText };

// How well a proposal answers; whichever is less comes first.
struct Standing {
  FoundIn found_in = FoundIn::kText;
  // Exactly the title, its whole words, beginnings of them; then a heading that has all or a title
  // that has most; then the rest.
  std::uint8_t rank = 0;
  double worth = 0;  // within a rank: the more the better
};

class TextWords {
 public:
  static TextWords of(const SearchDocument& document);
  // What bytes() made; nothing for other bytes.
  static std::optional<TextWords> read(std::string_view bytes);
  std::string bytes() const;

  // The different words that a database is given, with a space between.
  std::string plain_words() const;

  // Nothing when it does not have all the terms.
  std::optional<Standing> stand(const std::vector<Term>& terms) const;

  // The part that has most of the terms, in its heading before in its text.
  std::size_t best_part(const std::vector<Term>& terms) const;

 private:
  // First the title, then the headings, then the texts, as each part has them.
  struct Piece {
    std::uint32_t begin = 0, end = 0;  // in order_
  };
  // The places in words_ that a word of a term may be: from the first up to the last.
  struct Choice {
    std::uint32_t first = 0, last = 0;
    bool empty() const { return first == last; }
    bool has(std::uint32_t word) const { return first <= word && word < last; }
  };
  struct Wanted {
    std::vector<Choice> words;
    std::uint32_t whole = 0;  // the last word itself, where it does not go on; else that is none
  };

  std::string_view word(std::uint32_t at) const;
  Choice choice(const Term& term, std::size_t at) const;
  // Nothing when a word of them is nowhere.
  std::optional<std::vector<Wanted>> wanted(const std::vector<Term>& terms) const;
  std::uint32_t count(const Wanted& term, const Piece& piece) const;
  bool is_in(const Wanted& term, const Piece& piece) const;
  std::uint32_t count_whole(const Wanted& term, const Piece& piece) const;
  // In as many pieces as there are parts.
  std::uint32_t count_in_all(const Wanted& term, std::size_t first) const;
  std::size_t parts() const { return (pieces_.size() - 1) / 2; }
  Piece title() const { return pieces_.front(); }
  Piece heading(std::size_t part) const { return pieces_[1 + part]; }
  Piece text(std::size_t part) const { return pieces_[1 + parts() + part]; }
  std::uint32_t count_in_texts(const Wanted& term) const;
  std::vector<bool> texts_with(const Wanted& term) const;
  void count_words();
  bool one_heading_has(const std::vector<Wanted>& terms) const;
  std::size_t title_left(const std::vector<Wanted>& terms) const;

  std::string letters_;                // the different words, sorted, one after the other
  std::vector<std::uint32_t> begins_;  // of each, and the end of the last
  std::vector<std::uint32_t> order_;   // every word as it stands there
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> before_;  // how often words before each stand in texts, at last all
  std::vector<std::uint32_t> where_;   // the parts in whose texts they stand, word by word
};

}  // namespace milepost::search
