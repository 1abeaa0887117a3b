// Checking a tracking issue: the one in the record, or a file.
#include <algorithm>

#include <fmt/format.h>

#include "app/track.h"
#include "base/strings.h"
#include "rules/engine.h"

namespace milepost {

namespace {

std::vector<ItemDoubt> unfounded_ticks(const Tracker& tracker) {
  std::vector<ItemDoubt> doubts;
  for (std::size_t i = 0; i < tracker.items.size(); ++i) {
    const ItemView& view = tracker.items[i];
    const bool wrong = view.item->ticked && view.standing == ItemStanding::kOpen;
    if (!wrong || view.lacking.empty()) continue;
    const std::string lacking = fmt::format("{}", fmt::join(view.lacking, "; "));
    doubts.push_back({static_cast<std::uint32_t>(i),
                      view.approved ? lacking : fmt::format("it lacks {}", lacking)});
  }
  return doubts;
}

std::vector<ItemDoubt> drifts_of(const TrackedProposal& tracked, const Tracker& tracker,
                                 const Issue& issue) {
  std::vector<ItemDoubt> doubts;
  for (const ListDrift& drift : find_drifts(tracked, tracker)) {
    doubts.push_back(
        {issue.find_item(drift.list, drift.key),
         fmt::format("is {} in {}:{}, and {} here", drift.in_document ? "ticked" : "open",
                     drift.path, drift.line, drift.in_issue ? "done" : "open")});
  }
  return doubts;
}

bool proposal_merged(const TrackingForm& form, const ProposalState& state) {
  const IssueField* const field = form.find_field(IssueValue::kProposal);
  if (!field) return false;
  bool merged = false;
  for (const LinkState& link : state.links) {
    if (std::ranges::find(field->kinds, link.kind) == field->kinds.end()) continue;
    if (!link.merged) return false;
    merged = true;
  }
  return merged;
}

Run run_of(std::vector<Finding> findings, std::shared_ptr<const Source> source) {
  Run run;
  run.findings = std::move(findings);
  sort_by_place(run.findings);
  run.sources.push_back(std::move(source));
  run.files = 1;
  return run;
}

// Of which proposal it is nobody has said: only the text itself is judged.
Result<Run> check_alone(const TrackRequest& request, const std::string& file) {
  const auto repository = open_repository(request.directory, request.process);
  if (!repository) return tl::unexpected(repository.error());
  if (!repository->process) return failure(not_recognised(request.directory));
  const Process& process = *repository->process;
  if (!process.tracking.present()) {
    return failure(fmt::format("the process {} has no tracking issues", process.name));
  }
  auto source = read_issue_file(request, file);
  if (!source) return tl::unexpected(std::move(source.error()));
  const auto rules = RuleEngine::make(process, {}, {});
  if (!rules) return tl::unexpected(rules.error());
  const Issue issue = read_issue(process.tracking, *source);
  const Facts facts;
  return run_of(rules->check_issue({process, issue, facts, nullptr, false, {}, {}}),
                std::move(*source));
}

}  // namespace

Result<Run> check_issue(const TrackRequest& request, const std::string& file) {
  if (request.subject.empty()) return check_alone(request, file);
  auto opened = TrackedProposal::open(request, Access::kRead);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  TrackedProposal& tracked = **opened;
  const auto state = tracked.book().state_of(tracked.card());
  if (!state) return tl::unexpected(state.error());
  std::shared_ptr<const Source> source;
  if (file.empty()) {
    auto text = issue_text(tracked, *state, false);
    if (!text) return tl::unexpected(std::move(text.error()));
    source = std::make_shared<const Source>(fmt::format("issue {}", request.subject), *text);
  } else {
    auto read = read_issue_file(request, file);
    if (!read) return tl::unexpected(std::move(read.error()));
    source = std::move(*read);
  }
  const Issue issue = read_issue(tracked.form(), source);
  const Tracker tracker = make_tracker(tracked.input(*state, issue));
  const std::vector<ItemDoubt> unfounded = unfounded_ticks(tracker);
  const std::vector<ItemDoubt> drifts = drifts_of(tracked, tracker, issue);
  return run_of(tracked.task().at->judged->rules.check_issue(
                    {tracked.process(), issue, *tracked.task().at->facts, &tracked.card(),
                     proposal_merged(tracked.form(), *state), unfounded, drifts}),
                std::move(source));
}

}  // namespace milepost
