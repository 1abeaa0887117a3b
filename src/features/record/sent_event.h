// An event that somebody sent, held against what is decided here.
#pragma once

#include <vector>

#include "store/event.h"

namespace milepost::record {

inline constexpr const char* kDecidesOtherwise =
    "the server decides otherwise by its files: bring yours and its to the same commit, then try "
    "again";

// Whether they are the same, whenever it was sent.
inline bool is_same(const NewEvent& sent, const NewEvent& here) {
  EventFields fields = sent.fields;
  std::erase_if(fields, [](const auto& field) { return field.first == kClockField; });
  return sent.kind == here.kind && fields == here.fields && sent.texts == here.texts;
}

}  // namespace milepost::record
