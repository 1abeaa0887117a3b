// Positions of offsets that are asked for one after the other. It remembers the last one, so that
// thousands of offsets in one long line, given in order, cost no more than the line.
#pragma once

#include <cstdint>

#include "base/source.h"

namespace milepost {

class Positions {
 public:
  Position of(const Source& source, std::uint32_t offset);

 private:
  const Source* source_ = nullptr;
  std::uint32_t offset_ = 0;
  Position last_;
};

}  // namespace milepost
