#include "store/events.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/strings.h"
#include "store/event_kinds.h"

namespace milepost::events {
namespace {

NewEvent event_with(std::string_view kind, EventFields fields) {
  NewEvent event;
  event.kind = kind;
  event.fields = std::move(fields);
  return event;
}

// Holds values against the fields that records have of them, and notes their kinds.
class Cases {
 public:
  template <typename T>
  void check(const T& value, const EventFields& want) {
    SCOPED_TRACE(T::kKind);
    seen_.insert(T::kKind);
    EXPECT_EQ(encode(value), want);
    EXPECT_EQ(Encoded(value).kind, T::kKind);
    NewEvent event = event_with(T::kKind, want);
    EXPECT_EQ(decode<T>(event), value);
    // What is not known is passed over, wherever it stands.
    event.fields.insert(event.fields.begin(), {"later", "a"});
    event.fields.emplace_back(kClockField, "2026-11-16T03:12:55Z");
    EXPECT_EQ(decode<T>(event), value);
    if constexpr (std::same_as<T, Moved>) {
      EXPECT_FALSE(decode_of_proposal(event));
    } else {
      EXPECT_EQ(decode_of_proposal(event), OfProposal(value));
    }
    event.kind += "2";
    EXPECT_FALSE(decode<T>(event));
    EXPECT_FALSE(decode_of_proposal(event));
  }

  const std::set<std::string_view>& seen() const { return seen_; }

 private:
  std::set<std::string_view> seen_;
};

// Fields as milepost wrote them before there were types: copied from exports.
TEST(Events, AreWrittenAsTheyAlwaysWere) {
  Cases cases;
  cases.check(Approved{"approver",
                       "beta",
                       "48b30d17",
                       {{"Summary", "5fe6f685"}, {"Test\tPlan\\", "a91c5240"}},
                       "well\tdone, \xc3\xa4"},
              {{"role", "approver"},
               {"stage", "beta"},
               {"text", "48b30d17"},
               {"sections", "Summary\n5fe6f685\nTest\\tPlan\\\\\na91c5240\n"},
               {"comment", "well\tdone, \xc3\xa4"}});
  cases.check(Approved{"approver", {}, "48b30d17", {}, {}},
              {{"role", "approver"}, {"text", "48b30d17"}});
  cases.check(Withdrew{"approver", "beta", "the API has changed"},
              {{"role", "approver"}, {"stage", "beta"}, {"comment", "the API has changed"}});
  cases.check(Concern{"approver", "alpha", "and skew?"},
              {{"role", "approver"}, {"stage", "alpha"}, {"comment", "and skew?"}});
  cases.check(Concern{{}, {}, "what of downgrades?"}, {{"comment", "what of downgrades?"}});
  cases.check(Resolved{6, "covered"}, {{"concern", "6"}, {"comment", "covered"}});
  cases.check(Held{"wait for the API review"}, {{"comment", "wait for the API review"}});
  cases.check(Unheld{}, {});
  cases.check(Unheld{"it is done"}, {{"comment", "it is done"}});
  cases.check(Confirmed{"process", {"no-release", "no-prr"}, ""},
              {{"kind", "process"}, {"criteria", "no-release\nno-prr\n"}});
  cases.check(Tracked{{{IssueText::kTitle, "Shared Input Cache"},
                       {IssueText::kDescription, "Jobs download it once."},
                       {IssueText::kContact, "@pnovak"},
                       {IssueText::kDiscussion, "https://lists.example/12"}}},
              {{"title", "Shared Input Cache"},
               {"description", "Jobs download it once."},
               {"contact", "@pnovak"},
               {"discussion", "https://lists.example/12"}});
  // An import puts what was settled after what was edited; one that was emptied says so.
  cases.check(Tracked{{{IssueText::kContact, "@tlind"}, {IssueText::kDescription, ""}}},
              {{"contact", "@tlind"}, {"description", ""}});
  cases.check(Tracked{{{IssueText::kDescription, "fast"}, {IssueText::kProposed, "description"}}},
              {{"description", "fast"}, {"proposed", "description"}});
  cases.check(Tracked{{{IssueText::kAddress, "https://issues.example/3"}}},
              {{"address", "https://issues.example/3"}});
  cases.check(Tracked{}, {});
  cases.check(Ticked{{"signoff", "v1.18", "supporting-docs", {}}},
              {{"list", "signoff"}, {"release", "v1.18"}, {"item", "supporting-docs"}});
  cases.check(
      Unticked{{"signoff", "v1.18", "flakes", "a flake"}},
      {{"list", "signoff"}, {"release", "v1.18"}, {"item", "flakes"}, {"comment", "a flake"}});
  cases.check(NotApplicable{{"tracker", {}, "api", "no endpoints"}},
              {{"list", "tracker"}, {"item", "api"}, {"comment", "no endpoints"}});
  cases.check(Agreed{{"tracker", {}, "minimal-docs", {}}},
              {{"list", "tracker"}, {"item", "minimal-docs"}});
  cases.check(
      Agreed{{"tracker", {}, "design-proposal", "good"}, "48b30d17", {{"Summary", "5fe6f685"}}},
      {{"list", "tracker"},
       {"item", "design-proposal"},
       {"comment", "good"},
       {"text", "48b30d17"},
       {"sections", "Summary\n5fe6f685\n"}});
  cases.check(Disagreed{{"tracker", {}, "minimal-docs", "the wrong item"}},
              {{"list", "tracker"}, {"item", "minimal-docs"}, {"comment", "the wrong item"}});
  cases.check(Started{{"signoff", "v1.18", "flakes", {}}},
              {{"list", "signoff"}, {"release", "v1.18"}, {"item", "flakes"}});
  cases.check(Labelled{"code-complete", LabelChange::kClaimed, {}},
              {{"label", "code-complete"}, {"state", "claimed"}});
  cases.check(Labelled{"code-complete", LabelChange::kConfirmed, "seen"},
              {{"label", "code-complete"}, {"state", "confirmed"}, {"comment", "seen"}});
  cases.check(Labelled{"code-complete", LabelChange::kRemoved, {}},
              {{"label", "code-complete"}, {"state", "removed"}});
  cases.check(TrackerStatus{"ALPHA", {}}, {{"to", "ALPHA"}});
  cases.check(TrackerStatus{"BETA", "it is out"}, {{"to", "BETA"}, {"comment", "it is out"}});
  cases.check(TrackerStatus{"ALPHA", "of another issue", "BETA"},
              {{"to", "ALPHA"}, {"comment", "of another issue"}, {"corrects", "BETA"}});
  cases.check(Linked{"code", "lane/lane#80", false, {"src/a.cc", "src/b.cc"}, {}},
              {{"kind", "code"},
               {"reference", "lane/lane#80"},
               {"merged", "no"},
               {"paths", "src/a.cc\nsrc/b.cc\n"}});
  cases.check(Linked{"design", "lane/lane#58", true, {}, {}},
              {{"kind", "design"}, {"reference", "lane/lane#58"}, {"merged", "yes"}});
  cases.check(
      Linked{"code", "lane/lane#81", false, {}, {}, "closed"},
      {{"kind", "code"}, {"reference", "lane/lane#81"}, {"merged", "no"}, {"state", "closed"}});
  cases.check(Unlinked{"design", "lane/lane#58"},
              {{"kind", "design"}, {"reference", "lane/lane#58"}});
  cases.check(Commented{"lane/lane#58 is merged (design)"},
              {{"comment", "lane/lane#58 is merged (design)"}});
  cases.check(Imported{"v1.18", "14 50fb21e0660d v1.18", "e80e0626", "f339950c"},
              {{"release", "v1.18"},
               {"from", "14 50fb21e0660d v1.18"},
               {"text", "e80e0626"},
               {"copy", "f339950c"}});
  cases.check(Imported{{}, "template", "5bccd603", {}},
              {{"from", "template"}, {"text", "5bccd603"}});
  cases.check(Announced{"Faster Probes", "sig-runtime", "lane/enhancements#512", "from the issue"},
              {{"title", "Faster Probes"},
               {"group", "sig-runtime"},
               {"text", "lane/enhancements#512"},
               {"comment", "from the issue"}});
  cases.check(Announced{}, {});
  cases.check(Retracted{"another one"}, {{"comment", "another one"}});
  cases.check(Retracted{}, {});
  cases.check(OptedIn{{"v1.18", "after all"}}, {{"release", "v1.18"}, {"comment", "after all"}});
  cases.check(OptedIn{{"v1.18", {}}, "beta", "lane/enhancements#512"},
              {{"release", "v1.18"}, {"stage", "beta"}, {"text", "lane/enhancements#512"}});
  cases.check(OptedOut{{"v1.18", {}}}, {{"release", "v1.18"}});
  cases.check(Removed{{"v1.18", "too late"}}, {{"release", "v1.18"}, {"comment", "too late"}});
  cases.check(Removed{{"v1.18", "no review"}, "prr-freeze"},
              {{"release", "v1.18"}, {"comment", "no review"}, {"freeze", "prr-freeze"}});
  cases.check(Restored{{"v1.18", "a mistake"}}, {{"release", "v1.18"}, {"comment", "a mistake"}});
  cases.check(Deferred{"v1.18", "v1.19", "later"},
              {{"release", "v1.18"}, {"to", "v1.19"}, {"comment", "later"}});
  cases.check(Deferred{"v1.18", {}, "later"}, {{"release", "v1.18"}, {"comment", "later"}});
  cases.check(Met{"v1.18", "prr-freeze", {}}, {{"release", "v1.18"}, {"freeze", "prr-freeze"}});
  cases.check(Restored{{"v1.18", "a mistake"}, "prr-freeze"},
              {{"release", "v1.18"}, {"comment", "a mistake"}, {"freeze", "prr-freeze"}});
  cases.check(LeftOut{"v1.18", "prr-freeze", "the reviewer is ill"},
              {{"release", "v1.18"}, {"freeze", "prr-freeze"}, {"comment", "the reviewer is ill"}});
  cases.check(Unmet{"v1.18", "prr-freeze", "the date slipped"},
              {{"release", "v1.18"}, {"freeze", "prr-freeze"}, {"comment", "the date slipped"}});
  cases.check(Notified{"v1.18", "prr-freeze", {}},
              {{"release", "v1.18"}, {"freeze", "prr-freeze"}});
  cases.check(ExceptionRequested{{"v1.18", "prr-freeze", "2027-02-21T12:00:00Z", "it is late"}},
              {{"release", "v1.18"},
               {"freeze", "prr-freeze"},
               {"until", "2027-02-21T12:00:00Z"},
               {"comment", "it is late"}});
  cases.check(ExceptionApproved{{"v1.18", "prr-freeze", std::nullopt, {}}},
              {{"release", "v1.18"}, {"freeze", "prr-freeze"}});
  cases.check(ExceptionRejected{{"v1.18", "code-freeze", std::nullopt, "no"}},
              {{"release", "v1.18"}, {"freeze", "code-freeze"}, {"comment", "no"}});
  cases.check(Moved{"proposal/design/old.md", "proposal/design/new.md"},
              {{"from", "proposal/design/old.md"}, {"to", "proposal/design/new.md"}});

  for (const EventKind& kind : all_kinds()) {
    EXPECT_TRUE(cases.seen().contains(kind.name)) << kind.name << " has no case here";
  }
  EXPECT_EQ(cases.seen().size(), all_kinds().size());
}

TEST(Events, AreReadWhateverTheySay) {
  const auto read = [](std::string_view kind, EventFields fields) {
    return *decode_of_proposal(event_with(kind, std::move(fields)));
  };
  EXPECT_EQ(read("approved", {}), OfProposal(Approved{}));
  EXPECT_EQ(read("approved", {{"sections", "one\n1\nhalf"}}),
            OfProposal(Approved{{}, {}, {}, {{"one", "1"}}, {}}));
  for (const char* const odd : {"", "x", "1x", " 1", "-1", "99999999999999999999"}) {
    EXPECT_EQ(read("resolved", {{"concern", odd}}), OfProposal(Resolved{})) << odd;
  }
  EXPECT_EQ(read("labelled", {{"label", "a"}, {"state", "blessed"}}),
            OfProposal(Labelled{"a", LabelChange::kClaimed, {}}));
  EXPECT_EQ(read("linked", {{"merged", "true"}}), OfProposal(Linked{}));
  // An exception's deadline stays as it was asked for unless it is named.
  EXPECT_EQ(read("exception-approved", {{"until", ""}}),
            OfProposal(ExceptionApproved{{{}, {}, "", {}}}));
}

// --- random values ---

std::string text() { return *rc::gen::arbitrary<std::string>(); }

OfItem of_item() { return {text(), text(), text(), text()}; }
OfRelease of_release() { return {text(), text()}; }
OfException of_exception() {
  OfException of{text(), text(), std::nullopt, text()};
  if (*rc::gen::arbitrary<bool>()) of.until = text();
  return of;
}

template <typename T>
void expect_same(const T& value) {
  RC_ASSERT(decode<T>(event_with(T::kKind, encode(value))) == value);
}

RC_GTEST_PROP(Events, ComeBackAsTheyWere, ()) {
  expect_same(Approved{text(), text(), text(),
                       *rc::gen::arbitrary<std::vector<std::pair<std::string, std::string>>>(),
                       text()});
  expect_same(Withdrew{text(), text(), text()});
  expect_same(Concern{text(), text(), text()});
  expect_same(Resolved{*rc::gen::arbitrary<std::uint64_t>(), text()});
  expect_same(Held{text()});
  expect_same(Unheld{text()});
  expect_same(Confirmed{text(), {text(), text()}, text()});
  Tracked tracked;
  for (const std::uint8_t which :
       *rc::gen::container<std::vector<std::uint8_t>>(rc::gen::inRange<std::uint8_t>(0, 5))) {
    tracked.texts.emplace_back(static_cast<IssueText>(which), text());
  }
  expect_same(tracked);
  expect_same(Ticked{of_item()});
  expect_same(Unticked{of_item()});
  expect_same(NotApplicable{of_item()});
  expect_same(Agreed{of_item(), text(),
                     *rc::gen::arbitrary<std::vector<std::pair<std::string, std::string>>>()});
  expect_same(Disagreed{of_item()});
  expect_same(Started{of_item()});
  expect_same(Labelled{text(), static_cast<LabelChange>(*rc::gen::inRange<int>(0, 3)), text()});
  expect_same(TrackerStatus{text(), text(), text()});
  expect_same(Linked{text(), text(), *rc::gen::arbitrary<bool>(),
                     *rc::gen::arbitrary<std::vector<std::string>>(), text(), text()});
  expect_same(Unlinked{text(), text()});
  expect_same(Commented{text()});
  expect_same(Imported{text(), text(), text(), text()});
  expect_same(Announced{text(), text(), text(), text()});
  expect_same(Retracted{text()});
  expect_same(OptedIn{of_release(), text(), text()});
  expect_same(OptedOut{of_release()});
  expect_same(Removed{of_release(), text()});
  expect_same(Restored{of_release(), text()});
  expect_same(Deferred{text(), text(), text()});
  expect_same(Met{text(), text(), text()});
  expect_same(Unmet{text(), text(), text()});
  expect_same(LeftOut{text(), text(), text()});
  expect_same(Notified{text(), text(), text()});
  expect_same(ExceptionRequested{of_exception()});
  expect_same(ExceptionApproved{of_exception()});
  expect_same(ExceptionRejected{of_exception()});
  expect_same(Moved{text(), text()});
}

RC_GTEST_PROP(Events, AreReadFromAnyFields, (EventFields fields)) {
  for (const EventKind& kind : all_kinds()) {
    for (const EventField& field : kind.fields) {
      if (*rc::gen::arbitrary<bool>()) fields.emplace_back(field.key, text());
    }
    const auto read = decode_of_proposal(event_with(kind.name, fields));
    RC_ASSERT(read.has_value() == (kind.stream == StreamKind::kProposal));
  }
}

// --- the table ---

TEST(EventKinds, AreInOrder) {
  const auto is_name = [](std::string_view name) {
    return !name.empty() &&
           std::ranges::all_of(name, [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); });
  };
  std::set<std::string_view> names;
  Topic topic = Topic::kReview;
  for (const EventKind& kind : all_kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_TRUE(is_name(kind.name));
    EXPECT_TRUE(names.insert(kind.name).second) << "there are two";
    EXPECT_LE(topic, kind.topic) << "kinds of one topic stand together";
    topic = kind.topic;
    EXPECT_TRUE(kind.meaning.ends_with('.')) << "is no sentence";
    std::set<std::string_view> keys{kClockField};
    for (const EventField& field : kind.fields) {
      EXPECT_TRUE(is_name(field.key));
      EXPECT_TRUE(keys.insert(field.key).second) << field.key << " is there twice";
      EXPECT_FALSE(field.meaning.empty());
    }
    EXPECT_EQ(find_kind(kind.name), &kind);
  }
  EXPECT_EQ(find_kind("teleported"), nullptr);
  EXPECT_EQ(find_kind(""), nullptr);
  EXPECT_EQ(find_kind("moved")->stream, StreamKind::kMoves);
}

}  // namespace
}  // namespace milepost::events
