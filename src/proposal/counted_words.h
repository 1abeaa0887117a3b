// The words of a document that count when its text is compared: comments, ticks and
// tables of contents say nothing, and how lines are wrapped does not matter.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "text/document.h"

namespace milepost {

struct CountedWords {
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> offsets;  // where each begins
};

// What never counts, whatever the section.
std::vector<Span> passed_over(const Document& document);

// The words of `within` that stand in none of the spans.
CountedWords words_of(const Document& document, const std::vector<Span>& within,
                      std::vector<Span> without);

}  // namespace milepost
