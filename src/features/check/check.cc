#include "features/check/check.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "process/new_place.h"
#include "proposal/near.h"
#include "proposal/unread.h"
#include "workspace/examine.h"

namespace milepost::check {

namespace {

struct Outcome {
  std::vector<Finding> findings;
  std::vector<ReadError> read_errors;
  std::vector<std::shared_ptr<const Source>> sources;
  std::size_t files = 0;
  bool is_proposal = false;
};

// Keeps of what was examined only what the report needs: documents come and go
// by the hundred.
Outcome check_one(const Selected& selected, const std::string& stage, const DeadLinks* dead) {
  Examined examined = examine(selected, stage, {}, dead);
  Outcome outcome;
  outcome.sources = examined.sources(selected);
  outcome.findings = std::move(examined.findings);
  outcome.read_errors = std::move(examined.read_errors);
  outcome.files = examined.files;
  outcome.is_proposal = examined.proposal.has_value();
  return outcome;
}

void check_repositories(const Selection& selection, findings::Run& run) {
  for (const Workspace* workspace : selection.whole) {
    auto findings =
        workspace->judged().rules.check_repository({workspace->process(), workspace->facts()});
    if (findings.empty()) continue;
    std::ranges::move(findings, std::back_inserter(run.findings));
    keep_repository_sources(*workspace, run);
  }
}

void collect(std::vector<Outcome>& outcomes, findings::Run& run) {
  for (Outcome& outcome : outcomes) {
    run.files += outcome.files;
    run.proposals += outcome.is_proposal ? 1 : 0;
    std::ranges::move(outcome.findings, std::back_inserter(run.findings));
    std::ranges::move(outcome.read_errors, std::back_inserter(run.read_errors));
    std::ranges::move(outcome.sources, std::back_inserter(run.sources));
  }
}

// What looks like a proposal and was not looked at. Where nothing else was, that is no answer
// to whoever asked.
void report_unread(const Workspace& at, bool verbose, findings::Run& run) {
  std::vector<std::string> paths;
  for (const std::string& path : find_unread(at.repository(), at.index())) {
    paths.push_back(at.shown_path(path));
  }
  const Layout& layout = at.process().layout;
  if (const std::string fault = fault_of_path(layout); !fault.empty()) {
    run.notes.push_back("nothing is read from paths, such as numbers: " + fault);
  }
  std::vector<std::string> others;
  for (const std::string& path : find_other_formats(at.repository())) {
    others.push_back(at.shown_path(path));
  }
  if (!others.empty()) run.notes.push_back(other_formats_note(others, verbose));
  if (paths.empty() && at.index().cards.empty()) {
    for (const std::string& path : find_alike(at.repository())) {
      paths.push_back(at.shown_path(path));
    }
  }
  if (paths.empty()) return;
  std::ranges::copy(paths, std::back_inserter(run.unread));
  if (!at.index().cards.empty()) {
    run.notes.push_back(unread_note(layout, paths, verbose));
    return;
  }
  if (!run.read_errors.empty()) return;  // which say so already
  run.read_errors.push_back(
      {searched_places(layout),
       fmt::format("nothing is there, but {} like {}: {}; say where documents are with "
                   "`documents` and `path` of `layout` in milepost.yaml",
                   paths.size() == 1 ? "1 file looks" : counted(paths.size(), "file") + " look",
                   paths.size() == 1 ? "a proposal" : "proposals", some_of(paths))});
}

// The words for a run that looked at nothing.
std::string why_nothing(const Workspace& workspace, const Selection& selection, bool touched) {
  if (touched) return "nothing changed: the files belong to no proposal";
  if (!workspace.recognised()) return {};
  std::string text = "no proposals found";
  if (selection.whole.empty()) text += " in this folder";
  text += "; documents are " + searched_places(workspace.process().layout);
  const auto others = packs_recognised(workspace.repository());
  if (!others.empty()) text += fmt::format("; it looks like process {}", fmt::join(others, ", "));
  return text;
}

// Whoever stands in a folder and names nothing may not know that the rest was left out.
std::string folder_note(const Workspace& at) {
  const auto folder = std::filesystem::path(at.here()).lexically_relative(at.root());
  if (folder.empty() || folder == "." || *folder.begin() == "..") return {};
  std::filesystem::path up;
  for ([[maybe_unused]] const auto& part : folder) up /= "..";
  return fmt::format("only what is in {} is checked; -C {} checks the whole repository",
                     folder.generic_string(), up.generic_string());
}

// Rosters that cannot be read are told of whatever is checked: without them nobody is off them.
void report_rosters(const Workspace& at, const Selection& selection, findings::Run& run) {
  if (!at.recognised() || std::ranges::find(selection.whole, &at) != selection.whole.end()) return;
  for (const ReadError& read_error : at.facts().read_errors()) {
    const auto& rosters = at.process().rosters;
    if (std::ranges::find(rosters, read_error.path, &RosterSource::file) == rosters.end()) continue;
    run.read_errors.push_back({at.shown_path(read_error.path), read_error.message});
  }
}

}  // namespace

void keep_repository_sources(const Workspace& at, findings::Run& run) {
  const Facts& facts = at.facts();
  for (const ReviewFile& review : facts.reviews()) run.sources.push_back(review.source);
  for (const TemplateMetadata& file : facts.template_metadata()) run.sources.push_back(file.source);
  std::ranges::copy(at.process().sources, std::back_inserter(run.sources));
  std::ranges::copy(facts.other_files().conflicted, std::back_inserter(run.sources));
  std::ranges::copy(facts.other_files().undescribed, std::back_inserter(run.sources));
}

Result<findings::Run> check(const Workspace& workspace, const CheckOptions& options) {
  TRY(auto selection, workspace.select({options.words, false, options.touched, false, nullptr}));
  return check(workspace, std::move(selection), options);
}

Result<findings::Run> check(const Workspace& workspace, Selection selection,
                            const CheckOptions& options) {
  findings::Run run;
  run.notes = std::move(selection.notes);
  if (options.words.empty() && !options.touched && workspace.recognised()) {
    if (auto note = folder_note(workspace); !note.empty()) run.notes.push_back(std::move(note));
  }
  run.read_errors = std::move(selection.read_errors);

  for (const auto& at : selection.workspaces) report_rosters(*at, selection, run);
  for (const auto& at : selection.workspaces) {
    if (!at->recognised() || !at->judged().rules.needs_age()) continue;
    std::ranges::copy(at->known_ages().notes, std::back_inserter(run.notes));
  }
  std::optional<DeadLinks> dead;
  if (options.external) {
    TRY(auto answer, ask_the_web(selection, options.external, workspace.jobs()));
    run.notes.push_back(std::move(answer.note));
    dead = std::move(answer.dead);
  }
  const std::vector<Selected>& proposals = selection.proposals;
  std::vector<Outcome> outcomes(proposals.size());
  std::size_t done = 0;
  std::mutex reporting;
  parallel_for(proposals.size(), workspace.jobs(), [&](std::size_t i) {
    outcomes[i] =
        check_one(proposals[i], workspace.options().judging.stage, dead ? &*dead : nullptr);
    if (!options.progress) return;
    const std::lock_guard<std::mutex> lock(reporting);
    options.progress(++done, proposals.size());
  });
  collect(outcomes, run);
  if (proposals.empty() && run.read_errors.empty()) {
    run.nothing = why_nothing(workspace, selection, options.touched);
  }
  for (const Workspace* at : selection.whole) report_unread(*at, options.verbose, run);
  check_repositories(selection, run);
  findings::sort_by_place(run.findings);
  return run;
}

}  // namespace milepost::check
