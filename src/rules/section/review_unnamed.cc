// MP217 review-unnamed: the risks speak of security or UX, and do not say who reviews it.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// A person or group is named, or a review is spoken of.
bool names_reviewer(std::string_view text, const std::vector<std::string>& groups) {
  const auto has = [&](std::string_view sign) {
    return find_ignoring_case(text, sign) != text.npos;
  };
  return has("@") || has("review") || std::ranges::any_of(groups, has);
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0;; ++at) {
    const std::size_t found = find_ignoring_case(text.substr(at), word);
    if (found == text.npos) return false;
    at += found;
    const bool begins = at == 0 || !is_alnum(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !is_alnum(text[at + word.size()]);
    if (begins && ends) return true;
  }
}

}  // namespace

void review_unnamed(const RuleInput& in, Sink& sink) {
  if (is_closed(in) || in.judgement.small_set) return;
  const Document& document = in.proposal.document;
  for (const ReviewedTopics& asked : in.process.substance.reviewed) {
    const std::uint32_t t = in.judgement.find(asked.section);
    if (t == kNone || in.judgement.sections[t].fill != Fill::kFilled) continue;
    const Match& match = in.judgement.matching.sections[t];
    if (match.section == kNone) continue;
    const std::string_view text = document.text(document.sections()[match.section].span);
    if (names_reviewer(text, asked.reviewers)) continue;
    std::vector<std::string_view> open;
    for (const std::string& topic : asked.topics) {
      if (has_word(text, lower(topic))) open.push_back(topic);
    }
    if (open.empty()) continue;
    const Source& source = document.source();
    sink.report(source, first_line(source, match.heading),
                fmt::format("\"{}\" speaks of {}, but names nobody who reviews that", asked.section,
                            fmt::join(open, " and ")))
        .section = asked.section;
  }
}

}  // namespace milepost
