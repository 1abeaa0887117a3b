#include "features/track/list_drift.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"
#include "proposal/card.h"
#include "proposal/proposal.h"

namespace milepost::track {
namespace {

constexpr std::string_view kPack = R"pack(schema: 1
name: test
layout:
  documents: ["plans/*.md"]
  path: "plans/{number}-{slug}.md"
  metadata: [{front-matter: true}]
fields:
  - {id: title, is: title}
  - {id: number, is: number, type: number}
  - {id: created, is: created, type: date}
  - {id: status, is: status, type: enum}
statuses:
  - {id: open}
kinds:
  - {id: plan, template: t.md, lineage: versions.yaml}
checklists:
  - {id: ready, sections: [Ready]}
tracking:
  template: issue.md
  lists:
    - id: ready
      sections: [Ready]
      checklist: ready
      items:
        - {key: told, text: Everybody is told}
        - {key: tested, text: It is tested}
    - {id: own, sections: [Own]}
)pack";

constexpr std::string_view kTemplate =
    "# T\n\n## Ready\n\n- [ ] Everybody is told\n- [ ] It is tested\n- [ ] Only documents ask "
    "this\n\n## Risks\n";
constexpr std::string_view kIssue =
    "# About\n\n# Ready\n\n- [ ] Everybody is told\n- [ ] It is tested\n- [ ] Only issues ask "
    "this\n\n# Own\n\n- [ ] Alone\n";
// The old version asked nothing but whether everybody is happy.
constexpr std::string_view kLineage =
    "versions:\n"
    "  - {id: old, date: 2020-01-01, added: [\"# T\", \"## Ready\"]}\n"
    "  - {id: new, date: 2024-01-01, added: [\"## Risks\"]}\n"
    "lines: HAPPY\n";

class ListDrifts : public testing::Test {
 protected:
  void SetUp() override {
    const std::string happy = fmt::format("{:x}", line_hash("- [ ] Everybody is happy"));
    auto loaded =
        load_texts({{"pack/process.yaml", std::string(kPack)},
                    {"pack/t.md", std::string(kTemplate)},
                    {"pack/issue.md", std::string(kIssue)},
                    {"pack/versions.yaml", replaced(std::string(kLineage), "HAPPY", happy)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
  }

  // "key both|document|issue line", for a document and an issue that have these items.
  std::vector<std::string> found(const std::string& document, const std::string& issue) {
    const auto source = make_source(
        fmt::format(
            "---\ntitle: T\nnumber: 7\ncreated: {}\nstatus: open\n---\n# T\n\n## Ready\n\n{}{}",
            newest_ ? "2025-01-01" : "2021-01-01", document,
            newest_ ? "\n## Risks\n\nNone.\n" : ""),
        "plans/7-t.md");
    const Proposal proposal = read_proposal(*process_, source, nullptr);
    const Judge judge(*process_);
    const Judgement judgement = judge.judge(proposal, {});
    EXPECT_EQ(judgement.version, newest_ ? 1U : 0U);
    const Issue read =
        read_issue(process_->tracking, make_source("# Ready\n\n" + issue, "issue 7"));
    const Card card =
        make_card(*process_, {"plans/7-t.md", "", true}, proposal.metadata, &proposal.document);
    const Rosters rosters;
    const Tracker tracker =
        make_tracker({*process_, card, rosters, state_, read, "", "", Instant{}});
    std::vector<std::string> lines;
    for (const ListDrift& drift :
         list_drifts({process_->tracking, proposal.document, judgement, tracker})) {
      lines.push_back(fmt::format("{} {} {}", drift.key, name(drift.found_in), drift.line));
    }
    return lines;
  }
  using Lines = std::vector<std::string>;

  static constexpr const char* kBoth = "- [ ] Everybody is told\n- [ ] It is tested\n";

  std::shared_ptr<const Process> process_;
  ProposalState state_;
  bool newest_ = true;
};

TEST_F(ListDrifts, OneListInTwoPlaces) {
  EXPECT_EQ(found(kBoth, kBoth), Lines{});
  EXPECT_EQ(found("- [x] Everybody is told\n- [ ] It is tested\n", kBoth), Lines{"told both 11"});
}

TEST_F(ListDrifts, WhatOneCopyLost) {
  EXPECT_EQ(found(kBoth, "- [ ] Everybody is told\n"), Lines{"tested document 12"});
  EXPECT_EQ(found("- [ ] It is tested\n", kBoth), Lines{"told issue 0"});
}

TEST_F(ListDrifts, WhatSomebodyAdded) {
  EXPECT_EQ(found(std::string(kBoth) + "- [x] Ours\n", kBoth), Lines{"ours document 13"});
  EXPECT_EQ(found(kBoth, std::string(kBoth) + "- [ ] Theirs\n"), Lines{"theirs issue 0"});
  EXPECT_EQ(found(std::string(kBoth) + "- [ ] Same\n", std::string(kBoth) + "- [ ] same!\n"),
            Lines{});
}

TEST_F(ListDrifts, WhatOnlyOneTemplateHasIsNone) {
  EXPECT_EQ(found(std::string(kBoth) + "- [ ] Only documents ask this\n", kBoth), Lines{});
  EXPECT_EQ(found(kBoth, std::string(kBoth) + "- [ ] Only issues ask this\n"), Lines{});
}

TEST_F(ListDrifts, OlderTemplatesHadOtherItems) {
  newest_ = false;
  EXPECT_EQ(found("- [ ] Everybody is told\n- [ ] Everybody is happy\n", kBoth), Lines{})
      << "one is new in the template of today, the other is no longer there";
  EXPECT_EQ(found("- [ ] Everybody is told\n- [ ] Ours\n", kBoth), Lines{"ours document 12"});
  EXPECT_EQ(found("- [ ] Everybody is told\n", std::string(kBoth) + "- [ ] Theirs\n"),
            Lines{"theirs issue 0"});
}

TEST_F(ListDrifts, WhatDoesNotApplyIsNone) {
  EXPECT_EQ(found(std::string(kBoth) + "- [ ] ~~Ours~~\n", kBoth), Lines{});
  Event event;
  event.kind = "not-applicable";
  event.by = "ann";
  event.fields = {{"list", "ready"}, {"item", "told"}, {"comment", "secret"}};
  apply(state_, event);
  EXPECT_EQ(found("- [ ] It is tested\n", kBoth), Lines{});
}

TEST_F(ListDrifts, ACopyThatIsNotThereSaysNothing) {
  EXPECT_EQ(found("", kBoth), Lines{});
  EXPECT_EQ(found(kBoth, ""), Lines{});
  EXPECT_EQ(found(kBoth, std::string(kBoth) + "\n# Own\n\n- [x] Alone\n"), Lines{})
      << "a list of the issue alone";
}

}  // namespace
}  // namespace milepost::track
