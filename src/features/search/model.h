// What a search found, for people and programs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/read_error.h"
#include "proposal/proposal_ref.h"
#include "search/search_index.h"

namespace milepost::search {

struct FoundProposal {
  ProposalRef proposal;
  std::string key;  // of its page
  std::string status, stage;
  bool by_number = false;  // the number that was asked for
  SearchHit hit;
};

struct SearchPage {
  std::string query;
  std::string filter;     // what of it narrows what is found: "status:implementable -lanes"
  std::string corrected;  // the words that were looked for instead, of which titles have some
  // Words that find far more than those of the query, or what else may have been meant by them.
  std::string suggested;
  std::vector<FoundProposal> found;
  std::size_t from = 0;  // so many were passed over
  std::size_t total = 0;
  std::vector<std::string> notes;
  std::vector<ReadError> unread;  // documents that could not be looked into
};

}  // namespace milepost::search
