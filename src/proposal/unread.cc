#include "proposal/unread.h"

#include <algorithm>
#include <atomic>
#include <ranges>
#include <unordered_set>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "process/load.h"
#include "proposal/judgement.h"
#include "proposal/other_files.h"
#include "text/document.h"

namespace milepost {

namespace {

// A repository of code may hold any number of pages; the first ones will tell.
constexpr std::size_t kMostPages = 20'000;
// Any page's front matter may have fewer fields of a process, or fewer than half of those that
// it always needs.
constexpr std::size_t kLeastFields = 3;

// How far it is looked where there may be no repository at all.
constexpr std::ptrdiff_t kMostDepth = 4;
constexpr std::size_t kMostFolders = 2'000;

// As many are named before the rest is counted.
constexpr std::size_t kShown = 3;

// Folders of what others wrote, and of what tests read.
constexpr std::string_view kForeignFolders[] = {"vendor", "third_party", "testdata"};

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_own(std::string_view folder) {
  return std::ranges::find(kForeignFolders, folder) == std::end(kForeignFolders);
}

bool begins_with_metadata(const Source& source) {
  return source.text().starts_with("---\n") || source.text().starts_with("---\r\n");
}

class UnreadFinder {
 public:
  UnreadFinder(const Repository& repository, const Index& index)
      : repository_(repository), layout_(repository.process->layout), index_(index) {
    for (const MetadataSource& form : layout_.metadata) {
      if (form.form == MetadataForm::kFile) metadata_name_ = form.name;
      if (form.form == MetadataForm::kFrontMatter) front_matter_ = true;
    }
    for (const Field& field : repository.process->fields) {
      if (field.needed.always) needed_.insert(field.id);
      const bool common = field.role == FieldRole::kTitle || field.role == FieldRole::kAuthors;
      if (field.needed.always && !common) telling_.insert(field.id);
    }
    front_matter_ = front_matter_ && needed_.size() >= kLeastFields;
  }

  std::vector<std::string> find() const {
    if (metadata_name_.empty() && !front_matter_) return {};
    const Walk walked = repository_.tree->walk("", [this](std::string_view path, EntryKind kind) {
      return kind == EntryKind::kDirectory ? is_own_folder(path) : is_candidate(path);
    });
    std::vector<std::string> found;
    std::size_t pages = 0;
    for (const WalkedFile& file : walked.files) {
      if (file.symlink || index_.find(file.path)) continue;
      const bool is_metadata = last_name(file.path) == metadata_name_;
      if (is_metadata || (++pages <= kMostPages && has_metadata(file.path))) {
        found.push_back(file.path);
      }
    }
    return found;
  }

 private:
  bool is_own_folder(std::string_view path) const {
    if (!is_own(last_name(path))) return false;
    return !repository_.tree->has(std::string(path) + "/milepost.yaml");
  }

  bool is_candidate(std::string_view path) const {
    const std::string_view name = last_name(path);
    const bool is_page = front_matter_ && name.ends_with(".md");
    if (!is_page && (metadata_name_.empty() || name != metadata_name_)) return false;
    return std::ranges::none_of(layout_.ignore,
                                [&](const Glob& glob) { return glob.matches(path); });
  }

  bool has_metadata(const std::string& path) const {
    const auto source = repository_.tree->read(path, path, kLimits.document_bytes);
    if (!source || !begins_with_metadata(**source)) return false;
    const Document document(*source);
    const Metadata metadata = read_metadata(*repository_.process, &document, nullptr);
    if (!metadata.yaml) return false;
    std::size_t known = 0;
    bool telling = false;
    for (const YamlEntry& entry : metadata.yaml->root().entries) {
      if (needed_.contains(entry.key)) ++known;
      if (telling_.contains(entry.key)) telling = true;
    }
    return telling && known >= std::max(kLeastFields, (needed_.size() + 1) / 2);
  }

  const Repository& repository_;
  const Layout& layout_;
  const Index& index_;
  std::string metadata_name_;
  bool front_matter_ = false;
  std::unordered_set<std::string> needed_;
  std::unordered_set<std::string> telling_;  // those that other pages have not
};

}  // namespace

std::vector<std::string> find_unread(const Repository& repository, const Index& index) {
  return UnreadFinder(repository, index).find();
}

std::vector<std::string> find_alike(const Repository& repository) {
  const auto& ignored = repository.process->layout.ignore;
  const Walk walked = repository.tree->walk("", [&](std::string_view path, EntryKind kind) {
    if (kind == EntryKind::kDirectory) return is_own(last_name(path));
    return path.ends_with(".md") &&
           std::ranges::none_of(ignored, [&](const Glob& glob) { return glob.matches(path); });
  });
  const Judge judge(*repository.process);
  std::vector<std::string> found;
  for (const WalkedFile& file : walked.files | std::views::take(kMostPages)) {
    if (file.symlink) continue;
    const auto source = repository.tree->read(file.path, file.path, kLimits.document_bytes);
    if (source && judge.shared_headings(Document(*source)) >= kAlikeHeadings) {
      found.push_back(file.path);
    }
  }
  return found;
}

std::vector<CloseFile> find_close(const FileTree& tree) {
  std::vector<std::pair<std::string, std::string>> names;  // of a metadata file, and its pack
  for (const std::string& pack : built_in_packs()) {
    const auto layout = load_layout(built_in_pack(pack));
    if (!layout) continue;
    for (const MetadataSource& form : layout->metadata) {
      if (form.form == MetadataForm::kFile) names.emplace_back(form.name, pack);
    }
  }
  // One may stand in a home directory, or at the root of everything.
  std::atomic<std::size_t> entered = 0;
  const Walk walked = tree.walk("", [&](std::string_view path, EntryKind kind) {
    if (kind == EntryKind::kFile) {
      return std::ranges::any_of(names, [&](const auto& n) { return n.first == last_name(path); });
    }
    return std::ranges::count(path, '/') < kMostDepth && ++entered <= kMostFolders;
  });
  std::vector<CloseFile> found;
  for (const WalkedFile& file : walked.files) {
    for (const auto& [name, pack] : names) {
      if (name == last_name(file.path)) found.push_back({file.path, pack});
    }
  }
  return found;
}

namespace {

// What a document is told by besides its place.
std::string with_headings(const Layout& layout) {
  if (layout.least_headings == 0) return {};
  return fmt::format(" with {} or more of the template", counted(layout.least_headings, "heading"));
}

}  // namespace

std::string unread_note(const Layout& layout, const std::vector<std::string>& paths, bool all) {
  if (paths.empty()) return {};
  const bool one = paths.size() == 1;
  return fmt::format("{} but {} not read: {}; documents are {}{}{}",
                     one ? "1 file looks like a proposal"
                         : fmt::format("{} files look like proposals", paths.size()),
                     one ? "is" : "are",
                     all ? fmt::format("{}", fmt::join(paths, ", ")) : some_of(paths),
                     searched_places(layout), with_headings(layout),
                     all || paths.size() <= kShown ? "" : " (--verbose lists all)");
}

std::string some_of(const std::vector<std::string>& paths) {
  const std::size_t shown = std::min(paths.size(), kShown);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == paths.size() ? " and " : ", ";
    text += paths[i];
  }
  if (shown < paths.size()) text += fmt::format(" and {} more", paths.size() - shown);
  return text;
}

std::string searched_places(const Layout& layout) {
  std::vector<std::string_view> patterns;
  for (const Glob& glob : layout.documents) patterns.emplace_back(glob.pattern());
  return fmt::format("{}", fmt::join(patterns, " or "));
}

}  // namespace milepost
