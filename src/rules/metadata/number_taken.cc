// MP311 number-taken: two proposals of the repository carry one number. Where one of them
// took the other's place that is as it should be, and worth knowing.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool has_successor(const Process& process, const Card& card) {
  const Status* status = process.find_status(card.status);
  return status && status->successor;
}

bool refers_to(const RuleInput& in, const Card& card, const Card& other) {
  const std::vector<Reference> references = in.facts.references_of(card);
  return std::ranges::any_of(references, [&](const Reference& reference) {
    const bool succession =
        reference.role == FieldRole::kReplaces || reference.role == FieldRole::kSupersededBy;
    return succession && reference.card && reference.card->path == other.path;
  });
}

bool is_succession(const RuleInput& in, const Card& other) {
  return has_successor(in.process, in.card) || has_successor(in.process, other) ||
         refers_to(in, in.card, other) || refers_to(in, other, in.card);
}

}  // namespace

void number_taken(const RuleInput& in, Sink& sink) {
  const Field* field = in.process.field(FieldRole::kNumber);
  // 0 is what stands there until there is a number.
  if (!field || !field->unique || !is_listed(in) || in.card.number == "0") return;
  std::vector<std::string_view> others;
  bool succession = true;
  for (const Card* other : in.facts.proposals_numbered(in.card.number)) {
    if (other->files.document == in.card.files.document) continue;
    others.push_back(other->path);
    succession = succession && is_succession(in, *other);
  }
  if (others.empty()) return;
  const Metadata& metadata = *in.proposal.metadata;
  const YamlNode* said = metadata.find(*field);
  const Source& source = metadata.source ? *metadata.source : in.proposal.document.source();
  sink.report(
      succession ? Severity::kInfo : Severity::kError, source,
      said ? first_line(source, said->span) : source.line(0),
      fmt::format("the number {} is also that of {}; {}", in.card.number, listed(others),
                  succession ? "one took the place of the other" : "one of them needs another"));
}

}  // namespace milepost
