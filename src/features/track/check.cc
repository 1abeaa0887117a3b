// Checking a tracking issue: the one in the record, or a file.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/track/track.h"
#include "rules/engine.h"
#include "workspace/merged.h"

namespace milepost::track {

namespace {

std::vector<ItemDoubt> unfounded_ticks(const Tracker& tracker) {
  std::vector<ItemDoubt> doubts;
  for (std::size_t i = 0; i < tracker.items.size(); ++i) {
    const ItemView& view = tracker.items[i];
    const bool wrong = view.item->ticked && view.status == ItemStatus::kOpen;
    if (!wrong || view.lacking.empty() || view.item->moved || view.in_document_alone()) continue;
    const std::string lacking = fmt::format("{}", fmt::join(texts_of(view.lacking), "; "));
    doubts.push_back({static_cast<std::uint32_t>(i),
                      view.approved ? lacking : fmt::format("it lacks {}", lacking)});
  }
  return doubts;
}

std::vector<ItemDoubt> doubts_of(const std::vector<ListDrift>& drifts, const Issue& issue) {
  std::vector<ItemDoubt> doubts;
  for (const ListDrift& drift : drifts) {
    if (drift.found_in == FoundIn::kDocument) {
      const auto first = std::ranges::find_if(
          issue.items, [&](const IssueItem& item) { return item.list->id == drift.list; });
      doubts.push_back({static_cast<std::uint32_t>(first - issue.items.begin()),
                        fmt::format("stands in {}:{}, and not here", drift.path, drift.line),
                        single_spaced(drift.text)});
      continue;
    }
    const std::uint32_t item = issue.find_item(drift.list, drift.key);
    if (item == kNone) continue;  // its box in the document is not as it is computed
    doubts.push_back({item, drift.found_in == FoundIn::kIssue
                                ? fmt::format("stands here, and not in {}", drift.path)
                                : fmt::format("is {} in {}:{}, and {} here",
                                              drift.in_document ? "ticked" : "open", drift.path,
                                              drift.line, drift.in_issue ? "done" : "open")});
  }
  return doubts;
}

findings::Run run_of(std::vector<Finding> findings, std::shared_ptr<const Source> source) {
  findings::Run run;
  run.findings = std::move(findings);
  findings::sort_by_place(run.findings);
  findings::shorten(run, {});
  run.sources.push_back(std::move(source));
  run.files = 1;
  return run;
}

// Of which proposal it is nobody has said: only the text itself is judged.
Result<findings::Run> check_alone(const Workspace& workspace, const std::string& file) {
  if (!workspace.recognised()) return failure(not_recognised(workspace.options().directory));
  const Process& process = workspace.process();
  if (!process.tracking.present()) {
    return failure(fmt::format("the process {} has no tracking issues", process.name));
  }
  TRY(auto source, read_issue_file(workspace, file));
  TRY(const RuleEngine rules, RuleEngine::make(process, {}, {}));
  const Issue issue = read_issue(process.tracking, source);
  const Facts facts;
  return run_of(rules.check_issue({process, issue, facts, nullptr, false, {}, {}}),
                std::move(source));
}

}  // namespace

Result<CheckedIssue> check_issue(TrackedProposal& tracked, const ProposalState& state,
                                 std::shared_ptr<const Source> source) {
  if (!source) {
    TRY(auto text, issue_text(tracked, state, false));
    source = issue_source(tracked.card(), text);
  }
  CheckedIssue checked;
  checked.source = std::move(source);
  checked.issue = std::make_shared<const Issue>(read_issue(tracked.form(), checked.source));
  const Tracker tracker = make_tracker(tracked.input(state, *checked.issue));
  const std::vector<ItemDoubt> unfounded = unfounded_ticks(tracker);
  checked.drifts = find_drifts(tracked, tracker);
  checked.findings = tracked.workspace().judged().rules.check_issue(
      {tracked.process(), *checked.issue, tracked.workspace().facts(), &tracked.card(),
       is_text_merged(tracked.workspace(), tracked.card(), state), unfounded,
       doubts_of(checked.drifts, *checked.issue)});
  return checked;
}

Result<findings::Run> check_issue(const Workspace& workspace, const CheckIssueOptions& options) {
  if (options.subject.empty()) return check_alone(workspace, options.file);
  TRY(const auto tracked, TrackedProposal::open(workspace, options, Access::kRead));
  TRY(const ProposalState state, tracked->record().state_of(tracked->card()));
  std::shared_ptr<const Source> source;
  if (!options.file.empty()) {
    TRY(source, read_issue_file(workspace, options.file));
  }
  TRY(auto checked, check_issue(*tracked, state, std::move(source)));
  return run_of(std::move(checked.findings), std::move(checked.source));
}

}  // namespace milepost::track
