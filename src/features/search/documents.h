// What of a repository is searched: the titles, headings and texts of its proposals.
#pragma once

#include <vector>

#include "base/read_error.h"
#include "base/result.h"
#include "search/search_index.h"
#include "workspace/workspace.h"

namespace milepost::search {

// Brings the index up to date: only what is new, changed or gone is written. Gives the documents
// that could not be read, which are found by their titles alone.
Result<std::vector<ReadError>> update_index(const Workspace& workspace, SearchIndex& index);

// Where the index of a repository is kept: with its record, though nobody shares it.
SearchPlace search_place(const Workspace& workspace);

}  // namespace milepost::search
