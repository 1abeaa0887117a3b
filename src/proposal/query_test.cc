#include "proposal/query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

constexpr std::string_view kPack =
    "schema: 1\nname: test\n"
    "layout: {metadata: [{file: kep.yaml}], path: \"keps/{group}/{number}-{slug}/README.md\"}\n"
    "fields:\n"
    "  - {id: title, is: title}\n"
    "  - {id: kep-number, is: number, type: number}\n"
    "  - {id: owning-sig, is: group, type: group}\n"
    "  - {id: authors, is: authors, type: people}\n"
    "  - {id: approvers, is: approvers, type: people}\n"
    "  - {id: latest-milestone, is: latest-milestone, type: version}\n"
    "  - {id: milestone, is: milestones, type: stages}\n"
    "  - {id: creation-date, is: created, type: date}\n"
    "  - {id: area}\n"
    "ladders: [{id: up, stages: [alpha, beta]}]\n"
    "statuses: [{id: provisional}, {id: implementable}]\n"
    "kinds: [{id: feature, template: t.md}]\n";

class Queries : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded =
        load_texts({{"pack/process.yaml", std::string(kPack)}, {"pack/t.md", "# T\n## S\n"}});
    ASSERT_TRUE(loaded) << loaded.error().message;
    process_ = *loaded;
    add("keps/net/7-fast-probes",
        "title: Fast probes\nkep-number: 7\nowning-sig: net\n"
        "authors: ['@Jane', joe]\napprovers: ['@ann']\n"
        "status: implementable\nstage: beta\nlatest-milestone: v1.10\n"
        "milestone: {alpha: v1.9, beta: 'v1.10'}\n"
        "creation-date: 2024-03-01\narea: probes\n");
    add("keps/store/12-volume-groups",
        "title: Volume groups, and more\nkep-number: 12\nowning-sig: store\n"
        "authors: ['@ann']\nstatus: provisional\nlatest-milestone: '0.0'\n"
        "creation-date: 2023-12-31\n");
    add("keps/net/101-dual-stack",
        "title: Dual stack\nkep-number: 101\nowning-sig: net\n"
        "status: implementable\nstage: alpha\n"
        "latest-milestone: 1.9\ncreation-date: 2024-11-30\n");
  }

  void add(const std::string& folder, std::string_view metadata) {
    auto said = std::make_shared<const Metadata>(
        read_metadata(*process_, nullptr, make_source(metadata, folder + "/kep.yaml")));
    cards_.push_back(make_card(*process_, {folder + "/README.md", folder + "/kep.yaml", true},
                               std::move(said), nullptr));
  }

  // The numbers of those found, or "column: message (hint)".
  std::string ask(std::string_view text) const {
    const auto query = Query::parse(text, *process_, "@jane");
    if (!query) {
      const QueryFault& fault = query.error();
      EXPECT_LE(fault.span.end, text.size());
      return fmt::format("{}-{}: {} ({})", fault.span.begin, fault.span.end, fault.message,
                         fault.hint);
    }
    std::string found;
    for (const Card& card : cards_) {
      const auto body = [&]() -> std::string_view {
        return card.number == "7" ? "Uses cgroup V2 a lot." : "nothing";
      };
      if (query->matches(card, body, in_record_)) found += (found.empty() ? "" : " ") + card.number;
    }
    return found;
  }

  std::shared_ptr<const Process> process_;
  std::vector<Card> cards_;
  // 7 is tracked for v1.10 and awaits jane, 101 is at risk and approved by ann.
  const RecordMatcher in_record_ = [](const Card& card, const RecordTerm& term) {
    if (term.kind == RecordTermKind::kAwaits) return card.number == "7" && term.person == "jane";
    if (term.kind == RecordTermKind::kApprovedBy)
      return card.number == "101" && term.person == "ann";
    if (term.kind == RecordTermKind::kWaitingFor) return card.number == "12";
    if (term.kind == RecordTermKind::kInStage) return card.number == "7" && term.time.least == 4;
    return term.release == Version{1, 10, 0} &&
           card.number == (term.kind == RecordTermKind::kTracked ? "7" : "101");
  };
};

TEST_F(Queries, Find) {
  const struct {
    std::string_view query, want;
  } cases[] = {
      {"", "7 12 101"},
      {"  ", "7 12 101"},
      {"status:implementable", "7 101"},
      {"status:implementable stage:beta", "7"},
      {"STATUS:Implementable", "7 101"},
      {"-status:implementable", "12"},
      {"--status:implementable", "7 101"},
      {"status:provisional,implementable", "7 12 101"},
      {"stage:none", "12"},
      {"stage:*", "7 101"},
      {"group:net stage:alpha OR number:12", "12 101"},
      {"group:net (stage:alpha OR number:12)", "101"},
      {"-(stage:alpha OR number:12)", "7"},
      {"milestone:v1.10", "7"},
      {"milestone:1.9", "101"},
      {"milestone:>=v1.9", "7 101"},
      {"milestone:>v1.9", "7"},
      {"milestone:<v1.10", "101"},
      {"milestone:<=v1.10", "7 101"},
      {"milestone:v1.2..v1.9", "101"},
      {"milestone:none", "12"},
      {"tracked:v1.10", "7"},
      {"at-risk:1.10", "101"},
      {"-tracked:v1.10", "12 101"},
      {"tracked:v1.9,v1.10", "7"},
      {"tracked:v1.9", ""},
      {"at-risk:v1.10 OR tracked:v1.10", "7 101"},
      {"awaits:@me", "7"},
      {"awaits:Jane", "7"},
      {"awaits:@ann", ""},
      {"-awaits:@me", "12 101"},
      {"approved-by:@me,@Ann", "101"},
      {"awaits:@me OR approved-by:ann", "7 101"},
      {"removed:v1.10", "101"},
      {"waiting-for:@zoe", "12"},
      {"in-stage:>3releases", "7"},
      {"in-stage:>=4releases", "7"},
      {"in-stage:3..5releases", ""},
      {"milestone.beta:v1.10", "7"},
      {"milestone.alpha:>=v1.10", ""},
      {"number:7..100", "7 12"},
      {"number:007", "7"},
      {"created:2024", "7 101"},
      {"created:2023..2024", "7 12 101"},
      {"created:2024-03", "7"},
      {"created:>2024-03", "101"},
      {"created:>=2024-03-01", "7 101"},
      {"created:<2024", "12"},
      {"created:..2024-03", "7 12"},
      {"created:>2024", ""},
      {"author:@jane", "7"},
      {"author:JANE", "7"},
      {"author:@me", "7"},
      {"author:jan", ""},
      {"author:jan*", "7"},
      {"person:@ann", "7 12"},
      {"approver:ann", "7"},
      {"probes", "7"},
      {"101", "101"},
      {"\"dual stack\"", "101"},
      {"title:volume", "12"},
      {"title:\"groups, and\"", "12"},
      {"text:\"cgroup v2\"", "7"},
      {"text:nothing stage:alpha", "101"},
      {"-text:cgroup", "12 101"},
      {"area:probes", "7"},
      {"owning-sig:store", "12"},
      {"latest-milestone:v1.10", "7"},
      {"path:keps/net", "7 101"},
  };
  for (const auto& c : cases) EXPECT_EQ(ask(c.query), c.want) << c.query;
}

TEST_F(Queries, PointAtMistakes) {
  const struct {
    std::string_view query, want;
  } cases[] = {
      {"stage:beta statu:beta",
       "11-16: unknown field in the query (did you mean \"status\"? \"beta\" is a stage: "
       "stage:beta)"},
      {"status:beta", "7-11: no status is called \"beta\" (\"beta\" is a stage: stage:beta)"},
      {"status:provisional,implementible",
       "19-32: no status is called \"implementible\" (did you mean \"implementable\"?)"},
      {"milestone:soon", "10-14: \"soon\" does not compare (this is a version, such as v1.33)"},
      {"created:2024-13",
       "8-15: \"2024-13\" does not compare (this is a day, month or year: 2024-03-01, 2024-03, "
       "2024)"},
      {"number:>x", "7-9: \"x\" does not compare (this is a number, such as 4211)"},
      {"milestone.betta:v1.2",
       "0-15: unknown field in the query (did you mean \"milestone.beta\"?)"},
      {"stage:",
       "0-5: nothing is asked for after stage (a value belongs after the colon; none finds what "
       "is not set)"},
      {"(stage:beta", "0-1: this parenthesis is not closed ()"},
      {"stage:beta)", "10-11: there is nothing to close (remove this parenthesis)"},
      {"()", "1-2: there is nothing between the parentheses ()"},
      {"OR a", "0-2: OR has nothing before it ()"},
      {"a OR", "2-4: OR has nothing after it (add what else may hold, or remove it)"},
      {"title:\"a", "6-8: this quote is not closed ()"},
  };
  for (const auto& c : cases) EXPECT_EQ(ask(c.query), c.want) << c.query;
}

TEST_F(Queries, SayWhenNobodyIsMe) {
  const auto query = Query::parse("author:@me", *process_, "");
  ASSERT_FALSE(query);
  EXPECT_EQ(query.error().hint, "--as HANDLE or MILEPOST_AS says it");
}

TEST_F(Queries, AreBounded) {
  for (const std::string& text : {std::string(100000, '('), std::string(100000, '-') + "a", [] {
                                    std::string many;
                                    for (int i = 0; i < 5000; ++i) many += "a ";
                                    return many;
                                  }()}) {
    EXPECT_NE(ask(text).find("too long to be meant"), std::string::npos);
  }
}

TEST_F(Queries, SortByWhatAFieldMeans) {
  const auto order = [&](std::string_view name) {
    std::vector<const Card*> sorted;
    for (const Card& card : cards_) sorted.push_back(&card);
    const auto field = find_query_field(name, *process_);
    EXPECT_TRUE(field);
    std::ranges::stable_sort(
        sorted, [&](const Card* a, const Card* b) { return comes_before(*a, *b, *field); });
    std::string numbers;
    for (const Card* card : sorted) numbers += card->number + " ";
    return numbers;
  };
  EXPECT_EQ(order("milestone"), "101 7 12 ") << "v1.9 before v1.10, unset last";
  EXPECT_EQ(order("number"), "7 12 101 ");
  EXPECT_EQ(order("title"), "101 7 12 ");
  EXPECT_EQ(order("created"), "12 7 101 ");
}

TEST_F(Queries, SayWhatTheyAskOfReleases) {
  const auto terms = [&](std::string_view text) {
    const auto query = Query::parse(text, *process_, "jane");
    return query ? query->record_terms() : std::vector<RecordTerm>{};
  };
  EXPECT_TRUE(terms("stage:beta").empty());
  EXPECT_TRUE(terms("").empty());
  const std::vector<RecordTerm> want{{RecordTermKind::kAtRisk, {1, 9, 0}},
                                     {RecordTermKind::kTracked, {1, 10, 0}}};
  EXPECT_EQ(terms("tracked:v1.10 OR -(at-risk:v1.9 tracked:1.10)"), want);
  const std::vector<RecordTerm> people{{RecordTermKind::kApprovedBy, {}, "ann"},
                                       {RecordTermKind::kAwaits, {}, "jane"}};
  EXPECT_EQ(terms("awaits:@me (approved-by:@Ann OR awaits:jane)"), people);
  EXPECT_EQ(ask("awaits:a&b"), "7-10: \"a&b\" is nobody's handle (somebody such as @jane, or @me)");
  EXPECT_EQ(ask("tracked:soon"), "8-12: \"soon\" is no release (this is a version, such as v1.33)");
  EXPECT_EQ(ask("removed:soon"), "8-12: \"soon\" is no release (this is a version, such as v1.33)");
  EXPECT_EQ(ask("in-stage:3"),
            "9-10: \"3\" is no length of time (so many releases or days, such as >3releases or "
            ">=400days)");
  EXPECT_EQ(ask("in-stage:<0days"),
            "9-15: \"<0days\" is no length of time (so many releases or days, such as >3releases "
            "or >=400days)");
  EXPECT_THAT(ask("opted-on:v1.9"), testing::HasSubstr("did you mean \"opted-in\"?"));
  EXPECT_EQ(ask("tracked:"),
            "0-7: nothing is asked for after tracked (a value belongs after the colon; none finds "
            "what is not set)");
}

TEST_F(Queries, ReadLengthsOfTime) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  using Unit = TimeSpan::Unit;
  const struct {
    std::string_view text;
    TimeSpan want;
  } cases[] = {
      {"in-stage:>3releases", {Unit::kReleases, 4, kMost}},
      {"in-stage:>=400days", {Unit::kDays, 400, kMost}},
      {"in-stage:<2releases", {Unit::kReleases, 0, 1}},
      {"in-stage:<=1release", {Unit::kReleases, 0, 1}},
      {"in-stage:=1day", {Unit::kDays, 1, 1}},
      {"in-stage:10..20days", {Unit::kDays, 10, 20}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const auto query = Query::parse(c.text, *process_, "");
    ASSERT_TRUE(query);
    ASSERT_EQ(query->record_terms().size(), 1U);
    EXPECT_EQ(query->record_terms().front().time, c.want);
  }
}

// A gate takes long to judge: it is asked about last, wherever it stands.
TEST_F(Queries, AskGatesLast) {
  for (const std::string_view text :
       {"waiting-for:@zoe number:999", "waiting-for:@zoe text:nowhere",
        "number:7 OR number:12 OR "
        "number:101 OR waiting-for:@zoe",
        "-(-number:999 OR waiting-for:@zoe)"}) {
    SCOPED_TRACE(text);
    const auto query = Query::parse(text, *process_, "");
    ASSERT_TRUE(query);
    std::size_t asked = 0;
    for (const Card& card : cards_) {
      query->matches(
          card, [] { return std::string_view("nothing"); },
          [&](const Card&, const RecordTerm&) { return ++asked > 0; });
    }
    EXPECT_EQ(asked, 0U);
  }
}

TEST(QueryTerms, AreToldFromPaths) {
  for (const std::string_view term : {"group:sig-node", "-status:beta", "(stage:beta", "a.b:c"}) {
    EXPECT_TRUE(is_query_term(term)) << term;
  }
  for (const std::string_view other :
       {"4211", "keps/a:b", "https://x.example", "owner/repo#12", ":x", "plain", ""}) {
    EXPECT_FALSE(is_query_term(other)) << other;
  }
}

}  // namespace
}  // namespace milepost
