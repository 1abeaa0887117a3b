// What the rules on changes share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "proposal/metadata.h"
#include "proposal/text_change.h"
#include "rules/rule.h"

namespace milepost {

// Where a finding points.
struct FindingPlace {
  const Source* source = nullptr;
  Span span;
};

// A value of the metadata, else the first line of it, else of the document.
FindingPlace place_of(const ChangeSide& side, const FieldValue& value);
FindingPlace place_of(const ChangeSide& side, const YamlNode* node);

JudgedText text_of(const ChangeSide& side);

// One value that became another; the same on both sides, or unknown on one, is
// no move.
struct Moved {
  std::string_view from;
  std::string_view to;
  bool any() const { return !from.empty() && !to.empty() && from != to; }
};
Moved status_move(const ChangeInput& in);
Moved stage_move(const ChangeInput& in);

// Whether the change says why: it adds to the section in which moves are written
// down, or somewhere in the document a line that names where it went. Where the
// process has no such section nothing is asked for.
bool explains(const ChangeInput& in, std::string_view to);
// `say why in "Implementation History"`.
std::string ask_why(const Process& process);

// Whether the change is so large that the process takes it for a rewrite.
bool is_rewrite(const Process& process, const TextChange& change);

// "@jane, @john and 2 more".
std::string people(const std::vector<std::string>& handles);

}  // namespace milepost
