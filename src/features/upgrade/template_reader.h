// Telling what of a text an author wrote and what a template put there, now or in
// an earlier version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "process/fill.h"

namespace milepost::upgrade {

// What a text is made of, by its paragraphs and lines.
struct Reading {
  std::size_t own = 0;  // lines that are the author's
  bool stale = false;   // some telling line is an earlier version's, and gone from the template
};

// Keep the judge alive.
class TemplateReader {
 public:
  // `wanted` is what the template says today.
  TemplateReader(std::string_view wanted, const FillJudge& fills);

  // Adds what is found in a text, which may be one in a comment.
  void read(std::string_view text, Reading& reading) const;

 private:
  bool take(std::string_view piece, Reading& reading) const;
  bool take_wrapped(std::string_view paragraph, Reading& reading) const;

  const FillJudge& fills_;
  std::unordered_set<std::uint64_t> current_;
};

// The line without the ends of a comment.
std::string_view without_comment_marks(std::string_view line);

// Whether a line of the text is a box that is ticked.
bool has_tick(std::string_view text);

}  // namespace milepost::upgrade
