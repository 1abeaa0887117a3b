#include <algorithm>

#include <fmt/format.h>

#include "process/load_parts.h"
#include "process/validate.h"

namespace milepost {

namespace {

// `needed: always`, or a map of conditions.
void read_need(YamlReader& in, const YamlNode& parent, When& need) {
  const YamlNode* node = parent.find("needed");
  if (!node) return;
  need = {};
  need.place = in.place(node->span);
  if (node->is_scalar()) {
    need.always = node->text == "always";
    if (!need.always && node->text != "never") {
      in.fail(node->span,
              "`needed` is always, never, or a map with `from`, `in`, `of`, `with` or `since`");
    }
    return;
  }
  in.expect_keys(*node, {"from", "in", "of", "with", "since"});
  if (const YamlNode* from = node->find("from")) {
    need.from = in.text(*node, "from");
    need.from_place = in.place(from->span);
  }
  need.statuses = in.texts(*node, "in", &need.status_places);
  need.kinds = in.texts(*node, "of", &need.kind_places);
  if (const YamlNode* with = node->find("with")) {
    need.with = in.text(*node, "with");
    need.with_place = in.place(with->span);
  }
  if (const YamlNode* since = node->find("since")) {
    need.since = parse_version(since->text);
    if (!need.since) in.fail(since->span, "`since` is a version such as v1.21");
  }
}

void read_answer(YamlReader& in, const YamlNode& parent, FieldAnswer& answer) {
  const YamlNode* node = in.map(parent, "answer");
  if (!node) return;
  in.expect_keys(*node, {"section", "choice", "label", "otherwise", "same"});
  answer = {in.required_text(*node, "section"),
            in.text(*node, "choice"),
            in.text(*node, "label"),
            in.text(*node, "otherwise"),
            in.boolean(*node, "same", false),
            in.place(node->find("section") ? node->find("section")->span : node->span)};
}

void read_role(YamlReader& in, const YamlNode& node, Field& field) {
  const YamlNode* role = node.find("is");
  if (!role) return;
  field.role_said = true;
  const auto parsed = parse_field_role(role->text);
  if (!parsed) in.fail(role->span, unknown("meaning", role->text, field_role_names()));
  if (!parsed || *parsed == field.role) return;
  field.role = *parsed;
  field.type = usual_type(*parsed);
}

void read_type(YamlReader& in, const YamlNode& node, Field& field) {
  const YamlNode* type = node.find("type");
  if (!type) return;
  const auto parsed = parse_field_type(type->text);
  if (!parsed) in.fail(type->span, unknown("type", type->text, field_type_names()));
  field.type = parsed.value_or(field.type);
}

}  // namespace

void read_field(YamlReader& in, const YamlNode& node, Field& field) {
  in.expect_keys(node, {"id", "is", "type", "values", "needed", "open-in", "empty-in",
                        "placeholders", "unique", "path", "roster", "longest", "answer", "fields"});
  field.place = in.place(node.span);
  read_role(in, node, field);
  read_type(in, node, field);
  in.replace(node, "values", field.values);
  read_need(in, node, field.needed);
  in.replace(node, "open-in", field.open_in);
  in.replace(node, "empty-in", field.empty_in);
  in.replace(node, "placeholders", field.placeholders);
  field.unique = in.boolean(node, "unique", field.unique);
  in.replace(node, "path", field.path_part);
  in.replace(node, "roster", field.roster);
  if (const YamlNode* roster = node.find("roster")) field.roster_place = in.place(roster->span);
  field.longest = in.number(node, "longest", field.longest);
  read_answer(in, node, field.answer);
  const YamlNode* const fields = node.find("fields");
  if (!fields) return;
  if (field.type != FieldType::kRecords && field.type != FieldType::kMap) {
    in.fail(fields->span, "only a field of the type `records` or `map` has `fields`");
  }
  field.fields.clear();
  for (const YamlNode& below : in.list(node, "fields")) {
    Field& part = field.fields.emplace_back();
    part.id = in.required_text(below, "id");
    read_field(in, below, part);
  }
}

void read_roster(YamlReader& in, const YamlNode& node, RosterSource& roster) {
  in.expect_keys(node, {"id", "names", "file", "members", "aliases", "owners"});
  roster.place = in.place(node.span);
  in.replace(node, "names", roster.names);
  in.replace(node, "file", roster.file);
  in.replace(node, "members", roster.members);
  in.replace(node, "aliases", roster.aliases);
  in.replace(node, "owners", roster.owners);
  if (!roster.owners.empty() && roster.file.empty()) {
    in.fail(node.find("owners")->span, "`owners` are of a `file`, such as OWNERS");
  }
}

void read_review(YamlReader& in, const YamlNode& node, Review& review) {
  in.expect_keys(node,
                 {"id", "title", "file", "number", "approver", "roster", "sections", "needed"});
  review.place = in.place(node.span);
  in.replace(node, "title", review.title);
  if (node.find("file")) review.file = PathPattern(in.text(node, "file"));
  in.replace(node, "number", review.number);
  in.replace(node, "approver", review.approver);
  in.replace(node, "roster", review.roster);
  if (const YamlNode* roster = node.find("roster")) review.roster_place = in.place(roster->span);
  in.replace(node, "sections", review.sections);
  read_need(in, node, review.needed);
  if (review.file.empty() || review.approver.empty()) {
    in.fail(node.span, "a review needs a `file` and the key of its `approver`");
  }
}

void add_usual_fields(Process& process) {
  constexpr struct {
    const char* id;
    FieldRole role;
  } kUsual[] = {
      {"status", FieldRole::kStatus},
      {"stage", FieldRole::kStage},
      {"created", FieldRole::kCreated},
      {"kind", FieldRole::kKind},
      {"template-version", FieldRole::kTemplateVersion},
  };
  for (const auto& usual : kUsual) {
    if (process.field(usual.role)) continue;
    const auto listed = std::ranges::find(process.fields, usual.id, &Field::id);
    Field& field = listed == process.fields.end() ? process.fields.emplace_back() : *listed;
    if (field.role != FieldRole::kOther || field.role_said) continue;
    field.id = usual.id;
    // Where there is one kind only, what a proposal says of it is another tool's.
    if (usual.role == FieldRole::kKind && process.kinds.size() < 2) {
      field.type = FieldType::kAny;
      continue;
    }
    field.role = usual.role;
    field.type = usual_type(usual.role);
  }
}

}  // namespace milepost
