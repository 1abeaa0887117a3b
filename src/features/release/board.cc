#include "features/release/board.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_set>

#include "features/release/status.h"
#include "features/release/uncommitted.h"

namespace milepost::release {

namespace {

// What has to be acted upon comes first.
std::size_t urgency(FreezeState state) {
  switch (state) {
    case FreezeState::kMissed: return 0;
    case FreezeState::kAtRisk: return 1;
    case FreezeState::kPending: return 2;
    case FreezeState::kException: return 3;
    case FreezeState::kOut: return 4;
    case FreezeState::kTracked:
    case FreezeState::kNotDue: return 5;
    case FreezeState::kDone: return 6;
    case FreezeState::kDeferred: return 7;
    case FreezeState::kRemoved: return 8;
  }
  return 9;
}

bool is_more_urgent(const ReleaseEntry& a, const ReleaseEntry& b) {
  const auto key = [](const ReleaseEntry& entry) {
    const FreezeEntry* const freeze = entry.decisive();
    const bool waits = freeze && !freeze->missing.empty();
    return std::tuple(urgency(entry.state),
                      waits && freeze->deadline ? freeze->deadline->seconds : 0,
                      waits ? -static_cast<std::int64_t>(freeze->missing.size()) : 0);
  };
  return key(a) < key(b);
}

}  // namespace

BoardOrder parse_board_order(std::string_view name) {
  const auto found = std::ranges::find(kBoardOrders, name);
  return found == std::end(kBoardOrders)
             ? BoardOrder::kUrgency
             : static_cast<BoardOrder>(found - std::begin(kBoardOrders));
}

void put_in_order(const ReleaseView& view, BoardOrder order, const std::vector<std::string>& stages,
                  std::vector<std::size_t>& shown) {
  const auto by = [&](auto comes_before) {
    std::ranges::stable_sort(shown, [&](std::size_t a, std::size_t b) {
      return comes_before(view.entries[a], view.entries[b]);
    });
  };
  std::ranges::sort(shown);  // the view has them by number, which decides where all else is equal
  switch (order) {
    case BoardOrder::kNumber: break;
    case BoardOrder::kUrgency: by(is_more_urgent); break;
    case BoardOrder::kState:
      by([](const ReleaseEntry& a, const ReleaseEntry& b) {
        return urgency(a.state) < urgency(b.state);
      });
      break;
    case BoardOrder::kGroup:
      by([](const ReleaseEntry& a, const ReleaseEntry& b) {
        return a.proposal.group < b.proposal.group;
      });
      break;
    case BoardOrder::kTitle:
      by([](const ReleaseEntry& a, const ReleaseEntry& b) {
        return a.proposal.title < b.proposal.title;
      });
      break;
    case BoardOrder::kStage:
      by([&](const ReleaseEntry& a, const ReleaseEntry& b) {
        return std::ranges::find(stages, a.to_stage) < std::ranges::find(stages, b.to_stage);
      });
      break;
  }
}

Result<Board> make_board(const Workspace& workspace, const BoardOptions& options) {
  TRY(auto view, view_with_slips(workspace, {options.release}));
  Board board{std::move(view), {}};
  if (options.on_disk) mark_uncommitted(workspace, board.view);
  std::unordered_set<std::string> wanted;
  if (!options.words.empty()) {
    TRY(const auto selection, workspace.select({options.words}));
    for (const Selected& selected : selection.proposals) wanted.insert(stream_of(*selected.card));
    std::ranges::copy(selection.notes, std::back_inserter(board.view.notes));
  }
  for (std::size_t i = 0; i < board.view.entries.size(); ++i) {
    if (options.words.empty() || wanted.contains(board.view.entries[i].stream)) {
      board.shown.push_back(i);
    }
  }
  put_in_order(board.view, options.order, workspace.process().stage_names(), board.shown);
  return board;
}

}  // namespace milepost::release
