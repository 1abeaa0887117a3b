// Taking over what was edited in the Markdown of a tracking issue.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "app/item_deeds.h"
#include "app/track.h"
#include "proposal/issue_text.h"
#include "rules/issues.h"

namespace milepost {

namespace {

ItemDeed deed_of(Mark mark) {
  switch (mark) {
    case Mark::kTicked: return ItemDeed::kTick;
    case Mark::kNotApplicable: return ItemDeed::kNotApplicable;
    case Mark::kUnticked: break;
  }
  return ItemDeed::kUntick;
}

// Puts down what was edited in the text, as far as this person may.
void take_edits(const TrackedProposal& tracked, const Actor& actor, const Issue& file,
                ItemDeeds& deeds, ImportReport& report) {
  EventFields texts;
  std::vector<IssueChange>& edits = report.merge.edits;
  // What stands below an item first: it is done only with them.
  std::ranges::stable_sort(edits, std::greater(), &IssueChange::item);
  for (const IssueChange& change : edits) {
    if (change.part == IssuePart::kItem) {
      const Mark mark = mark_of(file.items[change.item]);
      const auto marked =
          deeds.mark(change.item, deed_of(mark),
                     mark == Mark::kNotApplicable ? "crossed out in the issue" : "");
      if (!marked) {
        report.refused.emplace_back(change.what, marked.error().message);
        continue;
      }
      report.taken.push_back(fmt::format("{} {}", change.file, change.what));
    } else if (change.part == IssuePart::kStatus) {
      if (const auto allowed = may_set_status(deeds.input(), change.file, actor.handle); !allowed) {
        report.refused.emplace_back(change.what, allowed.error().message);
        continue;
      }
      deeds.put("tracker-status", {{"to", change.file}});
      report.taken.push_back(fmt::format("{} {}", tracked.form().status.label, change.file));
    } else if (const auto allowed = tracked.check_editor(actor); !allowed) {
      report.refused.emplace_back(change.what, allowed.error().message);
    } else {
      texts.emplace_back(change.what, change.file);
      report.taken.push_back(fmt::format("{}: {}", change.what, change.file));
    }
  }
  if (!texts.empty() || !deeds.state().tracker.made) deeds.put("tracked", texts);
}

// The text, with its fields as they were where this person may not change them. Those that
// only the text has are refused here.
std::string take_fields(const TrackedProposal& tracked, const Actor& actor, const Issue* base,
                        const Issue& file, const ProposalState& state, ImportReport& report) {
  IssueEdits edits(file);
  const auto allowed = tracked.check_editor(actor);
  for (const IssueFieldText& field : file.fields) {
    if (allowed) break;
    const std::string* const recorded = recorded_value(state, field.field->is);
    const IssueFieldText* const before = base ? base->find(*field.field) : nullptr;
    const std::string value = recorded ? *recorded : before ? before->value : std::string();
    if (field.value == value) continue;
    if (!recorded) {
      report.refused.emplace_back(title_of(*field.field), allowed.error().message);
    }
    edits.set(field, value);
  }
  return edits.text();
}

// Boxes of items that a program answers, ticked although it is not so.
void refuse_computed(const Issue* base, const Tracker& tracker, ImportReport& report) {
  for (const ItemView& view : tracker.items) {
    if (!view.computed || !view.item->ticked || view.standing != ItemStanding::kOpen) continue;
    const std::uint32_t before =
        base ? base->find_item(view.item->list->id, view.item->key) : kNone;
    if (before != kNone && base->items[before].ticked) continue;
    report.refused.emplace_back(view.item->key, fmt::format("it is computed, and not so: {}",
                                                            fmt::join(view.lacking, "; ")));
  }
}

}  // namespace

Result<ImportReport> import_issue(const TrackRequest& request, const std::string& file,
                                  Settle settle) {
  auto source = read_issue_file(request, file);
  if (!source) return tl::unexpected(std::move(source.error()));
  auto opened = TrackedProposal::open(request, Access::kWrite);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  TrackedProposal& tracked = **opened;
  const auto actor = tracked.actor();
  if (!actor) return tl::unexpected(actor.error());
  const Issue issue = read_issue(tracked.form(), *source);
  if (issue.cut) {
    return failure(fmt::format("{}: has more than {} boxes, which is no tracking issue", file,
                               kMostIssueItems - 1));
  }
  ImportReport report;
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    report = {};
    const auto base = tracked.issue_of(state);
    if (!base) return tl::unexpected(base.error());
    report.merge = merge_issue(base->get(), issue, state, tracked.release());
    if (settle == Settle::kFile) {
      for (auto* const from : {&report.merge.kept, &report.merge.conflicts}) {
        report.merge.edits.insert(report.merge.edits.end(), from->begin(), from->end());
        from->clear();
      }
    }
    ItemDeeds deeds(tracked, *actor, state, issue);
    take_edits(tracked, *actor, issue, deeds, report);
    // With the ticks made that the text has: some of them may be what was lacking.
    refuse_computed(base->get(), make_tracker(deeds.input()), report);
    std::string text = take_fields(tracked, *actor, base->get(), issue, state, report);
    Decision decision{deeds.take_events(), {}};
    const bool unsettled = !report.merge.conflicts.empty() || !report.refused.empty();
    if (unsettled && settle != Settle::kRecord) return Decision{};
    const bool same = *base && (*base)->document.text() == text &&
                      state.tracker.base_release == tracked.release();
    if (!same) {
      keep_text(tracked, *actor, tracked.book().store().sha256(), std::move(text), decision);
    }
    report.written = true;
    return decision;
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  return report;
}

}  // namespace milepost
