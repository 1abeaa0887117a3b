// Bringing the issue and the proposal together.
#include <algorithm>
#include <iterator>
#include <ranges>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "features/track/item_actions.h"
#include "features/track/list_edits.h"
#include "features/track/track.h"
#include "proposal/unmerged.h"
#include "store/events.h"

namespace milepost::track {

namespace {

// Items that stand in one copy alone, whose number there and whether they are ticked.
using Missing = std::vector<std::pair<std::uint32_t, bool>>;

// Adds items of one copy of a list to the other. What stands below something that is not
// there cannot be added.
std::vector<std::vector<Edit>> add_missing(ListEdits& list, const std::vector<IssueItem>& theirs,
                                           const Missing& missing, Settlement& settled) {
  for (const auto& [item, ticked] : missing) {
    if (list.add(item, ticked)) continue;
    settled.refused.emplace_back(theirs[item].key, "what it stands below is not in the other list");
  }
  return list.take_edits();
}

Missing find_missing(const std::vector<IssueItem>& theirs, const std::vector<ListDrift>& drifts,
                     FoundIn found_in) {
  Missing missing;
  for (std::uint32_t i = 0; i < theirs.size(); ++i) {
    for (const ListDrift& drift : drifts) {
      if (drift.found_in != found_in || drift.list != theirs[i].list->id ||
          drift.key != theirs[i].key) {
        continue;
      }
      missing.emplace_back(i, drift.in_document || drift.in_issue);
    }
  }
  return missing;
}

// What the side that is right has not: nobody takes out what somebody wrote.
void refuse_others(const std::vector<ListDrift>& drifts, FoundIn found_in, Settlement& settled) {
  for (const ListDrift& drift : drifts) {
    if (drift.found_in != found_in) continue;
    settled.refused.emplace_back(
        drift.key, found_in == FoundIn::kDocument
                       ? fmt::format("it stands in {}:{} alone: take it out there, or --take "
                                     "document adds it to the issue",
                                     drift.path, drift.line)
                       : fmt::format("it stands in the issue alone: take it out there and import "
                                     "that, or --take issue adds it to {}",
                                     drift.path));
  }
}

// The text of the issue with the items that only the document has; as it was when there
// are none, or this person may not.
std::string with_items(const TrackedProposal& tracked, const Actor& actor, const Issue& issue,
                       const std::vector<ListDrift>& drifts, Settlement& settled) {
  const Document& document = tracked.examined().proposal->document;
  const std::vector<IssueItem> boxes = read_items(tracked.form(), document);
  Missing missing = find_missing(boxes, drifts, FoundIn::kDocument);
  if (const auto allowed = tracked.check_editor(actor); !allowed) {
    for (const auto& [item, ticked] : missing) {
      settled.refused.emplace_back(boxes[item].key, allowed.error().message);
    }
    missing.clear();
  }
  // They are ticked in the record.
  for (auto& [item, ticked] : missing) ticked = false;
  ListEdits list(document, boxes, issue.document, issue.items);
  return splice(issue.document.text(), add_missing(list, boxes, missing, settled)).text;
}

// What the document's list says, recorded as far as this person may.
Result<Decision> take_document(TrackedProposal& tracked, const Actor& actor,
                               const ProposalState& state, Settlement& settled) {
  TRY(const auto issue, tracked.need_issue(state));
  settled.refused.clear();
  const auto before = find_drifts(tracked, make_tracker(tracked.input(state, *issue)));
  Decision decision;
  std::string text = with_items(tracked, actor, *issue, before, settled);
  const Issue now = read_issue(tracked.form(), issue_source(tracked.card(), text));
  if (text != issue->document.text()) {
    keep_text(tracked, actor, {std::move(text), "document", {}}, decision);
  }
  ItemActions actions(tracked, actor, state, now);
  const auto drifts = find_drifts(tracked, make_tracker(actions.input()));
  for (const ListDrift& drift : drifts | std::views::reverse) {
    if (drift.found_in != FoundIn::kBoth) continue;
    if (drift.computed) {
      settled.refused.emplace_back(
          drift.key, fmt::format("it is computed: milepost drift --fix {} sets the box in {}",
                                 called(tracked.card()), drift.path));
      continue;
    }
    const auto marked = actions.mark(
        now.find_item(drift.list, drift.key),
        drift.in_document ? ItemAction::kTick : ItemAction::kUntick,
        fmt::format("{} in {}", drift.in_document ? "ticked" : "unticked", drift.path));
    if (!marked) settled.refused.emplace_back(drift.key, marked.error().message);
  }
  refuse_others(drifts, FoundIn::kIssue, settled);
  Decision marks = actions.take();
  std::ranges::move(marks.events, std::back_inserter(decision.events));
  std::ranges::move(marks.texts, std::back_inserter(decision.texts));
  return decision;
}

// The document with its list as the issue has it.
Result<void> take_issue(TrackedProposal& tracked, Settlement& settled) {
  TRY(const ProposalState state, tracked.record().state_of(tracked.card()));
  TRY(const auto issue, tracked.need_issue(state));
  const auto drifts = find_drifts(tracked, make_tracker(tracked.input(state, *issue)));
  refuse_others(drifts, FoundIn::kDocument, settled);
  const Document& document = tracked.examined().proposal->document;
  const std::vector<IssueItem> boxes = read_items(tracked.form(), document);
  ListEdits list(issue->document, issue->items, document, boxes);
  auto edits =
      add_missing(list, issue->items, find_missing(issue->items, drifts, FoundIn::kIssue), settled);
  for (const IssueItem& box : boxes) {
    const auto drift = std::ranges::find_if(drifts, [&](const ListDrift& other) {
      return other.list == box.list->id && other.key == box.key && other.found_in == FoundIn::kBoth;
    });
    if (drift != drifts.end()) {
      edits.push_back({Edit{box.box, drift->in_issue ? "[x]" : "[ ]"}});
    }
  }
  if (edits.empty()) return {};
  TRY(auto path, path_to_write(tracked.workspace().repository(), tracked.card().files.document));
  settled.changes.push_back(
      {std::move(path), std::string(document.text()), splice(document.text(), edits).text});
  return {};
}

std::string taken_text(const std::vector<NewEvent>& events) {
  const auto texts = std::ranges::count(events, events::Imported::kKind, &NewEvent::kind);
  const std::size_t marks = events.size() - static_cast<std::size_t>(texts);
  return fmt::format("{}{} taken from the document", texts > 0 ? "items and " : "",
                     counted(marks, "mark"));
}

}  // namespace

Result<Settlement> settle_lists(const Workspace& workspace, const SettleOptions& options) {
  TRY(const auto opened, TrackedProposal::open(workspace, options, Access::kWrite));
  TrackedProposal& tracked = *opened;
  Settlement settled;
  settled.root = tracked.workspace().root();
  if (options.right == ListSide::kIssue) {
    if (const auto& unmerged = tracked.card().unmerged) {
      return failure(fmt::format("its document is in {}, which is not merged: change it there",
                                 short_place(unmerged->place)));
    }
    TRY(take_issue(tracked, settled));
    return settled;
  }
  TRY(const Actor actor, tracked.actor());
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    if (options.right == ListSide::kMetadata) return take_metadata(tracked, state, actor);
    return take_document(tracked, actor, state, settled);
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  const std::string& number = called(tracked.card());
  std::string message =
      options.right == ListSide::kDocument ? fmt::format("{}: {}", number, taken_text(*events))
      : events->empty() ? fmt::format("{}: the issue says what the metadata says", number)
                        : fmt::format("{}: the metadata is taken into the issue", number);
  settled.outcome = {std::move(message), std::move(*events)};
  return settled;
}

}  // namespace milepost::track
