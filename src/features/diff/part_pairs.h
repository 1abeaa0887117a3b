// Which of some parts of a text are states of the same part, such as a paragraph
// before and after it was changed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace milepost::diff {

// Of each new part the place of the old one, kNowhere when there is none: in their
// order, so that they share the most words. Where very many are given nothing is
// paired, for each is compared with each.
std::vector<std::uint32_t> pair_parts(const std::vector<std::string_view>& olds,
                                      const std::vector<std::string_view>& news);

}  // namespace milepost::diff
