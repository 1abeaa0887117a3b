// A synthetic repository of proposals, for measuring. The same number of
// proposals always gives the same bytes.
//
// Sizes follow those of real ones: log-normal, median 25 KB, the largest 412 KB;
// 655 proposals make about 21 MB. Headings, check lists and instructions come
// from the built-in template; all other text is invented.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace milepost::bench {

struct SyntheticProposal {
  std::string folder;    // "keps/sig-x/1234-some-words"
  std::string document;  // README.md
  std::string metadata;  // kep.yaml
};

class Generator {
 public:
  explicit Generator(std::size_t proposals);

  std::size_t count() const { return sizes_.size(); }
  SyntheticProposal make(std::size_t index) const;

 private:
  std::vector<std::size_t> sizes_;
};

// Writes them all below `root`.
Result<void> write_corpus(const std::string& root, std::size_t proposals);

}  // namespace milepost::bench
