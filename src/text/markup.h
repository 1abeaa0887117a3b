// Which bytes can be inline markup. Text without any is what the reader sees.
#pragma once

#include <array>
#include <string_view>

namespace milepost {

inline constexpr std::array<bool, 256> kMarkupBytes = [] {
  std::array<bool, 256> markup{};
  for (const char c : std::string_view("\\`&<*_~[]!")) {
    markup[static_cast<unsigned char>(c)] = true;
  }
  return markup;
}();

constexpr bool is_markup(char c) { return kMarkupBytes[static_cast<unsigned char>(c)]; }

}  // namespace milepost
