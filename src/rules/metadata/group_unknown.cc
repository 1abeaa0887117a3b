// MP313 group-unknown: a group is not on the roster of groups. Groups are
// dissolved over time, so in a proposal that nobody works on that is no fault.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// "sig-arch" is short for the one group that begins so. Names of groups are much
// alike, so a slip of the pen is small.
std::string_view meant_by(std::string_view value, const std::vector<std::string>& names) {
  constexpr double kSlip = 0.75;
  const std::string text = lower(value);
  const auto longer = [&](const std::string& name) { return name.starts_with(text); };
  if (std::ranges::count_if(names, longer) == 1) return *std::ranges::find_if(names, longer);
  const std::string_view meant = nearest(text, names);
  return similarity(text, meant, kSlip) < kSlip ? std::string_view() : meant;
}

}  // namespace

void group_unknown(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->complete()) return;
  const Rosters& rosters = in.facts.rosters();
  for (const FieldScalar& value : values_of(in)) {
    const Field& field = *value.field;
    if (!field.holds_groups() || !rosters.knows(field.roster)) continue;
    if (!is_set(in, value) || is_open_word(in.process, value.text)) continue;
    if (rosters.has(field.roster, value.text)) continue;
    Finding& finding =
        sink.report(severity_of_stranger(in), *in.proposal.metadata->source, value.node->span,
                    fmt::format("\"{}\" names {}, which is not on the roster of groups", field.id,
                                in_quotes(value.text)));
    const std::vector<std::string> names = rosters.names(field.roster);
    const std::string_view meant = meant_by(value.text, names);
    if (meant.empty()) continue;
    finding.note = fmt::format("did you mean \"{}\"?", rosters.spelled(field.roster, meant));
  }
}

}  // namespace milepost
