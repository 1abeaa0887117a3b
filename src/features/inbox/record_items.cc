// What the record and the tracking issue ask of people.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/quote_title.h"
#include "base/strings.h"
#include "features/inbox/items.h"
#include "gates/conditions.h"
#include "gates/roles.h"

namespace milepost::inbox {

namespace {

// Who holds one of the roles; nobody in particular when none is named.
std::vector<std::string> people_of(const AskedOf& of, std::span<const std::string> roles) {
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

// Once its last date has passed, nothing about a release is to be decided.
bool is_over(const Release& release, Instant now) {
  return std::ranges::none_of(release.dates, [&](const auto& date) { return now < date.second; });
}

class RecordAsks {
 public:
  RecordAsks(const AskedOf& of, const ProposalState& state, const Releases& releases)
      : of_(of), state_(state), releases_(releases) {}

  std::vector<Ask> find() {
    if (state_.hold) {
      object("hold", *state_.hold, "lift your hold, or say why it stays", "settle why it is held",
             remedy::Unhold{called(of_.card)});
    }
    for (const ConcernState& concern : state_.concerns) {
      if (concern.resolved) continue;
      object(fmt::format("concern-{}", concern.id), concern.deed,
             "resolve your concern, or say why it stays", "answer a concern",
             remedy::Resolve{called(of_.card), concern.id});
    }
    for (const ExceptionState& exception : state_.exceptions) decide(exception);
    for (const PartState& part : state_.parts) regret(part);
    return std::move(asks_);
  }

 private:
  // Whoever objects is asked to settle it, and the author to answer. Others with a say may
  // settle it, too.
  void object(std::string key, const Deed& deed, std::string_view own, std::string_view others,
              Remedy remedy) {
    Ask ask;
    ask.kind = AskKind::kSettle;
    ask.key = std::move(key);
    ask.what = own;
    ask.why = deed.comment;
    ask.remedy = std::move(remedy);
    ask.who = {deed.by};
    ask.since = deed.time;
    Ask answer = ask;
    Ask any = ask;
    asks_.push_back(std::move(ask));
    any.key += "/others";
    any.what = fmt::format("see whether what @{} objects is settled", deed.by);
    any.who = settlers(of_.process, of_.card, of_.rosters);
    std::erase_if(any.who,
                  [&](const std::string& name) { return equal_ignoring_case(name, deed.by); });
    any.any = true;
    if (!any.who.empty()) asks_.push_back(std::move(any));
    answer.kind = AskKind::kAnswer;
    answer.what = others;
    answer.why = fmt::format("@{}: {}", deed.by, deed.comment);
    Detail then{fmt::format("then @{} runs", deed.by)};
    then.remedy = std::exchange(answer.remedy, std::nullopt);
    answer.details = {std::move(then)};
    answer.who.clear();
    for (const std::string& author : of_.card.authors) {
      if (!equal_ignoring_case(author, deed.by)) answer.who.push_back(author);
    }
    asks_.push_back(std::move(answer));
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
    const std::vector<std::string>& roles = of_.process.calendar.roles_of(ReleaseDeed::kDecide);
    Ask ask;
    ask.kind = AskKind::kDecide;
    ask.key = fmt::format("exception/{}/{}", exception.release, exception.freeze);
    ask.what = fmt::format("decide on an exception to the {} of {}", title_of(exception.freeze),
                           exception.release);
    ask.why = fmt::format("@{}: {}", exception.requested.by, exception.requested.comment);
    ask.role = roles.empty() ? std::string() : roles.front();
    ask.who = people_of(of_, roles);
    ask.any = true;
    ask.release = exception.release;
    const auto until = parse_instant(exception.until);
    const bool ahead = until && of_.now < *until;
    const std::string& proposal = called(of_.card);
    ask.remedy = remedy::ApproveException{exception.release, proposal, exception.freeze, !ahead};
    Detail otherwise{"or"};
    otherwise.remedy = remedy::RejectException{exception.release, proposal, exception.freeze};
    ask.details = {std::move(otherwise)};
    const auto freeze = release ? release->date(exception.freeze) : std::nullopt;
    if (freeze && of_.now < *freeze) {
      ask.deadline_title = title_of(exception.freeze);
      ask.deadline = freeze;
    } else if (ahead) {
      ask.deadline_title = "end of the exception";
      ask.deadline = until;
    }
    ask.since = exception.requested.time;
    asks_.push_back(std::move(ask));
  }

  // The last freeze that has passed, while an exception to it can be asked for.
  void regret(const PartState& part) {
    const Release* const release = release_named(part.release);
    if (part.part != Part::kRemoved || !release) return;
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
    const std::vector<std::string>& roles = calendar.roles_of(ReleaseDeed::kException);
    Ask ask;
    ask.kind = AskKind::kRemoved;
    ask.key = "removed/" + part.release;
    ask.what = "ask for an exception, if it is to be in after all";
    ask.why = fmt::format("@{} removed it from {}{}{}", part.deed.by, part.release,
                          part.deed.comment.empty() ? "" : ": ", part.deed.comment);
    ask.remedy = remedy::RequestException{part.release, called(of_.card), missed->id};
    ask.role = roles.empty() ? std::string() : roles.front();
    ask.who = roles.empty() ? of_.card.authors : people_of(of_, roles);
    ask.any = true;
    ask.release = part.release;
    ask.deadline_title = fmt::format("end of exceptions to the {}", missed->title);
    ask.deadline = last;
    ask.since = part.deed.time;
    asks_.push_back(std::move(ask));
  }

  const AskedOf& of_;
  const ProposalState& state_;
  const Releases& releases_;
  std::vector<Ask> asks_;
};

// Whether nothing but the tick is missing: of an item that takes time, the first.
bool is_to_tick(const ItemView& view) {
  if (view.standing != ItemStanding::kOpen || !view.due || !view.approved || view.by.empty()) {
    return false;
  }
  const bool timed = view.item->form && view.item->form->days > 0;
  if (timed) return !(view.state && view.state->started) && view.lacking.size() == 1;
  return !view.computed && view.lacking.empty();
}

// Of one list, all that the same people may tick.
void add_ticks(const AskedOf& of, const Tracker& tracker, std::vector<Ask>& asks) {
  const std::size_t before = asks.size();
  for (const ItemView& view : tracker.items) {
    if (!is_to_tick(view)) continue;
    const std::string key = fmt::format("tick/{}/{}", view.item->list->id, fmt::join(view.by, ","));
    auto ask = std::find_if(asks.begin() + static_cast<std::ptrdiff_t>(before), asks.end(),
                            [&](const Ask& other) { return other.key == key; });
    if (ask == asks.end()) {
      Ask& made = asks.emplace_back();
      made.kind = AskKind::kTick;
      made.key = key;
      made.remedy = remedy::TickItem{called(of.card), view.item->key};
      made.role = view.by.front();
      made.who = people_of(of, view.by);
      made.any = true;
      made.release = view.release;
      ask = asks.end() - 1;
    }
    ask->details.push_back({fmt::format("{}: {}", view.item->key, view.item->title)});
  }
  for (std::size_t i = before; i < asks.size(); ++i) {
    asks[i].what = fmt::format("tick what is done: {} of the tracking issue {} due",
                               counted(asks[i].details.size(), "item"),
                               asks[i].details.size() == 1 ? "is" : "are");
  }
}

// A label that somebody claims, once what comes before it is done.
void add_claims(const AskedOf& of, const ProposalState& state, const Tracker& tracker,
                std::vector<Ask>& asks) {
  for (const LabelState& label : state.labels) {
    const TrackedLabel* const form = of.process.tracking.find_label(label.label);
    if (label.confirmed || !form) continue;
    const bool ready = std::ranges::all_of(form->after, [&](const std::string& key) {
      const auto open = open_items(tracker, key);
      return !open || open->empty();
    });
    if (!ready) continue;
    Ask& ask = asks.emplace_back();
    ask.kind = AskKind::kConfirm;
    ask.key = "label/" + label.label;
    ask.what = fmt::format("confirm the label {}", label.label);
    ask.why = fmt::format("@{} claims it", label.deed.by);
    ask.remedy = remedy::SetLabel{called(of.card), label.label};
    ask.role = form->by.empty() ? std::string() : form->by.front();
    ask.who = people_of(of, form->by);
    ask.any = true;
    ask.since = label.deed.time;
  }
}

}  // namespace

bool is_behind(const Releases& releases, const Version& version, Instant now) {
  for (const Release& release : releases.all()) {
    if (!is_over(release, now)) return version < release.version;
  }
  return !releases.all().empty() && version <= releases.all().back().version;
}

std::vector<Ask> asks_of_record(const AskedOf& of, const ProposalState& state,
                                const Releases& releases) {
  return RecordAsks(of, state, releases).find();
}

std::vector<Ask> asks_of_tracker(const AskedOf& of, const ProposalState& state,
                                 const Tracker& tracker) {
  std::vector<Ask> asks;
  for (const ItemRequest& request : tracker.requests) {
    const ItemView& view = tracker.items[request.item];
    Ask ask;
    ask.kind = request.approves ? AskKind::kAgree : AskKind::kKnow;
    ask.key = "item/" + view.item->key;
    ask.what = fmt::format("{} {}", request.approves ? "approve the item" : "know of the item",
                           quote_title(view.item->title));
    if (request.approves) {
      ask.remedy = remedy::ApproveItem{called(of.card), view.item->key};
    }
    ask.role = request.role;
    ask.who = people_of(of, {&request.role, 1});
    ask.any = true;
    ask.release = view.release;
    ask.where = request.where;
    ask.draft = request.text;
    asks.push_back(std::move(ask));
  }
  add_ticks(of, tracker, asks);
  add_claims(of, state, tracker, asks);
  return asks;
}

}  // namespace milepost::inbox
