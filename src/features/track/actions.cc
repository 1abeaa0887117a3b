// What people do with a tracking issue, one thing at a time.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/quote_title.h"
#include "base/strings.h"
#include "features/track/item_actions.h"
#include "features/track/track.h"
#include "gates/conditions.h"
#include "issue/pull_request.h"
#include "process/validate.h"
#include "store/events.h"

namespace milepost::track {

namespace {

std::string_view word_of(ItemDeed deed) {
  return deed == ItemDeed::kNotApplicable ? "does not apply:"
         : deed == ItemDeed::kAgree       ? "approved:"
         : deed == ItemDeed::kTick        ? "ticked:"
                                          : "unticked:";
}

bool is_so_already(const ItemView& item, ItemDeed deed) {
  const Mark mark = item.state ? item.state->mark : Mark::kUnticked;
  const bool begun = item.state && item.state->started;
  switch (deed) {
    case ItemDeed::kTick: return mark == Mark::kTicked;
    case ItemDeed::kUntick: return mark == Mark::kUnticked && !begun;
    case ItemDeed::kNotApplicable: return mark == Mark::kNotApplicable;
    case ItemDeed::kAgree: break;
  }
  return item.state && item.state->agreed;
}

// Whether there is more in the comment than was said when it became so.
bool says_more(const ItemView& item, ItemDeed deed, std::string_view comment) {
  if (trim(comment).empty() || !item.state) return false;
  return comment != (deed == ItemDeed::kAgree && item.state->agreed ? item.state->agreed->comment
                                                                    : item.state->deed.comment);
}

// What a deed is decided upon, each time somebody else was quicker.
struct Scene {
  TrackedProposal& tracked;
  const Actor& actor;
  const ProposalState& state;
  const Issue* issue;  // null: there is none yet
  std::string& message;
};

using DecideDeed = std::function<Result<Decision>(const Scene& scene)>;

enum class Needs : std::uint8_t { kProposal, kIssue };

Result<TrackOutcome> perform(const TrackRequest& request, Needs needs, const DecideDeed& decide) {
  auto opened = TrackedProposal::open(request, Access::kWrite);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  TrackedProposal& tracked = **opened;
  const auto actor = tracked.actor();
  if (!actor) return tl::unexpected(actor.error());
  TrackOutcome outcome;
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    const auto issue = needs == Needs::kIssue ? tracked.need_issue(state) : tracked.issue_of(state);
    if (!issue) return tl::unexpected(issue.error());
    return decide({tracked, *actor, state, issue->get(), outcome.message});
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  outcome.events = std::move(*events);
  return outcome;
}

// What to do about an item that stands in the document's copy of a list and not in the
// issue; "" when it does not.
std::string in_document(const TrackedProposal& tracked, const Tracker& tracker,
                        std::string_view words) {
  const Document& document = tracked.examined().proposal->document;
  const std::vector<IssueItem> boxes = read_items(tracked.form(), document);
  Tracker copy;
  for (const IssueItem& box : boxes) {
    const bool here = std::ranges::any_of(tracker.items, [&](const ItemView& view) {
      return view.item->list == box.list && view.item->key == box.key;
    });
    if (box.list->checklist.empty() || here) continue;
    copy.items.emplace_back().item = &box;
  }
  const auto found = copy.find(words);
  if (!found) return {};
  const IssueItem& box = *copy.items[*found].item;
  return fmt::format(
      "the issue has no item \"{}\", but {}:{} has it: add \"- [ ] {}\" to what milepost track "
      "export {} prints, milepost track import it, and then tick it",
      words, document.source().path(), document.source().position(box.box.begin).line, box.title,
      called(tracked.card()));
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

Result<TrackOutcome> mark_item(const TrackRequest& request, std::string_view item, ItemDeed deed) {
  if (deed == ItemDeed::kNotApplicable && trim(request.comment).empty()) {
    return failure("why does it not apply? Give the reason");
  }
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const TrackerInput input = tracked.input(state, *issue);
    const Tracker tracker = make_tracker(input);
    const auto found = tracker.find(item);
    if (!found) {
      std::string elsewhere = in_document(tracked, tracker, item);
      return elsewhere.empty() ? tl::unexpected(found.error()) : failure(std::move(elsewhere));
    }
    const ItemView& view = tracker.items[*found];
    if (is_so_already(view, deed)) {
      // Who may not is told so whatever others have done.
      if (auto allowed = may_mark(input, view, deed, actor.handle); !allowed) {
        return tl::unexpected(std::move(allowed.error()));
      }
      if (!says_more(view, deed, request.comment)) return nothing_to_do(scene, view.item->title);
    }
    ItemDeeds deeds(tracked, actor, state, *issue);
    if (auto marked = deeds.mark(*found, deed, request.comment); !marked) {
      return tl::unexpected(std::move(marked.error()));
    }
    const bool begins = deed == ItemDeed::kTick && view.item->form && view.item->form->days > 0;
    message = fmt::format("{} {} of {}{}", begins ? "its time begins:" : word_of(deed),
                          quote_title(view.item->title), called(tracked.card()),
                          view.release.empty() ? "" : " for " + view.release);
    return Decision{deeds.take_events(), {}};
  });
}

Result<TrackOutcome> set_label(const TrackRequest& request, std::string_view label, bool remove) {
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const TrackedLabel* const form = tracked.form().find_label(label);
    if (!form) return failure(unknown("label", label, ids(tracked.form().labels)));
    const TrackerInput input = tracked.input(state, *issue);
    const auto act = may_label(input, make_tracker(input), *form, remove, actor.handle);
    if (!act) return tl::unexpected(act.error());
    const LabelState* const set = state.find_label(form->id);
    const bool same = *act == LabelAct::kRemove    ? !set
                      : *act == LabelAct::kConfirm ? set && set->confirmed
                                                   : set != nullptr;
    if (same) return nothing_to_do(scene, form->id);
    const events::Labelled labelled{form->id, change_of(*act), request.comment};
    message =
        fmt::format("{} {} on {}", form->id, events::name(labelled.state), called(tracked.card()));
    return Decision{{tracked.event(actor, labelled)}, {}};
  });
}

Result<TrackOutcome> set_tracker_status(const TrackRequest& request, std::string_view to) {
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    if (auto allowed = may_set_status(tracked.input(state, *issue), to, actor.handle); !allowed) {
      return tl::unexpected(std::move(allowed.error()));
    }
    const std::string_view from = status_of(tracked.form(), state);
    if (from == to) return nothing_to_do(scene, to);
    message = fmt::format("{} of {}: {} → {}", tracked.form().status.label, called(tracked.card()),
                          from, to);
    const events::TrackerStatus status{std::string(to), request.comment};
    return Decision{{tracked.event(actor, status)}, {}};
  });
}

Result<TrackOutcome> link_pull_request(const TrackRequest& request, const PullRequest& pull) {
  const auto reference = read_pull_request(pull.reference);
  if (!reference) {
    return failure(fmt::format("\"{}\" is no pull request: write owner/repo#12, or its address",
                               pull.reference));
  }
  return perform(request, Needs::kProposal, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    if (auto allowed = tracked.check_editor(actor); !allowed) {
      return tl::unexpected(std::move(allowed.error()));
    }
    const std::vector<std::string>& kinds = tracked.form().link_kinds;
    if (std::ranges::find(kinds, pull.kind) == kinds.end()) {
      return failure(unknown("kind of links", pull.kind, kinds));
    }
    const LinkState* const known = state.find_link(pull.kind, *reference);
    const bool same = pull.remove ? !known : known && known->merged == pull.merged;
    const bool more = std::ranges::any_of(pull.paths, [&](const std::string& path) {
      return !known || std::ranges::find(known->paths, path) == known->paths.end();
    });
    if (same && (pull.remove || !more)) return nothing_to_do(scene, *reference);
    const std::string_view word = pull.remove   ? "no longer linked"
                                  : pull.merged ? "merged"
                                                : "open";
    const std::string comment = !request.comment.empty()
                                    ? request.comment
                                    : fmt::format("{} is {} ({})", *reference, word, pull.kind);
    message = fmt::format("{}: {}", called(tracked.card()), comment);
    const events::Linked linked{pull.kind, *reference, pull.merged, pull.paths, {}};
    const events::Unlinked unlinked{pull.kind, *reference};
    return Decision{{tracked.event(actor, pull.remove ? events::Encoded(unlinked) : linked),
                     tracked.event(actor, events::Commented{comment})},
                    {}};
  });
}

Result<TrackOutcome> add_comment(const TrackRequest& request) {
  if (trim(request.comment).empty()) return failure("the comment says nothing");
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    scene.message = fmt::format("commented on {}", called(scene.tracked.card()));
    return Decision{{scene.tracked.event(scene.actor, events::Commented{request.comment})}, {}};
  });
}

}  // namespace milepost::track
