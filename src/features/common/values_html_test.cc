#include "features/common/values_html.h"

#include <gtest/gtest.h>

#include "features/common/card_of_key.h"
#include "features/common/query_terms.h"
#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

TEST(PageValues, TimesAreSaidFromNow) {
  const Instant now = *parse_instant("2026-11-18T10:00:00Z");
  const Json past = time_json(*parse_instant("2026-11-09T23:30:00Z"), now);
  EXPECT_EQ(past["iso"], "2026-11-09T23:30:00Z");
  EXPECT_EQ(past["utc"], "2026-11-09 23:30 UTC");
  EXPECT_EQ(past["day"], "9 Nov");
  EXPECT_EQ(past["ago"], "9 days ago");
  EXPECT_EQ(time_json(now, now)["ago"], "today");
  // A countdown, as the gates have it: what is left, not how many midnights.
  EXPECT_EQ(time_json({now.seconds + 6 * 86'400 + 23 * 3'600}, now)["ago"], "in 6 days");
  EXPECT_EQ(time_json(*parse_instant("2027-02-01T00:00:00Z"), now)["day"], "1 Feb 2027");
  EXPECT_EQ(day_json({2026, 11, 19}, now)["ago"], "tomorrow");
}

TEST(PageValues, OutcomesAreOfTheSession) {
  const auto asked = [](std::string_view query) {
    http::Request request;
    request.query = *http::read_form(query.substr(1));
    return request;
  };
  Visit jane;
  jane.visitor = {"jane", false, false, Scope::kNothing, "csrf of jane"};
  Visit joe;
  joe.visitor = {"joe", false, false, Scope::kNothing, "csrf of joe"};
  const std::string query = outcome_query(jane, "It is done & dusted.", "12: no");
  EXPECT_EQ(outcome_json(asked(query), jane)["done"], "It is done & dusted.");
  EXPECT_EQ(outcome_json(asked(query), jane)["refused"], "12: no");
  EXPECT_EQ(outcome_json(asked(query), joe)["done"], "");
  EXPECT_EQ(outcome_json(asked("?done=Call+555&seal="), jane)["done"], "");
  EXPECT_EQ(outcome_json(asked("?done=Call+555&refused=&seal="), Visit{})["done"], "");
  EXPECT_EQ(outcome_json(asked(outcome_query(Visit{}, "Call 555", "")), Visit{})["done"], "");
}

TEST(PageValues, TagsOfAnswersNameTheirVersion) {
  const std::string tag = "\"0123\"";
  EXPECT_NE(answer_tag(tag, "one"), answer_tag(tag, "two"));
  EXPECT_EQ(version_of_tag(answer_tag(tag, "one")), tag);
  EXPECT_EQ(version_of_tag(tag), tag);
}

TEST(PageValues, SpansAreInTheUnitThatTells) {
  EXPECT_EQ(span_text(1), "1 day");
  EXPECT_EQ(span_text(59), "59 days");
  EXPECT_EQ(span_text(240), "8 months");
  EXPECT_EQ(span_text(1100), "3 years");
  EXPECT_EQ(span_text(-3), "0 days");
}

TEST(PageValues, TermsAreQuotedWhereQueriesWouldReadThemOtherwise) {
  EXPECT_EQ(query_term("group", "sig-node"), "group:sig-node");
  EXPECT_EQ(query_term("group", "the team"), "group:\"the team\"");
  EXPECT_EQ(query_term("title", "a\"b,c"), "title:\"ab,c\"");
}

TEST(PageValues, AddressesAreBelowTheMountAndEndAsFilesDo) {
  Visit visit;
  visit.links = {"..", ".html", "../assets", true};
  Card card;
  card.path = "designs/a b.md";
  EXPECT_EQ(proposal_href(visit, card), "../proposals/designs~a%20b.md.html");
  EXPECT_EQ(person_href(visit, "jane"), "../people/jane.html");
}

class SharedNumbers : public RepositoryFixture {};

TEST_F(SharedNumbers, LeadByThePathWhereANumberNamesSeveral) {
  propose("7-one", "title: One\nnumber: 7\nstatus: draft\n");
  propose("7-two", "title: Two\nnumber: 7\nstatus: draft\n");
  propose("8-three", "title: Three\nnumber: 8\nstatus: draft\n");
  Visit visit;
  visit.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  const Index& index = visit.workspace->index();
  const Repository& repository = visit.workspace->repository();
  std::vector<std::string> hrefs;
  for (const Card& card : index.cards) {
    hrefs.push_back(proposal_href(visit, card));
    EXPECT_EQ(proposal_href(visit, ref_of(card, repository)), hrefs.back());
    EXPECT_EQ(card_of_key(*visit.workspace, key_of_card(index, card)), &card);
  }
  EXPECT_EQ(hrefs, (std::vector<std::string>{"/proposals/ways~7-one", "/proposals/ways~7-two",
                                             "/proposals/8"}));
  EXPECT_EQ(proposal_json(visit, index.cards[0])["key"], "ways~7-one");
  EXPECT_EQ(proposal_href(visit, ProposalRef{"7", "gone/7-three"}), "/proposals/7")
      << "of one that is not here any more";
}

TEST(PageValues, ThoseWithoutAHandleHaveNoPage) {
  const std::vector<std::string> people = {"jane", "TBD or somebody"};
  const Json list = people_json(Visit{}, people);
  EXPECT_EQ(list[0]["text"], "@jane");
  EXPECT_EQ(list[0]["href"], "/people/jane");
  EXPECT_EQ(list[1]["href"], "");
  EXPECT_EQ(list[1]["last"], true);
  EXPECT_EQ(person_href(Visit{}, "org/team"), "") << "an address has no slash in a part";
}

}  // namespace
}  // namespace milepost
