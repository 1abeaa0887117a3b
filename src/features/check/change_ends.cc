#include "features/check/change_ends.h"

#include <utility>

#include <fmt/format.h>

#include "git/revision_tree.h"

namespace milepost::check {

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

}  // namespace

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
  ends.base = base;
  ends.base_name = scope.base;
  if (head) {
    TRY(start_at_merge_base(ends, scope.base, base, *head));
  }
  return ends;
}

Result<Workspace::Pointer> open_before(const ChangeEnds& ends, const Workspace& after) {
  if (ends.from) return after.at(ends.from->hex());
  TRY(auto nothing, commit_tree(ends.git.top(), std::nullopt));
  return after.with_tree(std::move(nothing));
}

}  // namespace milepost::check
