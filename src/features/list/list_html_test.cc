#include "features/list/list_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/common/query_terms.h"
#include "workspace/repository_fixture.h"

namespace milepost::list {
namespace {

using testing::HasSubstr;

Visit mounted() {
  Visit visit;
  visit.links.base = "/keps";
  return visit;
}

TEST(ListPage, AddressesKeepWhatWasAskedFor) {
  const Visit visit = mounted();
  EXPECT_EQ(list_href(visit, {}), "/keps/proposals");
  EXPECT_EQ(list_href(visit, {"stage:beta cache", "", 1}),
            "/keps/proposals?q=stage%3Abeta%20cache");
  EXPECT_EQ(list_href(visit, {"", "-number", 3}), "/keps/proposals?sort=-number&page=3");
}

TEST(ListPage, WordsAreLookedForInTextsToo) {
  const Visit visit = mounted();
  EXPECT_EQ(texts_href(visit, "cgroup stage:beta"), "/keps/search?q=cgroup%20stage%3Abeta");
  EXPECT_EQ(texts_href(visit, "\"group: node\""), "/keps/search?q=%22group%3A%20node%22");
  EXPECT_EQ(texts_href(visit, "cgroup -v1"), "/keps/search?q=cgroup%20-v1");
  for (const char* const query : {"", "stage:beta", "cgroup OR memory", "(cgroup)", "-cgroup"}) {
    EXPECT_EQ(texts_href(visit, query), "") << query;
  }
}

TEST(ListPage, DotsSayInWordsWhatTheyShow) {
  const std::vector<Health> sections = {Health::kFilled, Health::kNotFilled, Health::kMissing};
  const std::string svg = dots_svg(sections);
  EXPECT_THAT(svg, HasSubstr("<title>1 of 3 sections filled</title>"));
  EXPECT_THAT(svg, HasSubstr("dot-filled"));
  EXPECT_THAT(svg, HasSubstr("dot-open"));
  EXPECT_EQ(dots_svg({}), "");
  EXPECT_EQ(dots_text({}), "no sections are due");
}

TEST(ListPage, DotsBeginAnotherRowBeforeTheyGetTooWide) {
  const std::string svg = dots_svg(std::vector<Health>(26, Health::kFilled));
  EXPECT_THAT(svg, HasSubstr("height=\"18\""));
  EXPECT_THAT(svg, HasSubstr("cy=\"13.5\""));
}

TEST(ListPage, WhomARowWaitsFor) {
  RowState row;
  EXPECT_EQ(waiting_json(row)["text"], "");
  row.waiting = Waiting::kReady;
  EXPECT_EQ(waiting_json(row)["text"], "ready");
  row.waiting = Waiting::kSomebody;
  row.titles = {"the author", "a lead"};
  EXPECT_EQ(waiting_json(row)["text"], "the author, a lead");
  row.waiting = Waiting::kVoid;
  EXPECT_EQ(waiting_json(row)["tone"], "warn");
}

TEST(ListPage, AFaultIsShownAtItsPlace) {
  const ListFailure failure(QueryFault{"unknown field", "did you mean \"status\"?", {6, 11}},
                            "cache statu:beta");
  const Json fault = fault_json(failure);
  EXPECT_EQ(fault["before"], "cache ");
  EXPECT_EQ(fault["wrong"], "statu");
  EXPECT_EQ(fault["after"], ":beta");
}

TEST(ListPage, AFaultBeyondTheTextIsAtItsEnd) {
  const ListFailure failure(QueryFault{"something is missing", "", {40, 60}}, "a");
  EXPECT_EQ(fault_json(failure)["before"], "a");
  EXPECT_EQ(fault_json(failure)["wrong"], "");
}

TEST(ListPage, AFeedHasWhatChangedLastFirstAndEscapes) {
  Card older;
  older.number = "1";
  older.title = "A <b> & \"c\"\x01";
  Card newer;
  newer.number = "2";
  newer.title = "Newer";
  const std::string atom =
      render_atom(mounted(), "http://host", "q<", {{&older, {10}}, {&newer, {20}}});
  EXPECT_THAT(atom, HasSubstr("<title>1 A &lt;b&gt; &amp; &quot;c&quot;\uFFFD</title>"));
  EXPECT_THAT(atom, HasSubstr("<link href=\"http://host/keps/proposals/2\"/>"));
  EXPECT_LT(atom.find("Newer"), atom.find("&lt;b&gt;"));
  EXPECT_THAT(atom, HasSubstr("<updated>1970-01-01T00:00:20Z</updated>"));
}

// One character that XML does not have, and no reader shows any of the feed.
TEST(ListPage, AFeedIsXmlWhateverTitlesHave) {
  Card odd;
  odd.title = "caf\xe9 \uFFFE \uFFFF \x1b";
  const std::string atom = render_atom(mounted(), "http://host", "", {{&odd, {10}}});
  EXPECT_THAT(atom, HasSubstr("<title>caf\uFFFD \uFFFD \uFFFD \uFFFD</title>"));
}

class ListBoards : public RepositoryFixture {};

// A query for a stage that the process has not would be refused.
TEST_F(ListBoards, ColumnsOfNoStageLeadNowhere) {
  propose("1-one", "title: One\nnumber: 1\nstatus: draft\nstage: alpha\n");
  propose("2-two", "title: Two\nnumber: 2\nstatus: draft\nstage: alpha|beta\n");
  Visit visit;
  visit.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  Listing listing;
  for (const Card& card : visit.workspace->index().cards) listing.found.push_back(&card);
  const Json columns = board_json(visit, listing, {"alpha", "beta"}, "stage", "");
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0]["href"], "/proposals?q=stage%3Aalpha");
  EXPECT_EQ(columns[1]["title"], "alpha|beta");
  EXPECT_EQ(columns[1]["href"], "");
}

// What no proposal has is no column; where there are no stages, theirs is that of the status.
TEST_F(ListBoards, ColumnsAreThoseThatProposalsHave) {
  const auto columns = [&] {
    Visit visit;
    visit.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
    const auto listing = list_proposals(*visit.workspace, {});
    EXPECT_TRUE(listing);
    const std::vector<RowState> rows(listing->found.size());
    const std::vector<std::string> in_stage(rows.size());
    const Json page = list_page_json(visit, {{}, *listing, rows, {}, in_stage});
    std::string titles;
    for (const Json& column : page["columns"]) titles += column["title"].get<std::string>() + " ";
    for (const char* const has : {"has_number", "has_group", "has_stage", "has_release"}) {
      if (page[has] == true) titles += std::string(has) + " ";
    }
    return titles;
  };
  propose("one", "title: One\nstatus: draft\n");
  EXPECT_EQ(columns(), "Title Status ");
  propose("2-two", "title: Two\nnumber: 2\nstatus: draft\nstage: alpha\n");
  EXPECT_EQ(columns(), "Number Title Stage has_number has_stage ");
}

TEST_F(ListBoards, ValuesThatNoQueryHasAreNoLinks) {
  Visit visit;
  visit.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
  Listing listing;
  listing.index = visit.workspace->shared_index();
  const std::vector<Facet> facets = {
      {"stage", "Stage", {{"alpha", 1, false, "stage:alpha"}, {"odd", 1, false, "stage:odd"}}}};
  std::vector<Facet> asked = facets;
  asked[0].values[1].asks = is_query(*visit.workspace, asked[0].values[1].query);
  const Json page = list_page_json(visit, {{}, listing, {}, asked, {}});
  EXPECT_EQ(page["facets"][0]["values"][0]["href"], "/proposals?q=stage%3Aalpha");
  EXPECT_EQ(page["facets"][0]["values"][1]["href"], "");
}

}  // namespace
}  // namespace milepost::list
