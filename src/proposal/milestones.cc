#include "proposal/milestones.h"

#include "base/strings.h"

namespace milepost {

namespace {

std::optional<Milestone> read_milestone(const YamlNode* node) {
  if (!node || !node->is_scalar()) return std::nullopt;
  const auto version = parse_version(trim(node->text));
  if (!version || version->is_zero()) return std::nullopt;
  return Milestone{*version, node->span};
}

}  // namespace

const YamlNode* find_milestone(const Process& process, const Metadata& metadata,
                               std::string_view stage) {
  const YamlNode* node = metadata.find(process, FieldRole::kMilestones);
  return node ? node->find(stage) : nullptr;
}

std::optional<Milestone> latest_milestone(const Process& process, const Metadata& metadata) {
  return read_milestone(metadata.find(process, FieldRole::kLatestMilestone));
}

std::optional<Milestone> milestone_of(const Process& process, const Metadata& metadata,
                                      std::string_view stage) {
  return read_milestone(find_milestone(process, metadata, stage));
}

std::optional<Milestone> milestone_at(const Process& process, const Metadata& metadata,
                                      std::string_view stage) {
  const auto own = milestone_of(process, metadata, stage);
  return own ? own : latest_milestone(process, metadata);
}

}  // namespace milepost
