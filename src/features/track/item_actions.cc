#include "features/track/item_actions.h"

namespace milepost::track {

namespace {

std::string_view kind_of(ItemDeed deed, bool timed) {
  switch (deed) {
    case ItemDeed::kTick: return timed ? "started" : "ticked";
    case ItemDeed::kUntick: return "unticked";
    case ItemDeed::kNotApplicable: return "not-applicable";
    case ItemDeed::kAgree: break;
  }
  return "agreed";
}

}  // namespace

Result<void> ItemDeeds::mark(std::size_t item, ItemDeed deed, const std::string& comment) {
  const TrackerInput in = input();
  const Tracker tracker = make_tracker(in);
  const ItemView& view = tracker.items[item];
  if (auto allowed = may_mark(in, view, deed, actor_.handle); !allowed) return allowed;
  EventFields fields{{"list", view.item->list->id},
                     {"release", view.release},
                     {"item", view.key()},
                     {"comment", comment}};
  // The views point into the state, which changes now.
  const bool agrees = deed == ItemDeed::kTick && !view.approved;
  const bool timed = view.item->form && view.item->form->days > 0;
  std::erase_if(fields, [](const auto& field) { return field.second.empty(); });
  if (agrees) put("agreed", fields);
  put(kind_of(deed, timed), fields);
  return {};
}

void ItemDeeds::put(std::string_view kind, const EventFields& fields) {
  Event event;
  static_cast<NewEvent&>(event) = tracked_.event(kind, actor_, {});
  event.fields = fields;  // one that was emptied says so
  apply(state_, event);
  events_.push_back(std::move(event));
}

}  // namespace milepost::track
