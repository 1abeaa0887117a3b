// Conditions on a sign-off checklist. What a program can know is computed, wherever a box
// stands; what only people know counts once it is ticked in the document or in the issue.
#include <algorithm>
#include <functional>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/conditions.h"
#include "gates/tracker.h"
#include "process/heading_key.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"
#include "rules/wording.h"
#include "text/inline.h"

namespace milepost {

namespace {

// An item that the step asks for.
struct DueItem {
  std::string text;
  bool open = false;
  std::string note = {};              // why, of one that is computed
  std::optional<Spot> box = {};       // in the document
  std::string key = {};               // to tick it by in the issue; "": it is not ticked there
  std::vector<Remedy> remedies = {};  // of what it is computed from
  std::string role = {};              // whom that waits for; "": nobody in particular
  bool is_ticked_by_people() const { return box || !key.empty(); }
};

const ChecklistItem* find_item(const Checklist& list, std::string_view text) {
  for (const ChecklistItem& item : list.items) {
    if (find_ignoring_case(text, lower(item.text)) != text.npos) return &item;
  }
  return nullptr;
}

// The stage that an item speaks of: as the process says, else the earliest it names, as in
// "Ensure GA e2e tests for meet requirements". "" when it is due at every stage.
std::string_view stage_of_item(const Process& process, const ChecklistItem* item,
                               std::string_view text) {
  if (item && !item->from.empty()) return item->from;
  const std::string words = heading_words(plain_text(text));  // addresses of links say nothing
  std::string_view earliest;
  for (std::string_view rest = words; !rest.empty();) {
    const auto [word, others] = cut(rest, ' ');
    rest = others;
    const std::string_view stage = process.stage_in_code(word);
    if (stage.empty()) continue;
    if (earliest.empty() || process.reached(earliest, stage)) earliest = stage;
  }
  return earliest;
}

bool is_reached(const GateInput& input, std::string_view stage) {
  return stage.empty() ||
         (!input.step.to_stage.empty() && input.in.process.reached(input.step.to_stage, stage));
}

bool is_due(const GateInput& input, const Condition& condition, const Checklist& list,
            std::string_view text) {
  const ChecklistItem* item = find_item(list, text);
  if (!is_reached(input, stage_of_item(input.in.process, item, text))) return false;
  const bool marked = !list.mark.empty() && text.find(list.mark) != text.npos;
  return condition.all || marked || (item && item->required);
}

// Where the process says nothing of a checklist's items, its boxes are all there is.
std::vector<DueItem> boxes_due(const GateInput& input, const Condition& condition,
                               const Checklist& list) {
  const RuleInput& in = input.in;
  const Document& document = in.proposal.document;
  std::vector<DueItem> items;
  for (const std::string& title : list.sections) {
    const std::uint32_t t = in.judgement.find(title);
    if (t == kNone || in.judgement.missing(t)) continue;
    for (const Span span : own_text(document, in.judgement, t)) {
      for (const TaskItem& task : document.tasks()) {
        if (task.span.begin < span.begin || span.end <= task.span.begin) continue;
        const std::string_view text = document.text(task.text);
        const bool struck = text.starts_with('~');  // it does not apply
        if (struck || !is_due(input, condition, list, text)) continue;
        items.push_back(
            {plain_text(text), !task.ticked, {}, spot_of(document.source(), task.box_span)});
      }
    }
  }
  return items;
}

class TrackerItems {
 public:
  TrackerItems(const GateInput& input, const Condition& condition, const Checklist& list,
               const Tracker& tracker)
      : input_(input),
        condition_(condition),
        list_(list),
        tracker_(tracker),
        has_issue_(input.evidence.issue(input.in.card).has_value()) {}

  std::vector<DueItem> due() const {
    std::vector<DueItem> items;
    for (const ItemView& view : tracker_.items) {
      if (is_asked_for(view)) items.push_back(item_of(view));
    }
    return items;
  }

 private:
  bool is_asked_for(const ItemView& view) const {
    const IssueItem& item = *view.item;
    if (item.list->checklist != list_.id || view.status == ItemStatus::kNotApplicable) return false;
    // Nobody is asked to tick what stands nowhere.
    if (item.absent && !view.box && !view.computed && !has_issue_) return false;
    if (item.struck || !is_reached(input_, view.from)) return false;
    const bool required = view.required || (view.box && view.box->marked);
    return is_due(input_, condition_, list_, item.text) ||
           (required && is_reached(input_, stage_of_item(input_.in.process, nullptr, item.text)));
  }

  DueItem item_of(const ItemView& view) const {
    DueItem item;
    item.text = view.item->title;
    item.open = view.status == ItemStatus::kOpen && !view.settled;
    item.note = fmt::format("{}", fmt::join(texts_of(view.lacking), "; "));
    if (view.box) {
      item.box = spot_of(input_.in.proposal.document.source(), view.box->box);
    }
    const bool for_people = !view.computed || !view.known;
    if (!for_people) item.box.reset();  // setting the box is no remedy
    if (for_people && has_issue_) item.key = view.item->key;
    item.remedies = view.remedies;
    item.role = view.role;
    return item;
  }

  const GateInput& input_;
  const Condition& condition_;
  const Checklist& list_;
  const Tracker& tracker_;
  const bool has_issue_;
};

bool has_items_of(const TrackingForm& form, std::string_view checklist) {
  return std::ranges::find(form.lists, checklist, &TrackedList::checklist) != form.lists.end();
}

std::vector<DueItem> items_due(const GateInput& input, const Condition& condition,
                               const Checklist& list) {
  const RuleInput& in = input.in;
  const Tracker* const tracker = has_items_of(in.process.tracking_of(in.card.kind), list.id)
                                     ? input.evidence.tracker(in.card)
                                     : nullptr;
  return tracker ? TrackerItems(input, condition, list, *tracker).due()
                 : boxes_due(input, condition, list);
}

// What people tick; where they have nothing to tick, what the first is computed from.
std::vector<Remedy> remedies_of(const GateInput& input, std::span<const DueItem> items) {
  std::vector<Remedy> remedies;
  std::vector<Spot> boxes;
  for (const DueItem& item : items) {
    if (item.box) boxes.push_back(*item.box);
    if (!item.key.empty() && remedies.empty()) {
      remedies.emplace_back(remedy::TickItem{called(input.in.card), item.key});
    }
  }
  if (!boxes.empty()) remedies.emplace_back(remedy::TickBoxes{std::move(boxes)});
  for (const DueItem& item : items) {
    if (remedies.empty()) remedies = item.remedies;
  }
  return remedies;
}

// Of items that are open: those are the list's own that its role ticks or brings about. Where all
// wait for others, so does the list, and for whom the first one does.
void settle(const GateInput& input, std::vector<DueItem> open, Verdict& verdict) {
  const auto is_of = [](std::string_view role) {
    return [role](const DueItem& item) {
      return item.is_ticked_by_people() || item.role.empty() || item.role == role;
    };
  };
  if (open.empty()) return;
  if (std::ranges::none_of(open, is_of(verdict.role))) {
    const Role* const other = input.in.process.find_role(open.front().role);
    if (other) wait_for(input, *other, verdict);
  }
  std::erase_if(open, std::not_fn(is_of(verdict.role)));
  verdict.remedies = remedies_of(input, open);
}

}  // namespace

void settle_checklist(const GateInput& input, const Condition& condition, Verdict& verdict) {
  auto items = items_due(input, condition, *input.in.process.find_checklist(condition.checklist));
  std::erase_if(items, [&](const DueItem& item) {
    const auto& listed = verdict.details;
    return !item.open || std::ranges::find(listed, item.text, &Detail::text) == listed.end();
  });
  settle(input, std::move(items), verdict);
}

void judge_checklist(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const Checklist& list = *input.in.process.find_checklist(condition.checklist);
  std::vector<DueItem> items = items_due(input, condition, list);
  for (const DueItem& item : items) {
    if (item.open) verdict.details.push_back({item.text, item.note, item.box, true});
  }
  const std::size_t open = verdict.details.size();
  const std::string due = counted(items.size(), condition.all ? "item" : "required item");
  verdict.holds = open == 0 ? Holds::kYes : Holds::kNo;
  if (items.empty()) {
    verdict.message = "the sign-off checklist asks for nothing yet";
  } else if (open == 0) {
    verdict.message =
        fmt::format("{} of the sign-off checklist {} done", due, items.size() == 1 ? "is" : "are");
  } else {
    verdict.message = fmt::format("{} of {} of the sign-off checklist {} open", open, due,
                                  open == 1 ? "is" : "are");
    verdict.spot = verdict.details.front().spot;
    std::erase_if(items, [](const DueItem& item) { return !item.open; });
    settle(input, std::move(items), verdict);
  }
}

}  // namespace milepost
