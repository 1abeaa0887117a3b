// MP329 criteria-unconfirmed: a proposal says that it is of a kind that has to meet
// criteria, and does not confirm all of them. Those written before there was a
// field for it are only told, and not once they are closed.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/validate.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

void criteria_unconfirmed(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const Kind& kind = *in.judgement.kind;
  const Field* field = in.process.field(FieldRole::kCriteria);
  if (!field || kind.criteria.empty() || !metadata.complete()) return;
  if (!metadata.kind.present() || metadata.kind.text != kind.id) return;
  const YamlNode* node = metadata.find(*field);
  if (!node && is_closed(in)) return;

  const std::vector<std::string> known = ids(kind.criteria);
  std::vector<std::string_view> confirmed;
  for (const Scalar& scalar : scalars(node)) {
    confirmed.push_back(scalar.text);
    if (std::ranges::find(kind.criteria, scalar.text, &Criterion::id) != kind.criteria.end()) {
      continue;
    }
    Finding& finding = sink.report(
        *metadata.source, scalar.span,
        fmt::format("{} is no criterion of the kind {}", in_quotes(scalar.text), kind.id));
    const std::string_view meant = nearest(scalar.text, known);
    if (!meant.empty()) finding.note = fmt::format("did you mean \"{}\"?", meant);
  }
  std::vector<std::string_view> open;
  for (const Criterion& criterion : kind.criteria) {
    if (std::ranges::find(confirmed, criterion.id) == confirmed.end()) open.push_back(criterion.id);
  }
  if (open.empty()) return;
  const Severity severity = node ? warning_while_open(in) : Severity::kInfo;
  sink.report(severity, *metadata.source,
              node ? first_line(*metadata.source, node->span) : metadata.kind.span,
              fmt::format("\"{}\" does not confirm {} of the kind {}; add what holds, or make it "
                          "of another kind",
                          field->id, listed(open), kind.id));
}

}  // namespace milepost
