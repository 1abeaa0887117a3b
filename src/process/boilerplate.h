// Telling an author's lines from those the template put there.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace milepost {

// The identity of a line, or of a whole paragraph, for comparing with templates:
// list marker and task box removed, white space collapsed, case kept. 0 for one
// with nothing in it.
std::uint64_t line_hash(std::string_view line);

// Hashes of every non-blank line of a template's text, and of every paragraph
// and item of several lines: authors wrap them anew.
void add_line_hashes(std::string_view text, std::unordered_set<std::uint64_t>& hashes);

// Many sets of such hashes in one table: a look-up is one probe, as a rule.
class LineTable {
 public:
  explicit LineTable(const std::vector<const std::unordered_set<std::uint64_t>*>& sets);
  // `hash` must not be 0.
  bool contains(std::uint64_t hash) const {
    const std::size_t at = hash & (slots_.size() - 1);
    return (taken_[at / 64] >> (at % 64) & 1) != 0 && slots_[find(hash)] != 0;
  }

 private:
  // Its slot, or the empty one where it would stand.
  std::size_t find(std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] != 0 && slots_[at] != hash) at = (at + 1) & mask;
    return at;
  }
  std::vector<std::uint64_t> slots_;  // 0 where there is none
  // Which slots are taken: an author's line, the common case, costs a look at
  // these few bytes, which stay in the cache.
  std::vector<std::uint64_t> taken_;
};

// The line after its quote and list markers and task box.
std::string_view without_markers(std::string_view line);

}  // namespace milepost
