// MP212 choice-incomplete: a choice of the questionnaire is ticked, but what it
// asks for is not given; or something is given under a choice not ticked.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "proposal/questionnaire.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/inline.h"

namespace milepost {

namespace {

bool begins_with_label(const Choice& choice, std::string_view words) {
  return std::ranges::any_of(
      choice.details, [&](const ChoiceDetail& detail) { return words.starts_with(detail.words); });
}

// Text of the author's own, not one of the labels', between two blocks.
bool has_own_text(const RuleInput& in, const Choice& choice, std::uint32_t first,
                  std::uint32_t last) {
  const Document& document = in.proposal.document;
  for (std::uint32_t b = first; b < last; ++b) {
    const Block& block = document.blocks()[b];
    switch (block.kind) {
      case BlockKind::kItem:
      case BlockKind::kList:
      case BlockKind::kQuote:
      case BlockKind::kHtml:
      case BlockKind::kHeading:
      case BlockKind::kLinkDefinition:
      case BlockKind::kThematicBreak: continue;
      default: break;
    }
    const std::string_view text = document.text(block.span);
    if (block.kind == BlockKind::kFencedCode) return true;
    if (in.judgement.fills->has_template_line(text)) continue;
    if (!begins_with_label(choice, heading_words(plain_text(text)))) return true;
  }
  return false;
}

// The choice was answered in the author's own words instead of by the labels:
// after it, below it, or in the section's text outside of the list.
bool answered_freely(const RuleInput& in, const Choice& choice, const TaskItem& task,
                     Span section) {
  const Document& document = in.proposal.document;
  const std::string_view own = document.text(task.text);
  if (own.find(": ") != own.npos && !own.ends_with(':')) return true;
  const auto& blocks = document.blocks();
  std::uint32_t below = task.block + 1;
  while (below < blocks[task.block].end_block && blocks[below].span.begin <= task.text.begin)
    ++below;
  if (has_own_text(in, choice, below, blocks[task.block].end_block)) return true;
  const std::uint32_t list = blocks[task.block].parent;
  const std::uint32_t after = list == kNone ? blocks[task.block].end_block : blocks[list].end_block;
  return has_own_text(in, choice, after, document.blocks_in(section).second);
}

// "Condition name" or "Other field": one of them answers.
bool offers_another(const Choice& choice) {
  return std::ranges::any_of(choice.details, [](const ChoiceDetail& detail) {
    return detail.words.starts_with("other ");
  });
}

void check_choice(const RuleInput& in, const TemplateSection& wanted, const GivenChoice& given,
                  Sink& sink) {
  const Document& document = in.proposal.document;
  const Choice& choice = *given.choice;
  const TaskItem& task = *given.task;
  std::vector<std::string_view> open;
  bool any_given = false;
  for (const ChoiceDetail& detail : choice.details) {
    const auto answer = answer_to(document, task, detail);
    const bool said = answer && !answer->empty() && !in.judgement.fills->is_placeholder(*answer);
    any_given = any_given || said;
    if (!said && !detail.optional) open.push_back(detail.label);
  }
  if (any_given && offers_another(choice)) open.clear();
  const Source& source = document.source();
  const Span place = first_line(source, cover(task.box_span, task.text));
  if (task.ticked && !open.empty() && !answered_freely(in, choice, task, given.text)) {
    sink.report(warning_while_open(in), source, place,
                fmt::format("\"{}\" is ticked, but {} {} not answered", choice.label, listed(open),
                            open.size() == 1 ? "is" : "are"))
        .section = wanted.title;
  } else if (!task.ticked && any_given) {
    sink.report(
            Severity::kInfo, source, place,
            fmt::format("answers are given under \"{}\", but its box is not ticked", choice.label))
        .section = wanted.title;
  }
}

}  // namespace

void choice_incomplete(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  for (std::uint32_t t = 0; t < in.judgement.sections.size(); ++t) {
    const TemplateSection& wanted = in.judgement.wanted(t);
    if (wanted.choices.empty() || in.judgement.sections[t].need != Need::kDue) continue;
    for (const GivenChoice& given : given_choices(document, in.judgement, t)) {
      check_choice(in, wanted, given, sink);
    }
  }
}

}  // namespace milepost
