// The text a template put below a heading, brought up to what the template says
// now. Only what no author has touched is replaced: lines that some version of
// the template contains, and no others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "process/fill.h"

namespace milepost::upgrade {

// How a conflict is marked: the text under debate, as a proposal marks it.
inline constexpr std::string_view kConflictOpen =
    "<<[UNRESOLVED upgrade: edited here and changed in the template; keep one]>>";
inline constexpr std::string_view kConflictClose = "<<[/UNRESOLVED]>>";

struct Refreshed {
  std::string text;           // as it should be; the same when nothing is to do
  bool instructions = false;  // the template's text was replaced
  bool conflict = false;      // a comment is marked, now or by an earlier run
  std::size_t items = 0;      // boxes that a checklist got
};

enum class SectionForm : std::uint8_t {
  kText,
  kComments,   // only its comments are the template's: a title has the table of contents
  kChecklist,  // boxes to tick
};

// `body` is the section's text, `wanted` what the template has there today, its
// lines ended by LF.
Refreshed refresh(std::string_view body, std::string_view wanted, SectionForm form,
                  const FillJudge& fills);

// Whether there is anything in the text that no version of the template contains,
// or a box is ticked.
bool has_own_text(std::string_view text, const FillJudge& fills);

}  // namespace milepost::upgrade
