#include "process/boilerplate.h"

#include <algorithm>
#include <bit>

#include "base/strings.h"

namespace milepost {

namespace {

// Lineage files store 48 bits: enough to tell a few thousand lines apart.
constexpr std::uint64_t kHashMask = (std::uint64_t{1} << 48) - 1;

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
  if (bare.empty()) return 0;
  Hasher hasher;
  bool gap = false;
  for (const char c : bare) {
    if (is_space(c)) {
      gap = true;
      continue;
    }
    if (gap) hasher.add(' ');
    gap = false;
    hasher.add(c);
  }
  const std::uint64_t hash = hasher.value() & kHashMask;
  return hash == 0 ? 1 : hash;
}

LineTable::LineTable(const std::vector<const std::unordered_set<std::uint64_t>*>& sets) {
  constexpr std::size_t kRoom = 4;  // slots for each hash, so that most stand alone
  std::size_t count = 0;
  for (const auto* set : sets) count += set->size();
  slots_.resize(std::bit_ceil(std::max<std::size_t>(count * kRoom, 64)));
  taken_.resize(slots_.size() / 64);
  for (const auto* set : sets) {
    for (const std::uint64_t hash : *set) {
      const std::size_t at = find(hash);
      slots_[at] = hash;
      taken_[at / 64] |= std::uint64_t{1} << (at % 64);
    }
  }
}

void add_line_hashes(std::string_view text, std::unordered_set<std::uint64_t>& hashes) {
  std::string_view paragraph;  // the lines since the last blank one or item
  const auto add = [&](std::string_view piece) {
    if (const std::uint64_t hash = line_hash(piece)) hashes.insert(hash);
  };
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    const std::string_view bare = trim(line);
    const bool starts = bare.empty() || without_list_marker(bare) != bare;
    if (starts) {
      add(paragraph);
      paragraph = {};
    }
    if (!bare.empty()) {
      add(line);
      const char* const begin = paragraph.empty() ? line.data() : paragraph.data();
      paragraph = {begin, static_cast<std::size_t>(line.data() + line.size() - begin)};
    }
    text = rest;
  }
  add(paragraph);
}

}  // namespace milepost
