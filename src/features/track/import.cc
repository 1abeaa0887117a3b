// Taking over what was edited in the Markdown of a tracking issue.
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "features/track/candidate.h"
#include "features/track/issue_copies.h"
#include "features/track/issue_record.h"
#include "features/track/issue_text.h"
#include "features/track/item_actions.h"
#include "features/track/track.h"
#include "process/heading_key.h"
#include "rules/issue/issues.h"
#include "store/events.h"

namespace milepost::track {

namespace {

ItemAction action_of(Mark mark) {
  switch (mark) {
    case Mark::kTicked: return ItemAction::kTick;
    case Mark::kNotApplicable: return ItemAction::kNotApplicable;
    case Mark::kUnticked: break;
  }
  return ItemAction::kUntick;
}

// A pull request that somebody wrote in the place of a placeholder, or took out there. The
// text does not say whether it is merged: until somebody records that, it is not.
void take_link(const IssueChange& change, ItemActions& actions, ImportReport& report) {
  const std::vector<std::string>& kinds = change.word->kinds;
  if (change.file == change.record) return;
  if (change.links) {
    const auto& links = actions.state().links;
    const auto known = std::ranges::find(links, change.what, &LinkState::reference);
    const bool merged = known != links.end() && known->merged;
    const bool closed = known != links.end() && known->closed;
    actions.put(events::Linked{kinds.front(),
                               change.what,
                               merged,
                               {},
                               {},
                               std::string(closed ? events::Linked::kClosed : "")});
    report.taken.push_back(fmt::format("{} is linked ({}), {}", change.what, kinds.front(),
                                       merged   ? "merged"
                                       : closed ? "closed"
                                                : "open as far as is known"));
    return;
  }
  for (const std::string& kind : kinds) {
    if (!actions.state().find_link(kind, change.what)) continue;
    actions.put(events::Unlinked{kind, change.what});
    report.taken.push_back(fmt::format("{} is no longer linked ({})", change.what, kind));
  }
}

events::IssueText text_of(IssuePart part) {
  return part == IssuePart::kContact      ? events::IssueText::kContact
         : part == IssuePart::kDiscussion ? events::IssueText::kDiscussion
                                          : events::IssueText::kDescription;
}

// Records what was edited in the text, as far as this person may.
void take_edits(const TrackedProposal& tracked, const Actor& actor, const Issue& file,
                ItemActions& actions, ImportReport& report) {
  events::Tracked texts;
  std::vector<IssueChange>& edits = report.merge.edits;
  // What stands below an item first: it is done only with them.
  std::ranges::stable_sort(edits, std::greater(), &IssueChange::item);
  for (const IssueChange& change : edits) {
    if (change.part == IssuePart::kItem) {
      const Mark mark = mark_of(file.items[change.item]);
      const auto marked =
          actions.mark(change.item, action_of(mark),
                       mark == Mark::kNotApplicable ? "crossed out in the issue" : "");
      if (!marked) {
        report.refused.emplace_back(change.what, marked.error().message);
        continue;
      }
      report.taken.push_back(fmt::format("{} {}", change.file, change.what));
    } else if (change.part == IssuePart::kLink) {
      if (const auto allowed = tracked.check_editor(actor); !allowed) {
        report.refused.emplace_back(change.what, allowed.error().message);
        continue;
      }
      take_link(change, actions, report);
    } else if (change.part == IssuePart::kText) {
      report.taken.push_back(fmt::format("{}: {}", change.what, change.file));
    } else if (change.part == IssuePart::kStatus) {
      if (const auto allowed = may_set_status(actions.input(), change.file, actor.handle);
          !allowed) {
        report.refused.emplace_back(change.what, allowed.error().message);
        continue;
      }
      actions.put(events::TrackerStatus{change.file, {}});
      report.taken.push_back(fmt::format("{} {}", tracked.form().status.label, change.file));
    } else if (const auto allowed = tracked.check_editor(actor); !allowed) {
      report.refused.emplace_back(change.what, allowed.error().message);
    } else {
      texts.texts.emplace_back(text_of(change.part), change.file);
      report.taken.push_back(fmt::format("{}: {}", change.what, change.file));
    }
  }
  if (!texts.texts.empty() || !actions.state().tracker.made) actions.put(texts);
}

// The text, with its fields as they were where this person may not change them. Those that
// only the text has are refused here.
std::string take_fields(const TrackedProposal& tracked, const Actor& actor, const Issue* base,
                        std::string text, const ProposalState& state, ImportReport& report) {
  const auto allowed = tracked.check_editor(actor);
  if (allowed) return text;
  const Issue file = read_issue(tracked.form(), issue_source(tracked.card(), text));
  IssueEdits edits(file);
  for (const IssueFieldText& field : file.fields) {
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
    if (!view.computed || !view.item->ticked || view.status != ItemStatus::kOpen) continue;
    const std::uint32_t before =
        base ? base->find_item(view.item->list->id, view.item->key) : kNone;
    if (before != kNone && base->items[before].ticked) continue;
    report.refused.emplace_back(
        view.item->key,
        fmt::format("it is computed, and not so: {}", fmt::join(texts_of(view.lacking), "; ")));
  }
}

void add_conflicts(const std::vector<LineConflict>& conflicts, IssueMerge& merge) {
  for (const LineConflict& lines : conflicts) {
    merge.conflicts.push_back({IssuePart::kText, kNone, "the text", single_spaced(lines.base),
                               single_spaced(lines.one), single_spaced(lines.other), nullptr});
  }
}

// What an older text takes back unless it began with another: whoever imports it has to say.
void add_doubts(const IssueMerge& by_other, IssueMerge& merge) {
  std::erase_if(merge.kept, [&](const IssueChange& kept) {
    const bool edited = std::ranges::any_of(by_other.edits, [&](const IssueChange& edit) {
      return edit.part == kept.part && edit.item == kept.item && edit.what == kept.what;
    });
    if (edited) merge.conflicts.push_back(kept);
    return edited;
  });
}

// The text is right where both have changed. Where they have not, whoever says so means
// what the record has newer.
void settle_by_text(bool all, IssueMerge& merge) {
  std::vector<IssueChange>& from = all ? merge.kept : merge.conflicts;
  merge.edits.insert(merge.edits.end(), from.begin(), from.end());
  from.clear();
}

// Fails with the reason when a text is no issue of this process: taken for one, it would
// put everything out of the issue that there is.
Result<void> check_is_issue(const Issue& issue, const std::string& file) {
  const std::string_view text = issue.document.text();
  if (trim(text).empty()) return failure(file + ": says nothing, so it is no tracking issue");
  if (const std::size_t bad = utf8::find_invalid(text); bad != text.npos) {
    const Position at = issue.document.source().position(static_cast<std::uint32_t>(bad));
    return failure(fmt::format("{}:{}:{}: is no UTF-8", file, at.line, at.column));
  }
  if (issue.cut) {
    return failure(fmt::format("{}: has more than {} boxes, which is no tracking issue", file,
                               kMostIssueItems - 1));
  }
  if (!issue.fields.empty() || !issue.items.empty()) return {};
  std::set<std::string> headings;
  const Document model(issue.form->source);
  for (const Heading& heading : model.headings()) headings.insert(heading_key(heading.text));
  const bool known = std::ranges::any_of(issue.document.headings(), [&](const Heading& heading) {
    return headings.contains(heading_key(heading.text));
  });
  if (known) return {};
  return failure(
      fmt::format("{}: has none of the headings, fields and items that tracking issues "
                  "have, so it is none",
                  file));
}

// The proposal that an issue is of, and what is recorded first where there is none yet.
struct ImportSubject {
  std::unique_ptr<TrackedProposal> tracked;
  std::optional<events::Announced> announced;
  std::vector<std::string> hints;
};

Result<ImportSubject> find_subject(const Workspace& workspace, const ImportOptions& options,
                                   const Issue& issue) {
  ImportOptions given = options;
  given.subject = options.subject.empty() ? number_in(issue) : number_of_issue(options.subject);
  if (given.subject.empty()) {
    return failure("of which proposal is it? The issue does not link to it. Say it with --number");
  }
  ImportSubject subject;
  const std::string number = plain_number(given.subject);
  if (number.empty() || workspace.index().by_number.contains(number)) {
    TRY(subject.tracked, TrackedProposal::open(workspace, given, Access::kWrite));
    return subject;
  }
  const Candidate candidate = candidate_of(issue, number, options.title);
  if (candidate.says.title.empty()) {
    return failure(fmt::format(
        "there is no proposal {}, and its issue does not say what it is called: say --title",
        number));
  }
  TRY(subject.tracked,
      within(fmt::format("making {} known", number), open_candidate(workspace, candidate, given)));
  subject.announced = candidate.says;
  subject.hints = opt_ins_asked(issue, number);
  return subject;
}

Result<ImportReport> import_copy(const Workspace& workspace, const ImportOptions& options,
                                 const Unstamped& copy) {
  if (!workspace.recognised()) return failure(not_recognised("here"));
  TRY(need_tracking(workspace.process()));
  const std::string& file = options.file;
  const Issue issue =
      read_issue(workspace.process().tracking, std::make_shared<const Source>(file, copy.text));
  TRY(check_is_issue(issue, file));
  TRY(const auto subject, find_subject(workspace, options, issue));
  TrackedProposal& tracked = *subject.tracked;
  TRY(const Actor actor, tracked.actor());
  ImportReport report;
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    report = {};
    report.subject = called(tracked.card());
    report.hints = subject.hints;
    TRY(const auto record, tracked.issue_of(state));
    TRY(const CopyBase base, find_base(tracked, state, copy));
    const auto merged = [&](const std::shared_ptr<const Issue>& from) {
      return merge_issue({from.get(), base.release, base.exact}, issue, state, tracked.release());
    };
    report.merge = merged(base.issue);
    if (base.other) add_doubts(merged(base.other), report.merge);
    KeptIssue kept{copy.text, copy.stamp ? to_string(*copy.stamp) : std::string(), {}};
    if (!base.current && record) {
      const MergeSide right = options.settle == Settle::kFile ? MergeSide::kOther : MergeSide::kOne;
      LineMerge words = merge_words(base, *record, issue, state, tracked.release(), right);
      add_conflicts(words.conflicts, report.merge);
      kept.copy = std::exchange(kept.text, std::move(words.text));
    }
    if (options.settle == Settle::kFile) {
      const bool all = report.merge.conflicts.empty();
      if (all && !kept.copy.empty()) kept.text = std::exchange(kept.copy, {});
      settle_by_text(all, report.merge);
    }
    ItemActions actions(tracked, actor, state, issue);
    take_edits(tracked, actor, issue, actions, report);
    // With the ticks made that the text has: some of them may be what was lacking.
    if (tracked.card().has_text()) {
      refuse_computed(base.issue.get(), make_tracker(actions.input()), report);
    }
    kept.text = take_fields(tracked, actor, record.get(), std::move(kept.text), state, report);
    Decision decision = actions.take();
    if (subject.announced && !state.candidate) {
      decision.events.insert(decision.events.begin(), tracked.event(actor, *subject.announced));
      report.taken.insert(
          report.taken.begin(),
          fmt::format("{} is known from now on: {}", report.subject, subject.announced->title));
    }
    const bool unsettled = !report.merge.conflicts.empty() || !report.refused.empty();
    if (unsettled && options.settle != Settle::kRecord) return Decision{};
    // A copy that was edited is kept even where the record prevailed: that is settled.
    const bool edited = !kept.copy.empty() && base.issue->document.text() != copy.text;
    const bool same = record && record->document.text() == kept.text && !edited &&
                      state.tracker.base_release == tracked.release();
    if (!same) keep_text(tracked, actor, std::move(kept), decision);
    report.written = true;
    return decision;
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  report.events = std::move(*events);
  return report;
}

}  // namespace

Result<ImportReport> import_issue(const Workspace& workspace, const ImportOptions& options) {
  TRY(const auto source, read_issue_file(workspace, options.file));
  return import_copy(workspace, options, without_stamp(source->text()));
}

Result<ImportReport> import_kept(const Workspace& workspace, const ImportOptions& options,
                                 const KeptIssue& kept) {
  ImportOptions named = options;
  if (named.file.empty()) named.file = "the issue";
  return import_copy(workspace, named, {kept.text, parse_stamp(kept.from)});
}

}  // namespace milepost::track
