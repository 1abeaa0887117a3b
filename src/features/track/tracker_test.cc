#include "gates/tracker.h"

#include <fmt/format.h>

#include "base/tree_fixture.h"
#include "features/track/tracker_rules.h"
#include "issue/issue_fixture.h"
#include "proposal/facts.h"

namespace milepost::track {
namespace {

class TrackerOf : public IssueFixture {
 protected:
  void SetUp() override {
    IssueFixture::SetUp();
    issue_ = std::make_unique<Issue>(read(kIssueText));
    for (const char* name : {"rev"}) rosters_.add("reviewers", name);
    rosters_.add("writers", "writer");
    say("api: true\n");
  }

  // The metadata of the proposal, besides its author.
  void say(const std::string& fields) {
    const auto source = make_source(
        "---\ntitle: T\nnumber: 7\nauthors: [jane]\n" + fields + "---\n# T\n", "plans/7-t.md");
    document_ = std::make_unique<Document>(source);
    auto metadata = std::make_shared<Metadata>(read_metadata(*process_, document_.get(), nullptr));
    card_ = make_card(*process_, {"plans/7-t.md", "", true}, metadata, document_.get());
  }

  void happen(std::string kind, EventFields fields, std::string by = "jane") {
    Event event;
    event.kind = std::move(kind);
    event.by = std::move(by);
    event.time = now_;
    event.fields = std::move(fields);
    apply(state_, event);
  }
  void tick(const std::string& item, const std::string& list = "tracker",
            const std::string& release = "") {
    happen("ticked", {{"list", list}, {"release", release}, {"item", item}});
  }
  void link(const std::string& kind, bool merged, const std::string& paths = "") {
    happen("linked", {{"kind", kind},
                      {"reference", "o/r#" + std::to_string(state_.links.size() + 1)},
                      {"merged", merged ? "yes" : "no"},
                      {"paths", paths}});
  }

  TrackerInput input() {
    return {*process_,
            card_,
            rosters_,
            state_,
            *issue_,
            release_,
            stage_,
            now_,
            [this](const Condition&) {
              Verdict verdict;
              verdict.holds = holds_;
              verdict.message = holds_ == Holds::kYes ? "title is set" : "title is missing";
              return verdict;
            }};
  }

  const ItemView& item(std::string_view key) {
    tracker_ = make_tracker(input());
    return tracker_.items[tracker_.find(key).value()];
  }
  // "open: what is lacking"
  std::string shown(std::string_view key) {
    const ItemView& view = item(key);
    return fmt::format("{}{}: {}", name(view.status), view.due ? "" : " later",
                       fmt::join(texts_of(view.lacking), "; "));
  }
  std::string may(std::string_view key, ItemAction action, std::string_view handle) {
    const ItemView view = item(key);
    const auto allowed = may_mark(input(), view, action, handle);
    return allowed ? "yes" : allowed.error().message;
  }

  Rosters rosters_;
  ProposalState state_;
  std::unique_ptr<Issue> issue_;
  std::unique_ptr<Document> document_;
  Card card_;
  std::string release_ = "v1.2";
  std::string stage_ = "alpha";
  Instant now_{1'700'000'000};
  Holds holds_ = Holds::kYes;
  Tracker tracker_;
};

TEST_F(TrackerOf, AnItemIsDoneWhenItIsTicked) {
  EXPECT_EQ(shown("code/tests"), "open: ");
  tick("code/tests");
  EXPECT_EQ(shown("code/tests"), "done: ");
}

TEST_F(TrackerOf, AParentIsDoneOnlyWithWhatIsBelowIt) {
  tick("code");
  EXPECT_EQ(shown("code"), "open: 1 item below it is open");
  tick("code/tests");
  EXPECT_EQ(shown("code"), "done: ");
}

TEST_F(TrackerOf, AGroupIsDoneByWhatIsBelowIt) {
  EXPECT_EQ(shown("before-alpha"), "open: 3 items below it are open");
  for (const char* key : {"design", "api-review", "api-review/folded-box", "code", "code/tests"}) {
    tick(key);
  }
  link("design", true);
  happen("agreed", {{"list", "tracker"}, {"item", "design"}}, "rev");
  EXPECT_EQ(shown("before-alpha"), "done: ");
  EXPECT_EQ(item("before-alpha").evidence, "3 of 3 items below it are done");
  // Of a later stage: not done because it is not due yet.
  EXPECT_EQ(shown("before-beta"), "open later: 1 item below it is open");
}

TEST_F(TrackerOf, AnItemWaitsForItsApprovalAndItsPullRequests) {
  tick("design");
  EXPECT_EQ(shown("design"), "open: the approval of a reviewer; no design pull request is linked");
  link("design", false);
  EXPECT_EQ(shown("design"), "open: the approval of a reviewer; o/r#1 is not merged");
  state_.links.clear();
  link("design", true);
  happen("agreed", {{"list", "tracker"}, {"item", "design"}}, "rev");
  EXPECT_EQ(shown("design"), "done: ");
}

TEST_F(TrackerOf, ItemsConcernSomeProposalsOnly) {
  say("");
  EXPECT_EQ(shown("api-review"), "open: 1 item below it is open");  // nobody has said
  say("api: false\n");
  EXPECT_EQ(item("api-review").status, ItemStatus::kNotApplicable);
  EXPECT_EQ(item("api-review").evidence, "api says false");
  EXPECT_EQ(item("api-review/folded-box").status, ItemStatus::kNotApplicable);
  link("code", true, "docs/a\npkg/b/c\n");
  EXPECT_EQ(item("api-review").status, ItemStatus::kOpen);
  EXPECT_EQ(item("api-review").evidence, "o/r#1 touches pkg/b/c");
  state_.links.clear();
  link("code", true, "docs/a\n");
  EXPECT_EQ(item("api-review").status, ItemStatus::kNotApplicable);
  link("api", false);
  EXPECT_EQ(item("api-review").status, ItemStatus::kOpen);
  state_.links.back().closed = true;
  EXPECT_EQ(item("api-review").status, ItemStatus::kNotApplicable) << "it was closed";
}

TEST_F(TrackerOf, WhatDoesNotApplyNeedsNoTick) {
  say("");
  happen("not-applicable", {{"list", "tracker"}, {"item", "api-review"}, {"comment", "no API"}});
  EXPECT_EQ(item("api-review").status, ItemStatus::kNotApplicable);
  EXPECT_EQ(item("api-review").evidence, "@jane: no API");
  EXPECT_EQ(shown("before-alpha"), "open: 2 items below it are open");
}

TEST_F(TrackerOf, WhatCameToLightWeighsMoreThanSettingAside) {
  say("");
  happen("not-applicable", {{"list", "tracker"}, {"item", "api-review"}, {"comment", "no API"}});
  EXPECT_EQ(item("api-review").status, ItemStatus::kNotApplicable);
  link("api", false);
  EXPECT_EQ(shown("api-review"),
            "open: @jane set it aside, but o/r#1 is linked as api; 1 item below it is open");
}

TEST_F(TrackerOf, ComputedItemsCannotBeTicked) {
  stage_ = "beta";
  EXPECT_EQ(shown("named"), "done: ");
  EXPECT_EQ(item("named").evidence, "title is set");
  holds_ = Holds::kNo;
  tick("named");
  EXPECT_EQ(shown("named"), "open: title is missing");
  EXPECT_EQ(may("named", ItemAction::kTick, "jane"),
            "\"Title is there\" is computed, not ticked: title is missing");
  EXPECT_EQ(may("named", ItemAction::kUntick, "jane"),
            "\"Title is there\" is computed, not ticked: title is missing");
  EXPECT_EQ(may("before-alpha", ItemAction::kTick, "jane"),
            "\"Before Alpha\" is computed, not ticked: 0 of 3 items below it are done");
}

TEST_F(TrackerOf, TimeMustPass) {
  stage_ = "beta";
  EXPECT_EQ(shown("soak"), "open: its time has not begun");
  EXPECT_EQ(may("soak", ItemAction::kTick, "jane"), "yes");
  happen("started", {{"list", "tracker"}, {"item", "soak"}});
  EXPECT_EQ(shown("soak"), "open: its time lasts until 2023-11-28");
  EXPECT_EQ(may("soak", ItemAction::kTick, "jane"),
            "its time has begun: 14 days since 2023-11-14 pass on 2023-11-28");
  now_.seconds += 14 * kDay - 1;
  EXPECT_EQ(item("soak").status, ItemStatus::kOpen);
  now_.seconds += 1;
  EXPECT_EQ(item("soak").status, ItemStatus::kDone);
  EXPECT_EQ(item("soak").evidence, "14 days since 2023-11-14 have passed");
  EXPECT_EQ(may("soak", ItemAction::kUntick, "jane"), "yes");
}

TEST_F(TrackerOf, TicksOfASignOffListBelongToARelease) {
  tick("docs", "signoff", "v1.2");
  EXPECT_EQ(item("docs").status, ItemStatus::kDone);
  EXPECT_TRUE(item("docs").required);
  EXPECT_FALSE(item("release-note").required);
  release_ = "v1.3";
  EXPECT_EQ(item("docs").status, ItemStatus::kOpen);
}

TEST_F(TrackerOf, WhoMayTick) {
  EXPECT_EQ(may("code/tests", ItemAction::kTick, "jane"), "yes");
  EXPECT_EQ(may("code/tests", ItemAction::kTick, "@JANE"), "yes");
  EXPECT_EQ(
      may("code/tests", ItemAction::kTick, "joe"),
      "@joe may not tick \"Tests\": it is for the author (@jane); you are not among the authors in "
      "plans/7-t.md");
  EXPECT_EQ(may("design", ItemAction::kTick, "jane"),
            "\"Design\" cannot be ticked yet: the approval of a reviewer; no "
            "design pull request is linked");
  EXPECT_EQ(
      may("design", ItemAction::kAgree, "jane"),
      "@jane may not approve \"Design\": it is for a reviewer (@rev); you are not on the roster "
      "reviewers");
  EXPECT_EQ(may("design", ItemAction::kAgree, "rev"), "yes");
  EXPECT_EQ(may("code", ItemAction::kAgree, "rev"),
            "\"Write code ALL-PLAN-NUMBERS\" waits for nobody's approval");
  link("design", true);
  EXPECT_EQ(may("design", ItemAction::kTick, "rev"), "yes");  // whose tick is the approval
  EXPECT_EQ(may("odd", ItemAction::kAgree, "jane"),
            "@jane may not approve \"Odd one\": nobody is known as somebody lost: there is no file "
            "NOWHERE that can be read; it is to have\naliases:\n  lost:\n    - jane");
}

TEST_F(TrackerOf, WhoMaySetAside) {
  EXPECT_EQ(may("code", ItemAction::kNotApplicable, "jane"), "yes");
  EXPECT_EQ(
      may("code", ItemAction::kNotApplicable, "joe"),
      "@joe may not set aside \"Write code ALL-PLAN-NUMBERS\": it is for the author (@jane); you "
      "are not among the authors in plans/7-t.md");
  EXPECT_EQ(may("design", ItemAction::kNotApplicable, "jane"),
            "\"Design\" cannot be set aside without the approval of a reviewer");
  EXPECT_EQ(may("design", ItemAction::kNotApplicable, "rev"), "yes");
  EXPECT_EQ(may("named", ItemAction::kNotApplicable, "jane"),
            "\"Title is there\" is computed, not set aside: title is set");
  EXPECT_EQ(may("soak", ItemAction::kNotApplicable, "jane"), "yes");
  EXPECT_EQ(may("api-review", ItemAction::kNotApplicable, "jane"),
            "\"API review (if API)\" applies: api says true");
  say("");
  EXPECT_EQ(may("api-review", ItemAction::kNotApplicable, "jane"), "yes");
}

TEST_F(TrackerOf, Labels) {
  const auto act = [&](std::string_view label, bool remove, std::string_view handle) {
    const TrackerInput in = input();
    const auto done =
        may_label(in, make_tracker(in), *process_->tracking.find_label(label), remove, handle);
    constexpr std::string_view kNames[] = {"claim", "confirm", "remove"};
    return done ? std::string(kNames[static_cast<std::size_t>(*done)]) : done.error().message;
  };
  EXPECT_EQ(act("coded", false, "jane"), "claim");
  EXPECT_EQ(act("coded", false, "rev"), "confirm");
  EXPECT_EQ(
      act("coded", false, "joe"),
      "@joe may not set the label coded: it is for the author (@jane) or a reviewer (@rev); you "
      "are none of them");
  EXPECT_EQ(act("designed", false, "rev"), "designed comes after \"Design\", which is not done");
  EXPECT_EQ(act("built", false, "jane"), "claim");
  EXPECT_EQ(act("built", false, "rev"),
            "built comes after \"Write code ALL-PLAN-NUMBERS\", which is not done");
  happen("labelled", {{"label", "coded"}, {"state", "claimed"}});
  EXPECT_EQ(act("coded", true, "jane"), "remove");
  happen("labelled", {{"label", "coded"}, {"state", "confirmed"}}, "rev");
  EXPECT_EQ(act("coded", true, "jane"),
            "@jane may not take away the label coded: it is for a reviewer (@rev); you are not on "
            "the roster reviewers");
  EXPECT_EQ(act("coded", true, "rev"), "remove");
  tick("design");
  link("design", true);
  happen("agreed", {{"list", "tracker"}, {"item", "design"}}, "rev");
  EXPECT_EQ(act("designed", false, "rev"), "confirm");
}

TEST_F(TrackerOf, StatusMovesAsTheProcessSays) {
  const auto set = [&](std::string_view to, std::string_view handle) {
    const auto done = may_set_status(input(), to, handle);
    return done ? "yes" : done.error().message;
  };
  EXPECT_EQ(status_of(process_->tracking, state_), "OPEN");
  EXPECT_EQ(set("HALF", "rev"), "yes");
  EXPECT_EQ(set("HALF", "jane"),
            "@jane may not set STATE: it is for a reviewer (@rev); you are not on the roster "
            "reviewers");
  EXPECT_EQ(set("DONE", "rev"), "OPEN leads to HALF, not to DONE");
  EXPECT_EQ(set("HALFF", "rev"), "no STATE is called `HALFF`; did you mean `HALF`?");
  happen("tracker-status", {{"to", "DONE"}});
  EXPECT_EQ(set("OPEN", "rev"), "DONE leads nowhere else");
}

TEST_F(TrackerOf, ListsAreDoneAsFarAsTheyApply) {
  const auto open = [&](std::string_view what) -> std::string {
    const Tracker tracker = make_tracker(input());
    const auto items = open_items(tracker, what);
    if (!items) return "no such list";
    std::vector<std::string_view> keys;
    for (const std::size_t i : *items) keys.push_back(tracker.items[i].item->key);
    return fmt::format("{}", fmt::join(keys, " "));
  };
  EXPECT_EQ(open("signoff"), "docs release-note");
  tick("docs", "signoff", "v1.2");
  EXPECT_EQ(open("signoff"), "release-note");
  tick("release-note", "signoff", "v1.2");
  EXPECT_EQ(open("signoff"), "");
  EXPECT_EQ(open("code"), "code code/tests");
  tick("code");
  tick("code/tests");
  EXPECT_EQ(open("code"), "");
  EXPECT_EQ(open("before-beta"), "before-beta") << "asked for by name";
  EXPECT_EQ(open("nothing"), "no such list");
}

TEST_F(TrackerOf, WhatTheTextLostIsOpen) {
  for (const char* key : {"design", "api-review", "api-review/folded-box", "code", "code/tests"}) {
    tick(key);
  }
  link("design", true);
  happen("agreed", {{"list", "tracker"}, {"item", "design"}}, "rev");
  EXPECT_EQ(open_items(make_tracker(input()), "before-alpha")->size(), 0U);
  const std::string text(kIssueText);
  const std::size_t begin = text.find("    - [ ] Design");
  const std::size_t end = text.find("    - [ ] API review");
  issue_ = std::make_unique<Issue>(read(text.substr(0, begin) + text.substr(end)));
  EXPECT_EQ(shown("design"), "open: it is missing from the issue");
  EXPECT_EQ(shown("before-alpha"), "open: 1 item below it is open");
  EXPECT_EQ(open_items(make_tracker(input()), "before-alpha")->size(), 2U);
  EXPECT_EQ(may("design", ItemAction::kTick, "jane"),
            "\"Design\" is missing from the issue: milepost track check 7 says how to put it back");
  const std::string line = text.substr(begin, end - begin);
  issue_ = std::make_unique<Issue>(read(replaced(text.substr(0, begin) + text.substr(end),
                                                 "  - [ ] Soak\n", line + "  - [ ] Soak\n")));
  EXPECT_EQ(shown("design"), "open: it belongs below \"Before Alpha\"");
  EXPECT_EQ(open_items(make_tracker(input()), "before-alpha")->size(), 2U);
}

TEST_F(TrackerOf, TeamsAreToldWhatWaitsForThem) {
  tracker_ = make_tracker(input());
  std::string shown;
  for (const ItemRequest& asked : tracker_.requests) {
    shown += fmt::format("{} {}{}: {}\n", asked.role, asked.approves ? "approves" : "knows",
                         asked.where.empty() ? "" : " on " + asked.where, asked.text);
  }
  EXPECT_EQ(shown,
            "writer knows on the issue: @writer: \"Design\" of 7 is due; for "
            "your information\n"
            "reviewer approves on the issue: @rev: \"Design\" of 7 waits for "
            "your approval\n"
            "lost approves: somebody lost: \"Odd one\" of 7 waits for your approval\n");
  happen("agreed", {{"list", "tracker"}, {"item", "design"}}, "rev");
  EXPECT_EQ(make_tracker(input()).requests.size(), 2U);
}

TEST_F(TrackerOf, RulesAreSaidInWords) {
  const TrackerInput in = input();
  std::string shown;
  for (const TrackerRule& rule : tracker_rules(in, make_tracker(in))) {
    shown += fmt::format("{} {}: {}\n", name(rule.of), rule.name, rule.text);
  }
  EXPECT_EQ(shown, R"(item before-alpha: from alpha; done with what is below it
item design: from alpha; the author (@jane) ticks it; after its design pull requests are merged; after the approval of a reviewer (@rev); when it is due, tell a writer (@writer) and a reviewer (@rev), on the issue
item api-review: from alpha; only if api says so, or a pull request is linked as api, or one touches pkg/**; the author (@jane) ticks it
item api-review/folded-box: from alpha; the author (@jane) ticks it
item code: from alpha; the author (@jane) ticks it
item code/tests: from alpha; the author (@jane) ticks it
item before-beta: from beta; done with what is below it
item soak: from beta; done 14 days after the author (@jane) begins it
item named: from beta; computed from the fields: title
item odd: the author (@jane) ticks it; after the approval of somebody lost
item docs: before a release is targeted; the author (@jane) ticks it
item release-note: the author (@jane) ticks it
label designed: set by a reviewer (@rev) after design
label coded: claimed by the author (@jane), confirmed by a reviewer (@rev)
label built: claimed by the author (@jane), confirmed by a reviewer (@rev) after code
status OPEN: leads to HALF; set by a reviewer (@rev)
status HALF: leads to OPEN, DONE; set by a reviewer (@rev)
status DONE: leads nowhere else
placeholder PLAN-NUMBER: pull requests that are linked as design
placeholder ALL-PLAN-NUMBERS: pull requests that are linked as code
issue fields and links: anybody edits them
)");
}

TEST_F(TrackerOf, ItemsAreFoundByKeyOrByWords) {
  tracker_ = make_tracker(input());
  EXPECT_EQ(tracker_.items[tracker_.find("docs").value()].item->text, "(R) Documentation");
  EXPECT_EQ(tracker_.items[tracker_.find("write CODE").value()].item->key, "code");
  EXPECT_EQ(tracker_.find("before").error().message,
            "several items have these words: before-alpha, before-beta");
  EXPECT_EQ(tracker_.find("desig").error().message,
            "the issue has no item \"desig\"; did you mean design?");
  EXPECT_EQ(tracker_.find("desing").error().message,
            "the issue has no item \"desing\"; did you mean design?");
  EXPECT_EQ(tracker_.find("").error().message, "the issue has no item \"\"");
}

TEST_F(TrackerOf, WhatIsRecordedUnderAFormerKeyCounts) {
  issue_ = std::make_unique<Issue>(read(
      "# Tracker\n\n- [ ] one two three four five six seven eight nine\n- [ ] one two three four "
      "five six seven eight ten\n"));
  const std::string former = "one-two-three-four-five-six-seven-eight";
  tick(former);
  EXPECT_EQ(shown("nine"), "done: ");
  EXPECT_EQ(shown("ten"), "open: ");
  EXPECT_EQ(item("nine").key(), former) << "which goes on to be used";
  EXPECT_EQ(item("ten").key(), issue_->items[1].key);
  tick(issue_->items[1].key);
  EXPECT_EQ(shown("ten"), "done: ");
}

TEST_F(TrackerOf, WhoMayEdit) {
  EXPECT_TRUE(may_edit(*process_, card_, rosters_, "anybody"));
  const auto loaded =
      load_texts({{"pack/process.yaml", replaced(std::string(kIssuePack), "  template: issue.md",
                                                 "  template: issue.md\n  by: [author, writer]")},
                  {"pack/t.md", "# T\n\n## Summary\n"},
                  {"pack/issue.md", std::string(kIssueText)}});
  ASSERT_TRUE(loaded) << loaded.error().message;
  process_ = *loaded;
  say("");
  EXPECT_TRUE(may_edit(*process_, card_, rosters_, "jane"));
  EXPECT_TRUE(may_edit(*process_, card_, rosters_, "Writer"));
  const auto refused = may_edit(*process_, card_, rosters_, "rev");
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "@rev may not edit the issue: it is for the author (@jane) or a writer (@writer); you are "
      "none of them");
}

}  // namespace
}  // namespace milepost::track
