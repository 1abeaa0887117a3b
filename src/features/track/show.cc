#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/version.h"
#include "features/track/track.h"
#include "gates/roles.h"
#include "store/events.h"

namespace milepost::track {

namespace {

std::string who_may_tick(const TrackedProposal& tracked, const ItemView& view) {
  if (view.computed) return {};
  return describe_holders(tracked.process(), view.by, tracked.card(),
                          tracked.workspace().facts().rosters());
}

// All of them, the oldest first.
Result<std::vector<Action>> read_comments(const TrackedProposal& tracked) {
  TRY(const auto events, tracked.record().events_of(stream_of(tracked.card())));
  std::vector<Action> comments;
  for (const Event& event : events) {
    auto commented = events::decode<events::Commented>(event);
    if (!commented || commented->comment.empty()) continue;
    comments.push_back({event.by, event.claimed, event.time, std::move(commented->comment)});
  }
  return comments;
}

// The last change of the status, when it corrects one.
Result<std::optional<TrackerPage::Correction>> read_correction(const TrackedProposal& tracked) {
  if (tracked.form().status.label.empty()) return std::nullopt;
  TRY(const auto event,
      tracked.record().last_of_kind(stream_of(tracked.card()), events::TrackerStatus::kKind));
  const auto set = event ? events::decode<events::TrackerStatus>(*event) : std::nullopt;
  if (!set || set->corrects.empty()) return std::nullopt;
  return TrackerPage::Correction{set->corrects,
                                 {event->by, event->claimed, event->time, set->comment}};
}

}  // namespace

std::vector<ListDrift> find_drifts(const TrackedProposal& tracked, const Tracker& tracker) {
  // The copy in the document is that of the release it aims at.
  const auto latest = parse_version(tracked.card().latest_milestone);
  const bool same_release = tracked.release() == (latest ? to_string(*latest) : std::string());
  std::vector<ListDrift> drifts =
      list_drifts({tracked.form(), tracked.examined().proposal->document,
                   tracked.examined().judgement, tracker});
  std::ranges::move(box_drifts(tracked.examined().proposal->document, tracker),
                    std::back_inserter(drifts));
  std::erase_if(drifts, [&](const ListDrift& drift) {
    return !same_release && tracked.form().find_list(drift.list)->scope == ListScope::kRelease;
  });
  return drifts;
}

Result<TrackerPage> show_tracker(const Workspace& workspace, const ShowTrackerOptions& options) {
  TRY(std::shared_ptr<TrackedProposal> opened,
      TrackedProposal::open(workspace, options, Access::kRead));
  TrackedProposal& tracked = *opened;
  TRY(auto state, tracked.record().state_of(tracked.card()));
  const Card& card = tracked.card();
  TrackerPage page;
  page.kept = opened;
  page.proposal = ref_of(card, tracked.workspace().repository());
  page.status = card.status;
  page.stage = tracked.stage();
  page.release = tracked.release();
  page.state = std::move(state);
  TRY(page.issue, tracked.need_issue(page.state));
  page.status_label = tracked.form().status.label;
  page.tracker_status = status_of(tracked.form(), page.state);
  TRY(page.corrected, read_correction(tracked));
  const TrackerInput input = tracked.input(page.state, *page.issue);
  page.tracker = make_tracker(input);
  page.rules = tracker_rules(input, page.tracker);
  for (const ItemView& view : page.tracker.items) {
    page.who.push_back(who_may_tick(tracked, view));
  }
  for (const ItemRequest& asked : page.tracker.requests) {
    const Role* const role = tracked.process().find_role(asked.role);
    page.request_titles.push_back(role ? role->title : asked.role);
  }
  page.drifts = find_drifts(tracked, page.tracker);
  if (!options.comments) return page;
  TRY(page.comments, read_comments(tracked));
  return page;
}

}  // namespace milepost::track
