#include "workspace/plan.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unistd.h>
#include <unordered_map>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/short_run.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "process/load.h"
#include "workspace/as_of.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStandardInput = "-";

// What the proposals are wanted for.
enum class Purpose : std::uint8_t { kJudging, kDocuments };

bool lies_in(std::string_view path, std::string_view folder) {
  if (folder.empty()) return true;
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

class Planner {
 public:
  Planner(const CheckRequest& request, Purpose purpose) : request_(request), purpose_(purpose) {}

  Result<Plan> plan() {
    if (request_.paths.empty() && !request_.touched) {
      if (auto added = add_folder("", absolute("")); !added) return tl::unexpected(added.error());
    }
    for (const std::string& path : request_.paths) {
      auto added = path == kStandardInput ? add_standard_input() : add_path(path);
      if (!added) return tl::unexpected(std::move(added.error()));
    }
    drop_repeated();
    return std::move(plan_);
  }

 private:
  // A proposal named twice, or also found in a folder, is checked once, and what is
  // wrong with it said once.
  void drop_repeated() {
    std::set<const Card*> seen;
    std::set<std::string> paths;
    std::erase_if(plan_.tasks, [&](const Task& task) {
      return !seen.insert(task.card).second ||
             !paths.insert(task.at->repository.full_path(task.card->files.document)).second;
    });
    std::set<std::pair<std::string, std::string>> said;
    std::erase_if(plan_.troubles, [&](const Trouble& trouble) {
      return !said.emplace(trouble.path, trouble.message).second;
    });
  }

  // Proposals of the repository, with what could not be read of them.
  void add_cards(Opened& at, const std::vector<const Card*>& cards, bool named) {
    std::unordered_map<std::string_view, const Trouble*> troubles;
    for (const Trouble& trouble : at.facts->index.troubles) troubles[trouble.path] = &trouble;
    const auto add_trouble = [&](const std::string& path) {
      const auto found = troubles.find(path);
      if (found == troubles.end()) return;
      plan_.troubles.push_back({at.repository.shown_path(path), found->second->message});
    };
    for (const Card* card : cards) {
      plan_.tasks.push_back({&at, card, named, card->document});
      if (troubles.empty()) continue;
      add_trouble(card->files.metadata);
      for (const Review& review : at.repository.process->reviews) {
        add_trouble(review_path(review, *card));
      }
    }
  }

  fs::path absolute(const std::string& path) const {
    std::error_code failed;
    const fs::path base = fs::weakly_canonical(request_.directory, failed);
    return path.empty() ? base : fs::weakly_canonical(base / path, failed);
  }

  // The repository around a folder, with its facts; one without a process when
  // none was recognised.
  Result<Opened*> open(const std::string& folder) {
    auto repository = open_repository(folder, request_.process);
    if (!repository) return tl::unexpected(std::move(repository.error()));
    for (const auto& known : plan_.opened) {
      if (known->repository.root == repository->root) return known.get();
    }
    auto opened = std::make_unique<Opened>();
    opened->repository = std::move(*repository);
    if (request_.before) {
      auto turned = turn_back(opened->repository, *request_.before);
      if (!turned) return tl::unexpected(std::move(turned.error()));
    }
    show_from(opened->repository, absolute("").string());
    if (opened->repository.process) {
      if (!opened->repository.how.empty()) plan_.notes.push_back(opened->repository.how);
      if (auto ready = make_ready(*opened); !ready) return tl::unexpected(ready.error());
    }
    return plan_.opened.emplace_back(std::move(opened)).get();
  }

  // Judges by the process as the request wants it, and looks around.
  Result<void> make_ready(Opened& opened) {
    auto judged = make_judged_process(opened.repository.process, request_);
    if (!judged) return tl::unexpected(std::move(judged.error()));
    opened.judged = std::move(*judged);
    opened.repository.process = opened.judged->process;
    if (purpose_ == Purpose::kJudging) {
      opened.facts = gather_facts(opened.repository, today(), request_.jobs);
    } else {
      opened.facts = std::make_shared<Facts>();
      opened.facts->index = read_index(opened.repository, request_.jobs);
    }
    keep_in_short_run(opened.facts);
    return {};
  }

  tl::unexpected<Error> unrecognised(const std::string& where) const {
    if (purpose_ == Purpose::kJudging) return failure(not_recognised(where));
    return failure(
        fmt::format("no process is recognised {}, so it is not known which files are proposals; "
                    "name the documents themselves",
                    where));
  }

  Date today() const { return request_.today.value_or(today_utc()); }

  Result<void> add_standard_input() {
    auto source = read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes);
    if (!source) {
      plan_.troubles.push_back({"<stdin>", source.error().message});
      return {};
    }
    auto opened = open(absolute("").string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    return add_alone(**opened, {"<stdin>", {}, true}, *source);
  }

  Result<void> add_path(const std::string& path) {
    if (path.empty()) {
      // As of a variable that is not set: it is not to mean the repository.
      if (!request_.touched) plan_.troubles.push_back({"\"\"", "there is no such file or folder"});
      return {};
    }
    const fs::path full = absolute(path);
    if (request_.touched) return add_touched(full);
    std::error_code failed;
    const fs::file_status status = fs::status(full, failed);
    if (!fs::exists(status) && std::ranges::all_of(path, is_digit)) return add_number(path);
    if (!fs::exists(status)) {
      plan_.troubles.push_back({path, why_absent(path)});
      return {};
    }
    return fs::is_directory(status) ? add_folder(path, full) : add_file(path, full);
  }

  std::string why_absent(const std::string& path) const {
    std::error_code failed;
    const fs::path given = absolute("") / path;
    const fs::file_status status = fs::symlink_status(given, failed);
    if (status.type() == fs::file_type::not_found) return "there is no such file or folder";
    const auto read = read_source(given.string(), path, kLimits.document_bytes);
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
    Opened& at = **opened;
    if (!at.judged) return unrecognised("here");
    const std::string path = full.lexically_relative(at.repository.root).string();
    const Card* card = at.facts->index.find(path);
    for (const ReviewFile& review : at.facts->reviews) {
      if (!card && review.path == path) card = at.facts->index.find_number(review.number);
    }
    if (card) add_cards(at, {card}, false);
    return {};
  }

  Result<void> add_number(const std::string& number) {
    auto opened = open(absolute("").string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    Opened& at = **opened;
    if (!at.judged) return unrecognised("here");
    const auto found = at.facts->index.by_number.find(plain_number(number));
    if (found == at.facts->index.by_number.end()) {
      plan_.troubles.push_back(
          {number, "there is no such file or folder, and no proposal of that number"});
      return {};
    }
    std::vector<const Card*> cards;
    for (const std::size_t i : found->second) cards.push_back(&at.facts->index.cards[i]);
    add_cards(at, cards, true);
    return {};
  }

  Result<void> add_folder(const std::string& path, const fs::path& full) {
    auto opened = open(full.string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    Opened& at = **opened;
    if (!at.judged && !request_.template_path.empty()) return add_folder_by_template(full.string());
    if (!at.judged) return unrecognised(path.empty() ? "here" : "in " + path);
    const fs::path below = full.lexically_relative(at.repository.root);
    const bool all = below == "." || (request_.whole && path.empty());
    add_proposals(at, all ? std::string() : below.string());
    return {};
  }

  void add_proposals(Opened& at, const std::string& folder) {
    if (folder.empty()) at.whole = true;
    for (const Trouble& trouble : at.facts->index.troubles) {
      if (!lies_in(trouble.path, folder)) continue;
      plan_.troubles.push_back({at.repository.shown_path(trouble.path), trouble.message});
    }
    std::vector<const Card*> cards;
    for (const Card& card : at.facts->index.cards) {
      if (lies_in(card.files.document, folder)) cards.push_back(&card);
    }
    add_cards(at, cards, false);
  }

  // No process, but a template: every Markdown file below is a document.
  Result<void> add_folder_by_template(const std::string& folder) {
    auto fallback = load_fallback(request_.directory);
    if (!fallback) return tl::unexpected(std::move(fallback.error()));
    std::shared_ptr<Process> process = std::move(*fallback);
    process->layout.documents = {Glob("**/*.md")};
    process->layout.ignore = {Glob("**/README.md"), Glob("**/*template*.md")};
    auto opened = std::make_unique<Opened>();
    opened->repository = {folder, std::move(process), {}, {}, {}, disk_tree(folder)};
    show_from(opened->repository, absolute("").string());
    if (auto ready = make_ready(*opened); !ready) return ready;
    add_proposals(*plan_.opened.emplace_back(std::move(opened)), {});
    return {};
  }

  Result<void> add_file(const std::string& path, const fs::path& full) {
    auto opened = open(full.parent_path().string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    Opened& at = **opened;
    const std::string relative = full.lexically_relative(at.repository.root).string();
    if (!at.judged && purpose_ == Purpose::kDocuments) {
      Card& card = plan_.cards.emplace_back();
      card.files.document = relative;
      card.metadata = std::make_shared<const Metadata>();
      plan_.tasks.push_back({&at, &card, true, nullptr});
      return {};
    }
    if (!at.judged) {
      auto source = read_source(full.string(), path, kLimits.document_bytes);
      if (source) return add_alone(at, {relative, {}, true}, *source);
      plan_.troubles.push_back({path, source.error().message});
      return {};
    }
    ProposalFiles files = files_of(at.repository, relative);
    for (const Card& card : at.facts->index.cards) {
      if (card.files.document != files.document) continue;
      add_cards(at, {&card}, true);
      return {};
    }
    return add_unlisted(at, std::move(files));
  }

  // A file of the repository that is no proposal by its place: it was named, so
  // it is taken for one.
  Result<void> add_unlisted(Opened& at, ProposalFiles files) {
    const auto read = [&](const std::string& path) -> std::shared_ptr<const Source> {
      auto source = at.repository.read(path);
      if (source) return *source;
      plan_.troubles.push_back({at.repository.shown_path(path), source.error().message});
      return nullptr;
    };
    std::shared_ptr<const Source> document;
    if (files.has_document) document = read(files.document);
    if (files.has_document && !document) return {};
    std::shared_ptr<const Source> metadata;
    if (!files.metadata.empty()) metadata = read(files.metadata);
    add_task(at, std::move(files), std::move(document), std::move(metadata));
    return {};
  }

  // A document whose text is given. Outside of any repository it is judged by
  // the process whose template it is most like.
  Result<void> add_alone(Opened& at, ProposalFiles files, std::shared_ptr<const Source> document) {
    Opened* judging = &at;
    if (!at.judged) {
      auto process = process_like(document);
      if (!process) return tl::unexpected(std::move(process.error()));
      auto judged = make_judged_process(std::move(*process), request_);
      if (!judged) return tl::unexpected(std::move(judged.error()));
      auto alone = std::make_unique<Opened>();
      alone->repository = at.repository;
      alone->repository.process = (*judged)->process;
      alone->judged = std::move(*judged);
      auto facts = std::make_unique<Facts>();
      facts->today = today();
      alone->facts = std::move(facts);
      judging = plan_.opened.emplace_back(std::move(alone)).get();
    }
    add_task(*judging, std::move(files), std::move(document), nullptr);
    return {};
  }

  void add_task(Opened& at, ProposalFiles files, std::shared_ptr<const Source> document,
                std::shared_ptr<const Source> metadata) {
    const Process& process = *at.judged->process;
    std::optional<Document> scanned;
    if (document) scanned.emplace(document);
    auto said = std::make_shared<const Metadata>(
        read_metadata(process, scanned ? &*scanned : nullptr, std::move(metadata)));
    plan_.cards.push_back(
        make_card(process, std::move(files), std::move(said), scanned ? &*scanned : nullptr));
    plan_.tasks.push_back({&at, &plan_.cards.back(), true, std::move(document)});
  }

  Result<std::shared_ptr<const Process>> process_like(const std::shared_ptr<const Source>& given) {
    constexpr std::size_t kLeastShared = 2;
    if (!request_.template_path.empty()) return load_fallback(request_.directory);
    const Document document(given);
    std::shared_ptr<const Process> best;
    std::size_t most = kLeastShared - 1;
    TRY(const auto first, fallback_pack());
    std::vector<std::string> packs = built_in_packs();
    std::ranges::partition(packs, [&](const std::string& name) { return name == first; });
    for (const std::string& name : packs) {
      auto process = load_pack(name, request_.directory);
      if (!process) return tl::unexpected(std::move(process.error()));
      const std::size_t shared = Judge(**process).shared_headings(document);
      if (shared <= most) continue;
      most = shared;
      best = std::move(*process);
    }
    if (!best) return failure(not_recognised("for " + given->path()));
    plan_.notes.push_back(
        fmt::format("process {}, recognised by the headings of {}", best->name, given->path()));
    return best;
  }

  const CheckRequest& request_;
  Purpose purpose_;
  Plan plan_;
};

}  // namespace

Result<Plan> plan_one(const CheckRequest& request) {
  auto plan = make_plan(request);
  if (!plan) return plan;
  if (!plan->troubles.empty()) {
    return failure(
        fmt::format("{}: {}", plan->troubles.front().path, plan->troubles.front().message));
  }
  if (plan->tasks.size() == 1) return plan;
  std::vector<std::string> paths;
  for (const Task& task : plan->tasks) paths.push_back(task.card->path);
  return failure(paths.empty() ? fmt::format("there is no proposal in {}", request.paths.front())
                               : fmt::format("{} is several proposals: {}", request.paths.front(),
                                             fmt::join(paths, ", ")));
}

void show_from(Repository& repository, const std::string& here) {
  const fs::path shown = fs::path(repository.root).lexically_relative(here);
  if (shown != ".") repository.shown = shown.string();
  const fs::path from = fs::path(here).lexically_relative(repository.root);
  if (from != "." && *from.begin() != "..") repository.from = from.string();
}

std::string not_recognised(const std::string& where) {
  return fmt::format(
      "no process is recognised {}; name one with --process ({}); check can also judge by a "
      "--template",
      where, fmt::join(built_in_packs(), ", "));
}

Result<std::string> path_to_write(const Repository& repository, const std::string& path) {
  std::error_code failed;
  const fs::path full = fs::weakly_canonical(repository.full_path(path), failed);
  if (failed) return path;  // whoever reads it is told why
  const fs::path within = full.lexically_relative(repository.root);
  if (within.empty() || *within.begin() == "..") {
    return failure("is a symbolic link to a file outside of the repository; left alone");
  }
  return within.string();
}

Result<Plan> make_plan(const CheckRequest& request) {
  return Planner(request, Purpose::kJudging).plan();
}

Result<Plan> plan_documents(const CheckRequest& request) {
  return Planner(request, Purpose::kDocuments).plan();
}

}  // namespace milepost
