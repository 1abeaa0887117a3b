#include "search/text_words.h"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#include <unordered_map>

#include "base/strings.h"

namespace milepost::search {

namespace {

// Shorter words begin too many others for a database to be quick with them.
constexpr std::size_t kShortestPlain = 3;
// tsvector takes a megabyte at most.
constexpr std::size_t kMostPlain = 512 * 1024;
// What a place of a word is worth beside one in a text.
constexpr double kInTitle = 8;
constexpr double kInHeading = 3;
// So many words of a text are worth half of what any number is.
constexpr double kHalfWorth = 12;
constexpr std::uint32_t kNone = ~0U;

void append_number(std::string& out, std::uint32_t number) {
  while (number >= 0x80) {
    out += static_cast<char>(0x80U | (number & 0x7FU));
    number >>= 7U;
  }
  out += static_cast<char>(number);
}

// Takes a number off the front; nothing when there is none.
std::optional<std::uint32_t> take_number(std::string_view& bytes) {
  std::uint32_t number = 0;
  for (std::uint32_t shift = 0; shift < 32 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= (byte & 0x7FU) << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

bool take_numbers(std::string_view& bytes, std::vector<std::uint32_t>& numbers) {
  const auto count = take_number(bytes);
  if (!count || *count > bytes.size()) return false;
  numbers.reserve(*count);
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto number = take_number(bytes);
    if (!number) return false;
    numbers.push_back(*number);
  }
  return true;
}

void append_numbers(std::string& out, const std::vector<std::uint32_t>& numbers) {
  append_number(out, static_cast<std::uint32_t>(numbers.size()));
  for (const std::uint32_t number : numbers) append_number(out, number);
}

}  // namespace

bool is_plain(std::string_view word) {
  return word.size() >= kShortestPlain && std::ranges::all_of(word, is_alnum);
}

TextWords TextWords::of(const SearchDocument& document) {
  TextWords made;
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<const std::string*> words;
  const auto add = [&](std::string_view text) {
    Piece piece;
    piece.begin = static_cast<std::uint32_t>(made.order_.size());
    std::string folded;
    for (Place at = next_word(text, 0, folded); !at.empty(); at = next_word(text, at.end, folded)) {
      const auto [there, is_new] =
          known.try_emplace(folded, static_cast<std::uint32_t>(words.size()));
      if (is_new) words.push_back(&there->first);
      made.order_.push_back(there->second);
    }
    piece.end = static_cast<std::uint32_t>(made.order_.size());
    made.pieces_.push_back(piece);
  };
  add(document.title);
  for (const SearchPart& part : document.parts) add(part.heading);
  for (const SearchPart& part : document.parts) add(part.text);

  std::vector<std::uint32_t> sorted(words.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::ranges::sort(sorted, {}, [&](std::uint32_t i) -> const std::string& { return *words[i]; });
  std::vector<std::uint32_t> places(words.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    places[sorted[i]] = i;
    made.begins_.push_back(static_cast<std::uint32_t>(made.letters_.size()));
    made.letters_ += *words[sorted[i]];
  }
  made.begins_.push_back(static_cast<std::uint32_t>(made.letters_.size()));
  for (std::uint32_t& one : made.order_) one = places[one];
  made.count_words();
  return made;
}

std::string TextWords::bytes() const {
  std::string out;
  append_number(out, static_cast<std::uint32_t>(letters_.size()));
  out += letters_;
  std::vector<std::uint32_t> lengths;
  for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
    lengths.push_back(begins_[i + 1] - begins_[i]);
  }
  append_numbers(out, lengths);
  append_numbers(out, order_);
  std::vector<std::uint32_t> sizes;
  for (const Piece& piece : pieces_) sizes.push_back(piece.end - piece.begin);
  append_numbers(out, sizes);
  return out;
}

std::optional<TextWords> TextWords::read(std::string_view bytes) {
  TextWords made;
  std::vector<std::uint32_t> lengths, sizes;
  const auto letters = take_number(bytes);
  if (!letters || *letters > bytes.size()) return std::nullopt;
  made.letters_ = bytes.substr(0, *letters);
  bytes.remove_prefix(*letters);
  if (!take_numbers(bytes, lengths) || !take_numbers(bytes, made.order_) ||
      !take_numbers(bytes, sizes)) {
    return std::nullopt;
  }
  std::uint64_t end = 0;
  for (const std::uint32_t length : lengths) {
    made.begins_.push_back(static_cast<std::uint32_t>(end));
    end += length;
  }
  if (end != made.letters_.size() || sizes.size() % 2 == 0) return std::nullopt;
  made.begins_.push_back(static_cast<std::uint32_t>(end));
  end = 0;
  for (const std::uint32_t size : sizes) {
    const auto begin = static_cast<std::uint32_t>(end);
    end += size;
    made.pieces_.push_back({begin, static_cast<std::uint32_t>(end)});
  }
  const auto is_word = [&](std::uint32_t at) { return at < lengths.size(); };
  if (end != made.order_.size() || !std::ranges::all_of(made.order_, is_word)) return std::nullopt;
  made.count_words();
  return made;
}

std::string TextWords::plain_words() const {
  std::string words;
  for (std::uint32_t i = 0; i + 1 < begins_.size(); ++i) {
    const std::string_view one = word(i);
    if (!is_plain(one) || words.size() + one.size() >= kMostPlain) continue;
    if (!words.empty()) words += ' ';
    words += one;
  }
  return words;
}

std::string_view TextWords::word(std::uint32_t at) const {
  return std::string_view(letters_).substr(begins_[at], begins_[at + 1] - begins_[at]);
}

// Those that begin alike stand together.
TextWords::Choice TextWords::choice(const Term& term, std::size_t at) const {
  const auto words = std::views::iota(0U, static_cast<std::uint32_t>(begins_.size() - 1));
  const auto fits_there = [&](std::uint32_t i) { return fits(term, at, word(i)); };
  const auto first = std::ranges::lower_bound(words, std::string_view(term.words[at]), {},
                                              [&](std::uint32_t i) { return word(i); });
  if (first == words.end() || !fits_there(*first)) return {};
  const auto last = std::partition_point(first, words.end(), fits_there);
  return {static_cast<std::uint32_t>(first - words.begin()),
          static_cast<std::uint32_t>(last - words.begin())};
}

std::optional<std::vector<TextWords::Wanted>> TextWords::wanted(
    const std::vector<Term>& terms) const {
  std::vector<Wanted> all;
  for (const Term& term : terms) {
    Wanted one;
    for (std::size_t i = 0; i < term.words.size(); ++i) {
      one.words.push_back(choice(term, i));
      if (one.words.back().empty()) return std::nullopt;
    }
    const std::uint32_t last = one.words.back().first;
    one.whole = word(last) == std::string_view(term.words.back()) ? last : kNone;
    all.push_back(std::move(one));
  }
  return all;
}

std::uint32_t TextWords::count(const Wanted& term, const Piece& piece) const {
  const auto begin = order_.begin() + piece.begin;
  const auto end = order_.begin() + piece.end;
  if (term.words.size() == 1) {
    const Choice only = term.words.front();
    return static_cast<std::uint32_t>(
        std::count_if(begin, end, [only](std::uint32_t at) { return only.has(at); }));
  }
  std::uint32_t found = 0;
  const auto length = static_cast<std::ptrdiff_t>(term.words.size());
  for (auto at = begin; end - at >= length; ++at) {
    found += std::equal(term.words.begin(), term.words.end(), at,
                        [](const Choice& one, std::uint32_t there) { return one.has(there); })
                 ? 1
                 : 0;
  }
  return found;
}

bool TextWords::is_in(const Wanted& term, const Piece& piece) const {
  if (term.words.size() > 1) return count(term, piece) > 0;
  const auto begin = order_.begin() + piece.begin;
  const auto end = order_.begin() + piece.end;
  const Choice only = term.words.front();
  return std::any_of(begin, end, [only](std::uint32_t at) { return only.has(at); });
}

// Of these only where the last word does not go on.
std::uint32_t TextWords::count_whole(const Wanted& term, const Piece& piece) const {
  if (term.whole == kNone) return 0;
  Wanted whole = term;
  whole.words.back() = {term.whole, term.whole + 1};
  return count(whole, piece);
}

std::uint32_t TextWords::count_in_all(const Wanted& term, std::size_t first) const {
  if (parts() == 0) return 0;
  const std::span<const Piece> pieces = std::span(pieces_).subspan(first, parts());
  if (term.words.size() == 1) return count(term, {pieces.front().begin, pieces.back().end});
  std::uint32_t found = 0;  // words of two pieces do not stand side by side
  for (const Piece& piece : pieces) found += count(term, piece);
  return found;
}

// Texts are long, and most terms are one word: of those it is known.
std::uint32_t TextWords::count_in_texts(const Wanted& term) const {
  if (term.words.size() > 1) return count_in_all(term, 1 + parts());
  const Choice only = term.words.front();
  return before_[only.last] - before_[only.first];
}

void TextWords::count_words() {
  before_.assign(begins_.size() + 1, 0);
  const std::uint32_t begin = parts() == 0 ? title().end : text(0).begin;
  for (std::size_t at = begin; at < order_.size(); ++at) ++before_[order_[at] + 1];
  for (std::size_t i = 1; i < before_.size(); ++i) before_[i] += before_[i - 1];
  where_.resize(before_.back());
  std::vector<std::uint32_t> next = before_;
  for (std::size_t part = 0; part < parts(); ++part) {
    for (std::uint32_t at = text(part).begin; at < text(part).end; ++at) {
      where_[next[order_[at]]++] = static_cast<std::uint32_t>(part);
    }
  }
}

// By part, whether its text has the term. Where one word stands is known.
std::vector<bool> TextWords::texts_with(const Wanted& term) const {
  std::vector<bool> texts(parts());
  if (term.words.size() > 1) {
    for (std::size_t i = 0; i < parts(); ++i) texts[i] = is_in(term, text(i));
    return texts;
  }
  const Choice only = term.words.front();
  for (std::uint32_t i = before_[only.first]; i < before_[only.last]; ++i) texts[where_[i]] = true;
  return texts;
}

bool TextWords::one_heading_has(const std::vector<Wanted>& terms) const {
  for (std::size_t i = 0; i < parts(); ++i) {
    if (std::ranges::all_of(terms, [&](const Wanted& term) { return is_in(term, heading(i)); })) {
      return true;
    }
  }
  return false;
}

// How many words of the title, but for its number, are none that are looked for.
std::size_t TextWords::title_left(const std::vector<Wanted>& terms) const {
  std::size_t left = 0;
  for (std::uint32_t at = title().begin; at < title().end; ++at) {
    const std::uint32_t one = order_[at];
    const bool number = at == title().begin && std::ranges::all_of(word(one), is_digit);
    const bool wanted = std::ranges::any_of(terms, [&](const Wanted& term) {
      const auto inner = std::span(term.words).first(term.words.size() - 1);
      return term.whole == one ||
             std::ranges::any_of(inner, [&](const Choice& word) { return word.has(one); });
    });
    left += number || wanted ? 0 : 1;
  }
  return left;
}

std::optional<Standing> TextWords::stand(const std::vector<Term>& terms) const {
  const auto there = wanted(terms);
  if (!there) return std::nullopt;
  const std::vector<Wanted>& all = *there;
  Standing standing;
  std::size_t in_title = 0, whole_in_title = 0;
  const double half = kHalfWorth * (1 + static_cast<double>(order_.size()) / 20'000);
  for (const Wanted& term : all) {
    const std::uint32_t titles = count(term, title());
    const std::uint32_t headings = count_in_all(term, 1);
    const std::uint32_t texts = count_in_texts(term);
    if (titles + headings + texts == 0) return std::nullopt;
    const std::uint32_t whole = count_whole(term, title());
    in_title += titles > 0 ? 1 : 0;
    whole_in_title += whole > 0 ? 1 : 0;
    const double places =
        kInTitle * (titles + whole) + kInHeading * headings + static_cast<double>(texts);
    standing.worth += places / (places + half);
  }
  const bool most = all.size() > 1 && 3 * whole_in_title >= 2 * all.size();
  if (in_title == all.size()) {
    standing.found_in = FoundIn::kTitle;
    const std::size_t left = title_left(all);
    const bool whole = whole_in_title == all.size();
    standing.rank = !whole ? 2 : left > 0 ? 1 : 0;
    // A short title is about nothing else.
    standing.worth +=
        2.0 * static_cast<double>(all.size()) / static_cast<double>(all.size() + left);
  } else if (one_heading_has(all)) {
    standing.found_in = FoundIn::kHeading;
    standing.rank = 3;
  } else {
    standing.rank = most ? 3 : 4;
  }
  return standing;
}

std::size_t TextWords::best_part(const std::vector<Term>& terms) const {
  const auto all = wanted(terms);
  if (!all || parts() == 0) return 0;
  std::vector<int> worth(parts());
  for (const Wanted& term : *all) {
    const std::vector<bool> texts = texts_with(term);
    for (std::size_t i = 0; i < parts(); ++i) {
      worth[i] += (is_in(term, heading(i)) ? 3 : 0) + (texts[i] ? 2 : 0);
    }
  }
  return static_cast<std::size_t>(std::ranges::max_element(worth) - worth.begin());
}

}  // namespace milepost::search
