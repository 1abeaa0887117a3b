#include "web/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::web {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

http::Response page(std::string body) {
  return http::text_response(200, "text/html; charset=utf-8", std::move(body));
}

http::Response home(const http::Request&, const Visit& visit) {
  const std::string& base = visit.links.base;
  return page(
      "<a href=\"" + base + "/list.html\">list</a><a href=\"" + base +
      "/list.html?page=2\">more</a><a href=\"" + base + "/list.html?sort=title\">sort</a>" +
      "<a href=\"" + base + "/proposals.html?q=stage%3Abeta\">beta</a><a href=\"" + base +
      "/check.html\">check</a><a href=\"/api/v1/x\">api</a><a href=\"https://e.org/\">e</a>" +
      "<form method=\"post\" action=\"" + base + "/list.html\">secret</form>");
}
http::Response list(const http::Request& request, const Visit& visit) {
  return page("page " + request.query.get("page") + "<a href=\"" + visit.links.base +
              "/deep/er.html#x\">deeper</a><a href=\"" + visit.links.base +
              "/gone.html\">gone</a>");
}
http::Response deeper(const http::Request& request, const Visit& visit) {
  return page(request.values.get("name") + "<img src=\"" + visit.links.base +
              "/files/a/b.png\"><link href=\"" + visit.links.assets + "/milepost.css\">");
}
http::Response file(const http::Request& request, const Visit&) {
  return http::text_response(200, "image/png", request.values.get("path"));
}
http::Response proposal(const http::Request& request, const Visit& visit) {
  if (request.values.get("proposal") == "2") return http::text_response(500, "text/plain", "");
  return page("<a href=\"" + visit.links.base + "/index.html\">home</a>");
}
http::Response missing(const http::Request&, const Visit&) {
  return http::text_response(404, "text/html", "no");
}
http::Response acting(const http::Request&, const Visit&) { return page("acting"); }

constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr Guard kPeople{Caller::kPerson, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr Route kRoutes[] = {
    {http::Method::kGet, "/", kReads, Precondition::kFree, home, {}},
    {http::Method::kGet, "/list", kReads, Precondition::kFree, list, {}},
    {http::Method::kGet, "/deep/{name}", kReads, Precondition::kFree, deeper, {}},
    {http::Method::kGet, "/files/{path...}", kReads, Precondition::kFree, file, {}},
    {http::Method::kGet, "/proposals/{proposal}", kReads, Precondition::kFree, proposal, {}},
    {http::Method::kGet, "/gone", kReads, Precondition::kFree, missing, {}},
    {http::Method::kGet, "/check", kReads, Precondition::kFree, acting, {}},
    {http::Method::kGet, "/account", kPeople, Precondition::kFree, acting, {}},
    {http::Method::kGet, "/api/v1/x", kReads, Precondition::kFree, acting, {.summary = "x"}},
};

class SiteTest : public RepositoryFixture {
 protected:
  SiteTest() {
    propose("1-first", "title: First\nstatus: draft\nstage: alpha\nauthors: [\"@jane\"]\n");
    propose("2-second", "title: Second\nstatus: draft\n");
  }
  Site make() const {
    const auto workspace = Workspace::open({.directory = at("")}, Instant{1'700'000'000});
    EXPECT_TRUE(workspace);
    std::vector<const Route*> routes;
    for (const Route& route : kRoutes) routes.push_back(&route);
    return make_site(*workspace, routes, {.name = "ways"});
  }
};

TEST_F(SiteTest, WalksFromEveryPageAlongLinks) {
  const Site site = make();
  for (const char* const name : {"index.html", "list.html", "list-page-2.html", "deep/er.html",
                                 "files/a/b.png", "proposals/1.html", "search.html"}) {
    EXPECT_THAT(site.files, Contains(Key(name)));
  }
  for (const char* const name :
       {"check.html", "account.html", "gone.html", "proposals/2.html", "list-sort-title.html"}) {
    EXPECT_THAT(site.files, Not(Contains(Key(name))));
  }
  EXPECT_EQ(site.files.at("files/a/b.png"), "a/b.png");
  EXPECT_THAT(site.files.at("list-page-2.html"), HasSubstr("page 2"));
}

TEST_F(SiteTest, LinksLeadToFilesOrNowhere) {
  const Site site = make();
  EXPECT_EQ(site.files.at("index.html"),
            "<a href=\"./list.html\">list</a><a href=\"./list-page-2.html\">more</a><a>sort</a>"
            "<a href=\"./search.html?q=stage%3Abeta\">beta</a><a>check</a><a>api</a>"
            "<a href=\"https://e.org/\">e</a>");
  EXPECT_THAT(site.files.at("list.html"),
              AllOf(HasSubstr("href=\"./deep/er.html#x\""), HasSubstr("<a>gone</a>")));
  EXPECT_THAT(site.files.at("deep/er.html"),
              AllOf(HasSubstr("src=\"../files/a/b.png\""), HasSubstr("href=\"../assets/")));
}

TEST_F(SiteTest, SaysWhichPagesFailed) {
  EXPECT_THAT(make().failures, ElementsAre("/proposals/2: 500"));
}

TEST_F(SiteTest, IsTheSameEachTime) { EXPECT_EQ(make().files, make().files); }

}  // namespace
}  // namespace milepost::web
