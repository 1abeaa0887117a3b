#include "features/track/item_actions.h"

#include "store/events.h"

namespace milepost::track {

namespace {

events::Encoded marked(ItemAction action, bool timed, const events::OfItem& of) {
  switch (action) {
    case ItemAction::kTick:
      if (timed) return events::Started{of};
      return events::Ticked{of};
    case ItemAction::kUntick: return events::Unticked{of};
    case ItemAction::kNotApplicable: return events::NotApplicable{of};
    case ItemAction::kAgree: break;
  }
  return events::Agreed{of};
}

}  // namespace

Result<void> ItemActions::mark(std::size_t item, ItemAction action, const std::string& comment) {
  const TrackerInput in = input();
  const Tracker tracker = make_tracker(in);
  const ItemView& view = tracker.items[item];
  if (auto allowed = may_mark(in, view, action, actor_.handle); !allowed) return allowed;
  const events::OfItem of{view.item->list->id, std::string(view.release), std::string(view.key()),
                          comment};
  // The views point into the state, which changes now.
  const bool agrees = action == ItemAction::kTick && !view.approved;
  const bool timed = view.item->form && view.item->form->days > 0;
  if (agrees) put(events::Agreed{of});
  put(marked(action, timed, of));
  return {};
}

void ItemActions::put(events::Encoded what) {
  Event event;
  static_cast<NewEvent&>(event) = tracked_.event(actor_, std::move(what));
  apply(state_, event);
  events_.push_back(std::move(event));
}

}  // namespace milepost::track
