// Links that are their own text: "<https://…>" and, as GitHub has it, a bare
// "https://…" or "www.…".
#pragma once

#include <cstddef>
#include <string_view>

namespace milepost::autolink {

// The offset after the autolink or address whose "<" is at `at`; 0 for none.
std::size_t angle_end(std::string_view text, std::size_t at);

struct Bare {
  std::size_t begin = 0;
  std::size_t end = 0;  // 0: none
};
// The bare link around the ":" of its scheme, or at the "w" of its "www.". It may
// begin before `at`, but not before `text_begin`.
Bare bare(std::string_view text, std::size_t at, std::size_t text_begin);

}  // namespace milepost::autolink
