// A table whose cells may take several lines, so that no word is broken on a narrow terminal.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "render/table.h"

namespace milepost {

// With its titles first. Columns that shrink are wrapped between words until all fit into
// `width` columns of the terminal; 0 for no limit. A row's note, where there is one, stands
// below it, from the second column on. Only a word that is longer than its column is cut.
std::string render_table_wrapped(const Table& table, std::span<const std::string> notes,
                                 std::uint32_t width);

}  // namespace milepost
