// Bringing the issue and the proposal together.
#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "app/item_deeds.h"
#include "app/track.h"
#include "base/edits.h"
#include "base/strings.h"
#include "gates/conditions.h"

namespace milepost {

namespace {

// What the document's boxes say, put down as far as this person may.
std::vector<NewEvent> take_document(ItemDeeds& deeds, const Issue& issue,
                                    const std::vector<ListDrift>& drifts, Settlement& settled) {
  for (const ListDrift& drift : drifts | std::views::reverse) {
    const std::uint32_t item = issue.find_item(drift.list, drift.key);
    const auto marked =
        deeds.mark(item, drift.in_document ? ItemDeed::kTick : ItemDeed::kUntick,
                   fmt::format("{} in {}", drift.in_document ? "ticked" : "unticked", drift.path));
    if (!marked) settled.refused.emplace_back(drift.key, marked.error().message);
  }
  return deeds.take_events();
}

// The document with its boxes as the issue has them.
Result<FileChange> document_change(const TrackedProposal& tracked,
                                   const std::vector<ListDrift>& drifts) {
  const Document& document = tracked.examined().proposal->document;
  std::vector<std::vector<Edit>> edits;
  for (const IssueItem& box : read_items(tracked.form(), document)) {
    const auto drift = std::ranges::find_if(drifts, [&](const ListDrift& other) {
      return other.list == box.list->id && other.key == box.key;
    });
    if (drift != drifts.end()) {
      edits.push_back({Edit{box.box, drift->in_issue ? "[x]" : "[ ]"}});
    }
  }
  auto path = path_to_write(tracked.task().at->repository, tracked.card().files.document);
  if (!path) return tl::unexpected(std::move(path.error()));
  return FileChange{std::move(*path), std::string(document.text()),
                    splice(document.text(), edits).text};
}

}  // namespace

Result<Settlement> settle_lists(const TrackRequest& request, ListSide right) {
  auto opened = TrackedProposal::open(request, Access::kWrite);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  TrackedProposal& tracked = **opened;
  Settlement settled;
  settled.root = tracked.task().at->repository.root;
  if (right == ListSide::kIssue) {
    const auto state = tracked.book().state_of(tracked.card());
    if (!state) return tl::unexpected(state.error());
    const auto issue = tracked.need_issue(*state);
    if (!issue) return tl::unexpected(issue.error());
    const auto drifts = find_drifts(tracked, make_tracker(tracked.input(*state, **issue)));
    if (drifts.empty()) return settled;
    auto change = document_change(tracked, drifts);
    if (!change) return tl::unexpected(std::move(change.error()));
    settled.changes.push_back(std::move(*change));
    return settled;
  }
  const auto actor = tracked.actor();
  if (!actor) return tl::unexpected(actor.error());
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    if (right == ListSide::kMetadata) return take_metadata(tracked, state, *actor);
    const auto issue = tracked.need_issue(state);
    if (!issue) return tl::unexpected(issue.error());
    settled.refused.clear();
    ItemDeeds deeds(tracked, *actor, state, **issue);
    const auto drifts = find_drifts(tracked, make_tracker(deeds.input()));
    return Decision{take_document(deeds, **issue, drifts, settled), {}};
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  const std::string& number = called(tracked.card());
  std::string message =
      right == ListSide::kDocument
          ? fmt::format("{}: {} taken from the document", number, counted(events->size(), "mark"))
      : events->empty() ? fmt::format("{}: the issue says what the metadata says", number)
                        : fmt::format("{}: the metadata is taken into the issue", number);
  settled.outcome = {std::move(message), std::move(*events)};
  return settled;
}

}  // namespace milepost
