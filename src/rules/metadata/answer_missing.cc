// MP321 answer-missing: a field that repeats an answer of the questionnaire is
// due and empty, and the questionnaire does not say that there is nothing to name.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/questionnaire.h"
#include "rules/all.h"
#include "rules/need.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// A field that says "N/A" is empty on purpose.
bool is_empty(const RuleInput& in, const Field& field) {
  const std::vector<Scalar> names = names_in(field, in.proposal.metadata->find(field));
  return std::ranges::all_of(names, [&](const Scalar& name) {
    const auto same = [&](const std::string& word) { return equal_ignoring_case(word, name.text); };
    return is_unset(in.process, name.text) &&
           std::ranges::none_of(in.process.words.not_applicable, same);
  });
}

std::string advice(const Field& field, const GivenAnswer& found) {
  if (!found.names.empty()) {
    std::vector<std::string_view> names;
    for (const NamedThing& named : found.names) names.push_back(named.name);
    return fmt::format("; the questionnaire names {}", listed(names));
  }
  if (found.chosen)
    return fmt::format("; the questionnaire has \"{}\" ticked", field.answer.choice);
  if (field.answer.otherwise.empty()) return "";
  return fmt::format("; list them here, or tick \"{}\" in the questionnaire",
                     field.answer.otherwise);
}

}  // namespace

void answer_missing(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.complete()) return;
  for (const Field& field : in.process.fields) {
    if (field.answer.section.empty() || !is_needed(in, field) || !is_empty(in, field)) continue;
    if (is_answered_otherwise(in, field)) continue;
    const std::uint32_t t = in.judgement.find(field.answer.section);
    if (t != kNone && in.judgement.lacking(t)) continue;  // the questionnaire comes first
    GivenAnswer found;
    if (t != kNone) found = read_answer(in.proposal.document, in.judgement, t, field.answer);
    const std::string from = field.needed.from.empty() ? "" : " from " + field.needed.from;
    const YamlNode* node = metadata.find(field);
    sink.report(is_closed(in) ? Severity::kInfo : Severity::kWarning, *metadata.source,
                node ? first_line(*metadata.source, node->span) : asking_place(in),
                fmt::format("{} is {}, but due{}{}", field.id, node ? "empty" : "missing", from,
                            advice(field, found)))
        .section = field.answer.section;
  }
}

}  // namespace milepost
