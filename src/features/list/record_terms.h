// What only the record and the calendar tell of proposals, for queries.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "features/list/model.h"

namespace milepost::list {

// The proposals of which a term holds, by their streams.
using Standings = std::map<RecordTerm, std::unordered_set<std::string>>;

// For each term. What the answer rests on, where that may surprise, is added to the notes.
Result<Standings> find_standings(const ListRequest& request, std::span<const RecordTerm> terms,
                                 std::vector<std::string>& notes);

}  // namespace milepost::list
