// MP402 relation-one-sided: a proposal replaces another that does not say so, or
// is said to be superseded by one that does not replace it.
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

namespace {

FieldRole reverse_of(FieldRole role) {
  return role == FieldRole::kReplaces ? FieldRole::kSupersededBy : FieldRole::kReplaces;
}

}  // namespace

void relation_one_sided(const RuleInput& in, Sink& sink) {
  std::set<std::pair<FieldRole, std::string_view>> seen;  // paths
  for (const Reference& reference : in.facts.references_of(in.card)) {
    const bool succession =
        reference.role == FieldRole::kReplaces || reference.role == FieldRole::kSupersededBy;
    if (!succession || !reference.card) continue;
    const Card& other = *reference.card;
    const Field* field = in.process.field(reverse_of(reference.role));
    if (!field || other.path == in.card.path || !other.metadata->complete()) continue;
    if (!seen.emplace(reference.role, other.path).second) continue;
    const auto& theirs = in.facts.references_of(other);
    const bool returned = std::ranges::any_of(theirs, [&](const Reference& back) {
      const Card* const named = back.card ? back.card : back.moved_to;  // MP401 tells of moves
      return back.role == field->role && named && named->path == in.card.path;
    });
    if (returned) continue;
    sink.report(*reference.source, reference.span,
                fmt::format("{} does not name this proposal in its `{}`; add it there", other.path,
                            field->id));
  }
}

}  // namespace milepost
