#include "web/site_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::web {
namespace {

using testing::ElementsAre;

TEST(SiteLinks, AreFoundInTagsAlone) {
  EXPECT_THAT(links_in("<a class=\"x\" href=\"a.html?x=1&amp;y=2\">href=\"no\"</a>"
                       "<!-- <a href=\"comment\"> --><img src=\"b.png\" alt=\"&lt;a href\">"
                       "<form action=\"c\"><use xlink:href=\"#d\"/></form> 1 < 2"),
              ElementsAre("a.html?x=1&y=2", "b.png", "#d"));
}

TEST(SiteLinks, AreReplacedAndTheRestStays) {
  const auto replace = [](const std::string& link) -> std::optional<std::string> {
    if (link == "dead") return std::nullopt;
    return link + "&2";
  };
  struct Case {
    const char *name, *html, *want;
  };
  const Case cases[] = {
      {"replaced", "<p><a class=\"x\" href=\"y\" data-z>t</a>",
       "<p><a class=\"x\" href=\"y&amp;2\" data-z>t</a>"},
      {"dead", "<a href=\"dead\" rel=\"next\">t</a>", "<a rel=\"next\">t</a>"},
      {"form that posts", "a<form method=\"post\" action=\"y\"><input></form>b", "ab"},
      {"form that asks nobody", "a<form action=\"dead\"><input></form>b", "ab"},
      {"form", "<form action=\"y\"><input></form>", "<form action=\"y&amp;2\"><input></form>"},
      {"cut off", "<a", "<a"},
      {"no tag", "1 < 2 <3>", "1 < 2 <3>"},
      {"comment", "<!-- <a href=\"dead\"> -->", "<!-- <a href=\"dead\"> -->"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(replace_links(c.html, replace, replace), c.want);
  }
}

TEST(SiteLinks, OfATagThatIsCutOffComeToAnEnd) {
  const std::string whole = "<form action=\"a\"><a href=\"b\" class=\"c\">d</a></form>";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    EXPECT_LE(links_in(std::string_view(whole).substr(0, size)).size(), 1u);
  }
}

TEST(SiteLinks, AreReadFromWhereTheyStand) {
  struct Case {
    const char *from, *link, *file;
  };
  const Case cases[] = {
      {"index.html", "./proposals.html", "proposals.html"},
      {"proposals/1.html", "../rules/MP201.html", "rules/MP201.html"},
      {"proposals/1.html", "?page=2", "proposals/1.html"},
      {"a/b/c.html", "../x%20y.html#z", "a/x y.html"},
      {"index.html", "./", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.link);
    const auto link = read_link(c.from, c.link);
    ASSERT_TRUE(link);
    EXPECT_TRUE(link->within);
    EXPECT_EQ(link->file, c.file);
  }
  EXPECT_FALSE(read_link("index.html", "https://example.org")->within);
  EXPECT_FALSE(read_link("index.html", "mailto:a@b")->within);
  EXPECT_FALSE(read_link("index.html", "#top")->within);
  EXPECT_FALSE(read_link("index.html", "/api/v1"));
  EXPECT_FALSE(read_link("index.html", "../above.html"));
  const auto asked = read_link("a.html", "b.html?q=&page=2#c");
  EXPECT_EQ(asked->query.get("page"), "2");
  EXPECT_FALSE(asked->query.has("q"));
  EXPECT_EQ(asked->fragment, "#c");
}

TEST(SiteLinks, LeadFromOneFileToAnother) {
  EXPECT_EQ(relative_link("index.html", "proposals/1.html"), "./proposals/1.html");
  EXPECT_EQ(relative_link("a/b/c.html", "x y.html"), "../../x%20y.html");
}

}  // namespace
}  // namespace milepost::web
