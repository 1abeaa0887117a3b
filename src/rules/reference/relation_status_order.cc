// MP405 relation-status-order: a proposal relies on one that failed, or is done
// while what it requires is not.
#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

namespace {

bool is_done(const Status& status) { return status.closed && !status.failed && !status.successor; }

}  // namespace

void relation_status_order(const RuleInput& in, Sink& sink) {
  const Status* own = in.process.find_status(in.proposal.metadata->known_status);
  if (own && own->failed) return;  // nobody builds on it either
  for (const Reference& reference : in.facts.references_of(in.card)) {
    const bool required = reference.role == FieldRole::kRequires;
    if (!required && reference.role != FieldRole::kSupersededBy) continue;
    if (!reference.card) continue;
    const Card& other = *reference.card;
    const Status* status = in.process.find_status(other.status);
    if (!status || other.path == in.card.path) continue;
    const Source& source = *reference.source;
    if (status->failed) {
      sink.report(source, reference.span,
                  fmt::format("this proposal {} {}, which is {}",
                              required ? "requires" : "is superseded by", other.path, status->id));
    } else if (required && own && is_done(*own) && !status->closed) {
      sink.report(source, reference.span,
                  fmt::format("this proposal is {}, but requires {}, which is {}", own->id,
                              other.path, status->id));
    }
  }
}

}  // namespace milepost
