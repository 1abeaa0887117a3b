// The model of this feature written for people and programs.
#pragma once

#include <string>

#include "features/log/model.h"
#include "render/text_options.h"

namespace milepost::log {

std::string render_log_text(const Log& log, const TextOptions& options);
std::string render_log_json(const Log& log);
// A row for each entry.
std::string render_log_csv(const Log& log, bool for_terminal);

}  // namespace milepost::log
