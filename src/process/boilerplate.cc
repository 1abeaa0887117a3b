#include "process/boilerplate.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr unsigned kBeginningBits = 16;
constexpr unsigned kWholeBits = 32;
constexpr std::size_t kBeginnings = std::size_t{1} << kBeginningBits;

constexpr std::uint64_t kEachByte = 0x0101010101010101U;
constexpr std::uint64_t kHighBits = 0x80 * kEachByte;

// Whether eight characters have no white space but single spaces, the first of
// them not a space after another.
inline bool is_normal(std::uint64_t word, bool after_space) {
  // A high bit for each byte up to 0x20; those beyond ASCII are none.
  const std::uint64_t blanks = ~((word | kHighBits) - 0x21 * kEachByte) & ~word & kHighBits;
  if (blanks == 0) return true;
  const std::uint64_t spaces =
      ~(((word ^ 0x20 * kEachByte) | kHighBits) - kEachByte) & ~word & kHighBits;
  const bool together = (blanks & (blanks << 8U)) != 0 || (after_space && (blanks & 0x80U) != 0);
  return blanks == spaces && !together;
}

// Calls `put` with each eight characters of the text as one number, the first
// lowest, and at last with what is left of them, until it says false. Runs of
// white space are one space; there is none at the ends of the text.
template <typename Put>
void for_each_word(std::string_view text, Put put) {
  bool after_space = false;
  if constexpr (std::endian::native == std::endian::little) {
    // Nearly all text is as it should be.
    for (std::uint64_t word = 0; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
      std::memcpy(&word, text.data(), sizeof word);
      if (!is_normal(word, after_space)) break;
      if (!put(word)) return;
      after_space = word >> 56U == ' ';
    }
  }
  std::uint64_t word = 0;
  unsigned shift = 0;
  const auto add = [&](char c) {
    word |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
    shift += 8;
    if (shift < 64) return true;
    shift = 0;
    return put(std::exchange(word, 0));
  };
  for (const char c : text) {
    const bool space = is_space(c);
    if (space && after_space) continue;
    after_space = space;
    if (!add(space ? ' ' : c)) return;
  }
  put(word);
}

constexpr std::uint64_t mixed(std::uint64_t hash) {
  hash *= 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 32U);
}

std::uint64_t beginning_hash(std::string_view bare) {
  std::uint64_t beginning = 0;
  for_each_word(bare, [&](std::uint64_t word) {
    beginning = mixed(word) >> (64 - kBeginningBits);
    return false;
  });
  return beginning;
}

std::uint64_t hash_of(std::string_view bare, std::uint64_t beginning) {
  std::uint64_t whole = 0xCBF29CE484222325U;
  for_each_word(bare, [&](std::uint64_t word) {
    whole = mixed(whole ^ word);
    return true;
  });
  whole = mixed(whole) >> (64 - kWholeBits);
  return std::max<std::uint64_t>(beginning << kWholeBits | whole, 1);
}

std::string_view without_list_marker(std::string_view line) {
  std::size_t digits = 0;
  while (digits < line.size() && digits < 9 && is_digit(line[digits])) ++digits;
  const std::size_t marker = digits == 0 ? 0 : digits;
  if (marker >= line.size()) return line;
  const char c = line[marker];
  const bool is_marker = digits == 0 ? (c == '-' || c == '*' || c == '+') : (c == '.' || c == ')');
  if (!is_marker) return line;
  const bool spaced = marker + 1 == line.size() || is_space(line[marker + 1]);
  return spaced ? trim(line.substr(marker + 1)) : line;
}

std::string_view without_box(std::string_view line) {
  if (!line.starts_with('[')) return line;
  const std::size_t close = line.find(']');
  if (close == line.npos || close > 5) return line;
  const bool alone = close + 1 == line.size() || line[close + 1] == ' ';
  return alone ? trim(line.substr(close + 1)) : line;
}

}  // namespace

std::string_view without_markers(std::string_view line) {
  line = trim(line);
  while (line.starts_with('>')) line = trim(line.substr(1));
  return without_box(without_list_marker(line));
}

std::uint64_t line_hash(std::string_view line) {
  const std::string_view bare = without_markers(line);
  return bare.empty() ? 0 : hash_of(bare, beginning_hash(bare));
}

LineTable::LineTable(const std::vector<const std::unordered_set<std::uint64_t>*>& sets) {
  constexpr std::size_t kRoom = 4;  // slots for each hash, so that most stand alone
  std::size_t count = 0;
  for (const auto* set : sets) count += set->size();
  slots_.resize(std::bit_ceil(std::max<std::size_t>(count * kRoom, 64)));
  beginnings_.resize(kBeginnings / 64);
  for (const auto* set : sets) {
    for (const std::uint64_t hash : *set) {
      slots_[find(hash)] = hash;
      const std::size_t beginning = (hash >> kWholeBits) % kBeginnings;
      beginnings_[beginning / 64] |= std::uint64_t{1} << (beginning % 64);
    }
  }
}

bool LineTable::contains(std::string_view bare) const {
  if (bare.empty()) return false;
  const std::uint64_t beginning = beginning_hash(bare);
  if ((beginnings_[beginning / 64] >> (beginning % 64) & 1) == 0) return false;
  return slots_[find(hash_of(bare, beginning))] != 0;
}

std::vector<std::string_view> paragraphs_in(std::string_view text) {
  std::vector<std::string_view> paragraphs;
  std::string_view paragraph;  // the lines since the last blank one or item
  const auto finish = [&] {
    if (!paragraph.empty()) paragraphs.push_back(paragraph);
    paragraph = {};
  };
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    const std::string_view bare = trim(line);
    if (bare.empty() || without_list_marker(bare) != bare) finish();
    if (!bare.empty()) {
      const char* const begin = paragraph.empty() ? line.data() : paragraph.data();
      paragraph = {begin, static_cast<std::size_t>(line.data() + line.size() - begin)};
    }
    text = rest;
  }
  finish();
  return paragraphs;
}

void add_line_hashes(std::string_view text, std::unordered_set<std::uint64_t>& hashes) {
  const auto add = [&](std::string_view piece) {
    if (const std::uint64_t hash = line_hash(piece)) hashes.insert(hash);
  };
  for (std::string_view paragraph : paragraphs_in(text)) {
    if (paragraph.find('\n') != paragraph.npos) add(paragraph);
    while (!paragraph.empty()) {
      const auto [line, rest] = cut(paragraph, '\n');
      add(line);
      paragraph = rest;
    }
  }
}

}  // namespace milepost
