#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack = R"pack(schema: 1
name: test
layout: {documents: ["*.md"]}
fields:
  - {id: authors, is: authors, type: people}
roles:
  - {id: author, field: authors}
ladders:
  - {id: growth, stages: [alpha, beta]}
statuses: [{id: open}, {id: closed}, {id: other}]
kinds:
  - {id: plan, template: t.md}
checklists:
  - {id: ready, sections: [Ready]}
tracking:
  template: issue.md
  links: [design, code]
  fields:
    - {is: description, section: About, least: 2, most: 3, placeholders: [tbd]}
    - {is: target, label: [Alpha in, Alpha target], stage: alpha, optional: true}
    - {is: proposal, label: Plan, links: design, lines: 1}
  placeholders:
    - {text: PLAN-NUMBER, kinds: design}
  status:
    label: STATE
    by: author
    values: [{id: OPEN, moves: DONE, stages: [alpha]}, {id: DONE, in: closed}]
  labels:
    - {id: ready, by: author, claim: author, after: first, stages: beta, in: [open, closed]}
  lists:
    - id: steps
      sections: Steps
      scope: release
      mark: "(R)"
      by: author
      checklist: ready
      items:
        - {key: first, text: First step, from: beta, required: true, approval: author, cc: author, where: here, merged: code, only: {field: authors, links: code, paths: "a/**"}}
        - {key: wait, text: [Wait, Linger], days: 14}
        - {key: all, text: All of it, group: true, by: author}
        - {key: filled, text: Filled, computed: {id: filled, is: sections}}
)pack";

FileTexts files(std::string pack) {
  return {{"pack/process.yaml", std::move(pack)},
          {"pack/t.md", "# T\n\n## Ready\n"},
          {"pack/issue.md", "# About\n\ntbd\n"}};
}

TEST(LoadTracking, ReadsTheForm) {
  const auto loaded = load_texts(files(std::string(kPack)));
  ASSERT_TRUE(loaded) << loaded.error().message;
  const TrackingForm& form = (*loaded)->tracking;
  ASSERT_TRUE(form.present());
  EXPECT_EQ(form.source->text(), "# About\n\ntbd\n");
  ASSERT_EQ(form.fields.size(), 3);
  EXPECT_EQ(form.fields[0].section, "About");
  EXPECT_EQ(form.fields[0].most, 3);
  EXPECT_EQ(form.fields[1].labels.size(), 2);
  EXPECT_TRUE(form.fields[1].optional);
  EXPECT_EQ(form.find_field(IssueValue::kProposal)->kinds, std::vector<std::string>{"design"});
  EXPECT_EQ(form.find_field(IssueValue::kContact), nullptr);
  EXPECT_EQ(form.status.find("OPEN")->moves, std::vector<std::string>{"DONE"});
  EXPECT_EQ(form.status.find("CLOSED"), nullptr);
  EXPECT_EQ(form.find_label("ready")->after, std::vector<std::string>{"first"});
  const GoesWith& with = form.find_label("ready")->with;
  EXPECT_TRUE(with.stage("beta") && with.stage("") && with.status("open") && with.status(""));
  EXPECT_FALSE(with.stage("alpha") || with.status("other"));
  EXPECT_FALSE(form.status.find("OPEN")->with.stage("beta"));
  EXPECT_TRUE(form.status.find("OPEN")->with.status("other")) << "it goes with any";
  EXPECT_FALSE(form.status.find("DONE")->with.status("open"));
  EXPECT_EQ(form.placeholders.at(0).text, "PLAN-NUMBER");
  const TrackedList* const list = form.find_list("steps");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->scope, ListScope::kRelease);
  EXPECT_EQ(list->checklist, "ready");
  const TrackedItem* const first = list->find("first");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->from, "beta");
  EXPECT_EQ(first->approval, "author");
  EXPECT_TRUE(first->only.limited());
  EXPECT_TRUE(first->only.paths.at(0).matches("a/b/c"));
  EXPECT_EQ(list->find("wait")->days, 14);
  EXPECT_TRUE(list->find("all")->group);
  EXPECT_EQ(list->find("filled")->computed->type, ConditionType::kSections);
  EXPECT_EQ(list->find("last"), nullptr);
}

TEST(LoadTracking, ARepositoryLaysItsValuesOver) {
  const auto loaded =
      load_texts(files(std::string(kPack)),
                 {{"milepost.yaml",
                   "schema: 1\ntracking:\n  template: own.md\n  lists:\n    - id: steps\n      "
                   "scope: feature\n"
                   "      items: [{key: wait, days: 7}, {key: more, text: More}]\n"},
                  {"own.md", "# Own\n"}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  const TrackingForm& form = (*loaded)->tracking;
  EXPECT_EQ(form.source->text(), "# Own\n");
  const TrackedList* const list = form.find_list("steps");
  EXPECT_EQ(list->scope, ListScope::kFeature);
  EXPECT_EQ(list->mark, "(R)");
  EXPECT_EQ(list->items.size(), 5);
  EXPECT_EQ(list->find("wait")->days, 7);
  EXPECT_EQ(list->find("wait")->texts.size(), 2);
}

TEST(LoadTracking, WithoutATemplateThereIsNone) {
  const auto loaded = load_texts(files(replaced(std::string(kPack), "  template: issue.md\n", "")));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_FALSE((*loaded)->tracking.present());
}

TEST(LoadTracking, WrongFormsAreRefused) {
  const struct {
    std::string_view from, to, want;
  } cases[] = {
      {"template: issue.md", "template: none.md",
       "pack/process.yaml:16:13: `none.md` cannot be read"},
      {"  template: issue.md", "  template: issue.md\n  by: nobody", "no role is called `nobody`"},
      {"is: description", "is: title", "pack/process.yaml:19:12: no value of an issue"},
      {"section: About, ", "", "a field of an issue has a `label` or a `section`"},
      {"stage: alpha, optional", "stage: gamma, optional", "no stage is called `gamma`"},
      {"stage: alpha, optional", "optional", "a target has the `stage` it is for"},
      {"label: Plan, links: design", "label: Plan, links: plan", "no kind of links"},
      {"kinds: design", "kinds: docs", "no kind of links"},
      {"by: author\n    values", "by: nobody\n    values", "no role is called `nobody`"},
      {"moves: DONE", "moves: GONE", "no value of the status"},
      {"    label: STATE\n", "", "a tracker's status has a `label` and `values`"},
      {"after: first", "after: last", "no item is called `last`"},
      {"stages: beta", "stages: gamma", "no stage is called `gamma`"},
      {"in: closed", "in: shut", "no status is called `shut`"},
      {"in: [open, closed]", "in: [shut]", "no status is called `shut`"},
      {"claim: author", "claim: nobody", "no role is called `nobody`"},
      {"scope: release", "scope: year", "the `scope` of a list is release or feature"},
      {"      sections: Steps\n", "", "list `steps` has no `sections`"},
      {"checklist: ready", "checklist: done", "no checklist is called `done`"},
      {"from: beta", "from: gamma", "no stage is called `gamma`"},
      {"approval: author", "approval: nobody", "no role is called `nobody`"},
      {"cc: author", "cc: nobody", "no role is called `nobody`"},
      {"merged: code", "merged: docs", "no kind of links"},
      {"field: authors, links", "field: api, links", "no field is called `api`"},
      {"days: 14", "days: 14, group: true", "item `wait` is one of these"},
      {"text: Filled, ", "", "item `filled` has no `text`"},
      {"is: sections}", "is: weather}", "no condition is called `weather`"},
      {"is: sections}", "is: fields, fields: [size]}", "no field is called `size`"},
      {"id: filled, is: sections}", "id: first, is: record}",
       "item `filled` is computed from `first`, which is a part of the issue itself"},
      {"id: filled, is: sections}", "id: steps, is: record}",
       "which is a part of the issue itself"},
      {"key: wait", "key: first", "`first` is defined twice"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.to);
    const auto loaded = load_texts(files(replaced(std::string(kPack), c.from, c.to)));
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find(c.want), std::string::npos) << loaded.error().message;
    EXPECT_EQ(loaded.error().message.find("pack/process.yaml:"), 0U) << loaded.error().message;
  }
}

}  // namespace
}  // namespace milepost
