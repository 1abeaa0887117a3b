// Telling an author's lines from those the template put there.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace milepost {

// The identity of a line, or of a whole paragraph, for comparing with templates:
// list marker and task box removed, white space collapsed, case kept. 0 for one
// with nothing in it.
std::uint64_t line_hash(std::string_view line);

// Hashes of every non-blank line of a template's text, and of every paragraph
// and item of several lines: authors wrap them anew.
void add_line_hashes(std::string_view text, std::unordered_set<std::uint64_t>& hashes);

// The line after its quote and list markers and task box.
std::string_view without_markers(std::string_view line);

}  // namespace milepost
