// Files of a pack laid over each other: what merges, what is taken out, and where errors are told.
#include "process/pack_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kPack = R"(schema: 1
name: base
title: A base
layout:
  path: "p/{number}-{slug}.md"
  metadata: [{front-matter: true}]
fields:
  - id: gates
    type: records
    fields:
      - {id: name, needed: always}
      - {id: parts, type: records, fields: [{id: one}, {id: two}]}
  - {id: number, is: number, path: number}
  - {id: effort}
roles:
  - {id: lead, title: a lead, roster: leads}
  - {id: helper, title: a helper, roster: leads}
rosters: [{id: leads, names: [ann]}]
ladders: [{id: up, stages: [alpha, beta, stable]}]
statuses:
  - id: draft
    moves: [{to: done, by: lead}, dropped]
  - id: done
    also: [ready]
  - {id: dropped, closed: true}
kinds:
  - {id: plan, template: t.md, wrap: 80}
  - {id: rite, template: t.md}
gates:
  - id: beta
    stage: beta
    conditions:
      - {id: told, is: approval, role: lead, least: 2}
      - {id: clean, is: findings, rules: [MP3]}
  - {id: stable, stage: stable, after: beta}
checklists:
  - id: ready
    sections: [T]
    items: [{text: one, from: beta}, {text: two}]
calendar:
  dates: [{id: start}, {id: freeze, deadline: true, week: 4}, {id: end}]
)";

FileTexts pack(std::string text = kPack) {
  return {{"pack/process.yaml", std::move(text)}, {"pack/t.md", "# T\n"}};
}

class PackTreeTest : public testing::Test {
 protected:
  // Loads the pack with a milepost.yaml over it.
  const Process* load(const std::string& over) {
    auto loaded = load_texts(pack(), {{"milepost.yaml", "schema: 1\n" + over}});
    error_ = loaded ? std::string() : loaded.error().message;
    process_ = loaded ? *loaded : nullptr;
    return process_.get();
  }

  std::shared_ptr<const Process> process_;
  std::string error_;
};

template <typename T>
std::vector<std::string> called(const std::vector<T>& records) {
  std::vector<std::string> ids;
  for (const T& record : records) ids.push_back(record.id);
  return ids;
}

TEST_F(PackTreeTest, MergesRecordsAtEveryDepth) {
  const Process* process = load(R"(
fields:
  - id: gates
    fields:
      - {id: name, needed: never}
      - id: parts
        fields: [{id: two, type: number}, {id: three}]
statuses:
  - id: draft
    moves: [{to: done, reason: true}, {to: dropped, by: lead}]
gates:
  - id: beta
    conditions: [{id: told, least: 1, title: Told}]
checklists:
  - {id: ready, items: [{text: two, from: stable}, {text: three}]}
calendar:
  dates: [{id: start}, {id: notes, title: notes}, {id: freeze, week: 6}]
)");
  ASSERT_NE(process, nullptr) << error_;
  const Field& gates = *process->find_field("gates");
  EXPECT_EQ(gates.type, FieldType::kRecords) << "what it does not say stays";
  EXPECT_THAT(called(gates.fields), ElementsAre("name", "parts"));
  EXPECT_FALSE(gates.fields[0].needed.ever());
  EXPECT_THAT(called(gates.fields[1].fields), ElementsAre("one", "two", "three"));
  EXPECT_EQ(gates.fields[1].fields[1].type, FieldType::kNumber);

  const auto& moves = process->find_status("draft")->moves;
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_TRUE(moves[0].to == "done" && moves[0].reason);
  EXPECT_THAT(moves[0].by, ElementsAre("lead"));
  EXPECT_EQ(moves[1].to, "dropped");
  EXPECT_THAT(moves[1].by, ElementsAre("lead"));

  const auto& conditions = process->find_gate("beta")->conditions;
  EXPECT_THAT(called(conditions), ElementsAre("told", "clean"));
  EXPECT_EQ(conditions[0].type, ConditionType::kApproval);
  EXPECT_EQ(conditions[0].role, "lead");
  EXPECT_EQ(conditions[0].least, 1U);
  EXPECT_EQ(conditions[0].title, "Told");

  const auto& items = process->find_checklist("ready")->items;
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].from, "beta");
  EXPECT_EQ(items[1].from, "stable");
  EXPECT_THAT(called(process->calendar.dates), ElementsAre("start", "notes", "freeze", "end"))
      << "a new one stands behind the one before it";
  EXPECT_TRUE(process->calendar.dates[2].deadline);
  EXPECT_EQ(process->calendar.dates[2].week, 6U);
}

TEST_F(PackTreeTest, TakesOut) {
  const Process* process = load(R"(
fields: [{remove: effort}, {id: gates, fields: [{remove: [parts]}]}]
roles: [{remove: helper}]
ladders: [{id: up, stages: [{remove: beta}, gamma]}]
statuses: [{id: draft, moves: [{remove: dropped}]}, {remove: dropped}]
kinds: [{remove: rite}]
gates: [{remove: [beta, stable]}]
checklists: [{remove: ready}]
calendar: {dates: [{remove: end}]}
)");
  ASSERT_NE(process, nullptr) << error_;
  EXPECT_EQ(process->find_field("effort"), nullptr);
  EXPECT_THAT(called(process->find_field("gates")->fields), ElementsAre("name"));
  EXPECT_THAT(called(process->roles), ElementsAre("lead"));
  EXPECT_THAT(process->stage_names(), ElementsAre("alpha", "stable", "gamma"));
  EXPECT_THAT(called(process->statuses), ElementsAre("draft", "done"));
  EXPECT_EQ(process->find_status("draft")->moves.size(), 1U);
  EXPECT_THAT(called(process->kinds), ElementsAre("plan"));
  EXPECT_TRUE(process->gates.empty());
  EXPECT_TRUE(process->checklists.empty());
  EXPECT_THAT(called(process->calendar.dates), ElementsAre("start", "freeze"));
}

TEST_F(PackTreeTest, BeginsARecordAnew) {
  const Process* process = load(
      "statuses: [{remove: done}, {id: done, closed: true}]\n"
      "gates: [{id: beta, conditions: [{id: told, is: nothing}]}]\n");
  ASSERT_NE(process, nullptr) << error_;
  EXPECT_TRUE(process->find_status("done")->also.empty());
  EXPECT_TRUE(process->find_status("done")->closed);
  const Condition& told = process->find_gate("beta")->conditions[0];
  EXPECT_EQ(told.type, ConditionType::kNothing);
  EXPECT_EQ(told.role, "") << "what is something else keeps nothing";
}

TEST_F(PackTreeTest, RefusesWithThePlaceInTheFileThatIsWrong) {
  const struct {
    std::string_view name, over, want;
  } cases[] = {
      {"twice", "roles: [{id: lead, title: a}, {id: lead, title: b}]\n",
       "milepost.yaml:2:31: `lead` is defined twice"},
      {"removal of a slip", "fields: [{remove: efort}]\n",
       "milepost.yaml:2:19: no field is called `efort`; did you mean `effort`?"},
      {"removal of one of several", "roles:\n  - remove: [helper, laed]\n",
       "milepost.yaml:3:22: no role is called `laed`; did you mean `lead`?"},
      {"removal twice", "roles: [{remove: helper}, {remove: helper}]\n",
       "milepost.yaml:2:36: no role is called `helper`; there are lead"},
      {"removal and more", "roles: [{remove: helper, title: b}]\n",
       "milepost.yaml:2:26: an entry that says what to `remove` says nothing else"},
      {"removal of a map", "roles: [{remove: {id: helper}}]\n",
       "milepost.yaml:2:18: `remove` must hold single values"},
      {"removal of a stage that is not there", "ladders: [{id: up, stages: [{remove: betta}]}]\n",
       "milepost.yaml:2:38: no stage is called `betta`; did you mean `beta`?"},
      {"removal of a date", "calendar: {dates: [{remove: freze}]}\n",
       "milepost.yaml:2:29: no date of the calendar is called `freze`; did you mean `freeze`?"},
      {"removal of what the pack names", "ladders: [{id: up, stages: [{remove: stable}]}]\n",
       "pack/process.yaml:35:25: no stage is called `stable`; there are alpha, beta"},
      {"extends in the wrong file", "extends: kep\n",
       "milepost.yaml:2:1: only a pack `extends` another; here `process` names the pack"},
      {"a word of a list", "strict: [tipes]\n",
       "milepost.yaml:2:10: no strictness is called `tipes`; did you mean `types`?"},
      {"an unknown key in a merged record", "roles: [{id: lead, titel: b}]\n",
       "milepost.yaml:2:20: `titel` is not known here; did you mean `title`?"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(load(std::string(c.over)), nullptr);
    EXPECT_THAT(error_, HasSubstr(c.want));
  }
}

Result<std::shared_ptr<const Process>> load_pack(const std::string& text, FileTexts own = {}) {
  FileTexts files{{"pack/process.yaml", text}, {"pack/t.md", "# T\n"}};
  return load_texts(std::move(files), std::move(own));
}

constexpr const char* kSmall = R"(schema: 1
name: small
title: A small one
extends: kep
fields: [{remove: editor}, {id: team}]
kinds: [{remove: process}]
gates:
  - {id: exists, conditions: [{remove: criteria}]}
  - {id: implemented, conditions: [{remove: documentation}]}
)";

TEST(PackExtends, LiesOverABuiltInPack) {
  const auto loaded = load_pack(kSmall);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Process& process = **loaded;
  const auto kep = load_process(built_in_pack("kep"), nullptr);
  ASSERT_TRUE(kep);
  EXPECT_EQ(process.name, "small");
  EXPECT_EQ(process.title, "A small one");
  EXPECT_TRUE(process.layout.recognised_by.empty()) << "by its own files alone";
  EXPECT_FALSE(process.layout.fallback);
  EXPECT_EQ(process.layout.path.text(), (*kep)->layout.path.text());
  EXPECT_EQ(process.find_field("editor"), nullptr);
  EXPECT_NE(process.find_field("team"), nullptr);
  EXPECT_THAT(called(process.kinds), ElementsAre("feature"));
  EXPECT_FALSE(process.kinds[0].lineage.versions.empty()) << "the same template";
  EXPECT_EQ(process.sources.front()->path(), "pack/process.yaml");

  const auto layout = load_layout(
      {"pack/", read_from({{"pack/process.yaml",
                            std::string(kSmall) + "layout:\n  recognised-by: [\"x/*.md\"]\n"}})});
  ASSERT_TRUE(layout) << layout.error().message;
  ASSERT_EQ(layout->recognised_by.size(), 1U);
  EXPECT_EQ(layout->recognised_by[0].pattern(), "x/*.md");
  EXPECT_FALSE(layout->metadata.empty()) << "that of the pack below";
}

TEST(PackExtends, LiesOverAPackThatExtendsAnother) {
  constexpr const char* kOver = R"(schema: 1
name: ours
title: Like kueue
extends: kueue
statuses:
  - {id: parked, moves: [implementable]}
layout:
  recognised-by: ["x/*.md"]
)";
  const auto loaded = load_pack(kOver);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Process& process = **loaded;
  const auto kueue = load_process(built_in_pack("kueue"), nullptr);
  ASSERT_TRUE(kueue);
  EXPECT_EQ(process.name, "ours");
  EXPECT_EQ(process.layout.path.text(), (*kueue)->layout.path.text());
  EXPECT_EQ(called(process.kinds), called((*kueue)->kinds));
  EXPECT_EQ(process.kinds[0].pattern->lines(), (*kueue)->kinds[0].pattern->lines());
  EXPECT_EQ(process.statuses.size(), (*kueue)->statuses.size() + 1);
  EXPECT_NE(process.find_status("implementable"), nullptr) << "from the lowest";

  const auto layout = load_layout({"pack/", read_from({{"pack/process.yaml", kOver}})});
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->recognised_by[0].pattern(), "x/*.md");
  EXPECT_EQ(layout->path.text(), (*kueue)->layout.path.text());
  EXPECT_EQ(layout->numbering, (*kueue)->layout.numbering);
}

TEST(PackExtends, HasAHistoryOfItsOwnTemplate) {
  std::string text = kSmall;
  text = replaced(text, "kinds: [{remove: process}]",
                  "kinds: [{remove: process}, {id: feature, template: t.md}]");
  FileTexts files{{"pack/process.yaml", text}, {"pack/t.md", "# T\n"}};
  const auto checked = check_pack({"pack/", read_from(files)}, nullptr);
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->process->kinds.at(0).lineage.versions.empty());
  for (const PackError& error : checked->errors) {
    ASSERT_NE(error.place.source, nullptr);
    EXPECT_EQ(error.place.source->path(), "pack/process.yaml") << to_string(error);
  }
}

TEST(PackExtends, IsRefused) {
  const struct {
    std::string_view name, extends, want;
  } cases[] = {
      {"a slip", "kepp",
       "pack/process.yaml:4:10: no built-in process is called `kepp`; did you mean `kep`?"},
      {"nothing", "\"\"", "pack/process.yaml:4:10: no built-in process is called ``"},
      {"a folder", "../kep", "pack/process.yaml:4:10: no built-in process is called `../kep`"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto loaded = load_pack(replaced(kSmall, "kep", c.extends));
    ASSERT_FALSE(loaded);
    EXPECT_THAT(loaded.error().message, HasSubstr(c.want));
  }
}

TEST(PackExtends, TellsErrorsWhereTheyCanBeMended) {
  const struct {
    std::string_view name, text, place, message;
  } cases[] = {
      {"a status that moves lead to", "statuses: [{remove: deferred}]\n",
       "pack/process.yaml:10:21: ", "no status is called `deferred` any more"},
      {"a stage", "ladders:\n  - id: graduation\n    stages: [{remove: beta}]\n",
       "pack/process.yaml:", "no stage is called `beta`"},
      {"stages that replace", "ladders:\n  - {id: graduation, stages: [alpha, stable]}\n",
       "pack/process.yaml:", "no stage is called `beta`"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto loaded = load_pack(std::string(kSmall) + std::string(c.text));
    ASSERT_FALSE(loaded);
    EXPECT_TRUE(loaded.error().message.starts_with(c.place)) << loaded.error().message;
    EXPECT_THAT(loaded.error().message, HasSubstr(std::string(c.message)));
  }
}

}  // namespace
}  // namespace milepost
