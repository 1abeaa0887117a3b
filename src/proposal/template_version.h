// Which version of its template a proposal was written for.
//
// The day it was created is a lower bound: documents are rewritten for newer templates, and
// a later version wins when headings and boilerplate fit it clearly better. Level and wording
// of a heading count; the table of contents, which tools write, does not.
#pragma once

#include <cstddef>

namespace milepost {

struct Judgement;
struct Process;
struct Proposal;

struct ChosenVersion {
  std::size_t version = 0;
  std::size_t first = 0;  // that it was begun with; the same unless it was rewritten
};

// Of the lineage of the judgement's kind, by its matching; 0 when there is none.
ChosenVersion choose_version(const Process& process, const Proposal& proposal,
                             const Judgement& judgement);

}  // namespace milepost
