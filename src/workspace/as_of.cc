#include "workspace/as_of.h"

#include <fmt/format.h>

#include "git/git.h"
#include "git/revision_tree.h"

namespace milepost {

Instant end_of(const Date& day) { return {start_of(day).seconds + kDay}; }

Result<std::shared_ptr<const FileTree>> tree_before(const Repository& repository, Instant before) {
  auto git = Git::find(repository.root);
  if (!git) return tl::unexpected(std::move(git.error()));
  if (!*git) return failure(fmt::format("{} is in no git repository", repository.root));
  const auto head = (*git)->head();
  if (!head) return tl::unexpected(head.error());
  std::optional<Oid> next = *head;
  while (next) {
    const auto commit = (*git)->commit(*next);
    if (!commit) return tl::unexpected(commit.error());
    if (commit->time < before) break;
    next = commit->parents.empty() ? std::optional<Oid>() : commit->parents.front();
  }
  if (!next) {
    const auto shallow = (*git)->shallow();
    if (!shallow) return tl::unexpected(shallow.error());
    const Date day = date_of({before.seconds - 1});
    return failure(fmt::format("there is no commit of {} or before{}", to_string(day),
                               *shallow ? "; " + (*shallow)->message() : std::string()));
  }
  const std::string& top =
      (*git)->work_tree().empty() ? (*git)->common_folder() : (*git)->work_tree();
  auto tree = commit_tree(top, next);
  if (!tree) return tl::unexpected(std::move(tree.error()));
  const bool inside = repository.root.size() > top.size();
  return (*tree)->below(inside ? repository.root.substr(top.size() + 1) : "");
}

}  // namespace milepost
