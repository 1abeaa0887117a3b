// MP403 successor-missing: the status needs a successor, and none is named.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

namespace {

bool is_named(const RuleInput& in) {
  const auto entries = scalars(in.proposal.metadata->find(in.process, FieldRole::kSupersededBy));
  return std::ranges::any_of(
      entries, [&](const Scalar& entry) { return !is_unset(in.process, entry.text); });
}

// What has moved is there, and another rule says where. Of a document on its own
// nothing is known.
bool is_there(const RuleInput& in) {
  const auto& references = in.facts.references_of(in.card);
  return references.empty() || std::ranges::any_of(references, [](const Reference& reference) {
           const bool lost =
               reference.kind == ReferenceKind::kNothing || reference.kind == ReferenceKind::kProse;
           return reference.role == FieldRole::kSupersededBy && (!lost || reference.moved_to);
         });
}

}  // namespace

void successor_missing(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const Status* status = in.process.find_status(metadata.known_status);
  const Field* field = in.process.field(FieldRole::kSupersededBy);
  if (!status || !status->successor || !field || !metadata.complete()) return;
  if (!is_named(in)) {
    sink.report(
        *metadata.status.source, metadata.status.span,
        fmt::format("status \"{}\" needs a successor; name it in `{}`", status->id, field->id));
  } else if (!is_there(in)) {
    sink.report(*metadata.status.source, metadata.status.span,
                fmt::format("status \"{}\" needs a successor, but nothing that `{}` names is there",
                            status->id, field->id));
  }
}

}  // namespace milepost
