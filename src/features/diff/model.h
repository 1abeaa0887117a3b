// What changed in a proposal between two revisions, for people and programs.
#pragma once

#include <string>
#include <vector>

#include "features/diff/field_diff.h"
#include "features/diff/section_diff.h"
#include "proposal/proposal_ref.h"

namespace milepost::diff {

struct DiffSide {
  std::string revision;  // as it was asked for; "" for the work tree
  std::string path;      // of the document, as the user sees it
};

struct ProposalDiff {
  ProposalRef proposal;  // as it is after
  DiffSide before;
  DiffSide after;
  std::vector<FieldChange> fields;
  std::vector<SectionChange> sections;

  bool any() const { return !fields.empty() || !sections.empty(); }
};

}  // namespace milepost::diff
