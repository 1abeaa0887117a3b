// A list that stands in the document, too: what is computed, what people tick in either copy,
// and what follows for labels and approvals.
#include <fmt/format.h>

#include "base/tree_fixture.h"
#include "features/track/list_drift.h"
#include "issue/issue_fixture.h"
#include "proposal/facts.h"

namespace milepost::track {
namespace {

constexpr std::string_view kList = R"list(    - id: signoff
      sections: [Signoff]
      scope: release
      mark: "(R)"
      by: author
      checklist: ready
      items:
        - {key: docs, text: Documentation}
        - {key: plan, text: Plan is there, computed: {id: title, is: fields, fields: [title]}}
        - {key: quiet, text: Two quiet weeks, days: 14}
        - {key: checked, text: Text is checked, approval: reviewer, bound: true}
)list";

constexpr std::string_view kText =
    "# Signoff\n\n- [ ] (R) Documentation\n- [ ] (R) Plan is there\n"
    "- [ ] Text is checked\n";

class ComputedItems : public IssueFixture {
 protected:
  void SetUp() override {
    std::string pack(kIssuePack);
    pack.resize(pack.find("    - id: signoff"));
    pack = replaced(pack, "    - {id: built, claim: author, by: reviewer, after: code}\n",
                    "    - {id: built, claim: author, by: reviewer, after: docs}\n"
                    "    - {id: in, is: opted-in}\n    - {id: kept, is: tracked}\n"
                    "    - {id: gone, is: not-tracked}\n");
    pack +=
        std::string(kList) +
        "checklists:\n  - {id: ready, sections: [Signoff], mark: \"(R)\"}\n"
        "calendar: {file: r.yaml, dates: [{id: freeze, deadline: true, gate: g, admits: true}]}\n"
        "gates:\n  - {id: g, conditions: [{id: title, is: fields, fields: [title]}]}\n";
    auto loaded = load_texts({{"pack/process.yaml", pack},
                              {"pack/t.md", "# T\n\n## Summary\n"},
                              {"pack/issue.md", std::string(kText)}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    rosters_.add("reviewers", "rev");
    write_document("");
    issue_ = std::make_unique<Issue>(read(kText));
  }

  void write_document(std::string_view boxes) {
    document_ = std::make_unique<Document>(
        make_source("---\ntitle: T\nnumber: 7\nauthors: [jane]\n---\n# T\n\n## Signoff\n\n" +
                        std::string(boxes),
                    "plans/7-t.md"));
    auto metadata = std::make_shared<Metadata>(read_metadata(*process_, document_.get(), nullptr));
    card_ = make_card(*process_, {"plans/7-t.md", "", true}, metadata, document_.get());
    boxes_ = read_items(process_->tracking, *document_);
  }

  void happen(std::string kind, EventFields fields, std::string by = "jane") {
    Event event;
    event.kind = std::move(kind);
    event.by = std::move(by);
    event.time = Instant{1'700'000'000};
    event.fields = std::move(fields);
    apply(state_, event);
  }
  void mark(std::string kind, const std::string& item, std::string by = "jane") {
    happen(std::move(kind), {{"list", "signoff"}, {"release", "v1.2"}, {"item", item}},
           std::move(by));
  }

  const Tracker& tracker() {
    tracker_ = make_tracker({*process_, card_, rosters_, state_, *issue_, "v1.2", "alpha", now_,
                             [this](const Condition&) {
                               Verdict verdict;
                               verdict.holds = holds_;
                               verdict.merge = merge_;
                               verdict.message = "the plan";
                               return verdict;
                             },
                             boxes_, [this](const ItemState&, const Role&) { return changes_; }});
    return tracker_;
  }
  std::string shown(std::string_view key) {
    const Tracker& all = tracker();
    const auto found = all.find(key);
    if (!found) return "no such item";
    const ItemView& view = all.items[*found];
    return fmt::format("{}{}: {}", name(view.status), view.by_document ? " by the document" : "",
                       fmt::join(texts_of(view.lacking), "; "));
  }
  std::string drifts() {
    std::string text;
    for (const ListDrift& drift : box_drifts(*document_, tracker())) {
      text += fmt::format("{}:{} {} {}, {}\n", drift.line, drift.key, drift.in_document,
                          drift.in_issue, drift.evidence);
    }
    return text;
  }
  std::string labels() {
    std::string text;
    for (const LabelView& label : tracker().labels) {
      text += fmt::format("{} {}{}{}\n", label.label, name(label.status),
                          label.why.empty() ? "" : ": ", label.why);
    }
    return text;
  }

  Rosters rosters_;
  ProposalState state_;
  std::unique_ptr<Issue> issue_;
  std::unique_ptr<Document> document_;
  std::vector<IssueItem> boxes_;
  Card card_;
  Instant now_{1'700'000'000};
  Holds holds_ = Holds::kYes;
  bool merge_ = false;
  std::vector<std::string> changes_;
  Tracker tracker_;
};

TEST_F(ComputedItems, WhatOnlyPeopleKnowCountsInEitherCopy) {
  EXPECT_EQ(shown("docs"), "open: ");
  write_document("- [x] (R) Documentation\n");
  EXPECT_EQ(shown("docs"), "done by the document: ");
  write_document("- [ ] (R) Documentation\n");
  mark("ticked", "docs");
  EXPECT_EQ(shown("docs"), "done: ");
  write_document("- [x] ~~(R) Documentation~~\n");
  mark("unticked", "docs");
  EXPECT_EQ(shown("docs"), "open: ") << "what is crossed out says nothing";
}

TEST_F(ComputedItems, WhatIsComputedIsSoWhateverTheBoxesSay) {
  write_document("- [ ] (R) Plan is there\n");
  EXPECT_EQ(shown("plan"), "done: ");
  EXPECT_EQ(drifts(), "10:plan false true, the plan\n");
  holds_ = Holds::kNo;
  write_document("- [x] (R) Plan is there\n");
  EXPECT_EQ(shown("plan"), "open: the plan");
  EXPECT_EQ(drifts(), "10:plan true false, the plan\n");
  issue_ = std::make_unique<Issue>(read(""));
  holds_ = Holds::kYes;
  EXPECT_EQ(shown("plan"), "done: ") << "nor whether the issue has it";
  EXPECT_EQ(drifts(), "");
}

TEST_F(ComputedItems, WhatCannotBeComputedPeopleMayKnow) {
  holds_ = Holds::kUnknown;
  write_document("- [ ] (R) Plan is there\n");
  EXPECT_EQ(shown("plan"), "open: the plan");
  EXPECT_EQ(drifts(), "") << "what is not known differs from nothing";
  EXPECT_FALSE(tracker().items[*tracker().find("plan")].settled);
  merge_ = true;
  EXPECT_TRUE(tracker().items[*tracker().find("plan")].settled);
  write_document("- [x] (R) Plan is there\n");
  EXPECT_EQ(shown("plan"), "done by the document: ");
}

TEST_F(ComputedItems, WhatStandsInTheDocumentAloneIsAnItem) {
  EXPECT_EQ(shown("quiet"), "no such item");
  write_document("- [ ] Two quiet weeks\n");
  EXPECT_EQ(shown("quiet"), "open: its time has not begun");
  mark("started", "quiet");
  EXPECT_EQ(shown("quiet"), "open: its time lasts until 2023-11-28");
  now_.seconds += 14 * kDay;
  EXPECT_EQ(shown("quiet"), "done: ");
  EXPECT_EQ(drifts(), "10:quiet false true, 14 days since 2023-11-14 have passed\n");
}

TEST_F(ComputedItems, ALabelFallsWithTheItemThatItComesAfter) {
  happen("labelled", {{"label", "built"}, {"state", "claimed"}});
  EXPECT_EQ(labels(), "built claimed: \"(R) Documentation\" is open\n");
  ASSERT_EQ(tracker().requests.size(), 2U);
  EXPECT_EQ(tracker().requests.back().text,
            "@rev: confirm built of 7, which @jane claims; \"(R) Documentation\" is open");
  mark("ticked", "docs");
  happen("labelled", {{"label", "built"}, {"state", "confirmed"}}, "rev");
  EXPECT_EQ(labels(), "built confirmed\n");
  EXPECT_EQ(tracker().requests.size(), 1U) << "nobody is asked to confirm it again";
  mark("unticked", "docs");
  EXPECT_EQ(labels(), "built fallen: \"(R) Documentation\" is open\n");
}

TEST_F(ComputedItems, LabelsSayWhatTheRecordKnowsOfTheRelease) {
  EXPECT_EQ(labels(), "");
  happen("opted-in", {{"release", "v1.2"}}, "lee");
  EXPECT_EQ(labels(), "in computed: opted in by @lee on 2023-11-14\n");
  happen("met", {{"release", "v1.2"}, {"freeze", "freeze"}}, "lee");
  EXPECT_EQ(labels(),
            "in computed: opted in by @lee on 2023-11-14\n"
            "kept computed: met the freeze by @lee on 2023-11-14\n");
  happen("removed", {{"release", "v1.2"}}, "lee");
  EXPECT_EQ(labels(), "gone computed: removed by @lee on 2023-11-14\n");
  happen("opted-in", {{"release", "v1.3"}}, "lee");
  EXPECT_EQ(labels(), "gone computed: removed by @lee on 2023-11-14\n") << "of another release";
}

TEST_F(ComputedItems, AnApprovalOfTheTextIsVoidWhenThatChanges) {
  mark("agreed", "checked", "rev");
  mark("ticked", "checked");
  EXPECT_EQ(shown("checked"), "done: ");
  changes_ = {"Summary: +2 −0 words"};
  EXPECT_EQ(shown("checked"),
            "open: the approval of a reviewer: that of @rev on 2023-11-14 is void, since the text "
            "has changed (Summary: +2 −0 words)");
  changes_.clear();
  mark("disagreed", "checked", "rev");
  EXPECT_EQ(shown("checked"), "open: the approval of a reviewer");
}

}  // namespace
}  // namespace milepost::track
