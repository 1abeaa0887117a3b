// MP311 number-taken: two proposals of the repository carry one number.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

void number_taken(const RuleInput& in, Sink& sink) {
  const Field* field = in.process.field(FieldRole::kNumber);
  // 0 is what stands there until there is a number.
  if (!field || !field->unique || !is_listed(in) || in.card.number == "0") return;
  std::vector<std::string_view> others;
  for (const Card* other : in.facts.proposals_numbered(in.card.number)) {
    if (other->files.document != in.card.files.document) others.push_back(other->path);
  }
  if (others.empty()) return;
  const Metadata& metadata = *in.proposal.metadata;
  const YamlNode* said = metadata.find(*field);
  const Source& source = metadata.source ? *metadata.source : in.proposal.document.source();
  sink.report(source, said ? first_line(source, said->span) : source.line(0),
              fmt::format("the number {} is also that of {}; one of them needs another",
                          in.card.number, listed(others)));
}

}  // namespace milepost
