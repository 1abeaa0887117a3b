#include "features/release/uncommitted.h"

#include <algorithm>
#include <unordered_set>

#include "store/record.h"

namespace milepost::release {

namespace {

// Files and all folders around them, from the root of the repository.
std::unordered_set<std::string> touched_paths(const std::vector<GitChange>& changes,
                                              const std::string& root) {
  std::unordered_set<std::string> paths;
  const auto add = [&](std::string_view path) {
    if (!root.empty()) {
      if (!path.starts_with(root + "/")) return;
      path.remove_prefix(root.size() + 1);
    }
    for (; !path.empty(); path = path.substr(0, path.rfind('/'))) {
      paths.emplace(path);
      if (path.find('/') == path.npos) break;
    }
  };
  for (const GitChange& change : changes) {
    add(change.path);
    if (!change.old_path.empty()) add(change.old_path);
  }
  return paths;
}

// A proposal's reviews are files of its own.
bool is_touched(const Facts& facts, const Card& card,
                const std::unordered_set<std::string>& touched) {
  return touched.contains(card.path) ||
         std::ranges::any_of(facts.reviews_of(card), [&](const ReviewFile* review) {
           return touched.contains(review->path);
         });
}

}  // namespace

void mark_uncommitted(const Workspace& workspace, ReleaseView& view) {
  const auto& past = workspace.past();
  if (!past) return;
  const auto git = past->open_git();
  if (!git || git->work_tree().empty()) return;
  const auto head = git->head();
  if (!head || !*head) return;
  const std::string root = git->from_top(workspace.root());
  const auto changes = git->changed(*head, WorkTree{}, root);
  if (!changes) {
    view.notes.push_back("what is not committed is not known: " + changes.error().message);
    return;
  }
  const auto touched = touched_paths(*changes, root);
  if (touched.empty()) return;
  std::unordered_set<std::string> streams;
  for (const Card& card : workspace.index().cards) {
    if (is_touched(workspace.facts(), card, touched)) streams.insert(stream_of(card));
  }
  for (ReleaseEntry& entry : view.entries) entry.uncommitted = streams.contains(entry.stream);
}

}  // namespace milepost::release
