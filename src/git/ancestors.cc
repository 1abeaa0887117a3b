// Common ancestors as git finds them: from both commits down, the youngest first,
// until all that is left to look at is known to come before one already found.
#include <map>
#include <queue>
#include <utility>

#include "git/repository.h"

namespace milepost {

namespace {

constexpr unsigned kFromOne = 1;
constexpr unsigned kFromOther = 2;
constexpr unsigned kFromBoth = kFromOne | kFromOther;
constexpr unsigned kStale = 4;  // it comes before a common ancestor

struct Node {
  Commit commit;
  unsigned marks = 0;
  bool queued = false;
  bool common = false;
};

class Descent {
 public:
  explicit Descent(const Git& git) : git_(git) {}

  Result<void> mark(const Oid& id, unsigned marks) {
    auto found = nodes_.find(id);
    if (found == nodes_.end()) {
      TRY(auto commit, git_.commit(id));
      found = nodes_.emplace(id, Node{std::move(commit)}).first;
    }
    Node& node = found->second;
    if ((node.marks & marks) == marks) return {};
    if (node.queued && (node.marks & kStale) == 0) --fresh_;
    node.marks |= marks;
    if (!node.queued) queue_.emplace(node.commit.time, id);
    node.queued = true;
    if ((node.marks & kStale) == 0) ++fresh_;
    return {};
  }

  Result<void> descend() {
    while (fresh_ > 0) {
      Node& node = nodes_.at(queue_.top().second);
      queue_.pop();
      node.queued = false;
      if ((node.marks & kStale) == 0) --fresh_;
      unsigned marks = node.marks;
      if ((marks & kFromBoth) == kFromBoth) {
        node.common = node.common || (marks & kStale) == 0;
        marks |= kStale;
      }
      for (const Oid& parent : node.commit.parents) {
        TRY(mark(parent, marks));
      }
    }
    return {};
  }

  // The youngest of the best ones.
  std::optional<Oid> best() const {
    const Node* best = nullptr;
    for (const auto& [id, node] : nodes_) {
      if (!node.common || (node.marks & kStale) != 0) continue;
      if (best == nullptr || node.commit.time > best->commit.time) best = &node;
    }
    if (best == nullptr) return std::nullopt;
    return best->commit.id;
  }

 private:
  const Git& git_;
  std::map<Oid, Node> nodes_;
  std::priority_queue<std::pair<Instant, Oid>> queue_;
  std::size_t fresh_ = 0;  // nodes in the queue that are not stale
};

}  // namespace

Result<std::optional<Oid>> common_ancestor(const Git& git, const Oid& one, const Oid& other) {
  Descent descent(git);
  TRY(descent.mark(one, kFromOne));
  TRY(descent.mark(other, kFromOther));
  TRY(descent.descend());
  return descent.best();
}

}  // namespace milepost
