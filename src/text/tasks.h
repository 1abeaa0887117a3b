// Check boxes and bold list items: how authors tick choices and, before questions
// became headings, asked them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "text/inline_parser.h"
#include "text/scan.h"

namespace milepost::tasks {

struct ReadBox {
  Box box = Box::kEmpty;
  bool ticked = false;
  std::uint32_t length = 0;
};

// The box that `text` begins with. It holds nothing, white space, one mark or a
// kind of tick, and white space or the end of the line follows, so that links
// ("[x](url)", "[text]", "[x]: url") are none.
std::optional<ReadBox> read_box(std::string_view text);

// Completes the boxes and bold items that the block scanner has noted.
void finish(std::string_view source, Scan& scan, InlineReader& reader);

}  // namespace milepost::tasks
