#include "features/show/served_files.h"

#include <algorithm>
#include <optional>

#include "git/git.h"

namespace milepost::show {

namespace {

// No part of it is empty or begins with a dot, such as "..", ".git" and what is hidden.
bool is_plain_path(std::string_view path) {
  if (path.empty() || path.find('\0') != path.npos || path.find('\\') != path.npos) return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end == at || path[at] == '.') return false;
    at = end + 1;
  }
  return true;
}

}  // namespace

bool is_served_file(const Workspace& workspace, const std::string& path) {
  if (!is_plain_path(path) || workspace.index().find(path) == nullptr) return false;
  // A walk follows no link to a folder, and tells which files are links: one could lead to what
  // nobody meant to publish.
  const Walk found =
      workspace.repository().tree->walk("", [&](std::string_view name, EntryKind kind) {
        if (kind == EntryKind::kFile) return name == path;
        return path.size() > name.size() && path.starts_with(name) && path[name.size()] == '/';
      });
  return std::ranges::any_of(
      found.files, [&](const WalkedFile& file) { return file.path == path && !file.symlink; });
}

bool is_ignored_file(const Workspace& workspace, const std::string& path) {
  const auto git = Git::find(workspace.root());
  if (!git) return true;  // nobody knows
  if (!*git || (*git)->work_tree().empty()) return false;
  const std::string below = (*git)->from_top(workspace.root());
  const std::string in_git = below.empty() ? path : below + "/" + path;
  // Of all there is, since it is compared with nothing; what is ignored is not there.
  const auto present = (*git)->changed(std::nullopt, WorkTree{}, in_git);
  return !present || std::ranges::find(*present, in_git, &GitChange::path) == present->end();
}

}  // namespace milepost::show
