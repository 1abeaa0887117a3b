#include "proposal/facts.h"

#include <filesystem>
#include <memory>
#include <mutex>

#include "base/files.h"
#include "base/limits.h"
#include "base/utf8.h"

namespace milepost {

namespace {

// Looks at the file system once for each path: many proposals link to the same
// few places.
class RememberedPaths {
 public:
  explicit RememberedPaths(std::string root) : root_(std::move(root)) {}

  PathKind operator()(const std::string& path) {
    {
      const std::lock_guard<std::mutex> lock(known_mutex_);
      if (const auto found = known_.find(path); found != known_.end()) return found->second;
    }
    std::error_code failed;
    const auto status = std::filesystem::status(root_ + "/" + path, failed);
    PathKind kind = PathKind::kNothing;
    if (std::filesystem::is_directory(status)) {
      kind = PathKind::kFolder;
    } else if (std::filesystem::exists(status)) {
      kind = PathKind::kFile;
    }
    const std::lock_guard<std::mutex> lock(known_mutex_);
    known_.emplace(path, kind);
    return kind;
  }

 private:
  std::string root_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, PathKind> known_;
};

// Reads each file once. What stands in a document is mostly linked from that
// document, so few files come here.
class RememberedAnchors {
 public:
  explicit RememberedAnchors(std::string root) : root_(std::move(root)) {}

  const Anchors* operator()(const std::string& path) {
    {
      const std::lock_guard<std::mutex> lock(known_mutex_);
      if (const auto found = known_.find(path); found != known_.end()) return found->second.get();
    }
    std::unique_ptr<const Anchors> anchors;
    const auto source = read_source(root_ + "/" + path, path, kLimits.document_bytes);
    if (source && !utf8::looks_binary((*source)->text())) {
      anchors = std::make_unique<const Anchors>(Document(*source));
    }
    const std::lock_guard<std::mutex> lock(known_mutex_);
    return known_.emplace(path, std::move(anchors)).first->second.get();
  }

 private:
  std::string root_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, std::unique_ptr<const Anchors>> known_;
};

}  // namespace

std::vector<const ReviewFile*> Facts::reviews_of(std::string_view number) const {
  std::vector<const ReviewFile*> found;
  const auto at = reviews_by_number.find(std::string(number));
  if (at == reviews_by_number.end()) return found;
  for (const std::size_t i : at->second) found.push_back(&reviews[i]);
  return found;
}

std::unique_ptr<Facts> gather_facts(const Repository& repository, Date today, int jobs) {
  auto gathered = std::make_unique<Facts>();
  Facts& facts = *gathered;
  facts.repository = true;
  facts.today = today;
  facts.index = read_index(repository, jobs);
  facts.rosters = read_rosters(repository, facts.index.troubles);
  facts.reviews = read_reviews(repository, jobs, facts.index.troubles);
  for (std::size_t i = 0; i < facts.reviews.size(); ++i) {
    facts.reviews_by_number[facts.reviews[i].number].push_back(i);
  }
  auto kinds = std::make_shared<RememberedPaths>(repository.root);
  facts.path_kind = [kinds](const std::string& path) { return (*kinds)(path); };
  auto anchors = std::make_shared<RememberedAnchors>(repository.root);
  facts.anchors_of = [anchors](const std::string& path) { return (*anchors)(path); };
  facts.relations = Relations(*repository.process, facts.index, facts.path_kind);
  return gathered;
}

}  // namespace milepost
