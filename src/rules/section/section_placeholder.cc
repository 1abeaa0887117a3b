// MP202 section-placeholder: a section that is due says only "TBD" or still
// holds the template's placeholders.
#include <fmt/format.h>

#include "base/strings.h"
#include "process/promise.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Why it is no answer: what was put off to a stage is due now.
std::string why_unanswered(const RuleInput& in, std::size_t t, std::string_view said) {
  const auto promise = in.judgement.fills->promises().put_off(without_markers(said));
  const bool due = promise && in.judgement.fills->promises().is_due(*promise, in.judgement.stage);
  return due ? fmt::format("the proposal is at {}", in.judgement.stage) : due_text(in, t);
}

constexpr std::size_t kLongest = 60;

// What is left of the template in a line that says more: its slot; "" when it is all there is.
std::string_view slot_in(std::string_view text) {
  constexpr std::size_t kMarks = 4;  // around a slot that stands alone
  const std::size_t begin = text.find('<');
  const std::size_t end = begin == text.npos ? begin : text.find('>', begin);
  if (end == text.npos || end - begin >= kLongest) return {};
  const std::string_view slot = text.substr(begin, end + 1 - begin);
  return text.size() > slot.size() + kMarks ? slot : std::string_view();
}

// The text, or how it begins.
std::string quoted_part(std::string_view text) {
  if (text.size() <= kLongest) return std::string(text);
  const std::size_t word = text.rfind(' ', kLongest);
  if (word == 0 || word == text.npos) return std::string(text);
  return fmt::format("{} …", text.substr(0, word));
}

}  // namespace

void section_placeholder(const RuleInput& in, Sink& sink) {
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.fill != Fill::kPlaceholder || !unanswered(in, t)) continue;
    const Source& source = in.proposal.document.source();
    const Severity severity = severity_of_unanswered(in, t);
    const std::string all = single_spaced(trim(source.text(verdict.fill_at)));
    const std::string_view slot = slot_in(all);
    const std::string said = slot.empty() ? fmt::format("says only “{}”", quoted_part(all))
                                          : fmt::format("still has the slot “{}”", slot);
    Finding& finding =
        sink.report(severity, source, verdict.fill_at,
                    fmt::format("\"{}\" {}{}; {}", path_of(in.judgement.pattern(), t), said,
                                and_lacks(in, t), why_unanswered(in, t, all)));
    finding.section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
