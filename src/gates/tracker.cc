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
    const std::size_t count = input_.issue.item_count();
    children_.resize(count);
    tracker_.items.resize(count);
    std::vector<std::size_t> order;  // an item before those that count below it
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t above = input_.issue.item(i).above;
      (above == kNone ? order : children_[above]).push_back(i);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      begin(order[i]);
      const std::vector<std::size_t>& below = children_[order[i]];
      order.insert(order.end(), below.begin(), below.end());
    }
    for (std::size_t i = order.size(); i > 0; --i) settle(order[i - 1]);
    for (std::size_t i = 0; i < count; ++i) ask(i);
    return std::move(tracker_);
  }

 private:
  // What depends on the item itself, and on those above it.
  void begin(std::size_t index) {
    const IssueItem& item = input_.issue.item(index);
    ItemView& view = tracker_.items[index];
    view.item = &item;
    const ItemView* above = item.above == kNone ? nullptr : &tracker_.items[item.above];
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
    view.approved = view.approval().empty() || (view.state && view.state->agreed);
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

  // What depends on those below it, which are settled already.
  void settle(std::size_t index) {
    ItemView& view = tracker_.items[index];
    if (view.status == ItemStatus::kNotApplicable) return;
    const TrackedItem* form = view.item->form;
    const bool ticked = view.state && view.state->mark == Mark::kTicked;
    if (std::string out = misplaced(*view.item); !out.empty()) {
      view.lacking.push_back({std::move(out)});
    }
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
      done = done && ticked;
    }
    if (done) view.status = ItemStatus::kDone;
  }

  // What the text has done to an item of the template: never what opens a gate.
  std::string misplaced(const IssueItem& item) const {
    if (item.absent) return "it is missing from the issue";
    if (!item.moved) return {};
    if (item.above == kNone) return "it belongs below no other item";
    return fmt::format("it belongs below \"{}\"", input_.issue.item(item.above).title);
  }

  void add_lacking(const TrackedItem& form, ItemView& view) const {
    if (!view.approved) {
      const Role* role = input_.process.find_role(form.approval);
      view.lacking.push_back(
          {fmt::format("the approval of {}", role ? role->title : form.approval), true});
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
      return false;
    }
    const Verdict verdict = input_.judge(condition);
    view.evidence = verdict.message;
    const bool holds = verdict.holds == Holds::kYes;
    if (!holds) {
      view.lacking.push_back({verdict.message.empty() ? "it cannot be known" : verdict.message});
    }
    return holds;
  }

  bool elapse(const TrackedItem& form, ItemView& view) const {
    if (!view.state || !view.state->started) {
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

  const TrackerInput& input_;
  std::vector<std::vector<std::size_t>> children_;
  Tracker tracker_;
};

// The item and everything below it, or the items of a list.
bool belongs(const Tracker& tracker, std::size_t index, std::string_view what) {
  const IssueItem* item = tracker.items[index].item;
  if (item->list->id == what || item->key == what) return true;
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

std::vector<std::string> texts_of(const std::vector<Lack>& lacking) {
  std::vector<std::string> texts;
  for (const Lack& lack : lacking) texts.push_back(lack.text);
  return texts;
}

const std::string& ItemView::approval() const {
  return item->form ? item->form->approval : kNobody;
}

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
                             meant.empty() ? "" : fmt::format("; did you mean {}?", meant)));
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
