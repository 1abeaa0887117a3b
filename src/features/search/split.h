// What of a search is a query that narrows what is found, and what are words to look for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/process.h"

namespace milepost::search {

struct Split {
  std::vector<std::string>
      filters;        // all must hold: "group:sig-node", "(stage:beta OR stage:stable)"
  std::string words;  // to look for
  std::vector<std::string> excluded;  // what says one of these is not found
  bool or_is_word = false;            // an OR stands between words
};

// A term has a field that the process knows, or nearly, and a value: `node:` and "DRA: taints" are
// words. A word after a "-" is left out; `--feature-gates` is a word. OR stands between terms, or
// groups of them in parentheses. Fails where it stands between a term and a word: a text is found
// by its words and by nothing else; and where a "-" stands before words in parentheses.
Result<Split> split(std::string_view query, const Process& process);

}  // namespace milepost::search
