// Facts: what rules may know beyond the proposal they look at. Filled once and never
// changed; threads may share it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/date.h"
#include "base/once.h"
#include "base/trouble.h"
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

struct Facts {
  Facts() : Facts(std::make_shared<const Index>()) {}
  explicit Facts(std::shared_ptr<const Index> cards) : cards_(std::move(cards)), index(*cards_) {}
  Facts(const Facts&) = delete;  // relations point into the index
  Facts& operator=(const Facts&) = delete;

 private:
  std::shared_ptr<const Index> cards_;

 public:
  // False for a document on its own: nothing can then be said about what other
  // proposals, rosters or files there are.
  bool repository = false;
  const Index& index;
  std::vector<Trouble> troubles;  // of rosters and reviews; those of proposals are the index's
  Rosters rosters;
  std::vector<ReviewFile> reviews;
  std::unordered_map<std::string, std::vector<std::size_t>> reviews_by_path;  // of a proposal
  Date today;
  PathKinds path_kind;
  AnchorsOf anchors_of;
  Relations relations;
  // What only the history tells, read when a rule or a gate first asks; null: it is not known.
  std::function<std::shared_ptr<const Ages>()> read_ages;
  std::function<std::shared_ptr<const StageEntries>()> read_entries;

  const Ages* ages() const;
  const Age* age_of(const Card& card) const;
  // The last time it came to the stage; nullptr when that is not known.
  const StageEntry* entry_of(const Card& card, std::string_view stage) const;

  // Those of a proposal: of the number its metadata gives, and of its path's
  // should they differ. Where two proposals have one number, each has the files
  // that fit it best.
  std::vector<const ReviewFile*> reviews_of(const Card& card) const;
  // The proposals of the file's number.
  std::vector<const Card*> proposals_of(const ReviewFile& file) const;

 private:
  Once<std::shared_ptr<const Ages>> ages_;
  Once<std::shared_ptr<const StageEntries>> entries_;
};

// Reads them for a repository.
std::unique_ptr<Facts> gather_facts(const Repository& repository, Date today, int jobs);
// The same around an index that is read already.
std::unique_ptr<Facts> gather_facts(const Repository& repository,
                                    std::shared_ptr<const Index> index, Date today, int jobs);

}  // namespace milepost
