#include "proposal/near.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "process/load.h"
#include "process/usual.h"
#include "proposal/judgement.h"
#include "proposal/other_files.h"
#include "proposal/unread.h"
#include "text/document.h"

namespace milepost {

namespace {

// How far it is looked, since one may stand in a home directory, or at the root of everything.
constexpr std::ptrdiff_t kMostLevels = 4;
constexpr std::size_t kMostEntered = 2'000;
constexpr std::size_t kMostRead = 24;  // documents of a folder
// Fewer files with numbers may be anything.
constexpr std::size_t kFewestNumbered = 3;
constexpr std::size_t kShownFolders = 4;
constexpr std::size_t kShortestFolder = 4;  // "0042", not a month

std::string_view base_name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string folder_above(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == path.npos ? std::string_view() : path.substr(0, slash));
}

bool is_markdown_page(std::string_view path) { return path.ends_with(".md"); }

bool names_template(std::string_view name) {
  const std::string stem = lower(name.substr(0, name.find('.')));
  // One about templates has a number of its own.
  const bool numbered = !stem.empty() && stem.front() >= '1' && stem.front() <= '9';
  return stem.ends_with("template") && !numbered;
}

// "0000-template.md", "NNNN-template/README.md", "tep-template.md.template"
bool is_template(std::string_view path) {
  return names_template(base_name_of(path)) || names_template(base_name_of(folder_above(path))) ||
         path.ends_with(".template");
}

bool is_text(std::string_view path) {
  return is_markdown_page(path) || path.ends_with(".template");
}

// "0042-x.rst", "pep-0042.txt"; a year is no number of a proposal's: posts and notes have those.
bool is_numbered(std::string_view path) {
  const std::string_view name = base_name_of(path);
  const std::size_t digit = name.find_first_of("0123456789");
  if (digit == name.npos) return false;
  const bool begins = digit == 0 || name[digit - 1] == '-' || name[digit - 1] == '_';
  const std::string_view number =
      name.substr(digit, name.find_first_not_of("0123456789", digit) - digit);
  const bool year = number.size() == 4 && (number.starts_with("19") || number.starts_with("20"));
  return begins && number.size() >= 2 && number.size() <= 5 && !year;
}

// The outermost folder around a file that is called as folders of proposals are; "" for none.
std::string named_folder(std::string_view path) {
  std::size_t slash = path.find('/');
  std::size_t begin = 0;
  for (; slash != path.npos; slash = path.find('/', begin)) {
    if (usual_names().is_proposals_folder(path.substr(begin, slash - begin))) {
      return std::string(path.substr(0, slash));
    }
    begin = slash + 1;
  }
  return {};
}

class FolderFinder {
 public:
  explicit FolderFinder(const FileTree& tree) : tree_(tree) {}

  std::vector<ProposalsFolder> find() {
    std::atomic<std::size_t> entered = 0;
    const Walk walked = tree_.walk("", [&](std::string_view path, EntryKind kind) {
      if (kind == EntryKind::kFile) {
        return is_text(path) || !usual_names().format_of(path).empty();
      }
      return std::ranges::count(path, '/') < kMostLevels && ++entered <= kMostEntered;
    });
    std::map<std::string, std::vector<std::string>> files;
    std::map<std::string, std::vector<std::string>> numbered;
    for (const WalkedFile& file : walked.files) {
      if (file.symlink) continue;
      const std::string folder = named_folder(file.path);
      if (!folder.empty()) {
        files[folder].push_back(file.path);
      } else if (is_numbered(file.path)) {
        numbered[folder_above(file.path)].push_back(file.path);
      } else if (const std::string own = folder_above(file.path);
                 base_name_of(own).size() >= kShortestFolder && is_numbered(own)) {
        numbered[folder_above(own)].push_back(file.path);  // each has a folder of its own
      }
    }
    for (auto& [folder, paths] : numbered) {
      if (paths.size() >= kFewestNumbered) files[folder] = std::move(paths);
    }
    std::vector<ProposalsFolder> folders;
    for (const auto& [folder, paths] : files) {
      ProposalsFolder one = describe_folder(folder, paths);
      if (one.documents > 0 || !one.formats.empty()) folders.push_back(std::move(one));
    }
    return folders;
  }

 private:
  ProposalsFolder describe_folder(const std::string& path, const std::vector<std::string>& files) {
    ProposalsFolder folder{path, 0, {}, {}, 0, 0, {}};
    std::map<std::string, std::size_t> formats;
    std::vector<std::string> documents;
    for (const std::string& file : files) {
      if (is_template(file)) {
        if (is_text(file) && folder.template_path.empty()) folder.template_path = file;
      } else if (!is_markdown_page(file)) {
        ++formats[std::string(usual_names().format_of(file))];
      } else if (!lists_word(usual_names().no_documents, base_name_of(file)) ||
                 folder_above(file) != path) {
        documents.push_back(file);
      }
    }
    folder.documents = documents.size();
    folder.formats.assign(formats.begin(), formats.end());
    compare(documents, folder);
    return folder;
  }

  void compare(const std::vector<std::string>& documents, ProposalsFolder& folder) {
    std::map<std::string, std::size_t> alike;
    for (const std::string& path : documents) {
      if (folder.read == kMostRead) break;
      const auto source = tree_.read(path, path, kLimits.document_bytes);
      if (!source) continue;
      ++folder.read;
      const Document document(*source);
      // Of packs that are alike themselves, the one that shares most.
      std::string best;
      std::size_t most = kAlikeHeadings - 1;
      for (const auto& [pack, judge] : judges()) {
        const std::size_t shared = judge.shared_headings(document);
        if (shared <= most) continue;
        most = shared;
        best = pack;
      }
      if (!best.empty()) ++alike[best];
    }
    for (const auto& [pack, count] : alike) {
      if (count > folder.alike && count * 2 >= folder.read) {
        folder.pack = pack;
        folder.alike = count;
      }
    }
  }

  const std::vector<std::pair<std::string, Judge>>& judges() {
    if (!judges_.empty()) return judges_;
    for (const std::string& pack : built_in_packs()) {
      auto process = load_process(built_in_pack(pack), nullptr);
      if (!process) continue;
      processes_.push_back(*process);
      judges_.emplace_back(std::piecewise_construct, std::forward_as_tuple(pack),
                           std::forward_as_tuple(*processes_.back()));
    }
    return judges_;
  }

  const FileTree& tree_;
  std::vector<std::shared_ptr<const Process>> processes_;
  std::vector<std::pair<std::string, Judge>> judges_;
};

std::string signs_of(const std::string& pack) {
  const auto layout = load_layout(built_in_pack(pack));
  std::vector<std::string> signs;
  if (layout) {
    for (const Glob& glob : layout->recognised_by) signs.push_back(glob.pattern());
  }
  return fmt::format("{}", fmt::join(signs, " or "));
}

std::string shown_folder(const std::string& path) { return path.empty() ? "." : path + "/"; }

std::string line_of(const ProposalsFolder& folder) {
  std::vector<std::string> said;
  if (!folder.pack.empty()) {
    said.push_back(
        fmt::format("{} of {} Markdown files have headings of process {}, but nothing "
                    "lies as {}",
                    folder.alike, folder.read, folder.pack, signs_of(folder.pack)));
  } else if (folder.documents > 0) {
    said.push_back(counted(folder.documents, "Markdown file") +
                   " like proposals of no process that is built in");
  }
  for (const auto& [format, count] : folder.formats) {
    said.push_back(
        fmt::format("{} in {}, which milepost does not read", counted(count, "file"), format));
  }
  return fmt::format("\n{}: {}", shown_folder(folder.path), fmt::join(said, "; "));
}

// The path as it would be called in Markdown.
std::string as_markdown_path(std::string_view path) {
  return std::string(path.substr(0, path.rfind('.'))) + ".md";
}

}  // namespace

std::vector<ProposalsFolder> find_proposals_folders(const FileTree& tree) {
  return FolderFinder(tree).find();
}

std::string near_note(const FileTree& tree) {
  std::string note;
  const auto close = find_close(tree);
  std::vector<std::string> named;
  for (const CloseFile& one : close) named.push_back(fmt::format("{} ({})", one.path, one.pack));
  if (!named.empty()) note += fmt::format("\n{} came close", some_of(named));
  const auto folders = find_proposals_folders(tree);
  for (std::size_t i = 0; i < folders.size() && i < kShownFolders; ++i) note += line_of(folders[i]);
  if (folders.size() > kShownFolders) {
    note += fmt::format("\nand {}", counted(folders.size() - kShownFolders, "more folder"));
  }
  // The one with most to learn from.
  const auto best = std::ranges::max_element(folders, {}, &ProposalsFolder::documents);
  const bool any = best != folders.end() && best->documents > 0;
  const std::string from = any && !best->template_path.empty() ? best->template_path : "TEMPLATE";
  // A file of metadata tells more than headings.
  const std::string pack = !close.empty() ? close.front().pack : any ? best->pack : "";
  note += fmt::format(
      "\nmilepost init --process {}  goes by one that is built in; `documents` and `path` of "
      "`layout` in milepost.yaml say where they are",
      pack.empty() ? "NAME" : pack);
  note += fmt::format("\nmilepost process new NAME --from {}{}  begins one of your own", from,
                      any && !best->path.empty() ? " " + best->path : "");
  return note + "\nmilepost process list  lists those built in";
}

std::vector<std::string> find_other_formats(const Repository& repository) {
  const Layout& layout = repository.process->layout;
  const auto stands_there = [&](std::string_view path) {
    if (usual_names().format_of(path).empty()) return false;
    const std::string page = as_markdown_path(path);
    const auto fits = [&](const Glob& glob) { return glob.matches(page); };
    return std::ranges::any_of(layout.documents, fits) &&
           std::ranges::none_of(layout.ignore, fits) && layout.path.match(page).has_value();
  };
  const Walk walked = repository.tree->walk("", [&](std::string_view path, EntryKind kind) {
    if (kind == EntryKind::kFile) return stands_there(path);
    return std::ranges::any_of(layout.documents,
                               [&](const Glob& glob) { return glob.may_match_below(path); });
  });
  // Where the name of any file is that of a document, only its folder tells.
  const bool telling = layout.path.names("number") || layout.path.names("date");
  std::vector<std::string> found;
  for (const WalkedFile& file : walked.files) {
    if (file.symlink || is_template(file.path)) continue;
    if (telling || !named_folder(file.path).empty()) found.push_back(file.path);
  }
  return found;
}

std::string other_formats_note(const std::vector<std::string>& paths, bool all) {
  if (paths.empty()) return {};
  return fmt::format(
      "{} not Markdown and left out: {}{}",
      paths.size() == 1 ? "1 document is" : counted(paths.size(), "document") + " are",
      all ? fmt::format("{}", fmt::join(paths, ", ")) : some_of(paths),
      all || paths.size() <= 3 ? "" : " (--verbose lists all)");
}

}  // namespace milepost
