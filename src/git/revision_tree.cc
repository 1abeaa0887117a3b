#include "git/revision_tree.h"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace milepost {

namespace {

// More links than this lead in a circle.
constexpr int kMostLinks = 16;

struct Contents {
  Contents(Git opened, std::vector<GitFile> listed)
      : git(std::move(opened)), files(std::move(listed)) {}

  const GitFile* find(std::string_view path) const {
    const auto at = std::ranges::lower_bound(files, path, {}, &GitFile::path);
    return at != files.end() && at->path == path ? &*at : nullptr;
  }
  // The first file that lies in a folder; the end when there is no such folder.
  std::vector<GitFile>::const_iterator first_in(const std::string& folder) const {
    if (folder.empty()) return files.begin();
    const std::string start = folder + "/";
    const auto at = std::ranges::lower_bound(files, start, {}, &GitFile::path);
    return at != files.end() && at->path.starts_with(start) ? at : files.end();
  }

  Result<std::string> read(const GitFile& file, std::size_t max_bytes) const {
    if (file.blob.is_zero()) return failure("has conflicts that are not resolved yet");
    const std::lock_guard lock(mutex);
    return git.read_blob(file.blob, max_bytes);
  }

  Git git;  // used by one thread at a time
  std::vector<GitFile> files;
  mutable std::mutex mutex;
};

// Takes "." and ".." out of a path; nothing when it leads out of the root.
std::optional<std::string> normal(std::string_view path) {
  std::vector<std::string_view> names;
  while (!path.empty()) {
    const auto [name, rest] = cut(path, '/');
    path = rest;
    if (name.empty() || name == ".") continue;
    if (name != "..") {
      names.push_back(name);
    } else if (names.empty()) {
      return std::nullopt;
    } else {
      names.pop_back();
    }
  }
  std::string joined;
  for (const std::string_view name : names) {
    if (!joined.empty()) joined += '/';
    joined += name;
  }
  return joined;
}

class RevisionTree : public FileTree {
 public:
  RevisionTree(std::shared_ptr<const Contents> contents, std::string root)
      : contents_(std::move(contents)), root_(std::move(root)) {}

  PathKind kind(const std::string& path) const override {
    const auto place = resolve(path);
    if (!place) return PathKind::kNothing;
    if (contents_->find(*place)) return PathKind::kFile;
    return is_folder(*place) ? PathKind::kFolder : PathKind::kNothing;
  }

  Result<std::shared_ptr<const Source>> read(const std::string& path, std::string display_path,
                                             std::size_t max_bytes) const override {
    const auto place = resolve(path);
    const GitFile* file = place ? contents_->find(*place) : nullptr;
    if (!file) return failure("does not exist");
    TRY(const auto bytes, contents_->read(*file, max_bytes));
    return std::make_shared<const Source>(std::move(display_path), bytes);
  }

  Walk walk(const std::string& folder, const WalkFilter& wanted) const override {
    Walk walked;
    const auto place = resolve(folder);
    if (!place) return walked;
    const std::size_t prefix = place->empty() ? 0 : place->size() + 1;
    std::string refused;  // the last folder that is not entered, with a slash
    std::string entered;  // the last that is
    for (auto at = contents_->first_in(*place); at != contents_->files.end(); ++at) {
      if (!place->empty() && !at->path.starts_with(*place + "/")) break;
      const std::string_view path = std::string_view(at->path).substr(prefix);
      if (!refused.empty() && path.starts_with(refused)) continue;
      if (!enter(path, wanted, entered, refused)) continue;
      if (!wanted(path, EntryKind::kFile)) continue;
      if (at->link && kind_of_link(at->path) != PathKind::kFile) continue;
      walked.files.push_back({std::string(path), at->link});
    }
    return walked;
  }

  std::vector<std::string> list(const std::string& folder) const override {
    std::vector<std::string> names;
    const auto place = resolve(folder);
    if (!place) return names;
    const std::size_t prefix = place->empty() ? 0 : place->size() + 1;
    for (auto at = contents_->first_in(*place); at != contents_->files.end(); ++at) {
      if (!place->empty() && !at->path.starts_with(*place + "/")) break;
      const auto name = cut(std::string_view(at->path).substr(prefix), '/').first;
      if (names.empty() || names.back() != name) names.emplace_back(name);
    }
    return names;
  }

  std::shared_ptr<const FileTree> below(const std::string& folder) const override {
    return std::make_shared<const RevisionTree>(contents_, normal(root_ + "/" + folder).value());
  }

 private:
  bool is_folder(const std::string& place) const {
    return place.empty() || contents_->first_in(place) != contents_->files.end();
  }

  PathKind kind_of_link(const std::string& place) const {
    const auto end = follow(place);
    if (!end) return PathKind::kNothing;
    return contents_->find(*end) ? PathKind::kFile : PathKind::kFolder;
  }

  // Asks about the folders on the way to a file that were not asked about before.
  static bool enter(std::string_view path, const WalkFilter& wanted, std::string& entered,
                    std::string& refused) {
    for (std::size_t slash = path.find('/'); slash != path.npos;
         slash = path.find('/', slash + 1)) {
      const std::string_view folder = path.substr(0, slash + 1);
      if (entered.starts_with(folder)) continue;
      const std::string_view without_slash = folder.substr(0, slash);
      const std::string_view name = without_slash.substr(without_slash.rfind('/') + 1);
      if (name.starts_with('.') || name == "node_modules" ||
          !wanted(without_slash, EntryKind::kDirectory)) {
        refused = folder;
        return false;
      }
      entered = folder;
    }
    return true;
  }

  // Where a path leads, from the top of the repository; nothing for one that
  // leads out, or in a circle.
  std::optional<std::string> resolve(const std::string& path) const {
    auto place = normal(root_ + "/" + path);
    return place ? follow(*place) : std::nullopt;
  }

  std::optional<std::string> follow(std::string place) const {
    for (int links = 0; links <= kMostLinks; ++links) {
      const GitFile* link = nullptr;
      std::size_t end = 0;
      for (end = place.find('/'); !link; end = place.find('/', end + 1)) {
        const GitFile* file = contents_->find(std::string_view(place).substr(0, end));
        if (file && file->link) link = file;
        if (end == place.npos || link) break;
      }
      if (!link) return place;
      const auto target = contents_->read(*link, kMostTarget);
      if (!target || target->starts_with('/')) return std::nullopt;
      const std::string rest = end == place.npos ? "" : place.substr(end);
      auto next = normal(link->path + "/../" + *target + rest);
      if (!next) return std::nullopt;
      place = std::move(*next);
    }
    return std::nullopt;
  }

  static constexpr std::size_t kMostTarget = 4096;

  std::shared_ptr<const Contents> contents_;
  std::string root_;  // from the top of the repository
};

template <typename List>
Result<std::shared_ptr<const FileTree>> make_tree(const std::string& folder, const List& list) {
  TRY(auto git, Git::find(folder));
  if (!git) return failure(folder + " is in no git repository");
  TRY(auto files, list(*git));
  auto contents = std::make_shared<const Contents>(std::move(*git), std::move(files));
  return std::make_shared<const RevisionTree>(std::move(contents), std::string());
}

}  // namespace

Result<std::shared_ptr<const FileTree>> commit_tree(const std::string& folder,
                                                    const std::optional<Oid>& commit) {
  return make_tree(folder, [&](const Git& git) {
    return commit ? git.files(*commit) : Result<std::vector<GitFile>>(std::vector<GitFile>());
  });
}

Result<std::shared_ptr<const FileTree>> staged_tree(const std::string& folder) {
  return make_tree(folder, [](const Git& git) { return git.staged(); });
}

}  // namespace milepost
