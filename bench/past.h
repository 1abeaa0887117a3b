// A synthetic git repository: proposals that change, commit by commit. The same
// numbers always give the same objects.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace milepost::bench {

struct PastOptions {
  std::size_t proposals = 0;
  std::size_t commits = 0;
  std::size_t document_bytes = 0;  // at most; 0: as long as they come
};

// Makes it with the git program, which must be on PATH, below `root`. Every
// seventh or so of the commits moves a proposal, the others change its text.
Result<void> write_past(const std::string& root, const PastOptions& options);

// One commit more, by which the first proposal moves.
Result<void> add_commit(const std::string& root, std::size_t number);

}  // namespace milepost::bench
