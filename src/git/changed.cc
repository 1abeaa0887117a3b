#include "base/files.h"
#include "base/limits.h"
#include "git/renames.h"
#include "git/repository.h"

namespace milepost {

namespace {

// A text that cannot be read is like no other; the reader of the change will say why.
std::optional<std::string> text_of(const Git& git, const Oid& blob) {
  if (blob.is_zero()) return std::nullopt;
  auto bytes = git.read_blob(blob, kLimits.document_bytes);
  if (!bytes) return std::nullopt;
  return std::move(*bytes);
}

std::optional<std::string> text_in(const std::string& work_tree, const std::string& path) {
  const auto source = read_beneath(work_tree, path, path, kLimits.document_bytes);
  if (!source) return std::nullopt;
  return std::string((*source)->text());
}

}  // namespace

Result<std::vector<GitChange>> Git::changed(const std::optional<Oid>& from, const ChangeTarget& to,
                                            std::string_view below) const {
  TRY(const auto old_tree, repository_->tree_of(from));
  std::vector<GitChange> changes;
  const bool in_work_tree = std::holds_alternative<WorkTree>(to);
  if (const Oid* const commit = std::get_if<Oid>(&to)) {
    TRY(const auto new_tree, repository_->tree_of(*commit));
    TRY(changes, repository_->compare(old_tree, new_tree, below));
  } else {
    if (in_work_tree && repository_->work_tree.empty()) {
      return failure("the repository is bare: it has no work tree");
    }
    TRY(const auto olds, repository_->files(old_tree, below));
    TRY(const auto news, in_work_tree ? repository_->present(below) : repository_->staged(below));
    changes = compare_lists(olds, news);
  }
  find_renames(changes, {[&](const GitChange& change) { return text_of(*this, change.old_blob); },
                         [&](const GitChange& change) {
                           return in_work_tree ? text_in(repository_->work_tree, change.path)
                                               : text_of(*this, change.new_blob);
                         }});
  return changes;
}

Result<std::vector<GitChange>> Git::differences(const std::optional<Oid>& from, const Oid& to,
                                                std::string_view below) const {
  TRY(const auto old_tree, repository_->tree_of(from));
  TRY(const auto new_tree, repository_->tree_of(to));
  return repository_->compare(old_tree, new_tree, below);
}

}  // namespace milepost
