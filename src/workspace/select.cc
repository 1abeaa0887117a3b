#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <unistd.h>
#include <unordered_map>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "base/strings.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "proposal/near.h"
#include "proposal/unread.h"
#include "workspace/names.h"
#include "workspace/workspace.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// How many headings below the title are called as in the process's template: other names for them
// are common to many processes.
std::size_t own_names(const Process& process, const Document& document) {
  std::set<std::string> keys;
  for (const Section& section : document.sections()) {
    keys.insert(heading_key(document.heading_of(section).text));
  }
  std::size_t most = 0;
  for (const Kind& kind : process.kinds) {
    const auto& wanted = kind.pattern->sections();
    const auto count =
        std::count_if(wanted.empty() ? wanted.end() : std::next(wanted.begin()), wanted.end(),
                      [&](const TemplateSection& section) { return keys.contains(section.key); });
    most = std::max(most, static_cast<std::size_t>(count));
  }
  return most;
}

constexpr std::string_view kStandardInput = "-";

bool lies_in(std::string_view path, std::string_view folder) {
  if (folder.empty()) return true;
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string ending_of(const std::string& path) {
  return lower(fs::path(path).extension().string());
}

bool is_markdown(const std::string& path) {
  const std::string ending = ending_of(path);
  return ending == ".md" || ending == ".markdown" || ending == ".mdx";
}

// By its name: a draft has any name, but no program's ending.
bool may_be_document(const std::string& path) {
  const std::string ending = ending_of(path);
  return is_markdown(path) || ending.empty() || ending == ".txt";
}

}  // namespace

class Selector {
 public:
  Selector(const Workspace& workspace, const SelectOptions& options)
      : workspace_(workspace), options_(options), finder_(workspace.options().process) {}

  Result<Selection> select() {
    if (!options_.touched && workspace_.is_query(options_.words)) {
      TRY(add_matching());
      return std::move(selection_);
    }
    if (options_.words.empty() && !options_.touched) {
      if (auto added = add_folder("", workspace_.here()); !added) {
        return tl::unexpected(added.error());
      }
    }
    const std::vector<std::string>& words = options_.words;
    if (may_be_title(words)) {
      const std::string title = fmt::format("{}", fmt::join(words, " "));
      TRY(const Card* const card, find_titled(workspace_, title));
      if (card) return add_titled(*card);
      TRY(const bool apart, is_any_named(words));
      if (!apart) return tl::unexpected(unnamed(workspace_, title));
    }
    for (const std::string& word : words) {
      auto added = word == kStandardInput ? add_standard_input() : add_path(word);
      if (!added) return tl::unexpected(std::move(added.error()));
    }
    drop_repeated();
    return std::move(selection_);
  }

 private:
  // A proposal named twice, or also found in a folder, is checked once, and what is
  // wrong with it said once.
  void drop_repeated() {
    std::set<const Card*> seen;
    std::set<std::string> paths;
    std::erase_if(selection_.proposals, [&](const Selected& selected) {
      return !seen.insert(selected.card).second ||
             (selected.card->has_text() &&
              !paths.insert(selected.at->repository().full_path(selected.card->files.document))
                   .second);
    });
    std::set<std::pair<std::string, std::string>> said;
    std::erase_if(selection_.read_errors, [&](const ReadError& read_error) {
      return !said.emplace(read_error.path, read_error.message).second;
    });
  }

  // Proposals of the repository, with what could not be read of them.
  void add_cards(const Workspace& at, const std::vector<const Card*>& cards, bool named) {
    const std::vector<ReadError> all = read_errors_of(at);
    std::unordered_map<std::string_view, const ReadError*> read_errors;
    for (const ReadError& read_error : all) read_errors[read_error.path] = &read_error;
    const auto add_read_error = [&](const std::string& path) {
      const auto found = read_errors.find(path);
      if (found == read_errors.end()) return;
      selection_.read_errors.push_back({at.repository().shown_path(path), found->second->message});
    };
    for (const Card* card : cards) {
      selection_.proposals.push_back({&at, card, named, card->document});
      if (read_errors.empty()) continue;
      add_read_error(card->files.metadata);
      for (const Review& review : at.process().reviews) {
        add_read_error(review_path(review, *card));
      }
    }
  }

  // Several words of which none is a file, a number, an address or standard input are those of a
  // title, all together.
  bool may_be_title(const std::vector<std::string>& words) const {
    if (options_.touched || !workspace_.recognised() || words.size() < 2) return false;
    return std::ranges::none_of(words, [&](const std::string& word) {
      return word.empty() || word == kStandardInput || is_there(word) || !number_in(word).empty() ||
             word.find_first_of("/.:#*") != word.npos;
    });
  }

  // Whether one of the words names a proposal by itself, as the name of a folder does.
  Result<bool> is_any_named(const std::vector<std::string>& words) const {
    for (const std::string& word : words) {
      TRY(const auto named, find_named(workspace_, word));
      if (!named.empty()) return true;
    }
    return false;
  }

  Result<Selection> add_titled(const Card& card) {
    TRY(const Workspace* const at, take(workspace_.shared_from_this()));
    add_cards(*at, {&card}, true);
    return std::move(selection_);
  }

  std::string here() const { return workspace_.here(); }
  std::string named(const std::string& path) const { return (fs::path(here()) / path).string(); }

  // The workspace of the repository around a folder; one without a process when none was
  // recognised.
  Result<const Workspace*> open(const std::string& folder) {
    if (const auto known = by_folder_.find(folder); known != by_folder_.end()) return known->second;
    auto opened = find_workspace(folder);
    if (opened) by_folder_.emplace(folder, *opened);
    return opened;
  }

  Result<const Workspace*> find_workspace(const std::string& folder) {
    const bool is_own = workspace_.options().folder.empty() && folder == workspace_.here();
    if (is_own) return take(workspace_.shared_from_this());
    auto root = finder_.root_of(folder);
    if (!root) return tl::unexpected(std::move(root.error()));
    if (*root == workspace_.root()) return take(workspace_.shared_from_this());
    for (const auto& known : selection_.workspaces) {
      if (known->root() == *root) return known.get();
    }
    auto repository = finder_.open(folder);
    if (!repository) return tl::unexpected(std::move(repository.error()));
    // What is below the own repository, and no other, belongs to it.
    const bool is_none = !repository->process;
    if (is_none && workspace_.recognised() && path_below(workspace_.root(), folder)) {
      return take(workspace_.shared_from_this());
    }
    auto beside = workspace_.beside(std::move(*repository));
    if (!beside) return tl::unexpected(std::move(beside.error()));
    return take(std::move(*beside));
  }

  // Judged by the process as the options want it.
  Result<const Workspace*> take(Workspace::Pointer workspace) {
    for (const auto& known : selection_.workspaces) {
      if (known == workspace) return known.get();
    }
    if (workspace->recognised()) {
      std::ranges::copy(workspace->notes(), std::back_inserter(selection_.notes));
      if (const auto& judged = workspace->judging(); !judged) {
        return tl::unexpected(judged.error());
      }
    }
    return selection_.workspaces.emplace_back(std::move(workspace)).get();
  }

  std::vector<ReadError> read_errors_of(const Workspace& at) const {
    return options_.documents ? at.index().read_errors : at.read_errors();
  }

  tl::unexpected<Error> unrecognised(const Workspace& at, const std::string& where) const {
    if (!options_.documents) {
      return failure(not_recognised(where, near_note(*at.repository().tree)));
    }
    return failure(
        fmt::format("no process is recognised {}, so it is not known which files are proposals; "
                    "name the documents themselves",
                    where));
  }

  Result<void> add_matching() {
    TRY(const Workspace* const at, open(here()));
    if (!at->recognised()) return unrecognised(*at, "here");
    for (const std::string& word : options_.words) {
      if (!is_there(word) || std::ranges::all_of(word, is_digit)) continue;
      return failure(fmt::format("{0} is a path: in a query it is path:{0}", word));
    }
    TRY(const auto found,
        workspace_.options().find_matching(*at, options_.words, selection_.notes));
    if (found.empty()) {
      selection_.notes.push_back(
          fmt::format("no proposal matches {}", fmt::join(options_.words, " ")));
    }
    add_cards(*at, found, false);
    return {};
  }

  bool is_there(const std::string& path) const {
    std::error_code failed;
    return !path.empty() && fs::exists(fs::symlink_status(named(path), failed));
  }

  Result<void> add_standard_input() {
    if (options_.given) {
      TRY(const Workspace* const at, open(here()));
      return add_alone(*at, {options_.given->path(), {}, true}, options_.given);
    }
    auto source = read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes);
    if (!source) {
      selection_.read_errors.push_back({"<stdin>", source.error().message});
      return {};
    }
    auto opened = open(here());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    return add_alone(**opened, {"<stdin>", {}, true}, *source);
  }

  Result<void> add_path(const std::string& path) {
    if (path.empty()) {
      // As of a variable that is not set: it is not to mean the repository.
      if (!options_.touched)
        selection_.read_errors.push_back({"\"\"", "there is no such file or folder"});
      return {};
    }
    const auto found = follow_named(named(path), workspace_.root());
    // A link in a proposal's folder is part of it, wherever it leads.
    if (options_.touched) {
      return add_touched(found.value_or(fs::path(named(path)).lexically_normal().string()));
    }
    if (!found) {
      selection_.read_errors.push_back({path, found.error().message});
      return {};
    }
    const fs::path full = *found;
    std::error_code failed;
    const fs::file_status status = fs::status(full, failed);
    if (!fs::exists(status)) return is_there(path) ? add_absent(path) : add_named(path);
    return fs::is_directory(status) ? add_folder(path, full) : add_file(path, full);
  }

  Result<void> add_absent(const std::string& path) {
    selection_.read_errors.push_back({path, why_absent(path)});
    return {};
  }

  std::string why_absent(const std::string& path) const {
    std::error_code failed;
    const std::string given = named(path);
    const fs::file_status status = fs::symlink_status(given, failed);
    if (status.type() == fs::file_type::not_found) return "there is no such file or folder";
    const auto read = read_named(given, path, kLimits.document_bytes, workspace_.root());
    return read ? "there is no such file or folder" : read.error().message;
  }

  // The file may be gone, and so may its folder.
  Result<void> add_touched(const fs::path& full) {
    fs::path folder = full.parent_path();
    std::error_code failed;
    while (!fs::is_directory(folder, failed) && folder != folder.parent_path()) {
      folder = folder.parent_path();
    }
    auto opened = open(folder.string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const Workspace& at = **opened;
    if (!at.recognised()) return unrecognised(at, "here");
    const std::string path = full.lexically_relative(at.repository().root).string();
    if (const Card* card = find_around(at, path)) add_cards(at, {card}, false);
    return {};
  }

  // The proposal that a file or folder of the repository is part of, or reviews.
  static const Card* find_around(const Workspace& at, const std::string& path) {
    if (const Card* card = at.index().find(path)) return card;
    for (const ReviewFile& review : at.facts().reviews()) {
      if (review.path == path) return at.index().find_number(review.number);
    }
    return nullptr;
  }

  // A word that is no path: a number of the repository that one stands in, or what else names a
  // proposal.
  Result<void> add_named(const std::string& word) {
    const Workspace* at = &workspace_;
    if (!number_in(word).empty()) {
      TRY(at, open(here()));
      if (!at->recognised()) return unrecognised(*at, "here");
    } else if (!workspace_.recognised()) {
      return add_absent(word);
    }
    TRY(const auto cards, find_named(*at, word));
    if (cards.empty()) {
      ReadError missing = nothing_named(*at, word);
      const bool alone = options_.words.size() == 1;
      if (missing.path.empty() && !alone) return add_absent(word);  // the others are still read
      if (missing.path.empty()) return failure(std::move(missing.message), ErrorKind::kNotFound);
      selection_.read_errors.push_back(std::move(missing));
      return {};
    }
    TRY(at, take(at->shared_from_this()));
    add_cards(*at, cards, true);
    return {};
  }

  Result<void> add_folder(const std::string& path, const fs::path& full) {
    auto opened = open(full.string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const Workspace& at = **opened;
    if (!at.recognised() && !workspace_.options().judging.template_path.empty())
      return add_folder_by_template(full.string());
    if (!at.recognised()) return unrecognised(at, path.empty() ? "here" : "in " + path);
    const fs::path below = full.lexically_relative(at.repository().root);
    const bool all = below == "." || (options_.whole && path.empty());
    const std::string folder = all ? std::string() : below.string();
    const std::size_t before = selection_.proposals.size() + selection_.read_errors.size();
    add_proposals(at, folder);
    if (selection_.proposals.size() + selection_.read_errors.size() > before) return {};
    if (const Card* card = folder.empty() ? nullptr : find_around(at, folder)) {
      add_cards(at, {card}, false);
    } else if (!path.empty()) {
      selection_.read_errors.push_back({path, nothing_in(at, folder)});
    }
    return {};
  }

  // Why a folder that is named has nothing to look at, and what came close.
  static std::string nothing_in(const Workspace& at, const std::string& folder) {
    std::vector<std::string> close;
    for (const std::string& file : find_unread(at.repository(), at.index())) {
      if (lies_in(file, folder)) close.push_back(at.shown_path(file));
    }
    std::string text = fmt::format("there is no proposal in this folder; documents are {}",
                                   searched_places(at.process().layout));
    if (!close.empty()) text += fmt::format(", but {} looks like one", some_of(close));
    return text;
  }

  void add_proposals(const Workspace& at, const std::string& folder) {
    if (folder.empty()) selection_.whole.push_back(&at);
    for (const ReadError& read_error : read_errors_of(at)) {
      if (!lies_in(read_error.path, folder)) continue;
      selection_.read_errors.push_back({at.shown_path(read_error.path), read_error.message});
    }
    std::vector<const Card*> cards;
    for (const Card& card : at.index().cards) {
      if (lies_in(card.files.document, folder)) cards.push_back(&card);
    }
    add_cards(at, cards, false);
  }

  // No process, but a template: every Markdown file below is a document.
  Result<void> add_folder_by_template(const std::string& folder) {
    auto fallback = load_fallback(workspace_.options().directory);
    if (!fallback) return tl::unexpected(std::move(fallback.error()));
    std::shared_ptr<Process> process = std::move(*fallback);
    process->layout.documents = {Glob("**/*.md")};
    process->layout.ignore = {Glob("**/README.md"), Glob("**/*template*.md")};
    auto opened = workspace_.beside({folder, std::move(process), {}, {}, {}, disk_tree(folder)});
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const auto taken = take(std::move(*opened));
    if (!taken) return tl::unexpected(taken.error());
    add_proposals(**taken, {});
    return {};
  }

  Result<void> add_file(const std::string& path, const fs::path& full) {
    auto opened = open(full.parent_path().string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const Workspace& at = **opened;
    const std::string relative = full.lexically_relative(at.repository().root).string();
    if (!at.recognised() && options_.documents) {
      Card& card = selection_.cards.emplace_back();
      card.files.document = relative;
      card.metadata = std::make_shared<const Metadata>();
      selection_.proposals.push_back({&at, &card, true, nullptr});
      return {};
    }
    if (!at.recognised()) {
      auto source = read_named(full.string(), path, kLimits.document_bytes, workspace_.root());
      if (source) return add_alone(at, {relative, {}, true}, *source);
      selection_.read_errors.push_back({path, source.error().message});
      return {};
    }
    ProposalFiles files = files_of(at.repository(), relative);
    const Card* const card = find_by_document(at, files.document);
    if (card) {
      add_cards(at, {card}, true);
      return {};
    }
    const bool is_metadata = files.metadata == relative;
    // Among proposals a file that is no Markdown is none; a draft for one template may be.
    const bool lenient = options_.documents || !workspace_.options().judging.template_path.empty();
    if (is_metadata || is_markdown(relative) || (lenient && may_be_document(relative))) {
      return add_unlisted(at, std::move(files));
    }
    const Card* const around = options_.documents ? nullptr : find_around(at, relative);
    if (around) {
      add_cards(at, {around}, true);
    } else {
      selection_.read_errors.push_back({path, why_unread(at, relative)});
    }
    return {};
  }

  // A review that cannot be read is of no proposal that is known.
  std::string why_unread(const Workspace& at, const std::string& path) const {
    const std::vector<ReadError> all = read_errors_of(at);
    const auto found = std::ranges::find(all, path, &ReadError::path);
    return found == all.end() ? "is no document, and part of no proposal" : found->message;
  }

  const Card* find_by_document(const Workspace& at, const std::string& document) {
    auto [known, is_new] = by_document_.try_emplace(&at);
    if (is_new) {
      for (const Card& card : at.index().cards) known->second.emplace(card.files.document, &card);
    }
    const auto found = known->second.find(document);
    return found == known->second.end() ? nullptr : found->second;
  }

  // A file of the repository that is no proposal by its place: it was named, so
  // it is taken for one.
  Result<void> add_unlisted(const Workspace& at, ProposalFiles files) {
    const auto read = [&](const std::string& path) -> std::shared_ptr<const Source> {
      auto source = at.repository().read(path);
      if (source) return *source;
      selection_.read_errors.push_back({at.repository().shown_path(path), source.error().message});
      return nullptr;
    };
    std::shared_ptr<const Source> document;
    if (files.has_document) document = read(files.document);
    if (files.has_document && !document) return {};
    std::shared_ptr<const Source> metadata;
    if (!files.metadata.empty()) metadata = read(files.metadata);
    add_document(at, std::move(files), std::move(document), std::move(metadata));
    return {};
  }

  // A document whose text is given. Outside of any repository it is judged by
  // the process whose template it is most like.
  Result<void> add_alone(const Workspace& at, ProposalFiles files,
                         std::shared_ptr<const Source> document) {
    if (at.recognised()) {
      add_document(at, std::move(files), std::move(document), nullptr);
      return {};
    }
    auto process = process_like(document);
    if (!process) return tl::unexpected(std::move(process.error()));
    auto alone = at.alone(std::move(*process));
    if (!alone) return tl::unexpected(std::move(alone.error()));
    const Workspace& judging = *selection_.workspaces.emplace_back(std::move(*alone));
    add_document(judging, std::move(files), std::move(document), nullptr);
    return {};
  }

  void add_document(const Workspace& at, ProposalFiles files,
                    std::shared_ptr<const Source> document,
                    std::shared_ptr<const Source> metadata) {
    const Process& process = at.process();
    std::optional<Document> scanned;
    if (document) scanned.emplace(document);
    auto said = std::make_shared<const Metadata>(
        read_metadata(process, scanned ? &*scanned : nullptr, std::move(metadata)));
    selection_.cards.push_back(
        make_card(process, std::move(files), std::move(said), scanned ? &*scanned : nullptr));
    selection_.proposals.push_back({&at, &selection_.cards.back(), true, std::move(document)});
  }

  Result<std::shared_ptr<const Process>> process_like(const std::shared_ptr<const Source>& given) {
    constexpr std::size_t kLeastShared = 2;
    if (!workspace_.options().judging.template_path.empty())
      return load_fallback(workspace_.options().directory);
    const Document document(given);
    std::shared_ptr<const Process> best;
    std::size_t most = kLeastShared - 1;
    TRY(const auto first, fallback_pack());
    std::vector<std::string> packs = built_in_packs();
    std::ranges::partition(packs, [&](const std::string& name) { return name == first; });
    for (const std::string& name : packs) {
      auto process = load_pack(name, workspace_.options().directory);
      if (!process) return tl::unexpected(std::move(process.error()));
      const std::size_t shared = Judge(**process).shared_headings(document);
      if (shared <= most || own_names(**process, document) < kLeastShared) continue;
      most = shared;
      best = std::move(*process);
    }
    if (!best) return failure(not_recognised("for " + given->path()));
    selection_.notes.push_back(
        fmt::format("process {}, recognised by the headings of {}", best->name, given->path()));
    return best;
  }

  const Workspace& workspace_;
  const SelectOptions& options_;
  RepositoryFinder finder_;
  std::map<std::string, const Workspace*> by_folder_;
  std::map<const Workspace*, std::unordered_map<std::string_view, const Card*>> by_document_;
  Selection selection_;
};

Result<Selection> Workspace::select(const SelectOptions& options) const {
  return Selector(*this, options).select();
}

}  // namespace milepost
