// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/release/board.h"
#include "render/text_options.h"

namespace milepost::release {

std::string render_board_text(const Board& board, const TextOptions& options);
std::string render_board_json(const Board& board);
std::string render_board_csv(const Board& board, bool for_terminal);
std::string render_board_markdown(const Board& board);
std::string render_release_json(const ReleaseView& view);

}  // namespace milepost::release
