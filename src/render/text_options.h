// How a text for people is to look.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace milepost {

struct TextOptions {
  bool terminal = false;  // source lines, carets and hints
  bool colour = false;    // for severities only
  bool quiet = false;     // no infos, no summary
  bool concise = false;   // one line a finding, as in a pipe
  bool links = false;     // the terminal opens files that paths link to
  std::uint32_t columns = 80;
  std::optional<std::chrono::milliseconds> elapsed;  // shown in the summary
};

}  // namespace milepost
