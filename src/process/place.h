// Errors in packs and configuration are refused with the place they stand at.
#pragma once

#include <string>

#include <fmt/format.h>

#include "base/result.h"
#include "base/source.h"
#include "base/span.h"

namespace milepost {

// A span in a file, kept by values read from it so that a later check can
// still point there.
struct Place {
  const Source* source = nullptr;
  Span span;
};

inline std::string to_string(const Place& place) {
  const Position at = place.source->position(place.span.begin);
  return fmt::format("{}:{}:{}", place.source->path(), at.line, at.column);
}

inline tl::unexpected<Error> failure_at(const Place& place, const std::string& message) {
  return failure(to_string(place) + ": " + message);
}

}  // namespace milepost
