#include "features/track/issue_merge.h"

#include <fmt/format.h>

#include "issue/issue_fixture.h"

namespace milepost::track {
namespace {

class MergeOf : public IssueFixture {
 protected:
  void happen(std::string kind, EventFields fields) {
    Event event;
    event.kind = std::move(kind);
    event.by = "jane";
    event.fields = std::move(fields);
    apply(state_, event);
  }
  void mark(const std::string& kind, const std::string& item, const std::string& list = "tracker",
            const std::string& release = "") {
    happen(kind, {{"list", list}, {"release", release}, {"item", item}});
  }
  // As if kIssueText had been imported.
  void import_base() {
    mark("ticked", "code/tests");
    mark("ticked", "api-review/folded-box");
    mark("ticked", "release-note", "signoff", "v1.2");
    happen("tracked", {{"description", "It makes things faster. Nobody waits any more."},
                       {"contact", "@jane"}});
    happen("imported", {{"text", "0"}, {"release", "v1.2"}});
    base_ = std::make_unique<Issue>(read(kIssueText));
  }

  static std::string with(
      std::initializer_list<std::pair<std::string_view, std::string_view>> all) {
    std::string text(kIssueText);
    for (const auto& [from, to] : all) text = replaced(std::move(text), from, to);
    return text;
  }

  // "edit design unticked>ticked", a line each: the record's value, then the text's.
  std::string merged(const std::string& text) {
    const Issue file = read(text);
    const IssueMerge merge = merge_issue({base_.get(), "v1.2", exact_}, file, state_, "v1.2");
    std::string out;
    const auto add = [&](std::string_view word, const std::vector<IssueChange>& changes) {
      for (const IssueChange& change : changes) {
        out += fmt::format("{} {} {}>{}\n", word, change.what, change.record, change.file);
      }
    };
    add("edit", merge.edits);
    add("kept", merge.kept);
    add("conflict", merge.conflicts);
    for (const std::string& key : merge.gone) out += fmt::format("gone {}\n", key);
    return out;
  }

  ProposalState state_;
  std::unique_ptr<Issue> base_;
  bool exact_ = false;
};

TEST_F(MergeOf, AtFirstEverythingIsAnEdit) {
  EXPECT_EQ(merged(std::string(kIssueText)),
            "edit api-review/folded-box unticked>ticked\n"
            "edit code/tests unticked>ticked\n"
            "edit release-note unticked>ticked\n"
            "edit description >It makes things faster. Nobody waits any more.\n"
            "edit contact >@jane\n");
}

TEST_F(MergeOf, NothingChangedIsNothing) {
  import_base();
  EXPECT_EQ(merged(std::string(kIssueText)), "");
}

TEST_F(MergeOf, WhatSomebodyEditedIsAnEdit) {
  import_base();
  EXPECT_EQ(merged(with({{"[ ] Write code", "[x] Write code"},
                         {"[x] Tests", "[ ] Tests"},
                         {"] Odd one", "] ~~Odd one~~"},
                         {"[ ] Title is there", "[x] Title is there"},  // computed
                         {"STATE: OPEN", "STATE: HALF"},
                         {"@jane", "@joe"},
                         {"Nobody waits", "Nobody has to wait"}})),
            "edit code unticked>ticked\n"
            "edit code/tests ticked>unticked\n"
            "edit odd unticked>not applicable\n"
            "edit status OPEN>HALF\n"
            "edit description It makes things faster. Nobody waits any more.>It makes things "
            "faster. Nobody has to wait any more.\n"
            "edit contact @jane>@joe\n");
}

TEST_F(MergeOf, TheSameOnBothSidesIsNothing) {
  import_base();
  mark("ticked", "design");
  happen("tracker-status", {{"to", "HALF"}});
  EXPECT_EQ(merged(with({{"[ ] Design", "[x] Design"}, {"STATE: OPEN", "STATE: HALF"}})), "");
}

TEST_F(MergeOf, AnOlderTextLosesNothingOfTheRecord) {
  import_base();
  mark("ticked", "design");
  EXPECT_EQ(merged(with({{"[ ] Write code", "[x] Write code"}})),
            "edit code unticked>ticked\n"
            "kept design ticked>unticked\n");
}

TEST_F(MergeOf, ATextThatTakesBackIsAConflict) {
  import_base();
  mark("ticked", "design");
  mark("ticked", "odd");
  const std::string text = with({{"[ ] Odd one", "[x] Odd one"}});
  EXPECT_EQ(merged(text), "conflict design ticked>unticked\n");
  exact_ = true;
  EXPECT_EQ(merged(text), "kept design ticked>unticked\n") << "it is known to be older";
}

TEST_F(MergeOf, ATextWithoutAStatusSaysNothingAboutIt) {
  import_base();
  EXPECT_EQ(merged(with({{"**STATE: OPEN**", ""}})), "");
}

TEST_F(MergeOf, BothChangedIsAConflict) {
  import_base();
  mark("not-applicable", "odd");
  happen("tracker-status", {{"to", "HALF"}});
  happen("tracked", {{"contact", "@ann"}});
  EXPECT_EQ(
      merged(with(
          {{"[ ] Odd one", "[x] Odd one"}, {"STATE: OPEN", "STATE: DONE"}, {"@jane", "@joe"}})),
      "conflict odd not applicable>ticked\n"
      "conflict status HALF>DONE\n"
      "conflict contact @ann>@joe\n");
}

TEST_F(MergeOf, ItemsThatAreGoneAreSaid) {
  import_base();
  EXPECT_EQ(merged(with({{"- [x] Tests", "- [x] All tests"}, {"  - [ ] Soak\n", ""}})),
            "edit code/all-tests unticked>ticked\n"
            "gone code/tests\n"
            "gone soak\n");
}

TEST_F(MergeOf, PullRequestsInThePlaceOfPlaceholders) {
  import_base();
  EXPECT_EQ(merged(with({{"PLAN-NUMBER**\n      - a", "o/r#1**\n      - a"}})),
            "edit o/r#1 not linked>linked\n");
  happen("linked", {{"kind", "design"}, {"reference", "o/r#2"}, {"merged", "yes"}});
  EXPECT_EQ(merged(std::string(kIssueText)), "kept o/r#2 linked>not linked\n");
  EXPECT_EQ(merged(with({{"PLAN-NUMBER**\n      - a", "o/r#1**\n      - a"}})),
            "edit o/r#1 not linked>linked\n"
            "kept o/r#2 linked>not linked\n");
  const std::string both = with({{"PLAN-NUMBER**\n      - a", "o/r#1, o/r#2**\n      - a"}});
  happen("linked", {{"kind", "design"}, {"reference", "o/r#1"}, {"merged", "no"}});
  EXPECT_EQ(merged(both), "");
  base_ = std::make_unique<Issue>(read(both));
  EXPECT_EQ(merged(with({{"PLAN-NUMBER**\n      - a", "o/r#2**\n      - a"}})),
            "edit o/r#1 linked>not linked\n");
  EXPECT_EQ(merged(with({{"    - [ ] Design. Link: **PLAN-NUMBER**\n      - a note\n", ""}})),
            "gone design\n")
      << "what has no place for them says nothing of them";
}

TEST_F(MergeOf, TicksOfAnotherReleaseDoNotCount) {
  import_base();
  const Issue file = read(kIssueText);
  const IssueMerge merge = merge_issue({base_.get(), "v1.2"}, file, state_, "v1.3");
  ASSERT_EQ(merge.kept.size(), 1);
  EXPECT_EQ(merge.kept[0].what, "release-note");
  EXPECT_TRUE(merge.edits.empty() && merge.conflicts.empty());
  // Given again, or left over: who edited the text has to say it.
  const Issue edited = read(with({{"[ ] Odd one", "[x] Odd one"}}));
  const IssueMerge other = merge_issue({base_.get(), "v1.2"}, edited, state_, "v1.3");
  ASSERT_EQ(other.conflicts.size(), 1);
  EXPECT_EQ(other.conflicts[0].what, "release-note");
  EXPECT_EQ(other.edits.size(), 1U);
  EXPECT_TRUE(other.kept.empty());
}

}  // namespace
}  // namespace milepost::track
