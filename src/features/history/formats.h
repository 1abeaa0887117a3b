// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/history/model.h"
#include "render/text_options.h"

namespace milepost::history {

std::string render_timeline_text(const Timeline& timeline, const TextOptions& options);
std::string render_timeline_json(const Timeline& timeline);
std::string render_timeline_markdown(const Timeline& timeline);
std::string render_timeline_svg(const Timeline& timeline);
std::string render_moves_text(const MoveList& list, const TextOptions& options);
std::string render_moves_json(const MoveList& list);
std::string render_moves_csv(const MoveList& list, bool for_terminal);

}  // namespace milepost::history
