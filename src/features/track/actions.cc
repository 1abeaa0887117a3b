// What people do with a tracking issue, one thing at a time.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/quote_title.h"
#include "base/strings.h"
#include "features/track/item_actions.h"
#include "features/track/track.h"
#include "issue/pull_request.h"
#include "process/validate.h"
#include "store/events.h"

namespace milepost::track {

namespace {

std::string_view word_of(ItemAction action) {
  return action == ItemAction::kNotApplicable ? "does not apply:"
         : action == ItemAction::kAgree       ? "approved:"
         : action == ItemAction::kDisagree    ? "approval undone:"
         : action == ItemAction::kTick        ? "ticked:"
                                              : "unticked:";
}

bool is_so_already(const ItemView& item, ItemAction action) {
  const Mark mark = item.state ? item.state->mark : Mark::kUnticked;
  const bool begun = item.state && item.state->started;
  switch (action) {
    case ItemAction::kTick: return mark == Mark::kTicked;
    case ItemAction::kUntick: return mark == Mark::kUnticked && !begun;
    case ItemAction::kNotApplicable: return mark == Mark::kNotApplicable;
    case ItemAction::kDisagree: return !(item.state && item.state->agreed);
    case ItemAction::kAgree: break;
  }
  return item.state && item.state->agreed && item.approved;
}

// Whether there is more in the comment than was said when it became so.
bool says_more(const ItemView& item, ItemAction action, std::string_view comment) {
  if (trim(comment).empty() || !item.state) return false;
  return comment != (action == ItemAction::kAgree && item.state->agreed
                         ? item.state->agreed->comment
                         : item.state->action.comment);
}

// What an action is decided upon, each time somebody else was quicker.
struct Scene {
  TrackedProposal& tracked;
  const Actor& actor;
  const ProposalState& state;
  const Issue* issue;  // null: there is none yet
  std::string& message;
};

using DecideAction = std::function<Result<Decision>(const Scene& scene)>;

enum class Needs : std::uint8_t { kProposal, kIssue };

Result<TrackOutcome> perform(const Workspace& workspace, const TrackOptions& options, Needs needs,
                             const DecideAction& decide) {
  TRY(const auto opened, TrackedProposal::open(workspace, options, Access::kWrite));
  TrackedProposal& tracked = *opened;
  TRY(const Actor actor, tracked.actor());
  TrackOutcome outcome;
  const Record::Decide decided = [&](const ProposalState& state) -> Result<Decision> {
    TRY(const auto issue,
        needs == Needs::kIssue ? tracked.need_issue(state) : tracked.issue_of(state));
    return decide({tracked, actor, state, issue.get(), outcome.message});
  };
  TRY(outcome.events, tracked.act(decided));
  return outcome;
}

events::LabelChange change_of(LabelAct act) {
  switch (act) {
    case LabelAct::kClaim: return events::LabelChange::kClaimed;
    case LabelAct::kConfirm: return events::LabelChange::kConfirmed;
    case LabelAct::kRemove: break;
  }
  return events::LabelChange::kRemoved;
}

Result<Decision> nothing_to_do(const Scene& scene, std::string_view what) {
  scene.message = fmt::format("it is so already: {}", what);
  return Decision{};
}

}  // namespace

Result<TrackOutcome> mark_item(const Workspace& workspace, const MarkOptions& options) {
  const ItemAction action = options.action;
  if (action == ItemAction::kNotApplicable && trim(options.comment).empty()) {
    return failure("why does it not apply? Give the reason");
  }
  return perform(workspace, options, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const TrackerInput input = tracked.input(state, *issue);
    const Tracker tracker = make_tracker(input);
    TRY(const std::size_t found, tracker.find(options.item));
    const ItemView& view = tracker.items[found];
    if (is_so_already(view, action)) {
      // Who may not is told so whatever others have done.
      TRY(may_mark(input, view, action, actor.handle));
      if (!says_more(view, action, options.comment)) return nothing_to_do(scene, view.item->title);
    }
    ItemActions actions(tracked, actor, state, *issue);
    TRY(actions.mark(found, action, options.comment));
    const bool begins = action == ItemAction::kTick && view.item->form && view.item->form->days > 0;
    message = fmt::format("{} {} of {}{}", begins ? "its time begins:" : word_of(action),
                          quote_title(view.item->title), called(tracked.card()),
                          view.release.empty() ? "" : " for " + view.release);
    return actions.take();
  });
}

Result<TrackOutcome> set_label(const Workspace& workspace, const LabelOptions& options) {
  return perform(workspace, options, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const TrackedLabel* const form = tracked.form().find_label(options.label);
    if (!form) return failure(unknown("label", options.label, ids(tracked.form().labels)));
    const TrackerInput input = tracked.input(state, *issue);
    TRY(const LabelAct act,
        may_label(input, make_tracker(input), *form, options.remove, actor.handle));
    const LabelState* const set = state.find_label(form->id);
    const bool same = act == LabelAct::kRemove    ? !set
                      : act == LabelAct::kConfirm ? set && set->confirmed
                                                  : set != nullptr;
    if (same) return nothing_to_do(scene, form->id);
    const events::Labelled labelled{form->id, change_of(act), options.comment};
    message =
        fmt::format("{} {} on {}", form->id, events::name(labelled.state), called(tracked.card()));
    return Decision{{tracked.event(actor, labelled)}, {}};
  });
}

Result<TrackOutcome> set_tracker_status(const Workspace& workspace,
                                        const TrackerStatusOptions& options) {
  if (options.correct && trim(options.comment).empty()) {
    return failure("why was it wrong? Give the --reason");
  }
  const std::string& to = options.to;
  return perform(workspace, options, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const auto change = options.correct ? StatusChange::kCorrection : StatusChange::kMove;
    TRY(may_set_status(tracked.input(state, *issue), to, actor.handle, change));
    const std::string from(status_of(tracked.form(), state));
    if (from == to) return nothing_to_do(scene, to);
    message =
        fmt::format("{} of {}: {} {}", tracked.form().status.label, called(tracked.card()),
                    options.correct ? fmt::format("corrected from {} to", from) : from + " →", to);
    const events::TrackerStatus status{to, options.comment, options.correct ? from : std::string()};
    return Decision{{tracked.event(actor, status)}, {}};
  });
}

Result<TrackOutcome> link_pull_request(const Workspace& workspace, const LinkOptions& options) {
  const PullRequest& pull = options.pull;
  const auto reference = read_pull_request(pull.reference);
  if (!reference) {
    return failure(fmt::format("\"{}\" is no pull request: write owner/repo#12, or its address",
                               pull.reference));
  }
  return perform(workspace, options, Needs::kProposal, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    TRY(tracked.check_editor(actor));
    const std::vector<std::string>& kinds = tracked.form().link_kinds;
    if (std::ranges::find(kinds, pull.kind) == kinds.end()) {
      return failure(unknown("kind of links", pull.kind, kinds));
    }
    const LinkState* const known = state.find_link(pull.kind, *reference);
    const bool same = pull.remove
                          ? !known
                          : known && known->merged == pull.merged && known->closed == pull.closed;
    const bool more = std::ranges::any_of(pull.paths, [&](const std::string& path) {
      return !known || std::ranges::find(known->paths, path) == known->paths.end();
    });
    if (same && (pull.remove || !more)) return nothing_to_do(scene, *reference);
    const std::string_view word = pull.remove   ? "no longer linked"
                                  : pull.merged ? "merged"
                                  : pull.closed ? "closed"
                                                : "open";
    const std::string comment = !options.comment.empty()
                                    ? options.comment
                                    : fmt::format("{} is {} ({})", *reference, word, pull.kind);
    message =
        fmt::format("{}: {}{}", called(tracked.card()), comment,
                    pull.assumed ? "; recorded as merged, --open or --closed says otherwise" : "");
    const events::Linked linked{
        pull.kind,  *reference, pull.merged,
        pull.paths, {},         std::string(pull.closed ? events::Linked::kClosed : "")};
    const events::Unlinked unlinked{pull.kind, *reference};
    return Decision{{tracked.event(actor, pull.remove ? events::Encoded(unlinked) : linked),
                     tracked.event(actor, events::Commented{comment})},
                    {}};
  });
}

Result<TrackOutcome> add_comment(const Workspace& workspace, const TrackOptions& options) {
  if (trim(options.comment).empty()) return failure("the comment says nothing");
  return perform(workspace, options, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    scene.message = fmt::format("commented on {}", called(scene.tracked.card()));
    return Decision{{scene.tracked.event(scene.actor, events::Commented{options.comment})}, {}};
  });
}

Result<TrackOutcome> describe_issue(const Workspace& workspace, const DescribeOptions& options) {
  return perform(workspace, options, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const TrackerState& tracker = scene.state.tracker;
    const std::string given = single_spaced(options.text);
    const std::string& text = given.empty() ? tracker.description : given;
    TRY(scene.tracked.check_editor(scene.actor));
    if (text.empty()) return failure("the issue has no description: say it after the proposal");
    if (text == tracker.description && !tracker.proposed) {
      return nothing_to_do(scene, quote_title(text));
    }
    scene.message = fmt::format("{} the description of {}: {}",
                                text == tracker.description ? "confirmed" : "changed",
                                called(scene.tracked.card()), text);
    return Decision{{scene.tracked.event(
                        scene.actor, events::Tracked{{{events::IssueText::kDescription, text}}})},
                    {}};
  });
}

}  // namespace milepost::track
