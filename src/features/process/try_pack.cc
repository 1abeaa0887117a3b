#include "features/process/try_pack.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "features/check/check.h"
#include "features/create/new_proposal.h"

namespace milepost::process {

namespace {

constexpr const char* kTitle = "A proposal to try with";
constexpr const char* kSomebody = "somebody";
constexpr std::string_view kMetadataRules = "MP3";

std::set<std::string> documents_of(const Workspace& workspace) {
  std::set<std::string> found;
  for (const Card& card : workspace.index().cards) found.insert(card.files.document);
  return found;
}

std::vector<TrialFindings> count_findings(const findings::Run& run, Severity severity) {
  std::vector<TrialFindings> all;
  for (const Finding& finding : run.findings) {
    if (finding.severity != severity) continue;
    auto known = std::ranges::find(all, finding.code, &TrialFindings::code);
    if (known == all.end()) {
      known = all.insert(all.end(), {std::string(finding.code), 0, "", ""});
      known->path = finding.source->path();
      known->message = finding.message;
    }
    ++known->count;
  }
  std::ranges::stable_sort(all, std::greater<>(), &TrialFindings::count);
  return all;
}

// What nobody is asked for: a number after all others, a group that there is.
create::NewOptions answers_of(const create::Drafting& drafting, const Workspace& workspace) {
  create::NewOptions options;
  options.title = kTitle;
  options.me = kSomebody;
  options.yes = true;
  if (drafting.wants_group()) {
    const std::vector<std::string> groups = drafting.groups();
    options.group = groups.empty() ? "group" : groups.front();
  }
  if (drafting.process().layout.numbering == Numbering::kGiven) {
    std::size_t greatest = 0;
    constexpr std::size_t kMostDigits = 9;
    for (const Card& card : workspace.index().cards) {
      if (card.number.empty() || card.number.size() > kMostDigits) continue;
      greatest = std::max<std::size_t>(greatest, std::stoul(card.number));
    }
    options.number = std::to_string(greatest + 1);
  }
  return options;
}

void try_new(const Workspace& workspace, PackTrial& trial) {
  const auto drafting = create::Drafting::open(workspace);
  if (!drafting) {
    trial.new_fault = drafting.error().message;
    return;
  }
  const auto made = drafting->plan(answers_of(*drafting, workspace));
  if (!made) {
    trial.new_fault = made.error().message;
    return;
  }
  trial.new_errors = made->created.to_mend;
  const std::string& document = made->changes.front().path;
  if (!is_document_path(workspace.process().layout, document)) {
    trial.new_fault = fmt::format("it would lie at {}, where no proposal is looked for", document);
  }
}

}  // namespace

Result<PackTrial> try_pack(const TriedPack& pack, const Examples& examples, Instant now) {
  FileEdits files = pack.files;
  files["milepost.yaml"] = fmt::format("schema: 1\nprocess: {}\n", pack.folder);
  WorkspaceOptions where;
  where.directory = examples.root;
  TRY(const auto workspace,
      Workspace::open(where, now, overlay_tree(disk_tree(examples.root), std::move(files)),
                      examples.root, ""));
  PackTrial trial;
  trial.done = true;
  const std::set<std::string> found = documents_of(*workspace);
  for (const ExampleProposal& example : examples.all) {
    if (!found.contains(example.path)) trial.missed.push_back(example.path);
  }
  check::CheckOptions everything;
  TRY(const auto run, check::check(*workspace, everything));
  trial.errors = count_findings(run, Severity::kError);
  // What texts lack is their authors' matter; how their metadata is read was guessed.
  trial.warnings = count_findings(run, Severity::kWarning);
  std::erase_if(trial.warnings,
                [](const TrialFindings& one) { return !one.code.starts_with(kMetadataRules); });
  try_new(*workspace, trial);
  return trial;
}

}  // namespace milepost::process
