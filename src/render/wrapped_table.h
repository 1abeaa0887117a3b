// A table whose cells may take several lines, so that no word is broken on a narrow terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "render/table.h"

namespace milepost {

// The colour of one column's texts, as a code of the terminal for each row; 0 for none.
struct ColumnColours {
  std::size_t column = 0;
  std::vector<int> codes = {};
};

// With its titles first. Columns that shrink are wrapped between words until all fit into
// `width` columns of the terminal; 0 for no limit. A row's note, where there is one, stands
// below it, from the second column on. Only a word that is longer than its column is cut.
std::string render_table_wrapped(const Table& table, std::span<const std::string> notes,
                                 std::uint32_t width, const ColumnColours& colours = {});

}  // namespace milepost
