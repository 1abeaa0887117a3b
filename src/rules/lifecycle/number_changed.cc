// MP510 number-changed: a proposal was given another number.
#include <fmt/format.h>

#include "proposal/card.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"

namespace milepost {

void number_changed(const ChangeInput& in, Sink& sink) {
  if (!in.before || !in.after) return;
  const std::string& from = in.before->card.number;
  const std::string& to = in.after->card.number;
  if (from.empty() || from == to) return;
  const YamlNode* value = in.after->proposal.metadata->find(in.process, FieldRole::kNumber);
  const FindingPlace at = place_of(*in.after, value);
  sink.report(*at.source, at.span,
              to.empty()
                  ? fmt::format("the number {} is gone; a proposal keeps its number", from)
                  : fmt::format("the number changed from {} to {}; a proposal keeps its number, "
                                "since others refer to it by it",
                                from, to));
}

}  // namespace milepost
