// MP305 date-impossible: a date is not a day of the calendar as yyyy-mm-dd.
#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

void date_impossible(const RuleInput& in, Sink& sink) {
  const FieldValue& created = in.proposal.metadata->created;
  if (!created.present() || created.text.empty() || in.proposal.metadata->created_on) return;
  sink.report(*created.source, created.span,
              fmt::format("{} \"{}\" is no date; write it as yyyy-mm-dd",
                          in.process.field(FieldRole::kCreated)->id, created.text));
}

}  // namespace milepost
