// What a change does to what proposals are judged by: milepost.yaml, packs, templates, rosters,
// calendars and baselines.
#pragma once

#include <memory>
#include <string>

#include "base/source.h"
#include "base/span.h"

namespace milepost {

struct ProcessChange {
  std::shared_ptr<const Source> source;  // the file after the change; before it when it is gone
  Span span;
  std::string message;
  bool weakens = false;  // less may be asked of proposals than before
};

// The first line that a text does not have in common with what it was.
Span first_new_line(const Source& before, const Source& after);

}  // namespace milepost
