// What only the record and the calendar tell of proposals, for queries.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "features/list/model.h"
#include "workspace/workspace.h"

namespace milepost::list {

// The proposals of which a term holds, by their streams.
using TermMatches = std::map<RecordTerm, std::unordered_set<std::string>>;

// For each term. What the answer rests on, where that may surprise, is added to the notes.
Result<TermMatches> match_terms(const Workspace& workspace, std::span<const RecordTerm> terms,
                                const ListOptions& options, std::vector<std::string>& notes);

}  // namespace milepost::list
