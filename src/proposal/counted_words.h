// The words of a document that count when its text is compared: comments, ticks and
// tables of contents say nothing, and how lines are wrapped does not matter.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "text/document.h"

namespace milepost {

struct CountedWords {
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> offsets;  // where each begins
};

// Spans whose words do not count, sorted once: a document may have very many of them, and as many
// sections that are asked about.
class Gaps {
 public:
  explicit Gaps(std::vector<Span> spans);

  // Those that have a part in the span.
  std::span<const Span> within(Span span) const;

 private:
  std::vector<Span> apart_;  // ascending, none touches another
};

// What never counts, whatever the section.
std::vector<Span> passed_over(const Document& document);

// The words of `within` that stand in none of the spans.
CountedWords words_of(const Document& document, const std::vector<Span>& within,
                      const Gaps& without);

}  // namespace milepost
