#include "features/show/served_files.h"

#include <algorithm>

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

}  // namespace milepost::show
