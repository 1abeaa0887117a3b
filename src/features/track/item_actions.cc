#include "features/track/item_actions.h"

#include "store/events.h"
#include "workspace/approvals.h"

namespace milepost::track {

namespace {

events::Encoded marked(ItemAction action, bool timed, const events::OfItem& of) {
  switch (action) {
    case ItemAction::kTick:
      if (timed) return events::Started{of};
      return events::Ticked{of};
    case ItemAction::kUntick: return events::Unticked{of};
    case ItemAction::kNotApplicable: return events::NotApplicable{of};
    case ItemAction::kDisagree: return events::Disagreed{of};
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
  const Role* const bound = view.item->form && view.item->form->bound
                                ? tracked_.process().find_role(view.approval())
                                : nullptr;
  if (agrees || action == ItemAction::kAgree) {
    agree(of, bound);
  }
  if (action != ItemAction::kAgree) put(marked(action, timed, of));
  return {};
}

void ItemActions::agree(const events::OfItem& of, const Role* bound) {
  events::Agreed agreed{of};
  if (!bound) return put(agreed);
  const Sha256& sha256 = tracked_.record().store().sha256();
  std::string text(tracked_.examined().proposal->document.text());
  const Digest key = sha256.of(text);
  agreed.text = key.hex();
  agreed.sections = text_digests_of(tracked_.process(), tracked_.judged_text(), *bound, sha256);
  put(agreed);
  events_.back().texts = {key};
  texts_.push_back(std::move(text));
}

void ItemActions::put(events::Encoded what) {
  Event event;
  static_cast<NewEvent&>(event) = tracked_.event(actor_, std::move(what));
  apply(state_, event);
  events_.push_back(std::move(event));
}

}  // namespace milepost::track
