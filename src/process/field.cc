#include "process/field.h"

#include <algorithm>

namespace milepost {

namespace {

template <typename Value>
std::optional<Value> by_name(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

}  // namespace

// In the order of the enumerations.
const std::vector<std::string>& field_type_names() {
  static const std::vector<std::string> names = {
      "text",   "texts", "number", "boolean", "date",   "version", "person", "people", "group",
      "groups", "enum",  "link",   "links",   "stages", "records", "map",    "any"};
  return names;
}

const std::vector<std::string>& field_role_names() {
  static const std::vector<std::string> names = {"other",
                                                 "title",
                                                 "number",
                                                 "status",
                                                 "stage",
                                                 "kind",
                                                 "created",
                                                 "updated",
                                                 "template-version",
                                                 "group",
                                                 "participating-groups",
                                                 "authors",
                                                 "reviewers",
                                                 "approvers",
                                                 "latest-milestone",
                                                 "milestones",
                                                 "feature-gates",
                                                 "metrics",
                                                 "see-also",
                                                 "replaces",
                                                 "superseded-by",
                                                 "requires",
                                                 "criteria"};
  static_assert(kRoleCount == static_cast<std::size_t>(FieldRole::kCriteria) + 1);
  return names;
}

FieldType usual_type(FieldRole role) {
  switch (role) {
    case FieldRole::kNumber: return FieldType::kNumber;
    case FieldRole::kStatus:
    case FieldRole::kStage:
    case FieldRole::kKind: return FieldType::kEnum;
    case FieldRole::kCreated:
    case FieldRole::kUpdated: return FieldType::kDate;
    case FieldRole::kGroup: return FieldType::kGroup;
    case FieldRole::kParticipatingGroups: return FieldType::kGroups;
    case FieldRole::kAuthors:
    case FieldRole::kReviewers:
    case FieldRole::kApprovers: return FieldType::kPeople;
    case FieldRole::kLatestMilestone: return FieldType::kVersion;
    case FieldRole::kMilestones: return FieldType::kStages;
    case FieldRole::kFeatureGates: return FieldType::kRecords;
    case FieldRole::kMetrics: return FieldType::kTexts;
    case FieldRole::kSeeAlso:
    case FieldRole::kReplaces:
    case FieldRole::kSupersededBy:
    case FieldRole::kRequires: return FieldType::kLinks;
    case FieldRole::kCriteria: return FieldType::kTexts;
    case FieldRole::kOther:
    case FieldRole::kTitle:
    case FieldRole::kTemplateVersion: break;
  }
  return FieldType::kText;
}

std::optional<FieldType> parse_field_type(std::string_view name) {
  return by_name<FieldType>(field_type_names(), name);
}

std::optional<FieldRole> parse_field_role(std::string_view name) {
  return by_name<FieldRole>(field_role_names(), name);
}

}  // namespace milepost
