// MP206 section-renamed: a heading is taken for a section of the template
// although it is written differently; the finding says by which step.
#include <algorithm>

#include <fmt/format.h>

#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// The repository's template has it so, whatever the pack calls it.
bool is_of_own_template(const RuleInput& in, std::string_view written) {
  if (!in.judgement.kind->repository) return false;
  const auto& sections = in.judgement.kind->repository->sections();
  return std::ranges::find(sections, written, &TemplateSection::title) != sections.end();
}

std::string without_blanks(std::string_view text) {
  std::string left(text);
  std::erase(left, ' ');
  return left;
}

// "Introduction", or "Introduction / Overview", where the template has "Introduction/Overview".
bool is_one_of_two(const TemplateSection& wanted, std::string_view written) {
  const auto halves = halves_of(wanted.title);
  if (halves.empty()) return false;
  return without_blanks(written) == without_blanks(wanted.title) ||
         std::ranges::any_of(halves, [&](std::string_view half) {
           return heading_key(half) == heading_key(written);
         });
}

// "any component?" for "any components?": a letter more or less, which nobody acts on.
bool is_number_of_same(const TemplateSection& wanted, std::string_view written) {
  std::string own = heading_key(written);
  std::string other = heading_key(wanted.title);
  if (own.size() > other.size()) std::swap(own, other);
  if (own.size() + 1 != other.size()) return false;
  const auto [at, longer] = std::ranges::mismatch(own, other);
  return *longer == 's' && std::equal(at, own.end(), longer + 1, other.end());
}

}  // namespace

void section_renamed(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  std::size_t bold = 0;
  Span first_bold;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const Match& match = in.judgement.matching.sections[t];
    switch (match.step) {
      case MatchStep::kMissing:
      case MatchStep::kExact:
      case MatchStep::kLevel:
      case MatchStep::kCase:  // hides it from nobody
      case MatchStep::kMerged: continue;
      case MatchStep::kBoldItem:
        if (bold++ == 0) first_bold = match.heading;
        continue;
      default: break;
    }
    const std::string_view written =
        match.bold != kNone ? document.bold_items()[match.bold].text
                            : document.heading_of(document.sections()[match.section]).text;
    // Right when the proposal was written; and "(Optional)" may go once it is filled.
    const std::string_view bare = without_optional(written);
    if (in.judgement.kind->lineage.titles.contains(std::string(bare))) continue;
    if (bare == without_optional(in.judgement.wanted(t).title)) continue;
    if (is_of_own_template(in, written) || is_one_of_two(in.judgement.wanted(t), written)) continue;
    if (is_number_of_same(in.judgement.wanted(t), written)) continue;
    const Source& source = document.source();
    sink.report(source, first_line(source, match.heading),
                fmt::format("\"{}\" is taken for \"{}\" ({})", written,
                            in.judgement.wanted(t).title, describe(match.step)))
        .section = in.judgement.wanted(t).title;
  }
  if (bold > 0) {
    const Source& source = document.source();
    sink.report(source, first_line(source, first_bold),
                bold == 1 ? "a question is found as a bold list item; newer templates have headings"
                          : fmt::format("{} questions are found as bold list items; newer "
                                        "templates have them as headings",
                                        bold));
  }
}

}  // namespace milepost
