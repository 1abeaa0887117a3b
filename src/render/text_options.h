// How a text for people is to look.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "render/file_links.h"

namespace milepost {

struct TextOptions {
  bool terminal = false;  // source lines, carets and hints
  bool colour = false;    // for severities only
  bool quiet = false;     // no infos, no summary
  bool concise = false;   // one line a finding, as in a pipe
  FileLinks links = {};   // what paths lead to when they are clicked
  std::uint32_t columns = 80;
  std::optional<std::chrono::milliseconds> elapsed;  // shown in the summary
};

}  // namespace milepost
