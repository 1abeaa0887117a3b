// Facts: what rules may know beyond the proposal they look at. Filled once for a
// run and never changed; threads may share it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/date.h"
#include "proposal/age.h"
#include "proposal/card.h"
#include "proposal/relations.h"
#include "proposal/reviews.h"
#include "proposal/rosters.h"
#include "text/anchors.h"

namespace milepost {

// The anchors of a Markdown file, by its path relative to the root; nullptr when
// there is no such file that can be read. Good as long as the function is.
using AnchorsOf = std::function<const Anchors*(const std::string& path)>;

// Addresses that lead nowhere any more, and how that is known.
using DeadLinks = std::unordered_map<std::string, std::string>;

struct Facts {
  Facts() = default;
  Facts(const Facts&) = delete;  // relations point into the index
  Facts& operator=(const Facts&) = delete;

  // False for a document on its own: nothing can then be said about what other
  // proposals, rosters or files there are.
  bool repository = false;
  Index index;
  Rosters rosters;
  std::vector<ReviewFile> reviews;
  std::unordered_map<std::string, std::vector<std::size_t>> reviews_by_path;  // of a proposal
  Date today;
  PathKinds path_kind;
  AnchorsOf anchors_of;
  Relations relations;
  std::shared_ptr<const DeadLinks> dead_links;  // null: the web was not asked
  std::shared_ptr<const Ages> ages;             // null: the history was not asked
  std::shared_ptr<const StageEntries> entries;  // the same

  const Age* age_of(const Card& card) const;
  // The last time it came to the stage; nullptr when that is not known.
  const StageEntry* entry_of(const Card& card, std::string_view stage) const;

  // Those of a proposal: of the number its metadata gives, and of its path's
  // should they differ. Where two proposals have one number, each has the files
  // that fit it best.
  std::vector<const ReviewFile*> reviews_of(const Card& card) const;
  // The proposals of the file's number.
  std::vector<const Card*> proposals_of(const ReviewFile& file) const;
};

// Reads them for a repository. Troubles are in `facts.index.troubles`.
std::unique_ptr<Facts> gather_facts(const Repository& repository, Date today, int jobs);

}  // namespace milepost
