#include "proposal/summary.h"

#include "base/strings.h"
#include "text/inline.h"

namespace milepost {

std::string summary_of(const Process& process, const Document& document, const Judgement& judgement,
                       std::size_t paragraphs) {
  if (process.substance.paragraphs.empty()) return {};
  const std::uint32_t t = judgement.find(process.substance.paragraphs.front());
  if (t == kNone || judgement.missing(t) || !is_answer(judgement.sections[t].fill)) return {};
  std::string summary;
  for (const Span span : own_text(document, judgement, t)) {
    const auto [first, last] = document.blocks_in(span);
    for (std::uint32_t b = first; b < last && paragraphs > 0; ++b) {
      const Block& block = document.blocks()[b];
      if (block.kind != BlockKind::kParagraph || block.depth > 0) continue;
      std::string text;
      for (const Span line : document.lines_of(block)) {
        text.append(text.empty() ? "" : "\n").append(document.text(line));
      }
      summary.append(summary.empty() ? "" : "\n").append(single_spaced(plain_text(text)));
      --paragraphs;
    }
  }
  return summary;
}

}  // namespace milepost
