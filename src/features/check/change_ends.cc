#include "features/check/change_ends.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "git/revision_tree.h"

namespace milepost::check {

namespace fs = std::filesystem;

namespace {

// What came into the base since the change left it is not the change's doing.
Result<void> start_at_merge_base(ChangeEnds& ends, const std::string& name, const Oid& base,
                                 const Oid& head) {
  TRY(const auto common, ends.git.merge_base(base, head));
  if (common) {
    ends.from = common;
    return {};
  }
  TRY(const auto shallow, ends.git.shallow());
  ends.notes.push_back(fmt::format(
      "compared with {} itself, since no commit was found that both it and HEAD come from{}", name,
      shallow ? "; " + shallow->message() : ""));
  return {};
}

Result<std::shared_ptr<const FileTree>> tree_after(const ChangeEnds& ends) {
  if (const Oid* commit = std::get_if<Oid>(&ends.to)) return commit_tree(ends.top, *commit);
  if (std::holds_alternative<Staged>(ends.to)) return staged_tree(ends.top);
  return disk_tree(ends.top);
}

}  // namespace

ChangeEnds::ChangeEnds(Git found)
    : git(std::move(found)), top(git.work_tree().empty() ? git.common_folder() : git.work_tree()) {}

Result<ChangeEnds> find_change_ends(const std::string& directory, const ChangeScope& scope) {
  TRY(auto found, Git::find(directory));
  if (!found) return failure("changes are looked for in a git repository, and this is none");
  ChangeEnds ends(std::move(*found));
  TRY(auto head, ends.git.head());
  if (!scope.end.empty()) {
    TRY(head, ends.git.resolve(scope.end));
    ends.to = *head;
  } else if (scope.staged) {
    ends.to = Staged{};
  } else if (ends.git.work_tree().empty()) {
    if (!head) return failure("the repository is bare and has no commit yet");
    ends.to = *head;
  }
  ends.from = head;
  if (scope.base.empty()) return ends;
  TRY(const auto base, ends.git.resolve(scope.base));
  ends.from = base;
  if (head) {
    TRY(start_at_merge_base(ends, scope.base, base, *head));
  }
  return ends;
}

Result<Workspace::Pointer> open_after(const ChangeEnds& ends, const WorkspaceOptions& options,
                                      Instant now) {
  TRY(const auto tree, tree_after(ends));
  std::error_code failed;
  const fs::path here = fs::weakly_canonical(options.directory, failed);
  std::string start = here.lexically_relative(ends.top).generic_string();
  if (ends.git.work_tree().empty() || start == "." || start.starts_with("..")) start.clear();
  TRY(auto opened, Workspace::open(options, now, tree, ends.top, start));
  if (!opened->recognised()) return failure(not_recognised("here"));
  if (const auto& judged = opened->judging(); !judged) return tl::unexpected(judged.error());
  return opened;
}

Result<Workspace::Pointer> open_before(const ChangeEnds& ends, const Workspace& after) {
  TRY(const auto tree, commit_tree(ends.top, ends.from));
  return after.with_tree(tree->below(root_below_top(ends, after)));
}

std::string root_below_top(const ChangeEnds& ends, const Workspace& after) {
  const std::string& root = after.root();
  return root.size() > ends.top.size() ? root.substr(ends.top.size() + 1) : std::string();
}

}  // namespace milepost::check
