// MP215 summary-thin: a section that wants a paragraph has less.
#include <algorithm>

#include <fmt/format.h>

#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/inline.h"
#include "text/markup.h"

namespace milepost {

namespace {

constexpr std::size_t kBytesPerWord = 20;  // markup included, with room to spare

// How many words a reader sees, or enough of them.
std::size_t shown_words(std::string_view text, std::size_t wanted) {
  const std::string_view begin = text.substr(0, wanted * kBytesPerWord);
  // Up to the first markup, what is written is what is seen; the last word may
  // go on after it.
  const std::string_view plain(begin.begin(), std::ranges::find_if(begin, is_markup));
  if (count_words(plain, wanted + 1) > wanted) return wanted;
  // Twice the words in its beginning are enough, wherever that cuts the markup.
  const std::size_t first = count_words(plain_text(begin), 2 * wanted);
  const bool enough = first >= 2 * wanted || begin.size() == text.size();
  return enough ? first : count_words(plain_text(text), wanted);
}

}  // namespace

void summary_thin(const RuleInput& in, Sink& sink) {
  if (is_closed(in) || in.judgement.delegation) return;
  const Document& document = in.proposal.document;
  for (const std::string& title : in.process.substance.paragraphs) {
    const std::uint32_t t = in.judgement.find(title);
    if (t == kNone || in.judgement.sections[t].fill != Fill::kFilled) continue;
    std::size_t words = 0;
    for (const Span span : own_text(document, in.judgement, t)) {
      words += shown_words(document.text(span), in.process.substance.paragraph_words);
      if (words >= in.process.substance.paragraph_words) break;
    }
    if (words >= in.process.substance.paragraph_words) continue;
    const Source& source = document.source();
    sink.report(source, first_line(source, in.judgement.matching.sections[t].heading),
                fmt::format("\"{}\" has {} words; a paragraph serves release notes and readers "
                            "better",
                            title, words))
        .section = title;
  }
}

}  // namespace milepost
