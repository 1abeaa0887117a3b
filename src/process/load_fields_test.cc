#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/load_parts.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kPack = R"(schema: 1
layout: {path: "all/{group}/{number}-{slug}.md"}
ladders: [{id: up, stages: [alpha, beta]}]
statuses: [{id: draft}, {id: ready}]
kinds: [{id: feature, template: t.md}]
rosters:
  - {id: groups, names: [a]}
)";

class LoadFields : public testing::Test {
 protected:
  // Null when it is refused; then error_ says why.
  const Process* load(const std::string& more, const std::string& config = {},
                      FileTexts repository = {}) {
    if (!config.empty()) repository["milepost.yaml"] = "schema: 1\nprocess: pack\n" + config;
    auto loaded =
        load_texts({{"pack/process.yaml", kPack + more}, {"pack/t.md", "# T\n## Goals\n"}},
                   std::move(repository));
    error_ = loaded ? "" : loaded.error().message;
    process_ = loaded ? *loaded : nullptr;
    return process_.get();
  }
  const Field* field(std::string_view id) const { return process_->find_field(id); }

  std::shared_ptr<const Process> process_;
  std::string error_;
};

TEST_F(LoadFields, ReadsAllOfAField) {
  ASSERT_TRUE(load(R"(fields:
  - id: nr
    is: number
    unique: true
    path: number
    needed: always
    placeholders: [NNNN]
  - id: name
    longest: 80
    open-in: [draft]
    empty-in: [ready]
    needed: {from: beta, in: [ready], of: [feature], with: nr, since: v1.20}
  - id: team
    is: group
    roster: groups
  - id: size
    type: enum
    values: [small, large]
  - id: gates
    type: records
    answer: {section: Goals, choice: Gate, label: Name, otherwise: Other}
    fields:
      - {id: name, needed: always}
      - {id: parts, type: texts, placeholders: my-part}
)")) << error_;
  EXPECT_TRUE(process_->lists_fields);
  const Field& number = *process_->field(FieldRole::kNumber);
  EXPECT_EQ(number.id, "nr");
  EXPECT_EQ(number.type, FieldType::kNumber) << "as its meaning has it";
  EXPECT_TRUE(number.unique);
  EXPECT_EQ(number.path_part, "number");
  EXPECT_TRUE(number.needed.always);
  EXPECT_EQ(number.placeholders, Texts{"NNNN"});
  const Field& name = *field("name");
  EXPECT_EQ(name.type, FieldType::kText);
  EXPECT_EQ(name.longest, 80U);
  EXPECT_EQ(name.open_in, Texts{"draft"});
  EXPECT_EQ(name.empty_in, Texts{"ready"});
  EXPECT_FALSE(name.needed.always);
  EXPECT_EQ(name.needed.from, "beta");
  EXPECT_EQ(name.needed.statuses, Texts{"ready"});
  EXPECT_EQ(name.needed.kinds, Texts{"feature"});
  EXPECT_EQ(name.needed.with, "nr");
  EXPECT_EQ(name.needed.since, (Version{1, 20, 0}));
  EXPECT_TRUE(name.needed.ever());
  EXPECT_EQ(field("team")->roster, "groups");
  EXPECT_FALSE(field("team")->needed.ever());
  EXPECT_EQ(field("size")->values, (Texts{"small", "large"}));
  const Field& gates = *field("gates");
  EXPECT_EQ(gates.answer.section, "Goals");
  EXPECT_EQ(gates.answer.otherwise, "Other");
  ASSERT_EQ(gates.fields.size(), 2U);
  EXPECT_TRUE(gates.fields[0].needed.always);
  EXPECT_EQ(gates.fields[1].type, FieldType::kTexts);
  EXPECT_EQ(gates.fields[1].placeholders, Texts{"my-part"});
}

TEST_F(LoadFields, GivesEveryMeaningItsType) {
  for (std::size_t i = 1; i < kRoleCount; ++i) {
    const std::string& role = field_role_names()[i];
    ASSERT_TRUE(load(fmt::format("fields: [{{id: x, is: {}}}]\n", role))) << error_;
    EXPECT_EQ(field("x")->type, usual_type(static_cast<FieldRole>(i))) << role;
  }
  ASSERT_TRUE(load("fields: [{id: x, is: authors, type: person}]\n")) << error_;
  EXPECT_EQ(field("x")->type, FieldType::kPerson) << "unless the pack says otherwise";
}

TEST_F(LoadFields, TakesAKindForOneWhereThereAreSeveral) {
  ASSERT_TRUE(load("fields: [{id: kind, needed: always}]\n")) << error_;
  EXPECT_EQ(process_->field(FieldRole::kKind), nullptr) << "there is one only";
  EXPECT_EQ(field("kind")->type, FieldType::kAny);
  ASSERT_TRUE(load("", "kinds: [{id: process, template: t.md}]\n", {{"t.md", "# T\n## Why\n"}}))
      << error_;
  EXPECT_EQ(process_->field(FieldRole::kKind), field("kind"));
}

constexpr const char* kFields = R"(fields:
  - {id: nr, needed: always}
  - {id: team, needed: always}
  - {id: size, needed: always}
  - id: gates
    type: records
    fields: [{id: name, needed: always}, {id: parts, needed: always}]
)";
constexpr const char* kOwnTemplate = "kinds: [{id: feature, template: own/t.md}]\n";

TEST_F(LoadFields, GoesByTheRepositorysOwnMetadata) {
  const std::string config = std::string(kOwnTemplate) + "layout: {metadata: [{file: m.yaml}]}\n";
  const std::string own = "nr: N\nsize: small\nours: [a]\ngates:\n  - name: G\n";
  ASSERT_TRUE(load(kFields, config, {{"own/t.md", "# T\n## Goals\n"}, {"own/m.yaml", own}}))
      << error_;
  EXPECT_TRUE(field("nr")->needed.ever());
  EXPECT_FALSE(field("team")->needed.ever()) << "its template lacks it";
  ASSERT_NE(field("ours"), nullptr) << "only its template has it";
  EXPECT_EQ(field("ours")->type, FieldType::kAny);
  EXPECT_TRUE(field("gates")->fields.at(0).needed.ever());
  EXPECT_FALSE(field("gates")->fields.at(1).needed.ever());

  const std::string asked = "fields: [{id: team, needed: always}]\n";
  ASSERT_TRUE(load(kFields, config + asked, {{"own/t.md", "# T\n## Goals\n"}, {"own/m.yaml", own}}))
      << error_;
  EXPECT_TRUE(field("team")->needed.ever()) << "milepost.yaml says so";

  ASSERT_TRUE(load(kFields, config, {{"own/t.md", "# T\n## Goals\n"}})) << error_;
  EXPECT_TRUE(field("team")->needed.ever()) << "it has no metadata beside its template";
  ASSERT_TRUE(load(kFields, config,
                   {{"own/t.md", "# T\n## Goals\n"}, {"own/m.yaml", "nr: \"N\nsize: x\n"}}))
      << error_;
  EXPECT_TRUE(field("team")->needed.ever()) << "it cannot be read";
}

TEST_F(LoadFields, GoesByTheFrontMatterOfTheRepositorysTemplate) {
  const std::string config =
      std::string(kOwnTemplate) + "layout: {metadata: [{front-matter: true}]}\n";
  ASSERT_TRUE(load(kFields, config,
                   {{"own/t.md", "---\nnr: N\nsize: small\nours: x\n---\n# T\n## Goals\n"}}))
      << error_;
  EXPECT_TRUE(field("nr")->needed.ever());
  EXPECT_FALSE(field("team")->needed.ever());
  EXPECT_NE(field("ours"), nullptr);
}

TEST_F(LoadFields, AddsTheUsualOnes) {
  ASSERT_TRUE(load(""));
  EXPECT_FALSE(process_->lists_fields);
  EXPECT_EQ(process_->fields.size(), 5U);
  EXPECT_EQ(process_->field(FieldRole::kCreated)->id, "created");
  EXPECT_EQ(process_->field(FieldRole::kCreated)->type, FieldType::kDate);

  ASSERT_TRUE(load("fields: [{id: state, is: status}, {id: stage, needed: always}]\n")) << error_;
  EXPECT_TRUE(process_->lists_fields);
  EXPECT_EQ(process_->field(FieldRole::kStatus)->id, "state");
  EXPECT_EQ(field("status"), nullptr) << "it is called otherwise";
  EXPECT_EQ(process_->field(FieldRole::kStage), field("stage")) << "what it means goes without";
  EXPECT_TRUE(field("stage")->needed.always);
  EXPECT_EQ(field("stage")->type, FieldType::kEnum);
  EXPECT_EQ(process_->fields.size(), 5U);

  ASSERT_TRUE(load("fields: [{id: created, is: updated}]\n")) << error_;
  EXPECT_EQ(process_->field(FieldRole::kCreated), nullptr) << "its name is taken";
}

TEST_F(LoadFields, LaysTheRepositorysOver) {
  const std::string pack =
      "fields:\n  - {id: name, needed: always, longest: 10, placeholders: [a, b]}\n"
      "  - {id: gates, type: records, fields: [{id: name}, {id: parts}]}\n";
  ASSERT_TRUE(load(pack,
                   "fields:\n  - {id: name, needed: never, placeholders: [c]}\n"
                   "  - {id: gates, fields: [{id: name}, {remove: parts}]}\n  - {id: extra}\n"))
      << error_;
  EXPECT_FALSE(field("name")->needed.ever());
  EXPECT_EQ(field("name")->longest, 10U) << "what is not named stays";
  EXPECT_EQ(field("name")->placeholders, Texts{"c"});
  EXPECT_EQ(field("gates")->type, FieldType::kRecords);
  EXPECT_EQ(field("gates")->fields.size(), 1U);
  EXPECT_NE(field("extra"), nullptr);
}

TEST_F(LoadFields, ReadsRostersAndReviews) {
  ASSERT_TRUE(
      load("  - {id: more, file: OWNERS, members: a, aliases: [\"*-leads\"]}\n"
           "reviews:\n  - {id: r, title: a review, file: \"r/{number}.yaml\", number: nr,\n"
           "     approver: by, roster: more, needed: {in: ready}}\n"))
      << error_;
  ASSERT_NE(process_->find_roster("more"), nullptr);
  EXPECT_EQ(process_->find_roster("more")->file, "OWNERS");
  EXPECT_EQ(process_->find_roster("more")->members, Texts{"a"});
  EXPECT_EQ(process_->find_roster("more")->aliases, Texts{"*-leads"});
  ASSERT_EQ(process_->reviews.size(), 1U);
  EXPECT_EQ(process_->reviews[0].title, "a review");
  EXPECT_EQ(process_->reviews[0].file.text(), "r/{number}.yaml");
  EXPECT_EQ(process_->reviews[0].approver, "by");
  EXPECT_EQ(process_->reviews[0].needed.statuses, Texts{"ready"});
}

TEST_F(LoadFields, RefusesWhatIsWrong) {
  const struct {
    std::string_view name, field, want;
  } cases[] = {
      {"no id", "is: title", "8:10: `id` is missing here"},
      {"an unknown key", "id: x, typ: text", "8:18: `typ` is not known here; did you mean `type`?"},
      {"an unknown type", "id: x, type: peple",
       "8:24: no type is called `peple`; did you mean `people`?"},
      {"an unknown meaning", "id: x, is: autors",
       "8:22: no meaning is called `autors`; did you mean `authors`?"},
      {"an enum without values", "id: x, type: enum", "8:10: `x` is an enum and has no `values`"},
      {"unique, but no number", "id: x, unique: true",
       "8:10: only the number of a proposal can be `unique`"},
      {"needed for nothing", "id: x, needed: often",
       "8:26: `needed` is always, never, or a map with `from`, `in`, `of`, `with` or `since`"},
      {"needed from an unknown stage", "id: x, needed: {from: gamma}",
       "8:33: no stage is called `gamma`; there are alpha, beta"},
      {"needed in an unknown status", "id: x, needed: {in: redy}",
       "8:31: no status is called `redy`; did you mean `ready`?"},
      {"needed of an unknown kind", "id: x, needed: {of: featur}",
       "8:31: no kind is called `featur`; did you mean `feature`?"},
      {"needed beside an unknown field", "id: x, needed: {with: statu}",
       "8:33: no field is called `statu`; did you mean `status`?"},
      {"needed since no version", "id: x, needed: {since: soon}",
       "8:34: `since` is a version such as v1.21"},
      {"open in an unknown status", "id: x, open-in: [draf]",
       "8:10: no status is called `draf`; did you mean `draft`?"},
      {"empty in an unknown status", "id: x, empty-in: [draf]",
       "8:10: no status is called `draf`; did you mean `draft`?"},
      {"an unknown roster", "id: x, roster: group",
       "8:26: no roster is called `group`; did you mean `groups`?"},
      {"an unknown part of the path", "id: x, path: nummer",
       "8:10: `layout: path:` has no part {nummer}"},
      {"an answer in no section", "id: x, answer: {section: Gaols}",
       "8:36: no template has the section `Gaols`; did you mean `Goals`?"},
      {"an answer without a section", "id: x, answer: {choice: a}",
       "8:26: `section` is missing here"},
      {"no number", "id: x, longest: -1", "8:27: `longest` must be a whole number"},
      {"fields of a text", "id: x, type: records, fields: [{id: y, fields: [{id: z}]}]",
       "8:58: only a field of the type `records` or `map` has `fields`"},
      {"a wrong field of a record",
       "id: x, type: records, fields: [{id: y, needed: {from: gamma}}]",
       "8:65: no stage is called `gamma`; there are alpha, beta"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(load(fmt::format("fields: [{{{}}}]\n", c.field)), nullptr);
    EXPECT_EQ(error_, fmt::format("pack/process.yaml:{}", c.want));
  }
}

}  // namespace
}  // namespace milepost
