#include "app/check.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unistd.h>

#include <fmt/format.h>

#include "app/judged_process.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "process/load.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"
#include "proposal/repository.h"
#include "rules/engine.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStandardInput = "-";

struct Task {
  const JudgedProcess* process = nullptr;
  std::string root;   // where the files are
  std::string shown;  // what stands before their paths in findings
  ProposalFiles files;
  bool named = false;                   // by the user: checked whatever it looks like
  std::shared_ptr<const Source> given;  // standard input
};

struct Outcome {
  std::vector<Finding> findings;
  std::vector<Trouble> troubles;
  std::vector<std::shared_ptr<const Source>> sources;
  std::size_t files = 0;
  bool is_proposal = true;
};

std::string join(const std::string& folder, const std::string& path) {
  return folder.empty() ? path : folder + "/" + path;
}

std::shared_ptr<const Source> read(const Task& task, const std::string& path, std::size_t limit,
                                   Outcome& outcome) {
  auto source = read_source(join(task.root, path), join(task.shown, path), limit);
  if (source) {
    ++outcome.files;
    return *source;
  }
  outcome.troubles.push_back({join(task.shown, path), source.error().message});
  return nullptr;
}

Outcome check_one(const Task& task, const CheckRequest& request) {
  Outcome outcome;
  std::shared_ptr<const Source> document = task.given;
  if (!document && task.files.has_document) {
    document = read(task, task.files.document, kLimits.document_bytes, outcome);
    outcome.is_proposal = document != nullptr;
    if (!document) return outcome;
  }
  if (document && utf8::looks_binary(document->text())) {
    outcome.troubles.push_back({document->path(), "is a binary file, not Markdown"});
    outcome.is_proposal = false;
    return outcome;
  }
  std::shared_ptr<const Source> metadata;
  if (!task.files.metadata.empty()) {
    metadata = read(task, task.files.metadata, kLimits.document_bytes, outcome);
  }
  const bool missing = document == nullptr;
  if (missing) document = std::make_shared<const Source>(join(task.shown, task.files.document), "");

  const Process& process = *task.process->process;
  Proposal proposal = read_proposal(process, document, metadata);
  proposal.document_missing = missing;
  if (!task.named && !missing && process.layout.least_headings > 0 &&
      task.process->judge.shared_headings(proposal.document) < process.layout.least_headings) {
    outcome.is_proposal = false;
    return outcome;
  }
  const JudgeOptions options{request.stage, task.process->kind};
  const Judgement judgement = task.process->judge.judge(proposal, options);
  outcome.findings = task.process->rules.check({process, proposal, judgement}, task.files.document);
  if (!outcome.findings.empty()) {
    outcome.sources.push_back(std::move(document));
    if (metadata) outcome.sources.push_back(std::move(metadata));
  }
  return outcome;
}

// Turns the paths of a request into tasks, opening each repository once.
class Planner {
 public:
  Planner(const CheckRequest& request, Run& run) : request_(request), run_(run) {}

  Result<std::vector<Task>> plan() {
    const std::vector<std::string> here{""};
    for (const std::string& path : request_.paths.empty() ? here : request_.paths) {
      auto added = path == kStandardInput ? add_standard_input() : add_path(path);
      if (!added) return tl::unexpected(std::move(added.error()));
    }
    drop_repeated();
    return std::move(tasks_);
  }

 private:
  // A proposal named twice, or also found in a folder, is checked once.
  void drop_repeated() {
    std::set<std::string> seen;
    std::erase_if(tasks_, [&](const Task& task) {
      return !seen.insert(join(task.root, task.files.document)).second;
    });
  }

  fs::path absolute(const std::string& path) const {
    std::error_code failed;
    const fs::path base = fs::weakly_canonical(request_.directory, failed);
    return path.empty() ? base : fs::weakly_canonical(base / path, failed);
  }

  // The process of the repository around a folder; null when none was
  // recognised.
  Result<const Opened*> open(const std::string& folder) {
    auto repository = open_repository(folder, request_.process);
    if (!repository) return tl::unexpected(std::move(repository.error()));
    if (const auto known = opened_.find(repository->root); known != opened_.end()) {
      return known->second.get();
    }
    auto opened = std::make_unique<Opened>();
    opened->repository = std::move(*repository);
    if (opened->repository.process) {
      if (!opened->repository.how.empty()) run_.notes.push_back(opened->repository.how);
      auto judged = make(opened->repository.process);
      if (!judged) return tl::unexpected(std::move(judged.error()));
      opened->judged = std::move(*judged);
    }
    return opened_.emplace(opened->repository.root, std::move(opened)).first->second.get();
  }

  Result<std::shared_ptr<const JudgedProcess>> make(std::shared_ptr<const Process> process) {
    return make_judged_process(std::move(process), request_);
  }

  Result<void> add_standard_input() {
    auto source = read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes);
    if (!source) {
      run_.troubles.push_back({"<stdin>", source.error().message});
      return {};
    }
    auto opened = open(absolute("").string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    Task task;
    task.files = {"<stdin>", {}, true};
    task.named = true;
    task.given = *source;
    return add_task(std::move(task), **opened);
  }

  Result<void> add_path(const std::string& path) {
    const fs::path full = absolute(path);
    std::error_code failed;
    const fs::file_status status = fs::status(full, failed);
    if (!fs::exists(status) && std::ranges::all_of(path, is_digit)) return add_number(path);
    if (!fs::exists(status)) {
      run_.troubles.push_back({path, failed && failed != std::errc::no_such_file_or_directory
                                         ? failed.message()
                                         : "there is no such file or folder"});
      return {};
    }
    return fs::is_directory(status) ? add_folder(path, full) : add_file(path, full);
  }

  // A proposal by its number: the folder or file that begins with it.
  Result<void> add_number(const std::string& number) {
    auto opened = open(absolute("").string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const Opened& at = **opened;
    if (!at.judged) return failure(not_recognised("here"));
    const std::size_t before = tasks_.size();
    add_proposals(at, {});
    const auto others = std::remove_if(tasks_.begin() + static_cast<std::ptrdiff_t>(before),
                                       tasks_.end(), [&](const Task& task) {
                                         const std::string path = "/" + task.files.document;
                                         return path.find("/" + number + "-") == path.npos;
                                       });
    tasks_.erase(others, tasks_.end());
    if (tasks_.size() == before) {
      run_.troubles.push_back(
          {number, "there is no such file or folder, and no proposal of that number"});
    }
    return {};
  }

  Result<void> add_folder(const std::string& path, const fs::path& full) {
    auto opened = open(full.string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const Opened& at = **opened;
    if (!at.judged && !request_.template_path.empty()) {
      auto process = load_pack(kFallbackPack, request_.directory);
      if (!process) return tl::unexpected(std::move(process.error()));
      return add_folder_by_template(full.string(), **process);
    }
    if (!at.judged) return failure(not_recognised(path.empty() ? "here" : "in " + path));
    const fs::path below = full.lexically_relative(at.repository.root);
    add_proposals(at, below == "." ? std::string() : below.string());
    return {};
  }

  void add_proposals(const Opened& at, const std::string& folder) {
    ProposalList list = find_proposals(at.repository, folder);
    const std::string shown = shown_root(at.repository.root);
    for (Trouble& trouble : list.troubles) {
      run_.troubles.push_back({join(shown, trouble.path), std::move(trouble.message)});
    }
    for (ProposalFiles& files : list.proposals) {
      Task task;
      task.process = at.judged.get();
      task.root = at.repository.root;
      task.shown = shown;
      task.files = std::move(files);
      tasks_.push_back(std::move(task));
    }
  }

  // No process, but a template: every Markdown file below is a document.
  Result<void> add_folder_by_template(const std::string& folder, const Process& words) {
    auto process = std::make_shared<Process>(words);
    process->layout.documents = {Glob("**/*.md")};
    process->layout.ignore = {Glob("**/README.md"), Glob("**/*template*.md")};
    auto judged = make(std::move(process));
    if (!judged) return tl::unexpected(std::move(judged.error()));
    auto opened = std::make_unique<Opened>();
    opened->repository = {folder, (*judged)->process, {}};
    opened->judged = std::move(*judged);
    add_proposals(*opened, {});
    by_template_.push_back(std::move(opened));
    return {};
  }

  Result<void> add_file(const std::string& path, const fs::path& full) {
    auto opened = open(full.parent_path().string());
    if (!opened) return tl::unexpected(std::move(opened.error()));
    const Opened& at = **opened;
    Task task;
    task.root = at.repository.root;
    task.shown = shown_root(at.repository.root);
    const std::string relative = full.lexically_relative(at.repository.root).string();
    task.named = true;
    if (at.judged) {
      task.files = files_of(at.repository, relative);
      return add_task(std::move(task), at);
    }
    task.files = {relative, {}, true};
    auto source = read_source(full.string(), path, kLimits.document_bytes);
    if (!source) {
      run_.troubles.push_back({path, source.error().message});
      return {};
    }
    task.given = *source;
    return add_task(std::move(task), at);
  }

  // A document outside of any repository, whose text is given, is judged by the
  // process whose template it is most like.
  Result<void> add_task(Task task, const Opened& at) {
    if (at.judged) {
      task.process = at.judged.get();
    } else {
      auto like = process_like(task.given);
      if (!like) return tl::unexpected(std::move(like.error()));
      task.process = like->get();
      alone_.push_back(std::move(*like));
    }
    tasks_.push_back(std::move(task));
    return {};
  }

  Result<std::shared_ptr<const JudgedProcess>> process_like(
      const std::shared_ptr<const Source>& given) {
    constexpr std::size_t kLeastShared = 2;
    if (!request_.template_path.empty()) {
      auto process = load_pack(kFallbackPack, request_.directory);
      if (!process) return tl::unexpected(std::move(process.error()));
      return make(std::move(*process));
    }
    const Document document(given);
    std::shared_ptr<const Process> best;
    std::size_t most = kLeastShared - 1;
    std::vector<std::string> packs = built_in_packs();
    std::ranges::partition(packs, [](const std::string& name) { return name == kFallbackPack; });
    for (const std::string& name : packs) {
      auto process = load_pack(name, request_.directory);
      if (!process) return tl::unexpected(std::move(process.error()));
      const std::size_t shared = Judge(**process).shared_headings(document);
      if (shared <= most) continue;
      most = shared;
      best = std::move(*process);
    }
    if (!best) return failure(not_recognised("for " + given->path()));
    run_.notes.push_back(
        fmt::format("process {}, recognised by the headings of {}", best->name, given->path()));
    return make(std::move(best));
  }

  static std::string not_recognised(const std::string& where) {
    return fmt::format(
        "no process is recognised {}; name one with --process ({}) or a template "
        "with --template",
        where, fmt::join(built_in_packs(), ", "));
  }

  // The root as seen from where the user stands.
  std::string shown_root(const std::string& root) const {
    const fs::path shown = fs::path(root).lexically_relative(absolute(""));
    return shown == "." ? std::string() : shown.string();
  }

  const CheckRequest& request_;
  Run& run_;
  std::vector<Task> tasks_;
  std::map<std::string, std::unique_ptr<Opened>> opened_;
  std::vector<std::unique_ptr<Opened>> by_template_;
  std::vector<std::shared_ptr<const JudgedProcess>> alone_;
};

void collect(std::vector<Outcome>& outcomes, Run& run) {
  for (Outcome& outcome : outcomes) {
    run.files += outcome.files;
    run.proposals += outcome.is_proposal ? 1 : 0;
    std::ranges::move(outcome.findings, std::back_inserter(run.findings));
    std::ranges::move(outcome.troubles, std::back_inserter(run.troubles));
    std::ranges::move(outcome.sources, std::back_inserter(run.sources));
  }
  sort_by_place(run.findings);
}

}  // namespace

Result<Run> check(const CheckRequest& request) {
  Run run;
  Planner planner(request, run);
  auto tasks = planner.plan();
  if (!tasks) return tl::unexpected(std::move(tasks.error()));

  std::vector<Outcome> outcomes(tasks->size());
  std::size_t done = 0;
  std::mutex reporting;
  parallel_for(tasks->size(), request.jobs, [&](std::size_t i) {
    outcomes[i] = check_one((*tasks)[i], request);
    if (!request.progress) return;
    const std::lock_guard<std::mutex> lock(reporting);
    request.progress(++done, tasks->size());
  });
  collect(outcomes, run);
  return run;
}

}  // namespace milepost
