// The fields a query can ask for.
#include <algorithm>
#include <charconv>

#include "base/strings.h"
#include "proposal/query.h"
#include "proposal/unmerged.h"

namespace milepost {

namespace {

std::vector<std::string> one(std::string text) {
  if (text.empty()) return {};
  return {std::move(text)};
}

struct OwnField {
  std::string_view name;
  QueryField::Kind kind;
  std::vector<std::string> (*values)(const Card&);
};

std::vector<std::string> dated(const std::optional<Date>& date) {
  if (!date) return {};
  return {to_string(*date)};
}

// A candidate is not merged; an update of what is merged may not be, either.
std::vector<std::string> unmerged_words(const Card& card) {
  if (!card.unmerged) return {};
  if (!card.unmerged->candidate) return {"unmerged"};
  return {"candidate", "unmerged"};
}

std::vector<std::string> everybody(const Card& card) {
  std::vector<std::string> people = card.authors;
  people.insert(people.end(), card.reviewers.begin(), card.reviewers.end());
  people.insert(people.end(), card.approvers.begin(), card.approvers.end());
  return people;
}

constexpr OwnField kOwn[] = {
    {"number", QueryField::Kind::kNumber, [](const Card& card) { return one(card.number); }},
    {"title", QueryField::Kind::kText, [](const Card& card) { return one(card.title); }},
    {"path", QueryField::Kind::kText, [](const Card& card) { return one(card.path); }},
    {"group", QueryField::Kind::kText, [](const Card& card) { return one(card.group); }},
    {"participating", QueryField::Kind::kText,
     [](const Card& card) { return card.participating_groups; }},
    {"status", QueryField::Kind::kText, [](const Card& card) { return one(card.status); }},
    {"stage", QueryField::Kind::kText, [](const Card& card) { return one(card.stage); }},
    {"milestone", QueryField::Kind::kVersion,
     [](const Card& card) { return one(card.latest_milestone); }},
    {"author", QueryField::Kind::kPerson, [](const Card& card) { return card.authors; }},
    {"reviewer", QueryField::Kind::kPerson, [](const Card& card) { return card.reviewers; }},
    {"approver", QueryField::Kind::kPerson, [](const Card& card) { return card.approvers; }},
    {"person", QueryField::Kind::kPerson, everybody},
    {"created", QueryField::Kind::kDate, [](const Card& card) { return dated(card.created); }},
    {"updated", QueryField::Kind::kDate, [](const Card& card) { return dated(card.updated); }},
    {"kind", QueryField::Kind::kText, [](const Card& card) { return one(card.kind); }},
    {"gate", QueryField::Kind::kText, [](const Card& card) { return card.feature_gates; }},
    {"is", QueryField::Kind::kText, unmerged_words},
};

const OwnField* find_own(std::string_view name) {
  const auto found = std::ranges::find(kOwn, name, &OwnField::name);
  return found == std::end(kOwn) ? nullptr : &*found;
}

// What a role of the process's own fields is called here.
std::string_view own_name(FieldRole role) {
  switch (role) {
    case FieldRole::kTitle: return "title";
    case FieldRole::kNumber: return "number";
    case FieldRole::kStatus: return "status";
    case FieldRole::kStage: return "stage";
    case FieldRole::kKind: return "kind";
    case FieldRole::kCreated: return "created";
    case FieldRole::kUpdated: return "updated";
    case FieldRole::kGroup: return "group";
    case FieldRole::kParticipatingGroups: return "participating";
    case FieldRole::kAuthors: return "author";
    case FieldRole::kReviewers: return "reviewer";
    case FieldRole::kApprovers: return "approver";
    case FieldRole::kLatestMilestone: return "milestone";
    case FieldRole::kFeatureGates: return "gate";
    default: return {};
  }
}

QueryField::Kind kind_of(FieldType type) {
  switch (type) {
    case FieldType::kNumber: return QueryField::Kind::kNumber;
    case FieldType::kDate: return QueryField::Kind::kDate;
    case FieldType::kVersion: return QueryField::Kind::kVersion;
    case FieldType::kPerson:
    case FieldType::kPeople: return QueryField::Kind::kPerson;
    default: return QueryField::Kind::kText;
  }
}

}  // namespace

std::vector<std::string> query_field_names() {
  std::vector<std::string> names;
  for (const OwnField& own : kOwn) names.emplace_back(own.name);
  return names;
}

tl::expected<QueryField, std::string> find_query_field(std::string_view name,
                                                       const Process& process) {
  constexpr std::string_view kOfStage = "milestone.";
  if (const OwnField* own = find_own(name)) return QueryField{std::string(name), own->kind, {}, {}};
  if (name.starts_with(kOfStage)) {
    const std::string_view stage = name.substr(kOfStage.size());
    if (process.has_stage(stage)) {
      return QueryField{std::string(name), QueryField::Kind::kVersion, std::string(stage), {}};
    }
    const std::string_view meant = nearest(stage, process.stage_names());
    return tl::unexpected(meant.empty() ? std::string() : std::string(kOfStage).append(meant));
  }
  if (const Field* field = process.find_field(name)) {
    if (const OwnField* own = find_own(own_name(field->role))) {
      return QueryField{std::string(own->name), own->kind, {}, {}};
    }
    return QueryField{std::string(name), kind_of(field->type), {}, field};
  }
  std::vector<std::string> names = query_field_names();
  names.emplace_back("text");
  for (std::string& term : record_term_names()) names.push_back(std::move(term));
  for (const Field& field : process.fields) names.push_back(field.id);
  return tl::unexpected(std::string(nearest(name, names)));
}

std::vector<std::string> values_of(const Card& card, const QueryField& field) {
  if (!field.stage.empty()) {
    const auto found = std::ranges::find(card.milestones, field.stage,
                                         [](const auto& entry) { return entry.first; });
    return found == card.milestones.end() ? std::vector<std::string>{} : one(found->second);
  }
  if (!field.field) return find_own(field.name)->values(card);
  std::vector<std::string> values;
  for (const Scalar& value : scalars(card.metadata->find(*field.field))) {
    values.emplace_back(value.text);
  }
  return values;
}

std::vector<std::string> shown_values(const Card& card, const QueryField& field,
                                      const Process& process) {
  std::vector<std::string> values = values_of(card, field);
  if (!values.empty() || field.field) return values;
  const YamlNode* node = nullptr;
  if (!field.stage.empty()) {
    const YamlNode* stages = card.metadata->find(process, FieldRole::kMilestones);
    node = stages ? stages->find(field.stage) : nullptr;
  } else {
    const auto named = std::ranges::find(process.fields, field.name,
                                         [](const Field& other) { return own_name(other.role); });
    if (named != process.fields.end()) node = card.metadata->find(*named);
  }
  for (const Scalar& value : scalars(node)) values.emplace_back(value.text);
  return values;
}

bool has_several(const QueryField& field) {
  if (field.kind == QueryField::Kind::kPerson)
    return !field.field || field.field->type == FieldType::kPeople;
  if (!field.field) return field.name == "participating" || field.name == "gate";
  switch (field.field->type) {
    case FieldType::kTexts:
    case FieldType::kPeople:
    case FieldType::kGroups:
    case FieldType::kLinks:
    case FieldType::kRecords: return true;
    default: return false;
  }
}

bool comes_before(const Card& a, const Card& b, const QueryField& field) {
  const std::vector<std::string> left = values_of(a, field);
  const std::vector<std::string> right = values_of(b, field);
  if (left.empty() || right.empty()) return !left.empty() && right.empty();
  switch (field.kind) {
    case QueryField::Kind::kNumber:
      if (left.front().size() != right.front().size())
        return left.front().size() < right.front().size();
      return left.front() < right.front();
    case QueryField::Kind::kVersion: {
      const auto one_version = parse_version(left.front());
      const auto other = parse_version(right.front());
      if (one_version && other) return *one_version < *other;
      return one_version.has_value() && !other;
    }
    default: return lower(left.front()) < lower(right.front());
  }
}

}  // namespace milepost
