// The action behind `milepost search`: proposals by the words of their texts.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "features/search/model.h"
#include "workspace/workspace.h"

namespace milepost::search {

struct SearchRequest {
  // Words to look for, quoted ones side by side, and terms of a query that narrow what is found:
  // `cgroup "memory limit" group:sig-node`.
  std::string query;
  std::size_t from = 0;
  std::size_t most = 20;
};

// The index is up to date with the workspace. Fails when a term of the query is wrong.
Result<SearchPage> search_proposals(const Workspace& workspace, const SearchIndex& index,
                                    const SearchRequest& request);

}  // namespace milepost::search
