// Telling an author's lines from those the template put there.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace milepost {

// The identity of a line, or of a whole paragraph, for comparing with templates:
// list marker and task box removed, white space collapsed, case kept. 0 for one
// with nothing in it. Lineage files hold these, so they never change.
//
// It has 48 bits, enough to tell a few thousand lines apart: 16 of the line's
// beginning and 32 of the whole. The beginning alone tells nearly every line of
// an author from all of a template's, and costs next to nothing.
std::uint64_t line_hash(std::string_view line);

// The paragraphs and items of a text, each with its lines.
std::vector<std::string_view> paragraphs_in(std::string_view text);

// Hashes of every non-blank line of a template's text, and of every paragraph
// and item of several lines: authors wrap them anew.
void add_line_hashes(std::string_view text, std::unordered_set<std::uint64_t>& hashes);

// Many sets of such hashes in one table.
class LineTable {
 public:
  explicit LineTable(const std::vector<const std::unordered_set<std::uint64_t>*>& sets);
  // Whether the line stands in a template; `bare` is without its markers.
  bool contains(std::string_view bare) const;

 private:
  // Its slot, or the empty one where it would stand.
  std::size_t find(std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] != 0 && slots_[at] != hash) at = (at + 1) & mask;
    return at;
  }
  std::vector<std::uint64_t> slots_;       // 0 where there is none
  std::vector<std::uint64_t> beginnings_;  // a bit for each that some line has
};

// The line after its quote and list markers and task box.
std::string_view without_markers(std::string_view line);

}  // namespace milepost
