// How a release comes along, for the weekly report, for its notes and for its end.
#pragma once

#include <string>

#include "features/release/model.h"

namespace milepost::release {

std::string render_report_markdown(const ReleaseReport& report);
std::string render_report_json(const ReleaseReport& report);
std::string render_report_csv(const ReleaseReport& report, bool for_terminal);

std::string render_notes_markdown(const ReleaseNotes& notes, bool verbose = false);
std::string render_notes_json(const ReleaseNotes& notes);

std::string render_rollover_text(const Rollover& rollover);
std::string render_rollover_json(const Rollover& rollover);

}  // namespace milepost::release
