#include "features/show/served_files.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "git/git.h"
#include "proposal/links.h"
#include "text/document.h"

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

struct PictureType {
  std::string_view ending;
  std::string_view type;
};
constexpr PictureType kPictures[] = {
    {".gif", "image/gif"}, {".jpeg", "image/jpeg"},   {".jpg", "image/jpeg"},
    {".png", "image/png"}, {".svg", "image/svg+xml"}, {".webp", "image/webp"},
};

// Whether the proposal is a single file that may have the path shown beside it. A text that
// nobody has merged yet publishes nothing.
bool may_show(const Card& card, std::string_view path) {
  const std::string& document = card.files.document;
  if (card.unmerged || !card.files.has_document || card.path != document) return false;
  const std::size_t slash = document.rfind('/');
  if (slash == document.npos) return !picture_type(path).empty();
  return path.starts_with(std::string_view(document).substr(0, slash + 1));
}

bool refers_to(const Workspace& workspace, const Card& card, const std::string& path) {
  const auto source = workspace.repository().read(card.files.document);
  if (!source) return false;
  // Far cheaper than reading all links; other characters may stand there encoded.
  const auto name = path.begin() + static_cast<std::ptrdiff_t>(path.rfind('/') + 1);
  const auto end = std::find_if_not(
      name, path.end(), [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
  if ((*source)->text().find(std::string_view(name, end)) == std::string_view::npos) return false;
  // As a picture or link of raw HTML does.
  const std::string_view beside = std::string_view(path).substr(card.files.document.rfind('/') + 1);
  for (const char quote : {'"', '\''}) {
    if ((*source)->text().find(fmt::format("{0}{1}{0}", quote, beside)) != std::string_view::npos) {
      return true;
    }
  }
  const Document document(*source);
  const Links links(workspace.process(), document, card.files.document);
  return std::ranges::any_of(links.places(), [&](const LinkedPlace& place) {
    return place.target.kind == TargetKind::kFile && place.target.path == path;
  });
}

bool is_plain_file(const Workspace& workspace, const std::string& path) {
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

}  // namespace

std::string_view picture_type(std::string_view path) {
  const std::string name = lower(path.substr(path.rfind('/') + 1));
  for (const PictureType& picture : kPictures) {
    if (name.ends_with(picture.ending)) return picture.type;
  }
  return {};
}

bool is_served_file(const Workspace& workspace, const std::string& path) {
  if (!is_plain_path(path) || !is_plain_file(workspace, path)) return false;
  const Index& index = workspace.index();
  return index.find(path) != nullptr || std::ranges::any_of(index.cards, [&](const Card& card) {
           return may_show(card, path) && refers_to(workspace, card, path);
         });
}

bool is_served_file(const Workspace& workspace, const std::string& path,
                    const std::string& document) {
  if (!is_plain_path(path)) return false;
  const Index& index = workspace.index();
  const Card* const card = index.find(document);
  const bool shown = index.find(path) != nullptr || (card != nullptr && may_show(*card, path));
  return shown && is_plain_file(workspace, path);
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
