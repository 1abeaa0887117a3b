// MP216 topic-untested: a section is filled, but what it speaks of is not in the
// section that should cover it: upgrades in the test plan.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/inline.h"
#include "text/sentence.h"

namespace milepost {

namespace {

// "None" or "No change is needed." describes nothing to test.
constexpr std::size_t kTestableWords = 8;

// "N/A, because …" is an answer, and leaves nothing to test or to cover.
bool does_not_apply(const RuleInput& in, std::uint32_t t) {
  const Document& document = in.proposal.document;
  for (const Span span : own_text(document, in.judgement, t)) {
    const auto [begin, end] = document.blocks_in(span);
    for (std::uint32_t b = begin; b < end; ++b) {
      const Block& block = document.blocks()[b];
      if (block.kind != BlockKind::kParagraph) continue;
      return in.judgement.fills->begins_not_applicable(without_markers(document.text(block.span)));
    }
  }
  return false;
}

// "No special handling is required. The field is kept." says why there is nothing to test.
bool begins_with_denial(const RuleInput& in, std::uint32_t t) {
  for (const Span span : own_text(in.proposal.document, in.judgement, t)) {
    const std::string_view sentence = first_sentence(trim(in.proposal.document.text(span)));
    if (sentence.empty()) continue;
    const std::string words = heading_words(plain_text(sentence));
    constexpr std::string_view kDenials[] = {"no",          "none",         "nothing",
                                             "there is no", "there are no", "theres no"};
    return std::ranges::any_of(kDenials, [&](std::string_view denial) {
      return words == denial || words.starts_with(std::string(denial) + " ");
    });
  }
  return false;
}

bool describes_something(const RuleInput& in, std::uint32_t t) {
  if (in.judgement.sections[t].fill != Fill::kFilled || does_not_apply(in, t)) return false;
  if (begins_with_denial(in, t)) return false;
  std::size_t words = 0;
  for (const Span span : own_text(in.proposal.document, in.judgement, t)) {
    words += count_words(in.proposal.document.text(span), kTestableWords);
  }
  return words >= kTestableWords && !denies_briefly(in, t);
}

bool covers(const RuleInput& in, const Match& cover, const CoveredTopic& topic) {
  const Document& document = in.proposal.document;
  const std::string_view text = document.text(document.sections()[cover.section].span);
  return std::ranges::any_of(topic.words, [&](const std::string& word) {
    return find_ignoring_case(text, word) != text.npos;
  });
}

}  // namespace

void topic_untested(const RuleInput& in, Sink& sink) {
  if (is_closed(in) || in.judgement.small_set) return;
  std::vector<std::string_view> open;  // what one section leaves out, said once
  std::string_view covering;
  const Match* cover = nullptr;
  for (const CoveredTopic& topic : in.process.substance.covered) {
    const std::uint32_t t = in.judgement.find(topic.section);
    const std::uint32_t cover_t = in.judgement.find(topic.in);
    if (t == kNone || cover_t == kNone) continue;
    if (!describes_something(in, t)) continue;
    const Match& match = in.judgement.matching.sections[cover_t];
    if (match.section == kNone || in.judgement.sections[cover_t].fill != Fill::kFilled) continue;
    if (covers(in, match, topic) || does_not_apply(in, cover_t)) continue;
    open.push_back(topic.section);
    covering = topic.in;
    cover = &match;
  }
  if (open.empty()) return;
  const Source& source = in.proposal.document.source();
  sink.report(source, first_line(source, cover->heading),
              fmt::format("\"{}\" does not test what {} {}", covering, listed(open),
                          open.size() == 1 ? "describes" : "describe"))
      .section = covering;
}

}  // namespace milepost
