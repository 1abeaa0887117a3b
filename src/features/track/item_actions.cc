#include "features/track/item_actions.h"

#include "store/events.h"

namespace milepost::track {

namespace {

events::Encoded marked(ItemDeed deed, bool timed, const events::OfItem& of) {
  switch (deed) {
    case ItemDeed::kTick:
      if (timed) return events::Started{of};
      return events::Ticked{of};
    case ItemDeed::kUntick: return events::Unticked{of};
    case ItemDeed::kNotApplicable: return events::NotApplicable{of};
    case ItemDeed::kAgree: break;
  }
  return events::Agreed{of};
}

}  // namespace

Result<void> ItemDeeds::mark(std::size_t item, ItemDeed deed, const std::string& comment) {
  const TrackerInput in = input();
  const Tracker tracker = make_tracker(in);
  const ItemView& view = tracker.items[item];
  if (auto allowed = may_mark(in, view, deed, actor_.handle); !allowed) return allowed;
  const events::OfItem of{view.item->list->id, std::string(view.release), std::string(view.key()),
                          comment};
  // The views point into the state, which changes now.
  const bool agrees = deed == ItemDeed::kTick && !view.approved;
  const bool timed = view.item->form && view.item->form->days > 0;
  if (agrees) put(events::Agreed{of});
  put(marked(deed, timed, of));
  return {};
}

void ItemDeeds::put(events::Encoded what) {
  Event event;
  static_cast<NewEvent&>(event) = tracked_.event(actor_, std::move(what));
  apply(state_, event);
  events_.push_back(std::move(event));
}

}  // namespace milepost::track
