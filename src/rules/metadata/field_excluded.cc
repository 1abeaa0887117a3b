// MP328 field-excluded: a proposal says its kind, and has a field or a review that
// proposals of this kind have not. One whose kind is inferred may well be of
// another, which these very fields speak for.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool says_something(const RuleInput& in, const Field& field) {
  return std::ranges::any_of(values_of(in, field),
                             [&](const FieldScalar& value) { return is_set(in, value); });
}

}  // namespace

void field_excluded(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const Kind& kind = *in.judgement.kind;
  if (!metadata.kind.present() || metadata.kind.text != kind.id) return;
  const auto excluded = [&](const std::string& id) {
    return std::ranges::find(kind.excludes, id) != kind.excludes.end();
  };

  std::vector<std::string_view> names;
  std::optional<Span> first;
  for (const Field& field : in.process.fields) {
    if (!excluded(field.id) || !says_something(in, field)) continue;
    names.push_back(field.id);
    const Span at = metadata.yaml->root().find_entry(field.id)->key_span;
    if (!first || at.begin < first->begin) first = at;
  }
  if (first) {
    sink.report(warning_while_open(in), *metadata.source, *first,
                fmt::format("a proposal of the kind {} has no {}; remove {}, or make it of another "
                            "kind",
                            kind.id, listed(names), names.size() == 1 ? "it" : "them"));
  }
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    if (!excluded(file->review->id)) continue;
    sink.report(warning_while_open(in), *metadata.source, metadata.kind.span,
                fmt::format("a proposal of the kind {} has no {}; remove {}, or make it of another "
                            "kind",
                            kind.id, file->review->title, file->path));
  }
}

}  // namespace milepost
