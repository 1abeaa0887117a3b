// Whose tables of contents a process keeps.
#pragma once

#include <cstdint>

namespace milepost {

enum class TocStyle : std::uint8_t {
  kCommonMark,  // the headings that readers see
  kMdtoc,       // those that the tool mdtoc finds, since it checks the tables
};

}  // namespace milepost
