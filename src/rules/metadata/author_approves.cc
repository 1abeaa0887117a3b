// MP320 author-approves: an author also approves or reviews the proposal.
#include <unordered_set>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

using Handles = std::unordered_set<std::string>;  // in lower case

void check_role(const RuleInput& in, const Handles& authors, FieldRole role, Sink& sink) {
  const Field* field = in.process.field(role);
  if (!field) return;
  std::vector<std::string> both;
  const YamlNode* first = nullptr;
  bool others = false;  // somebody, or whoever is still to be found
  for (const FieldScalar& value : values_of(in, *field)) {
    const auto handle = read_handle(value.text);
    if (!is_set(in, value) || !handle || !authors.contains(lower(handle->name))) {
      others = true;
      continue;
    }
    if (!first) first = value.node;
    both.push_back(fmt::format("@{}", handle->name));
  }
  if (both.empty()) return;
  const std::vector<std::string_view> names(both.begin(), both.end());
  const bool alone = role == FieldRole::kApprovers && !others && !is_closed(in);
  const Source& source = *in.proposal.metadata->source;
  sink.report(alone ? Severity::kWarning : Severity::kInfo, source, first->span,
              fmt::format("{} stand{} both in \"{}\" and in \"{}\"{}", listed(names),
                          names.size() == 1 ? "s" : "", in.process.field(FieldRole::kAuthors)->id,
                          field->id,
                          alone ? ", where nobody else does; somebody else has to approve"
                                : "; it should be somebody else"));
}

}  // namespace

void author_approves(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->complete()) return;
  Handles authors;
  for (const std::string& author : in.card.authors) authors.insert(lower(author));
  check_role(in, authors, FieldRole::kApprovers, sink);
  check_role(in, authors, FieldRole::kReviewers, sink);
}

}  // namespace milepost
