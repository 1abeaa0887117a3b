#include "proposal/facts.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "base/limits.h"
#include "base/utf8.h"

namespace milepost {

namespace {

// Looks at the file system once for each path: many proposals link to the same
// few places.
class RememberedPaths {
 public:
  explicit RememberedPaths(std::shared_ptr<const FileTree> tree) : tree_(std::move(tree)) {}

  PathKind operator()(const std::string& path) {
    {
      const std::lock_guard<std::mutex> lock(known_mutex_);
      if (const auto found = known_.find(path); found != known_.end()) return found->second;
    }
    const PathKind kind = tree_->kind(path);
    const std::lock_guard<std::mutex> lock(known_mutex_);
    known_.emplace(path, kind);
    return kind;
  }

 private:
  std::shared_ptr<const FileTree> tree_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, PathKind> known_;
};

// How well a file fits one of several proposals of its number: it lies in the
// place of one, and that one's path has the number too.
int fit(const ReviewFile& file, const Card& card) {
  if (!is_in_place(file, card)) return 0;
  const std::string_view in_path = card.parts.find("number");
  return in_path.empty() || plain_number(in_path) == file.number ? 2 : 1;
}

// Gives each file to the proposals of its number that it fits best.
void assign_reviews(Facts& facts) {
  for (std::size_t i = 0; i < facts.reviews.size(); ++i) {
    std::vector<std::pair<int, const Card*>> fits;
    for (const Card* card : facts.proposals_of(facts.reviews[i])) {
      fits.emplace_back(fit(facts.reviews[i], *card), card);
    }
    const auto best = std::ranges::max_element(fits, {}, &std::pair<int, const Card*>::first);
    for (const auto& [fitting, card] : fits) {
      if (fitting == best->first) facts.reviews_by_path[card->path].push_back(i);
    }
  }
}

// Reads each file once. What stands in a document is mostly linked from that
// document, so few files come here.
class RememberedAnchors {
 public:
  explicit RememberedAnchors(std::shared_ptr<const FileTree> tree) : tree_(std::move(tree)) {}

  const Anchors* operator()(const std::string& path) {
    {
      const std::lock_guard<std::mutex> lock(known_mutex_);
      if (const auto found = known_.find(path); found != known_.end()) return found->second.get();
    }
    std::unique_ptr<const Anchors> anchors;
    const auto source = tree_->read(path, path, kLimits.document_bytes);
    if (source && !utf8::looks_binary((*source)->text())) {
      anchors = std::make_unique<const Anchors>(Document(*source));
    }
    const std::lock_guard<std::mutex> lock(known_mutex_);
    return known_.emplace(path, std::move(anchors)).first->second.get();
  }

 private:
  std::shared_ptr<const FileTree> tree_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, std::unique_ptr<const Anchors>> known_;
};

}  // namespace

std::vector<const ReviewFile*> Facts::reviews_of(const Card& card) const {
  std::vector<const ReviewFile*> found;
  const auto at = reviews_by_path.find(card.path);
  if (at == reviews_by_path.end()) return found;
  for (const std::size_t i : at->second) found.push_back(&reviews[i]);
  return found;
}

std::vector<const Card*> Facts::proposals_of(const ReviewFile& file) const {
  std::vector<const Card*> found;
  for (const auto* numbers : {&index.by_number, &index.by_path_number}) {
    const auto at = numbers->find(file.number);
    if (at == numbers->end()) continue;
    for (const std::size_t i : at->second) found.push_back(&index.cards[i]);
  }
  return found;
}

std::unique_ptr<Facts> gather_facts(const Repository& repository, Date today, int jobs) {
  return gather_facts(repository, std::make_shared<const Index>(read_index(repository, jobs)),
                      today, jobs);
}

std::unique_ptr<Facts> gather_facts(const Repository& repository,
                                    std::shared_ptr<const Index> index, Date today, int jobs) {
  auto gathered = std::make_unique<Facts>(std::move(index));
  Facts& facts = *gathered;
  facts.repository = true;
  facts.today = today;
  facts.rosters = read_rosters(repository, facts.troubles);
  facts.reviews = read_reviews(repository, jobs, facts.troubles);
  assign_reviews(facts);
  auto kinds = std::make_shared<RememberedPaths>(repository.tree);
  facts.path_kind = [kinds](const std::string& path) { return (*kinds)(path); };
  auto anchors = std::make_shared<RememberedAnchors>(repository.tree);
  facts.anchors_of = [anchors](const std::string& path) { return (*anchors)(path); };
  facts.relations = Relations(*repository.process, facts.index, facts.path_kind);
  return gathered;
}

const Ages* Facts::ages() const {
  if (!read_ages) return nullptr;
  return ages_.get([&] { return read_ages(); }).get();
}

const Age* Facts::age_of(const Card& card) const {
  const Ages* const known = ages();
  if (!known) return nullptr;
  const auto found = known->find(card.path);
  return found == known->end() ? nullptr : &found->second;
}

const StageEntry* Facts::entry_of(const Card& card, std::string_view stage) const {
  if (!read_entries) return nullptr;
  const auto& known = entries_.get([&] { return read_entries(); });
  if (!known) return nullptr;
  const auto found = known->find(card.path);
  if (found == known->end()) return nullptr;
  const auto last =
      std::ranges::find(found->second.rbegin(), found->second.rend(), stage, &StageEntry::stage);
  return last == found->second.rend() ? nullptr : &*last;
}

}  // namespace milepost
