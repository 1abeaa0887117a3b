#include "proposal/counted_words.h"

#include <algorithm>

#include "base/strings.h"
#include "text/toc.h"

namespace milepost {

namespace {

void add_words(CountedWords& words, std::string_view all, Span span) {
  std::uint32_t at = span.begin;
  while (at < span.end) {
    while (at < span.end && is_space(all[at])) ++at;
    const std::uint32_t begin = at;
    while (at < span.end && !is_space(all[at])) ++at;
    if (at == begin) break;
    words.texts.push_back(all.substr(begin, at - begin));
    words.offsets.push_back(begin);
  }
}

}  // namespace

Gaps::Gaps(std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::begin);
  for (const Span span : spans) {
    if (!apart_.empty() && span.begin <= apart_.back().end) {
      apart_.back().end = std::max(apart_.back().end, span.end);
    } else {
      apart_.push_back(span);
    }
  }
}

std::span<const Span> Gaps::within(Span span) const {
  const auto first =
      std::ranges::partition_point(apart_, [&](const Span gap) { return gap.end <= span.begin; });
  const auto last = std::partition_point(first, apart_.end(),
                                         [&](const Span gap) { return gap.begin < span.end; });
  return {first, last};
}

std::vector<Span> passed_over(const Document& document) {
  std::vector<Span> spans;
  if (document.front_matter().present()) spans.push_back(document.front_matter().span);
  if (const auto toc = find_toc(document).first) spans.push_back(toc->table);
  for (const Comment& comment : document.comments()) spans.push_back(comment.span);
  for (const TaskItem& task : document.tasks()) spans.push_back(task.box_span);
  return spans;
}

CountedWords words_of(const Document& document, const std::vector<Span>& within,
                      const Gaps& without) {
  CountedWords words;
  for (const Span part : within) {
    std::uint32_t at = part.begin;
    for (const Span gap : without.within(part)) {
      if (gap.begin > at) add_words(words, document.text(), {at, gap.begin});
      at = std::max(at, gap.end);
    }
    if (at < part.end) add_words(words, document.text(), {at, part.end});
  }
  return words;
}

}  // namespace milepost
