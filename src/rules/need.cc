#include "rules/need.h"

#include <algorithm>

#include "base/strings.h"
#include "proposal/card.h"
#include "proposal/judgement.h"
#include "proposal/milestones.h"
#include "proposal/questionnaire.h"
#include "rules/metadata/fields.h"

namespace milepost {

namespace {

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// That no release holds it: its latest milestone is 0.0.
bool is_out_of_releases(const RuleInput& in) {
  const YamlNode* node = in.proposal.metadata->find(in.process, FieldRole::kLatestMilestone);
  const auto version = node && node->is_scalar() ? parse_version(trim(node->text)) : std::nullopt;
  return version && version->is_zero();
}

// By the release it was last worked on for; one that names none, by that of its stage.
// Judged for another stage, it is the release of that one.
bool came_since(const RuleInput& in, const Version& release) {
  if (is_out_of_releases(in)) return false;
  const Metadata& metadata = *in.proposal.metadata;
  const std::string_view stage = in.judgement.stage_said ? in.judgement.stage : std::string_view();
  auto milestone = stage == in.card.stage ? latest_milestone(in.process, metadata)
                                          : milestone_at(in.process, metadata, stage);
  if (!milestone) milestone = milestone_of(in.process, metadata, stage);
  return milestone && milestone->version >= release;
}

// Judged as if it were further than its status says.
bool looks_ahead(const RuleInput& in) {
  const Status* status = in.process.find_status(in.proposal.metadata->known_status);
  return status && status->asks_less() && !in.judgement.small_set;
}

bool says_something(const RuleInput& in, std::string_view id) {
  const Field* field = in.process.find_field(id);
  return field && std::ranges::any_of(values_of(in, *field),
                                      [&](const FieldScalar& value) { return is_set(in, value); });
}

}  // namespace

bool is_of_kind(const RuleInput& in, const When& need) {
  return need.kinds.empty() || holds(need.kinds, in.judgement.kind->id);
}

bool is_asked(const RuleInput& in, const When& need) {
  if (!need.ever() || !is_of_kind(in, need)) return false;
  const bool in_status = holds(need.statuses, in.proposal.metadata->known_status);
  if (!need.statuses.empty() && !in_status && !looks_ahead(in)) return false;
  if (!need.with.empty() && !says_something(in, need.with)) return false;
  if (!in.process.reached(in.judgement.stage, need.from)) return false;
  return !need.since || came_since(in, *need.since);
}

bool is_needed(const RuleInput& in, const Field& field) {
  return is_asked(in, field.needed) && !holds(field.open_in, in.proposal.metadata->known_status);
}

bool is_answered_otherwise(const RuleInput& in, const Field& field) {
  const std::uint32_t t =
      field.answer.section.empty() ? kNone : in.judgement.find(field.answer.section);
  if (t == kNone) return false;
  const GivenAnswer found = read_answer(in.proposal.document, in.judgement, t, field.answer);
  if (found.chosen || (!found.names.empty() && !found.otherwise)) return false;
  const SectionVerdict& verdict = in.judgement.sections[t];
  return found.otherwise || is_answer(verdict.fill) || verdict.need != Need::kDue ||
         verdict.covered_by != kNone;
}

Span asking_place(const RuleInput& in) {
  const Metadata& metadata = *in.proposal.metadata;
  const bool here = metadata.stage.source == metadata.source.get();
  return here ? metadata.stage.span : metadata.source->line(0);
}

}  // namespace milepost
