// MP602 title-placeholder: the title is still, wholly or in part, the template's.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// "NNNN" is no word anybody writes, so it counts wherever it stands.
bool is_code(std::string_view placeholder) {
  return std::ranges::all_of(placeholder, [](char c) { return is_upper(c); });
}

}  // namespace

void title_placeholder(const RuleInput& in, Sink& sink) {
  const std::uint32_t title = in.judgement.matching.title;
  if (title == kNone) return;
  const Document& document = in.proposal.document;
  const Heading& heading = document.heading_of(document.sections()[title]);
  const std::string words = heading_words(heading.text);
  for (const std::string& placeholder : in.process.words.title_placeholders) {
    const std::string wanted = heading_words(placeholder);
    // A placeholder of one plain word, such as "Title", is one only on its own.
    const bool anywhere = wanted.find(' ') != wanted.npos || is_code(placeholder);
    const bool hit = anywhere ? (" " + words + " ").find(" " + wanted + " ") != std::string::npos
                              : words == wanted;
    if (!hit) continue;
    sink.report(
        Severity::kError, document.source(), heading.text_span,
        fmt::format("the title still has the template's \"{}\"; put the proposal's own there",
                    placeholder));
    return;
  }
}

}  // namespace milepost
