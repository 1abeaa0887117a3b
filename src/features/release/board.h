// The action behind `milepost release status`: the proposals of a release, those that are
// asked for, the most urgent first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "features/release/model.h"
#include "workspace/workspace.h"

namespace milepost::release {

enum class BoardOrder : std::uint8_t { kUrgency, kNumber, kGroup, kStage, kState, kTitle };

inline constexpr std::string_view kBoardOrders[] = {"urgency", "number", "group",
                                                    "stage",   "state",  "title"};

BoardOrder parse_board_order(std::string_view name);  // one of those

struct BoardOptions {
  std::string release;
  BoardOrder order = BoardOrder::kUrgency;
  std::vector<std::string> words = {};  // a query, numbers or paths; only these are shown
  bool on_disk = true;  // the files looked at are those on disk, which may not be committed
};

struct Board {
  ReleaseView view;                // all of the release
  std::vector<std::size_t> shown;  // of its entries, in order
};

Result<Board> make_board(const Workspace& workspace, const BoardOptions& options);

// Puts entries of the view into an order; `stages` are those of the process, in theirs.
void put_in_order(const ReleaseView& view, BoardOrder order, const std::vector<std::string>& stages,
                  std::vector<std::size_t>& shown);

}  // namespace milepost::release
