// MP314 date-implausible: a proposal was begun or changed in the future, or
// changed before it was begun.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"

namespace milepost {

namespace {

// Today is a day in UTC; where the author lives it may be tomorrow already.
bool is_future(const RuleInput& in, const Date& date) {
  return day_number(date) > day_number(in.facts.today()) + 1;
}

}  // namespace

void date_implausible(const RuleInput& in, Sink& sink) {
  const Field* created = in.process.field(FieldRole::kCreated);
  for (const FieldScalar& value : values_of(in)) {
    const FieldRole role = value.field->role;
    if (role != FieldRole::kCreated && role != FieldRole::kUpdated) continue;
    const auto date = read_date(value.text);
    if (!date) continue;
    const Source& source = *in.proposal.metadata->source;
    if (is_future(in, *date)) {
      sink.report(source, value.node->span,
                  fmt::format("{} {} is in the future; today is {}", value.field->id, value.text,
                              to_string(in.facts.today())));
    } else if (role == FieldRole::kUpdated && in.card.created && *date < *in.card.created) {
      sink.report(source, value.node->span,
                  fmt::format("{} {} is before {} {}; one of them is wrong", value.field->id,
                              value.text, created->id, to_string(*in.card.created)));
    }
  }
}

}  // namespace milepost
