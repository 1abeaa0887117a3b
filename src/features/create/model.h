// A proposal that was made, or would be: where it lies and what comes next.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/change_set.h"
#include "proposal/card.h"
#include "proposal/proposal_ref.h"

namespace milepost::create {

struct SimilarProposal {
  ProposalRef proposal;
  std::string status;
  bool same_title = false;
  bool closed = false;
};

struct CreatedProposal {
  ProposalRef proposal;
  std::vector<std::string> files;                                     // the document first
  std::vector<std::string> to_write;                                  // sections that are due now
  std::vector<std::pair<std::string, std::size_t>> later;             // how many from each stage on
  std::vector<std::pair<std::string, std::vector<std::string>>> ask;  // an alias, and who it is
  std::vector<SimilarProposal> similar;
  std::string reservation;  // the ref that reserves the number, for others to be told
  // Criteria of its kind, confirmed by its author, that only the record keeps.
  std::vector<std::string> recorded;
  // What is wrong with it until its author mends it, such as a field that only they can fill in.
  std::vector<std::string> to_mend;
  std::string note;  // about its template
};

struct NewFiles {
  CreatedProposal created;
  std::vector<FileChange> changes;
  std::shared_ptr<const Card> card;
  std::string kind;
};

}  // namespace milepost::create
