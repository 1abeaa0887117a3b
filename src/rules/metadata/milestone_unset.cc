// MP315 milestone-unset: the proposal does not say which release it is meant for. Where
// the process is strict about milestones, `0.0` says that there is none yet, and any
// other way to say nothing is an error.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/milestones.h"
#include "rules/all.h"
#include "rules/need.h"
#include "rules/wording.h"

namespace milepost {

namespace {

struct Unset {
  std::string name;
  const YamlNode* node;  // null when it is not there at all
};

// A list or map where one value should stand is another rule's business.
bool says_nothing(const Process& process, const YamlNode* node) {
  if (!node) return true;
  if (!node->is_scalar()) return false;
  const auto version = parse_version(trim(node->text));
  return is_unset(process, node->text) || (version && version->is_zero());
}

std::optional<Unset> unset_latest(const RuleInput& in) {
  const Field* field = in.process.field(FieldRole::kLatestMilestone);
  if (!field || !is_needed(in, *field)) return std::nullopt;
  const YamlNode* node = in.proposal.metadata->find(*field);
  if (!says_nothing(in.process, node)) return std::nullopt;
  return Unset{field->id, node};
}

std::optional<Unset> unset_of_stage(const RuleInput& in) {
  const Field* field = in.process.field(FieldRole::kMilestones);
  if (!field || !is_needed(in, *field) || !in.judgement.stage_said) return std::nullopt;
  const YamlNode* all = in.proposal.metadata->find(*field);
  if (all && !all->is_map() && !says_nothing(in.process, all)) return std::nullopt;
  const YamlNode* node = all ? all->find(in.judgement.stage) : nullptr;
  if (!says_nothing(in.process, node)) return std::nullopt;
  return Unset{fmt::format("{}.{}", field->id, in.judgement.stage), node ? node : all};
}

// The latest milestone is not there, or no version, and the status as it is written asks
// for it: who only looks ahead is to set it on the way.
bool is_refused(const RuleInput& in, const std::optional<Unset>& latest) {
  if (!in.process.strict.milestones || !latest) return false;
  const auto& asking = in.process.field(FieldRole::kLatestMilestone)->needed.statuses;
  const bool asked = asking.empty() || std::ranges::find(asking, in.card.status) != asking.end();
  return asked && !(latest->node && parse_version(trim(latest->node->text)));
}

}  // namespace

void milestone_unset(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  // What is written for another project's template ships with that one's releases.
  const auto& delegation = in.judgement.delegation;
  if (!metadata.complete() || (delegation && delegation->other)) return;
  const auto latest = unset_latest(in);
  const auto of_stage = unset_of_stage(in);
  if (!latest && !of_stage) return;
  // What is done came with some release: one place that says which is enough.
  const bool closed = is_closed(in);
  const bool refused = is_refused(in, latest);
  const bool known = milestone_at(in.process, metadata, in.judgement.stage).has_value();
  if (closed && !refused && known) return;
  const std::string what = latest && of_stage
                               ? fmt::format("{} and {} are", latest->name, of_stage->name)
                               : (latest ? latest : of_stage)->name + " is";
  const YamlNode* node = latest ? latest->node : nullptr;
  if (!node && of_stage) node = of_stage->node;
  const Severity mild = closed || (known && !of_stage) ? Severity::kInfo : Severity::kWarning;
  sink.report(refused ? Severity::kError : mild, *metadata.source,
              node ? first_line(*metadata.source, node->span) : asking_place(in),
              fmt::format("{} not set; name the release {}", what,
                          closed ? "it came with" : "it is meant for"));
}

}  // namespace milepost
