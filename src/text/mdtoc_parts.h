// What the parts of the reader in mdtoc_headings.h share. Nobody else needs it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace milepost::mdtoc {

inline constexpr int kDeepest = 16;  // what is nested deeper is passed over

struct Reference {
  std::string address;
  std::string title;
};
using References = std::unordered_map<std::string, Reference>;  // by label, in lower case

struct RawHeading {
  std::uint32_t at = 0;
  int level = 1;
  std::string content;  // one line
};

struct Blocks {
  std::vector<RawHeading> headings;
  References references;
  bool fails = false;
};

Blocks read_blocks(std::string_view text);

struct Rendered {
  std::string html;
  std::string text;
};

Rendered render(std::string content, const References& references);

}  // namespace milepost::mdtoc
