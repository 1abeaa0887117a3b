// A process drawn: its statuses with the moves between them, and a ladder of stages. Colours are
// those of the page it stands on.
#pragma once

#include <string>

#include "process/process.h"

namespace milepost::process {

// "" for a process without statuses, or with more moves than a drawing can show.
std::string render_statuses_svg(const Process& process);
std::string render_ladder_svg(const Ladder& ladder);

// "the author or an approver", "anybody".
std::string movers_text(const Process& process, const Move& move);

}  // namespace milepost::process
