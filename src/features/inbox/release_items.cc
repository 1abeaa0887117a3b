// What a release asks of those who lead it.
#include <algorithm>

#include <fmt/format.h>

#include "features/inbox/items.h"
#include "features/release/freeze_state.h"

namespace milepost::inbox {

namespace {

class ReleaseItems {
 public:
  ReleaseItems(const ItemSubject& of, const ProposalState& state, const Release& release)
      : of_(of),
        state_(state),
        release_(release),
        name_(to_string(release.version)),
        part_(state.find_participation(name_)) {}

  std::vector<InboxItem> find() {
    for (const CalendarDate& date : of_.process.calendar.dates) {
      if (!date.gate.empty() && release_.date(date.id)) look_at(date);
    }
    return std::move(items_);
  }

 private:
  void look_at(const CalendarDate& date) {
    const release::FreezeRecord record = release::freeze_record(release_, date.id, state_);
    const bool met = record.met;
    const bool removed = part_ && part_->state == ParticipationState::kRemoved;
    const bool removed_here = removed && part_->freeze == date.id;
    if (removed_here && of_.now < *record.deadline) {
      judge_again(date);
    } else if ((met || removed_here) && !state_.find_notified(name_, date.id)) {
      post(date, met ? state_.find_met(name_, date.id)->action.time : part_->action.time);
    } else if (!met && release::has_passed(record, of_.now) && is_open(record) &&
               !release::is_exempt(release_, date.id, state_)) {
      apply(date, *release::own_deadline(record));
    }
  }

  // Nobody has decided about it yet, and nobody is about to.
  bool is_open(const release::FreezeRecord& record) const {
    if (record.exception && !record.exception->decided) return false;
    return !part_ || part_->state == ParticipationState::kIn ||
           part_->state == ParticipationState::kUndecided;
  }

  InboxItem begin(ItemKind kind, const CalendarDate& date) const {
    const std::vector<std::string>& roles = of_.process.calendar.roles_of(ReleaseAction::kRemove);
    InboxItem item;
    item.kind = kind;
    item.key = fmt::format("{}/{}/{}", name(kind), name_, date.id);
    item.role = roles.empty() ? std::string() : roles.front();
    item.who = people_of(of_, roles);
    item.any = true;
    item.release = name_;
    return item;
  }

  void apply(const CalendarDate& date, Instant passed) {
    InboxItem item = begin(ItemKind::kFreeze, date);
    item.what = fmt::format("apply the {} of {}, which has passed", date.title, name_);
    item.remedy = remedy::ApplyFreeze{name_, date.id};
    item.since = passed;
    items_.push_back(std::move(item));
  }

  void post(const CalendarDate& date, Instant applied) {
    InboxItem item = begin(ItemKind::kPost, date);
    item.what = fmt::format("post the messages about the {} of {}", date.title, name_);
    item.remedy = remedy::PostMessages{name_, date.id};
    item.since = applied;
    items_.push_back(std::move(item));
  }

  void judge_again(const CalendarDate& date) {
    InboxItem item = begin(ItemKind::kRejudge, date);
    item.what = fmt::format(
        "see whether it comes back: it was removed at the {} of {}, and that "
        "has moved",
        date.title, name_);
    item.deadline_title = date.title;
    item.deadline = release_.date(date.id);
    item.since = part_->action.time;
    items_.push_back(std::move(item));
  }

  const ItemSubject& of_;
  const ProposalState& state_;
  const Release& release_;
  const std::string name_;
  const Participation* const part_;
  std::vector<InboxItem> items_;
};

}  // namespace

std::vector<InboxItem> items_of_release(const ItemSubject& of, const ProposalState& state,
                                        const Release& release) {
  return ReleaseItems(of, state, release).find();
}

bool takes_opt_ins(const Process& process, const ProposalState& state, const Release& release,
                   Instant now) {
  const CalendarDate* last = nullptr;  // that admits; where none does, the last freeze
  for (const CalendarDate& date : process.calendar.dates) {
    if (date.gate.empty() || !release.date(date.id)) continue;
    if (!last || date.admits || !last->admits) last = &date;
  }
  if (!last) return true;
  return !release::has_passed(release::freeze_record(release, last->id, state), now);
}

}  // namespace milepost::inbox
