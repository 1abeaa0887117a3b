// Marks on several items of an issue, decided together: each is judged as the ones
// before it have left the record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/track/tracked.h"
#include "store/events.h"

namespace milepost::track {

class ItemActions {
 public:
  ItemActions(const TrackedProposal& tracked, const Actor& actor, const ProposalState& state,
              const Issue& issue)
      : tracked_(tracked),
        actor_(actor),
        state_(state),
        issue_(issue),
        judge_(tracked.judge_by(state)) {}

  const ProposalState& state() const { return state_; }
  TrackerInput input() const { return tracked_.input(state_, issue_, judge_); }

  // Fails when this person may not. The tick of somebody whose approval the item waits
  // for gives that approval, too; the tick of an item that takes time begins it.
  Result<void> mark(std::size_t item, ItemAction action, const std::string& comment);
  void put(events::Encoded what);

  // With the texts that they name.
  Decision take() { return {std::move(events_), std::move(texts_)}; }

 private:
  // The approval of an item; of one that is bound, for the text as it is.
  void agree(const events::OfItem& of, const Role* bound);

  const TrackedProposal& tracked_;
  const Actor& actor_;
  ProposalState state_;
  const Issue& issue_;
  const TrackedProposal::ItemJudge judge_;  // nothing that is computed hangs on marks
  std::vector<NewEvent> events_;
  std::vector<std::string> texts_;
};

}  // namespace milepost::track
