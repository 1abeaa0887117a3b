#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"
#include "process/validate_parts.h"

namespace milepost {
namespace {

const std::string kPack = R"(schema: 1
fields:
  - {id: authors, is: authors}
  - {id: title, is: title}
rosters:
  - {id: security, names: [iduarte]}
reviews:
  - {id: security, file: "r/{number}.yaml", approver: approver, roster: security}
roles:
  - {id: author, field: authors}
ladders:
  - id: up
    stages: [alpha, beta]
statuses:
  - id: open
    moves:
      - {to: done, by: author, reason: true}
  - id: done
kinds:
  - {id: feature, template: t.md, excludes: [title]}
checklists:
  - {id: ready, sections: [Summary], items: [{text: told, from: beta}]}
calendar:
  file: releases.yaml
  dates: [{id: start, week: 0}, {id: freeze, deadline: true, gate: done, admits: true}]
  by: {opt-in: author, decide: [author]}
  exception-days: 3
gates:
  - id: done
    status: done
    conditions:
      - {id: a, is: fields, fields: [authors], kinds: [feature], from: alpha, freeze: freeze}
      - {id: b, is: approval, role: author}
      - {id: c, is: review, review: security}
      - {id: d, is: checklist, checklist: ready}
      - {id: e, is: status, statuses: [open]}
      - {id: f, is: sections, sections: [Summary]}
      - {id: opt-in, is: record, do: opt-in}
      - {id: g, is: record, do: {is: promote, to: open}, how: first}
      - {id: h, is: record, do: {is: promote, to: beta}}
      - {id: i, is: record, do: {is: approve, role: author}}
      - {id: j, is: record, do: {is: link-pr, kind: docs}}
      - {id: k, is: record, do: {is: tick, item: tests}}
      - {id: l, is: record, do: {is: label, label: ready}}
tracking:
  template: issue.md
  links: [docs]
  labels: [{id: ready}]
  lists: [{id: todo, sections: [Todo], items: [{key: tests, text: Tests}]}]
)";

std::string refusal(const std::string& process) {
  const auto loaded = load_texts({{"pack/process.yaml", process},
                                  {"pack/t.md", "# T\n## Summary\n"},
                                  {"pack/issue.md", "## Todo\n\n- [ ] Tests\n"}});
  return loaded ? "" : loaded.error().message;
}

TEST(ValidateLifecycle, AcceptsWhatHoldsTogether) { EXPECT_EQ(refusal(kPack), ""); }

TEST(ValidateLifecycle, ARemedyIsRefusedWhereItStands) {
  EXPECT_THAT(refusal(replaced(kPack, "do: {is: tick, item: tests}", "do: {is: tick, item: x}")),
              testing::StartsWith("pack/process.yaml:43:33: "));
}

TEST(ValidateLifecycle, RefusesWhatDoesNot) {
  const struct {
    std::string_view from;
    std::string_view to;
    std::string want;  // the end of the message
  } cases[] = {
      {"by: author,", "by: autor,", "no role is called `autor`; did you mean `author`?"},
      {"field: authors}", "field: author}", "no field is called `author`; did you mean `authors`?"},
      {"field: authors}", "field: title}", "the field `title` holds no people"},
      {"field: authors}", "roster: safety}", "no roster is called `safety`; there are security"},
      {"field: authors}", "title: x}", "a role's holders are named by a `field` or a `roster`"},
      {"excludes: [title]", "excludes: [titel]",
       "no field or review is called `titel`; did you mean `title`?"},
      {"sections: [Summary], items", "items", "checklist `ready` has no `sections`"},
      {"text: told, from: beta", "text: told, from: betta",
       "no stage is called `betta`; did you mean `beta`?"},
      {"kinds: [feature]", "kinds: [future]",
       "no kind is called `future`; did you mean `feature`?"},
      {"from: alpha, freeze", "from: alfa, freeze",
       "no stage is called `alfa`; there are alpha, beta"},
      {"freeze: freeze", "freeze: frieze",
       "no date of the calendar is called `frieze`; did you mean `freeze`?"},
      {"fields: [authors]", "fields: [author]",
       "no field is called `author`; did you mean `authors`?"},
      {"fields: [authors], kinds", "kinds", "condition `a` names nothing to look at"},
      {"is: approval, role: author", "is: approval", "an approval needs the `role` that gives it"},
      {"is: approval, role: author", "is: approval, role: x",
       "no role is called `x`; there are author"},
      {"review: security}", "review: x}", "no review is called `x`; there are security"},
      {"checklist: ready", "checklist: x", "no checklist is called `x`; there are ready"},
      {"statuses: [open]", "statuses: [opened]",
       "no status is called `opened`; did you mean `open`?"},
      {"is: status, statuses", "is: status, rules", "a condition on `status` has no `rules`"},
      {"{id: b, is", "{id: a, is", "`a` is defined twice"},
      {"gate: done", "gate: don", "no gate is called `don`; did you mean `done`?"},
      {"deadline: true, gate", "gate", "only what is a `deadline` has a `gate`"},
      {"gate: done, admits", "admits", "only what has a `gate` admits to a release"},
      {"opt-in: author", "opt-in: autor", "no role is called `autor`; did you mean `author`?"},
      {"opt-in: author", "optin: author", "`optin` is not known here; did you mean `opt-in`?"},
      {"sections: [Summary]}", "sections: [Sumary]}",
       "no template has the section `Sumary`; did you mean `Summary`?"},
      {"{id: e, is: status", "{id: e, is: state",
       "no condition is called `state`; did you mean `status`?"},
      {"do: opt-in", "do: opt-ni", "no remedy is called `opt-ni`; did you mean `opt-in`?"},
      {"do: opt-in", "do: [opt-in]", "`do` must be a map of keys and values"},
      {"do: opt-in", "do: promote", "the remedy `promote` needs its `to`"},
      {"do: opt-in", "do: {is: opt-in, to: open}", "the remedy `opt-in` has no `to`"},
      {"  file: releases.yaml\n", "", "only a process with a `calendar` has releases to opt in to"},
      {"is: promote, to: open", "is: promot, to: open",
       "no remedy is called `promot`; did you mean `promote`?"},
      {"is: promote, to: open", "to: open", "`is` is missing here"},
      {"is: promote, to: open", "is: promote, where: open", "`where` is not known here"},
      {"is: promote, to: open", "is: promote, role: author", "the remedy `promote` has no `role`"},
      {"is: promote, to: open", "is: promote, to: opn",
       "no status or stage is called `opn`; did you mean `open`?"},
      {"is: approve, role: author", "is: approve, role: autor",
       "no role is called `autor`; did you mean `author`?"},
      {"is: link-pr, kind: docs", "is: link-pr, kind: code",
       "no kind of links is called `code`; there are docs"},
      {"is: tick, item: tests", "is: tick, item: test",
       "no item is called `test`; did you mean `tests`?"},
      {"is: label, label: ready", "is: label, label: red",
       "no label is called `red`; there are ready"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.to);
    const std::string all = refusal(replaced(kPack, c.from, c.to));
    const std::string got = all.substr(0, all.find(" (and "));  // others follow from it
    EXPECT_TRUE(got.ends_with(c.want)) << got;
    EXPECT_TRUE(got.starts_with("pack/process.yaml:")) << got;
  }
}

TEST(ValidateLifecycle, ARepositoryReplacesAConditionByItsId) {
  const auto loaded = load_texts(
      {{"pack/process.yaml", kPack},
       {"pack/t.md", "# T\n## Summary\n"},
       {"pack/issue.md", "## Todo\n\n- [ ] Tests\n"}},
      {{"milepost.yaml",
        "schema: 1\ngates:\n  - id: done\n    conditions: [{id: b, is: record, title: told}]\n"}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto& conditions = (*loaded)->gates[0].conditions;
  ASSERT_EQ(conditions.size(), 13);
  EXPECT_EQ(conditions[1].type, ConditionType::kRecord);
  EXPECT_EQ(conditions[0].type, ConditionType::kFields);
}

}  // namespace
}  // namespace milepost
