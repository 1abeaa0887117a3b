#include "gates/tracker.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/quote_title.h"
#include "base/strings.h"
#include "gates/gate.h"
#include "gates/roles.h"
#include "process/heading_key.h"
#include "proposal/facts.h"

namespace milepost {

namespace {

const std::string kNobody;

std::string date_text(Instant time) { return to_string(date_of(time)); }

// Whether a proposal is one that the item concerns; nothing when nobody has said.
struct Concern {
  std::optional<bool> concerned;
  std::string why;
};

Concern concern_of(const TrackerInput& input, const ItemScope& scope) {
  for (const LinkState& link : input.state.links) {
    if (link.closed) continue;
    if (std::ranges::find(scope.kinds, link.kind) != scope.kinds.end()) {
      return {true, fmt::format("{} is linked as {}", link.reference, link.kind)};
    }
    for (const Glob& pattern : scope.paths) {
      for (const std::string& path : link.paths) {
        if (pattern.matches(path)) {
          return {true, fmt::format("{} touches {}", link.reference, path)};
        }
      }
    }
  }
  const Field* field = input.process.find_field(scope.field);
  const YamlNode* node = field ? input.card.metadata->find(*field) : nullptr;
  if (!node || is_unset(input.process, node->text)) return {};
  const bool no = equal_ignoring_case(node->text, "false") || equal_ignoring_case(node->text, "no");
  return {!no, fmt::format("{} says {}", field->id, node->text)};
}

class Maker {
 public:
  explicit Maker(const TrackerInput& input) : input_(input) {}

  Tracker make() {
    const std::size_t in_issue = input_.issue.item_count();
    for (std::size_t i = 0; i < in_issue; ++i) {
      tracker_.items.emplace_back().item = &input_.issue.item(i);
    }
    add_boxes();
    const std::size_t count = tracker_.items.size();
    children_.resize(count);
    std::vector<std::size_t> order;  // an item before those that count below it
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t above = above_of(i);
      (above == kNone ? order : children_[above]).push_back(i);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      begin(order[i]);
      const std::vector<std::size_t>& below = children_[order[i]];
      order.insert(order.end(), below.begin(), below.end());
    }
    for (std::size_t i = order.size(); i > 0; --i) settle(order[i - 1]);
    for (std::size_t i = 0; i < count; ++i) ask(i);
    add_labels();
    return std::move(tracker_);
  }

 private:
  // The document's copy of each item, and what stands there alone.
  void add_boxes() {
    for (const IssueItem& box : input_.boxes) {
      if (box.list->checklist.empty() || box.struck) continue;
      const auto same = std::ranges::find_if(tracker_.items, [&](const ItemView& view) {
        return view.item->list == box.list && view.item->key == box.key;
      });
      ItemView& view = same == tracker_.items.end() ? tracker_.items.emplace_back() : *same;
      if (!view.item) view.item = &box;
      view.box = &box;
    }
  }

  // What stands in the document alone counts by itself.
  std::uint32_t above_of(std::size_t index) const {
    const ItemView& view = tracker_.items[index];
    return view.in_document_alone() ? kNone : view.item->above;
  }

  // What depends on the item itself, and on those above it.
  void begin(std::size_t index) {
    ItemView& view = tracker_.items[index];
    const IssueItem& item = *view.item;
    const std::uint32_t place = above_of(index);
    const ItemView* above = place == kNone ? nullptr : &tracker_.items[place];
    if (item.list->scope == ListScope::kRelease) view.release = input_.release;
    view.state = find_recorded(input_.state, item, view.release);
    view.required = item.marked || (item.form && item.form->required);
    view.by = item.form && !item.form->by.empty() ? item.form->by : item.list->by;
    view.from = item.form && !item.form->from.empty() ? item.form->from
                : above                               ? above->from
                                                      : std::string();
    view.due = view.from.empty() ||
               (!input_.stage.empty() && input_.process.reached(input_.stage, view.from));
    view.computed = item.form && (item.form->group || item.form->computed || item.form->days > 0);
    view.approved = is_approved(view);
    const bool limited = item.form && item.form->only.limited();
    const Concern concern = limited ? concern_of(input_, item.form->only) : Concern();
    const bool aside = view.state && view.state->mark == Mark::kNotApplicable;
    if (aside && !concern.concerned.value_or(false)) {
      view.status = ItemStatus::kNotApplicable;
      view.evidence = fmt::format("@{}: {}", view.state->action.by, view.state->action.comment);
    } else if (above && above->status == ItemStatus::kNotApplicable) {
      view.status = ItemStatus::kNotApplicable;
      view.evidence = "what it is a part of does not apply";
    } else if (limited) {
      if (concern.concerned && !*concern.concerned) view.status = ItemStatus::kNotApplicable;
      view.evidence = concern.why;
      // What has come to light since weighs more than what was thought.
      if (aside) {
        view.lacking.push_back(
            {fmt::format("@{} set it aside, but {}", view.state->action.by, concern.why)});
      }
    }
  }

  // An approval of the proposal's text is void when that has changed.
  bool is_approved(ItemView& view) const {
    if (view.approval().empty()) return true;
    if (!view.state || !view.state->agreed) return false;
    const Role* const role = input_.process.find_role(view.approval());
    if (view.item->form->bound && role && input_.changes) {
      view.changes = input_.changes(*view.state, *role);
    }
    return view.changes.empty();
  }

  // What depends on those below it, which are settled already.
  void settle(std::size_t index) {
    ItemView& view = tracker_.items[index];
    if (view.status == ItemStatus::kNotApplicable) return;
    const TrackedItem* form = view.item->form;
    if (std::string out = misplaced(view); !out.empty()) view.lacking.push_back({std::move(out)});
    std::size_t open = 0;
    std::size_t below = 0;
    for (const std::size_t child : children_[index]) {
      // One that speaks of a later stage than the item above it waits for that stage.
      const ItemView& other = tracker_.items[child];
      const bool counts =
          other.status != ItemStatus::kNotApplicable && (other.due || other.from == view.from);
      below += counts ? 1 : 0;
      open += counts && other.status == ItemStatus::kOpen ? 1 : 0;
    }
    if (open > 0) {
      view.lacking.push_back(
          {fmt::format("{} below it {} open", counted(open, "item"), open == 1 ? "is" : "are")});
    }
    if (form) add_lacking(*form, view);
    bool done = view.lacking.empty();
    if (form && form->group) {
      view.evidence = below == 0
                          ? "nothing below it applies"
                          : fmt::format("{} of {} below it {} done", below - open,
                                        counted(below, "item"), below - open == 1 ? "is" : "are");
    } else if (form && form->computed) {
      done = compute(*form->computed, view) && done;
    } else if (form && form->days > 0) {
      done = elapse(*form, view) && done;
    } else {
      done = done && take_tick(view);
    }
    if (done) view.status = ItemStatus::kDone;
  }

  // Whether somebody has ticked it, in the issue or in the document.
  static bool take_tick(ItemView& view) {
    if (view.state && view.state->mark == Mark::kTicked) return true;
    view.by_document = view.box && view.box->ticked;
    return view.by_document;
  }

  // What the text has done to an item of the template: never what opens a gate. What is
  // computed, or stands in the document, is known without it.
  std::string misplaced(const ItemView& view) const {
    const IssueItem& item = *view.item;
    if (item.absent) {
      const bool elsewhere = view.box || (item.form && item.form->computed);
      return elsewhere && !item.list->checklist.empty() ? "" : "it is missing from the issue";
    }
    if (!item.moved) return {};
    if (item.above == kNone) return "it belongs below no other item";
    return fmt::format("it belongs below \"{}\"", input_.issue.item(item.above).title);
  }

  void add_lacking(const TrackedItem& form, ItemView& view) const {
    if (!view.approved) {
      const Role* role = input_.process.find_role(form.approval);
      std::string text = fmt::format("the approval of {}", role ? role->title : form.approval);
      if (!view.changes.empty()) {
        text += fmt::format(": that of @{} on {} is void, since the text has changed ({})",
                            view.state->agreed->by, date_text(view.state->agreed->time),
                            fmt::join(view.changes, "; "));
      }
      view.lacking.push_back({std::move(text), true});
    }
    for (const std::string& kind : form.merged) {
      bool any = false;
      for (const LinkState& link : input_.state.links) {
        if (link.kind != kind || link.closed) continue;
        any = true;
        if (!link.merged) view.lacking.push_back({fmt::format("{} is not merged", link.reference)});
      }
      if (!any) view.lacking.push_back({fmt::format("no {} pull request is linked", kind)});
    }
  }

  bool compute(const Condition& condition, ItemView& view) const {
    if (!input_.judge) {
      view.evidence = "cannot be computed here";
      view.known = false;
      return false;
    }
    const Verdict verdict = input_.judge(condition);
    view.evidence = verdict.message;
    view.known = verdict.holds != Holds::kUnknown;
    view.settled = !view.known && verdict.merge;
    if (verdict.holds == Holds::kYes) return true;
    // What cannot be computed here people may know.
    if (!view.known && take_tick(view)) return true;
    view.remedies = verdict.remedies;
    view.role = verdict.role;
    view.lacking.push_back({verdict.message.empty() ? "it cannot be known" : verdict.message});
    return false;
  }

  bool elapse(const TrackedItem& form, ItemView& view) const {
    if (!view.state || !view.state->started) {
      view.known = false;
      if (take_tick(view)) return true;
      view.evidence = fmt::format("{} must pass; not begun", counted(form.days, "day"));
      view.lacking.push_back({"its time has not begun"});
      return false;
    }
    const Instant end{view.state->started->seconds + static_cast<std::int64_t>(form.days) * kDay};
    const bool over = end <= input_.now;
    view.evidence =
        fmt::format("{} since {}{}", counted(form.days, "day"), date_text(*view.state->started),
                    over ? " have passed" : " pass on " + date_text(end));
    if (!over) view.lacking.push_back({fmt::format("its time lasts until {}", date_text(end))});
    return over;
  }

  // Whom to tell of an item that is due.
  void ask(std::size_t index) {
    const ItemView& view = tracker_.items[index];
    const TrackedItem* form = view.item->form;
    if (!form || view.item->absent || view.status != ItemStatus::kOpen || !view.due) return;
    std::vector<std::string> roles = form->cc;
    const bool waits = !view.approved;
    if (waits && std::ranges::find(roles, form->approval) == roles.end()) {
      roles.push_back(form->approval);
    }
    for (const std::string& id : roles) {
      const Role* role = input_.process.find_role(id);
      const bool approves = id == form->approval;
      if (!role || (approves && !waits)) continue;
      const auto people = holders(input_.process, *role, input_.card, input_.rosters);
      const std::string mention =
          people && !people->empty() ? fmt::format("@{}", fmt::join(*people, " @")) : role->title;
      tracker_.requests.push_back(
          {index, id, approves, form->where,
           fmt::format("{}: {} of {} {}", mention, quote_title(view.item->title),
                       called(input_.card),
                       approves ? "waits for your approval" : "is due; for your information")});
    }
  }

  // The first item that a label comes after and that is open; null when there is none.
  const ItemView* open_before(const TrackedLabel& label) const {
    for (const std::string& key : label.after) {
      const auto item = tracker_.find(key);
      if (item && tracker_.items[*item].status == ItemStatus::kOpen) return &tracker_.items[*item];
    }
    return nullptr;
  }

  void add_labels() {
    for (const LabelState& label : input_.state.labels) {
      LabelView& view = tracker_.labels.emplace_back();
      view.label = label.label;
      view.state = &label;
      view.status = label.confirmed ? LabelStatus::kConfirmed : LabelStatus::kClaimed;
      const TrackedLabel* const form = input_.issue.form->find_label(label.label);
      const ItemView* const open = form ? open_before(*form) : nullptr;
      if (open) view.why = fmt::format("{} is open", quote_title(open->item->title));
      if (open && label.confirmed) view.status = LabelStatus::kFallen;
      if (form && !view.stands()) ask_for(*form, view);
    }
    for (const TrackedLabel& label : input_.issue.form->labels) {
      const std::string why = computed_label(label.fact);
      if (!why.empty()) tracker_.labels.push_back({label.id, LabelStatus::kComputed, nullptr, why});
    }
  }

  // Who is to confirm a label that is claimed, or has fallen.
  void ask_for(const TrackedLabel& form, const LabelView& view) {
    for (const std::string& id : form.by) {
      const Role* const role = input_.process.find_role(id);
      if (!role) continue;
      const auto people = holders(input_.process, *role, input_.card, input_.rosters);
      const std::string mention =
          people && !people->empty() ? fmt::format("@{}", fmt::join(*people, " @")) : role->title;
      tracker_.requests.push_back({0,
                                   id,
                                   true,
                                   {},
                                   fmt::format("{}: confirm {} of {}, which @{} {}{}", mention,
                                               form.id, called(input_.card), view.state->action.by,
                                               view.state->confirmed ? "set" : "claims",
                                               view.why.empty() ? "" : "; " + view.why),
                                   form.id});
    }
  }

  // Why the label is there; "" when it is not.
  std::string computed_label(LabelFact fact) const {
    const Participation* const part = input_.state.find_participation(input_.release);
    if (!part || fact == LabelFact::kSet) return {};
    const bool in = part->state == ParticipationState::kIn;
    switch (fact) {
      case LabelFact::kOptedIn:
        return in ? "opted in " + action_text(part->opted_in.value_or(part->action)) : "";
      case LabelFact::kTracked: {
        const MetState* const met = in ? find_admission() : nullptr;
        return met ? fmt::format("met the {} {}", met->freeze, action_text(met->action)) : "";
      }
      case LabelFact::kNotTracked:
        return part->state == ParticipationState::kRemoved ? "removed " + action_text(part->action)
               : part->state == ParticipationState::kDeferred
                   ? "deferred " + action_text(part->action)
                   : "";
      case LabelFact::kSet: break;
    }
    return {};
  }

  // The freeze that admits to the release, once it is met.
  const MetState* find_admission() const {
    for (const CalendarDate& date : input_.process.calendar.dates) {
      if (!date.admits) continue;
      if (const MetState* const met = input_.state.find_met(input_.release, date.id)) return met;
    }
    return nullptr;
  }

  const TrackerInput& input_;
  std::vector<std::vector<std::size_t>> children_;
  Tracker tracker_;
};

// The item and everything below it, or the items of a list.
bool belongs(const Tracker& tracker, std::size_t index, std::string_view what) {
  const IssueItem* item = tracker.items[index].item;
  if (item->list->id == what || item->key == what) return true;
  if (tracker.items[index].in_document_alone()) return false;
  while (item->above != kNone) {
    item = tracker.items[item->above].item;
    if (item->key == what) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<const Source> issue_source(const Card& card, std::string_view text) {
  return std::make_shared<const Source>(fmt::format("issue {}", called(card)), text);
}

std::string_view name(ItemStatus status) {
  constexpr std::string_view kNames[] = {"open", "done", "not-applicable"};
  return kNames[static_cast<std::size_t>(status)];
}

std::string_view name(LabelStatus status) {
  constexpr std::string_view kNames[] = {"claimed", "confirmed", "fallen", "computed"};
  return kNames[static_cast<std::size_t>(status)];
}

std::vector<std::string> texts_of(const std::vector<Lack>& lacking) {
  std::vector<std::string> texts;
  for (const Lack& lack : lacking) texts.push_back(lack.text);
  return texts;
}

const std::string& ItemView::approval() const {
  return item->form ? item->form->approval : kNobody;
}

bool ItemView::in_document_alone() const { return item == box; }

const std::string& ItemView::key() const { return state ? state->item : item->key; }

const ItemState* find_recorded(const ProposalState& state, const IssueItem& item,
                               std::string_view release) {
  const ItemState* const found = state.find_item(item.list->id, release, item.key);
  if (found || item.former_key.empty()) return found;
  return state.find_item(item.list->id, release, item.former_key);
}

Result<std::size_t> Tracker::find(std::string_view words) const {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].item->key == words) return i;
  }
  const std::string wanted = heading_words(words);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < items.size() && !wanted.empty(); ++i) {
    const std::string text = heading_words(items[i].item->text);
    if (text == wanted) return i;
    if ((" " + text + " ").find(" " + wanted + " ") != text.npos) found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  std::vector<std::string_view> keys;
  for (const std::size_t i : found) keys.push_back(items[i].item->key);
  if (!found.empty()) {
    return failure(fmt::format("several items have these words: {}", fmt::join(keys, ", ")));
  }
  for (const ItemView& view : items) keys.push_back(view.item->key);
  const std::string_view meant = nearest(words, keys);
  return failure(fmt::format("the issue has no item \"{}\"{}", words,
                             meant.empty() ? "" : fmt::format("; did you mean {}?", meant)),
                 ErrorKind::kNotFound);
}

Tracker make_tracker(const TrackerInput& input) { return Maker(input).make(); }

std::optional<std::vector<std::size_t>> open_items(const Tracker& tracker, std::string_view what) {
  bool any = false;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tracker.items.size(); ++i) {
    if (!belongs(tracker, i, what)) continue;
    any = true;
    const ItemView& view = tracker.items[i];
    const bool named = view.item->key == what;
    if ((named || view.due) && view.status == ItemStatus::kOpen) open.push_back(i);
  }
  return any ? std::optional(std::move(open)) : std::nullopt;
}

}  // namespace milepost
