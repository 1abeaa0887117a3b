#include "features/common/card_json.h"

#include "proposal/unmerged.h"

namespace milepost {

namespace {

Json people_json(const std::vector<std::string>& people) {
  Json list = Json::array();
  for (const std::string& person : people) list.push_back(person_text(person));
  return list;
}

// As it is written: every scalar a text, nothing at all null.
Json yaml_json(const YamlNode& node) {
  if (node.is_list()) {
    Json list = Json::array();
    for (const YamlNode& item : node.items) list.push_back(yaml_json(item));
    return list;
  }
  if (node.is_map()) {
    Json map = Json::object();
    for (const YamlEntry& entry : node.entries) map[entry.key] = yaml_json(*entry.value);
    return map;
  }
  return node.text.empty() && !node.quoted ? Json() : Json(node.text);
}

}  // namespace

Json written_json(const Card& card) {
  const Metadata& metadata = *card.metadata;
  if (metadata.yaml && metadata.yaml->root().is_map()) return yaml_json(metadata.yaml->root());
  Json written = Json::object();
  if (metadata.status.present()) written["status"] = metadata.status.text;
  return written;
}

Json number_json(const std::string& number) {
  constexpr std::size_t kSafeDigits = 15;  // what every reader of JSON keeps exactly
  if (number.empty()) return {};
  if (number.size() > kSafeDigits) return number;
  return std::stoll(number);
}

Json ref_json(const ProposalRef& proposal) {
  Json value;
  value["proposal"] = number_json(proposal.number);
  value["title"] = proposal.title;
  value["path"] = proposal.path;
  value["group"] = proposal.group;
  if (!proposal.unmerged.empty()) value["unmerged"] = proposal.unmerged;
  return value;
}

Json card_json(const Card& card) {
  Json milestones = Json::object();
  for (const auto& [stage, version] : card.milestones) milestones[stage] = version;
  Json value;
  value["number"] = number_json(card.number);
  value["title"] = text_or_null(card.title);
  value["path"] = card.path;
  value["group"] = text_or_null(card.group);
  value["participatingGroups"] = card.participating_groups;
  value["status"] = text_or_null(card.status);
  value["stage"] = text_or_null(card.stage);
  value["latestMilestone"] = text_or_null(card.latest_milestone);
  value["milestones"] = std::move(milestones);
  value["authors"] = people_json(card.authors);
  value["reviewers"] = people_json(card.reviewers);
  value["approvers"] = people_json(card.approvers);
  value["created"] = card.created ? Json(to_string(*card.created)) : Json();
  value["updated"] = card.updated ? Json(to_string(*card.updated)) : Json();
  value["kind"] = text_or_null(card.kind);
  value["featureGates"] = card.feature_gates;
  value["written"] = written_json(card);
  if (card.unmerged) {
    value["candidate"] = card.unmerged->candidate;
    value["unmerged"] = {{"place", text_or_null(card.unmerged->place)},
                         {"note", note_of(*card.unmerged)},
                         {"problem", text_or_null(card.unmerged->problem)}};
  }
  return value;
}

}  // namespace milepost
