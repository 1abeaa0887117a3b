// What changed in a proposal between two revisions, for people and programs.
#pragma once

#include <string>
#include <vector>

#include "proposal/field_diff.h"
#include "proposal/section_diff.h"
#include "report/text_options.h"

namespace milepost {

struct DiffSide {
  std::string revision;  // as it was asked for; "" for the work tree
  std::string path;      // of the document, as the user sees it
};

struct ProposalDiff {
  std::string number;
  std::string title;
  DiffSide before;
  DiffSide after;
  std::vector<FieldChange> fields;
  std::vector<SectionChange> sections;

  bool any() const { return !fields.empty() || !sections.empty(); }
};

// Changed words as [-old-] and {+new+}; with colour, red and green instead.
std::string render_diff_text(const ProposalDiff& diff, const TextOptions& options);
// Changed words struck out and in bold.
std::string render_diff_markdown(const ProposalDiff& diff);
std::string render_diff_json(const ProposalDiff& diff);

}  // namespace milepost
