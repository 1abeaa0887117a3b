// The report for people: findings by file, and a summary.
//
// On a terminal each finding shows its source line with carets; elsewhere it is
// one line, `path:line:column: severity code name  message`. Nothing a document
// or a path contains can control the terminal.
#pragma once

#include <chrono>
#include <string>

#include "features/findings/model.h"
#include "render/text_options.h"

namespace milepost::findings {

std::string render_text(const Run& run, const TextOptions& options);

// "41 ms", "2.5 s", "3 min".
std::string describe(std::chrono::milliseconds elapsed);

}  // namespace milepost::findings
