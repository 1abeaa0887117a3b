#include "features/process/examples.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/beneath.h"
#include "base/file_tree.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "base/utf8.h"
#include "process/heading_key.h"
#include "process/usual.h"

namespace milepost::process {

namespace fs = std::filesystem;

namespace {

// More would say the same.
constexpr std::size_t kMostExamples = 2'000;

std::string folder_around(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string() : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_markdown(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".markdown");
}

// The nearest folder with a milepost.yaml, else the work tree, else the folder itself.
std::string root_around(const std::string& folder) {
  const auto top = work_tree_around(folder);
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code unknown;
    if (fs::exists(at / "milepost.yaml", unknown)) return at.string();
    if ((top && at == fs::path(*top)) || at == at.parent_path()) break;
  }
  return top ? *top : folder;
}

// The titles of a template below its own.
std::set<std::string> keys_of(const Document& document) {
  std::set<std::string> keys;
  for (const Section& section : document.sections()) {
    const Heading& heading = document.heading_of(section);
    if (heading.level > 1) keys.insert(heading_key(heading.text));
  }
  return keys;
}

class ExampleReader {
 public:
  explicit ExampleReader(std::string directory) : directory_(std::move(directory)) {}

  Result<Examples> read(const std::string& template_word, const std::vector<std::string>& words) {
    std::error_code failed;
    const std::string here = fs::weakly_canonical(directory_, failed).string();
    if (failed) return failure(fmt::format("{}: {}", directory_, failed.message()));
    found_.root = root_around(here);
    tree_ = disk_tree(found_.root);
    TRY(read_template(here, template_word));
    if (words.empty()) {
      look_around_template();
    } else {
      for (const std::string& word : words) TRY(add_word(here, word));
    }
    std::ranges::sort(found_.all, {}, &ExampleProposal::path);
    for (ExampleProposal& example : found_.all) example.beside = yaml_beside(example.path);
    for (auto* paths : {&found_.unlike, &found_.not_markdown, &found_.unread}) {
      std::ranges::sort(*paths);
    }
    return std::move(found_);
  }

 private:
  Result<void> read_template(const std::string& here, const std::string& word) {
    const std::string full = fs::path(here) / word;
    TRY(found_.template_source,
        within(word, milepost::read_named(full, word, kLimits.document_bytes)));
    TRY(refuse_other_formats(word));
    wanted_ = keys_of(Document(found_.template_source));
    found_.template_path = path_below(found_.root, full).value_or("");
    if (found_.template_path.empty()) return {};
    found_.beside_template = yaml_beside(found_.template_path);
    taken_.insert(found_.template_path);
    return {};
  }

  Result<void> refuse_other_formats(const std::string& word) const {
    const std::string_view format = usual_names().format_of(word);
    if (!format.empty()) {
      return failure(fmt::format("{} is {}; a template is Markdown", word, format));
    }
    if (utf8::looks_binary(found_.template_source->text())) {
      return failure(fmt::format("{} is a binary file; a template is Markdown", word));
    }
    if (Document(found_.template_source).sections().empty()) {
      return failure(fmt::format(
          "{} has no headings; a template is Markdown, with a heading for each section", word));
    }
    return {};
  }

  std::vector<std::shared_ptr<const Source>> yaml_beside(const std::string& path) const {
    std::vector<std::shared_ptr<const Source>> files;
    const std::string folder = folder_around(path);
    for (const std::string& name : tree_->list(folder)) {
      if (!name.ends_with(".yaml") && !name.ends_with(".yml")) continue;
      const std::string at = folder.empty() ? name : folder + "/" + name;
      if (tree_->kind(at) != PathKind::kFile) continue;
      if (auto source = tree_->read(at, name, kLimits.yaml_bytes)) files.push_back(*source);
    }
    return files;
  }

  // The folder of the template, or the nearest one above it that has any.
  void look_around_template() {
    std::string folder = folder_around(found_.template_path);
    for (;;) {
      add_folder(folder);
      if (!found_.all.empty() || folder.empty()) return;
      folder = folder_around(folder);
    }
  }

  Result<void> add_word(const std::string& here, const std::string& word) {
    const std::string full = fs::path(here) / word;
    const auto path = path_below(found_.root, full);
    if (!path) {
      return failure(fmt::format("{} lies outside of the repository {}", word, found_.root));
    }
    switch (tree_->kind(*path)) {
      case PathKind::kNothing: return failure(fmt::format("{}: there is no such file", word));
      case PathKind::kFolder: add_folder(*path == "." ? "" : *path); break;
      case PathKind::kFile: add_file(*path, true); break;
    }
    return {};
  }

  void add_folder(const std::string& folder) {
    const UsualNames& usual = usual_names();
    const Walk walked = tree_->walk(folder, [&](std::string_view path, EntryKind kind) {
      return kind == EntryKind::kDirectory || is_markdown(path) || !usual.format_of(path).empty();
    });
    for (const WalkedFile& file : walked.files) {
      if (!file.symlink) add_file(folder.empty() ? file.path : folder + "/" + file.path, false);
    }
  }

  // One that is named is an example, however unlike the template it is.
  void add_file(const std::string& path, bool named) {
    if (found_.all.size() >= kMostExamples || !taken_.insert(path).second) return;
    if (!is_markdown(path)) {
      found_.not_markdown.push_back(path);
      return;
    }
    auto source = tree_->read(path, path, kLimits.document_bytes);
    if (!source) {
      found_.unread.push_back(path + ": " + source.error().message);
      return;
    }
    auto document = std::make_shared<const Document>(*source);
    if (named || is_alike(*document, path)) {
      found_.all.push_back({path, std::move(document)});
    } else {
      found_.unlike.push_back(path);
    }
  }

  bool is_alike(const Document& document, const std::string& path) const {
    if (wanted_.size() < 2) return !lists_word(usual_names().no_documents, name_of(path));
    const std::size_t enough = std::clamp<std::size_t>(wanted_.size() / 3, 1, 3);
    const std::set<std::string> has = keys_of(document);
    const auto shared =
        std::ranges::count_if(has, [&](const std::string& key) { return wanted_.contains(key); });
    return static_cast<std::size_t>(shared) >= enough;
  }

  std::string directory_;
  Examples found_;
  std::shared_ptr<const FileTree> tree_;
  std::set<std::string> wanted_;
  std::set<std::string> taken_;
};

}  // namespace

Result<Examples> read_examples(const std::string& directory, const std::string& template_word,
                               const std::vector<std::string>& words) {
  return ExampleReader(directory).read(template_word, words);
}

}  // namespace milepost::process
