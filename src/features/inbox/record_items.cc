// What the record and the tracking issue ask of people.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/quote_title.h"
#include "base/strings.h"
#include "features/inbox/items.h"
#include "gates/roles.h"

namespace milepost::inbox {

namespace {

class RecordItems {
 public:
  RecordItems(const ItemSubject& of, const ProposalState& state, const Releases& releases)
      : of_(of), state_(state), releases_(releases) {}

  std::vector<InboxItem> find() {
    if (state_.hold) {
      object("hold", *state_.hold, "lift your hold, or say why it stays", "settle why it is held",
             remedy::Unhold{called(of_.card)});
    }
    for (const ConcernState& concern : state_.concerns) {
      if (concern.resolved) continue;
      object(fmt::format("concern-{}", concern.id), concern.action,
             "resolve your concern, or say why it stays", "answer a concern",
             remedy::Resolve{called(of_.card), concern.id});
    }
    for (const ExceptionState& exception : state_.exceptions) decide(exception);
    for (const Participation& part : state_.participations) regret(part);
    return std::move(items_);
  }

 private:
  // Whoever objects is asked to settle it, and the author to answer. Others with a say may
  // settle it, too.
  void object(std::string key, const Action& action, std::string_view own, std::string_view others,
              Remedy remedy) {
    InboxItem item;
    item.kind = ItemKind::kSettle;
    item.key = std::move(key);
    item.what = own;
    item.why = action.comment;
    item.remedy = std::move(remedy);
    item.who = {action.by};
    item.since = action.time;
    InboxItem answer = item;
    InboxItem any = item;
    items_.push_back(std::move(item));
    any.key += "/others";
    any.what = fmt::format("see whether what @{} objects is settled", action.by);
    any.who = settlers(of_.process, of_.card, of_.rosters);
    std::erase_if(any.who,
                  [&](const std::string& name) { return equal_ignoring_case(name, action.by); });
    any.any = true;
    if (!any.who.empty()) items_.push_back(std::move(any));
    answer.kind = ItemKind::kAnswer;
    answer.what = others;
    answer.why = fmt::format("@{}: {}", action.by, action.comment);
    Detail then{fmt::format("then @{} runs", action.by)};
    then.remedy = std::exchange(answer.remedy, std::nullopt);
    answer.details = {std::move(then)};
    answer.who.clear();
    for (const std::string& author : of_.card.authors) {
      if (!equal_ignoring_case(author, action.by)) answer.who.push_back(author);
    }
    items_.push_back(std::move(answer));
  }

  const Release* release_named(const std::string& name) const {
    const auto version = parse_version(name);
    return version ? releases_.find(*version) : nullptr;
  }

  std::string title_of(const std::string& freeze) const {
    const CalendarDate* const date = of_.process.calendar.find(freeze);
    return date ? date->title : freeze;
  }

  void decide(const ExceptionState& exception) {
    const Release* const release = release_named(exception.release);
    if (exception.decided || (release && is_over(*release, of_.now))) return;
    const std::vector<std::string>& roles = of_.process.calendar.roles_of(ReleaseAction::kDecide);
    InboxItem item;
    item.kind = ItemKind::kDecide;
    item.key = fmt::format("exception/{}/{}", exception.release, exception.freeze);
    item.what = fmt::format("decide on an exception to the {} of {}", title_of(exception.freeze),
                            exception.release);
    item.why = fmt::format("@{}: {}", exception.requested.by, exception.requested.comment);
    item.role = roles.empty() ? std::string() : roles.front();
    item.who = people_of(of_, roles);
    item.any = true;
    item.release = exception.release;
    const auto until = parse_instant(exception.until);
    const bool ahead = until && of_.now < *until;
    const std::string& proposal = called(of_.card);
    item.remedy = remedy::ApproveException{exception.release, proposal, exception.freeze, !ahead};
    Detail otherwise{"or"};
    otherwise.remedy = remedy::RejectException{exception.release, proposal, exception.freeze};
    item.details = {std::move(otherwise)};
    const auto freeze = release ? release->date(exception.freeze) : std::nullopt;
    if (freeze && of_.now < *freeze) {
      item.deadline_title = title_of(exception.freeze);
      item.deadline = freeze;
    } else if (ahead) {
      item.deadline_title = "end of the exception";
      item.deadline = until;
    }
    item.since = exception.requested.time;
    items_.push_back(std::move(item));
  }

  // The last freeze that has passed, while an exception to it can be asked for.
  void regret(const Participation& part) {
    const Release* const release = release_named(part.release);
    if (part.state != ParticipationState::kRemoved || !release) return;
    const Calendar& calendar = of_.process.calendar;
    const CalendarDate* missed = nullptr;
    for (const CalendarDate& date : calendar.dates) {
      const auto at = date.gate.empty() ? std::nullopt : release->date(date.id);
      if (at && !(of_.now < *at)) missed = &date;
    }
    if (!missed || state_.find_exception(part.release, missed->id)) return;
    const Instant last{release->date(missed->id)->seconds +
                       static_cast<std::int64_t>(calendar.exception_days) * kDay};
    if (!(of_.now < last)) return;
    const std::vector<std::string>& roles = calendar.roles_of(ReleaseAction::kException);
    InboxItem item;
    item.kind = ItemKind::kRemoved;
    item.key = "removed/" + part.release;
    item.what = "ask for an exception, if it is to be in after all";
    item.why = fmt::format("@{} removed it from {}{}{}", part.action.by, part.release,
                           part.action.comment.empty() ? "" : ": ", part.action.comment);
    item.remedy = remedy::RequestException{part.release, called(of_.card), missed->id};
    item.role = roles.empty() ? std::string() : roles.front();
    item.who = roles.empty() ? of_.card.authors : people_of(of_, roles);
    item.any = true;
    item.release = part.release;
    item.deadline_title = fmt::format("end of exceptions to the {}", missed->title);
    item.deadline = last;
    item.since = part.action.time;
    items_.push_back(std::move(item));
  }

  const ItemSubject& of_;
  const ProposalState& state_;
  const Releases& releases_;
  std::vector<InboxItem> items_;
};

// Whether nothing but the tick is missing: of an item that takes time, the first.
bool is_to_tick(const ItemView& view) {
  if (view.status != ItemStatus::kOpen || !view.due || !view.approved || view.by.empty()) {
    return false;
  }
  const bool timed = view.item->form && view.item->form->days > 0;
  if (timed) return !(view.state && view.state->started) && view.lacking.size() == 1;
  return !view.computed && view.lacking.empty();
}

// Of one list, all that the same people may tick.
void add_ticks(const ItemSubject& of, const Tracker& tracker, std::vector<InboxItem>& items) {
  const std::size_t before = items.size();
  for (const ItemView& view : tracker.items) {
    if (!is_to_tick(view)) continue;
    const std::string key = fmt::format("tick/{}/{}", view.item->list->id, fmt::join(view.by, ","));
    auto item = std::find_if(items.begin() + static_cast<std::ptrdiff_t>(before), items.end(),
                             [&](const InboxItem& other) { return other.key == key; });
    if (item == items.end()) {
      InboxItem& made = items.emplace_back();
      made.kind = ItemKind::kTick;
      made.key = key;
      made.remedy = remedy::TickItem{called(of.card), view.item->key};
      made.role = view.by.front();
      made.who = people_of(of, view.by);
      made.any = true;
      made.release = view.release;
      item = items.end() - 1;
    }
    item->details.push_back({fmt::format("{}: {}", view.item->key, view.item->title)});
  }
  for (std::size_t i = before; i < items.size(); ++i) {
    items[i].what = fmt::format("tick what is done: {} of the tracking issue {} due",
                                counted(items[i].details.size(), "item"),
                                items[i].details.size() == 1 ? "is" : "are");
  }
}

// A label that somebody claims: what comes before it is looked at then, too.
void add_claims(const ItemSubject& of, const ProposalState& state, const Tracker& tracker,
                std::vector<InboxItem>& items) {
  for (const LabelState& label : state.labels) {
    const TrackedLabel* const form = of.process.tracking_of(of.card.kind).find_label(label.label);
    if (label.confirmed || !form) continue;
    InboxItem& item = items.emplace_back();
    item.kind = ItemKind::kConfirm;
    item.key = "label/" + label.label;
    item.what = fmt::format("confirm the label {}", label.label);
    item.why = fmt::format("@{} claims it", label.action.by);
    for (const std::string& key : form->after) {
      const auto open = open_items(tracker, key);
      if (open && !open->empty())
        item.details.push_back({fmt::format("{} is to be done first", key)});
    }
    item.remedy = remedy::SetLabel{called(of.card), label.label};
    item.role = form->by.empty() ? std::string() : form->by.front();
    item.who = people_of(of, form->by);
    item.any = true;
    item.since = label.action.time;
  }
}

// A description that the program made is a person's once they say so.
InboxItem to_confirm(const ItemSubject& of, const TrackerState& tracker) {
  InboxItem item;
  item.kind = ItemKind::kDescribe;
  item.key = "description";
  item.what = "confirm the description, or say it better: release notes have it";
  item.why = fmt::format("\"{}\": proposed, not confirmed", tracker.description);
  item.remedy = remedy::ConfirmDescription{called(of.card)};
  item.who = of.card.authors;
  return item;
}

}  // namespace

std::vector<std::string> people_of(const ItemSubject& of, std::span<const std::string> roles) {
  std::vector<std::string> people;
  for (const std::string& id : roles) {
    const Role* const role = of.process.find_role(id);
    const auto names = role ? holders(of.process, *role, of.card, of.rosters)
                            : std::optional<std::vector<std::string>>();
    if (names) people.insert(people.end(), names->begin(), names->end());
  }
  std::ranges::sort(people);
  const auto same = std::ranges::unique(people);
  people.erase(same.begin(), same.end());
  return people;
}

bool is_over(const Release& release, Instant now) {
  return std::ranges::none_of(release.dates, [&](const auto& date) { return now < date.second; });
}

bool is_behind(const Releases& releases, const Version& version, Instant now) {
  for (const Release& release : releases.all()) {
    if (!is_over(release, now)) return version < release.version;
  }
  return !releases.all().empty() && version <= releases.all().back().version;
}

std::vector<InboxItem> items_of_record(const ItemSubject& of, const ProposalState& state,
                                       const Releases& releases) {
  return RecordItems(of, state, releases).find();
}

std::vector<InboxItem> items_of_tracker(const ItemSubject& of, const ProposalState& state,
                                        const Tracker& tracker) {
  std::vector<InboxItem> items;
  for (const ItemRequest& request : tracker.requests) {
    if (!request.label.empty()) continue;  // see add_claims
    const ItemView& view = tracker.items[request.item];
    InboxItem item;
    item.kind = request.approves ? ItemKind::kAgree : ItemKind::kKnow;
    item.key = "item/" + view.item->key;
    item.what = fmt::format("{} {}", request.approves ? "approve the item" : "know of the item",
                            quote_title(view.item->title));
    if (request.approves) {
      item.remedy = remedy::ApproveItem{called(of.card), view.item->key};
    }
    item.role = request.role;
    item.who = people_of(of, {&request.role, 1});
    item.any = true;
    item.release = view.release;
    item.where = request.where;
    item.draft = request.text;
    items.push_back(std::move(item));
  }
  add_ticks(of, tracker, items);
  add_claims(of, state, tracker, items);
  if (state.tracker.proposed) items.push_back(to_confirm(of, state.tracker));
  return items;
}

}  // namespace milepost::inbox
