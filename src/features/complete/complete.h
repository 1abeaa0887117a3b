// What may stand at the cursor of a command line: the words of a repository that the scripts of
// `milepost completions` ask for while somebody types.
//
// Only the index, the calendar and rosters are read, refs and the record where they are asked for;
// nothing is written, and what cannot be read
// has no words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workspace/workspace.h"

namespace milepost::complete {

enum class WordKind : std::uint8_t {
  kProposals,  // numbers, and words of titles
  kQuery,      // terms: fields first, then the values of one
  kFields,
  kStages,
  kTargets,  // statuses and stages
  kKinds,
  kRoles,
  kGroups,
  kPeople,
  kReleases,
  kFreezes,
  kLinks,     // what a pull request may hold
  kCriteria,  // of kinds
  kItems,     // of tracking issues
  kLabels,    // likewise
  kStatuses,  // likewise
  kConcerns,  // that are open
  kRevisions,
};

// By the name that scripts ask with: "proposals".
std::optional<WordKind> find_word_kind(std::string_view name);

struct KnownWord {
  std::string word;
  std::string about;
  friend bool operator==(const KnownWord&, const KnownWord&) = default;
};

// The words that begin as `typed` does; of a list with commas, as what follows the last of them.
// Where no process is recognised, words are those of the processes built in, if of any.
std::vector<KnownWord> complete_word(const Workspace& workspace, WordKind kind,
                                     std::string_view typed);

}  // namespace milepost::complete
