#include "features/common/remedy_html.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(RemedyHtml, LeadsWhereItIsDone) {
  struct Case {
    Remedy remedy;
    std::string_view href;
  };
  const Case cases[] = {
      {remedy::Approve{"42", "prr", "beta"}, "/keps/proposals/42/approve?role=prr&stage=beta"},
      {remedy::Approve{"ways/a b.md", "lead", ""},
       "/keps/proposals/ways~a%20b.md/approve?role=lead"},
      {remedy::FillSections{"42", "beta", {"Design › Test Plan"}},
       "/keps/proposals/42?to=beta#Gate"},
      {remedy::OptIn{"v1.38", {"42"}}, "/keps/release/v1.38/proposals/42#opt-in"},
      {remedy::OptIn{"v1.38", {"42", "7"}}, "/keps/release/v1.38/opt-in?proposal=42&proposal=7"},
      {remedy::OptIn{"", {"42"}}, "/keps/release"},
      {remedy::ApproveException{"v1.38", "42", "prr"},
       "/keps/release/v1.38/proposals/42#exception-prr"},
      {remedy::ApplyFreeze{"v1.38", "prr-freeze"}, "/keps/release/v1.38/freeze/prr-freeze"},
      {remedy::AskWhy{"42", "beta"}, "/keps/proposals/42?to=beta#Gate"},
      {remedy::TrackIssue{"42"}, "/keps/proposals/42/track"},
      {remedy::Promote{"42", "beta"}, ""},
      {remedy::Advice{"think again"}, ""},
  };
  PageLinks links;
  links.base = "/keps";
  for (const Case& c : cases) EXPECT_EQ(web_remedy(c.remedy, links).href, c.href);
}

TEST(RemedyHtml, GivesTheCommandWhereNoPageIs) {
  const WebRemedy found = web_remedy(remedy::Promote{"42", "beta"}, {});
  EXPECT_EQ(found.command, "milepost promote 42 --to beta");
  EXPECT_TRUE(web_remedy(remedy::Approve{"42", "prr", ""}, {}).command.empty());
}

TEST(RemedyHtml, EditsWhereFilesAreShown) {
  const Remedy fill = remedy::FillFields{{"metrics"}};
  EXPECT_EQ(web_remedy(fill, {}).href, "");
  EXPECT_EQ(
      web_remedy(fill, {}, {"https://host/edit/README.md", "https://host/edit/kep.yaml"}).href,
      "https://host/edit/kep.yaml");
}

// Among files nobody answers: what is to be done is done elsewhere.
TEST(RemedyHtml, HasNoFormsAmongFiles) {
  const PageLinks links{"..", ".html", "..", true};
  EXPECT_EQ(web_remedy(remedy::TickItem{"42", "docs"}, links).href, "");
  EXPECT_EQ(web_remedy(remedy::TickItem{"42", "docs"}, links).command,
            "milepost track tick 42 docs");
  EXPECT_EQ(web_remedy(remedy::MendFindings{"42", ""}, links).href,
            "../proposals/42.html#Findings");
  EXPECT_EQ(web_remedy(remedy::AskWhy{"42", "beta"}, links).href, "../proposals/42.html#Gate");
}

TEST(RemedyHtml, FormsAreForWhoHasSignedIn) {
  const WebRemedy tick = web_remedy(remedy::TickItem{"42", "docs"}, {});
  EXPECT_TRUE(tick.posts);
  EXPECT_EQ(tick.proposal, "42");
  EXPECT_FALSE(remedy_html(tick, {})["form"].get<bool>());
  const Json shown = remedy_html(tick, {.handle = "jane", .csrf = "c1"}, "\"tag\"");
  EXPECT_TRUE(shown["form"].get<bool>());
  EXPECT_EQ(shown["csrf"], "c1");
  EXPECT_EQ(shown["match"], "\"tag\"");
  EXPECT_EQ(shown["fields"][0]["value"], "docs");
}

TEST(RemedyHtml, ChoosesWhatAPageHasSomethingFor) {
  Verdict verdict;
  verdict.remedies = {remedy::Promote{"42", "beta"}, remedy::Approve{"42", "prr", ""}};
  EXPECT_EQ(best_remedy(verdict, {})->href, "/proposals/42/approve?role=prr");
  verdict.remedies = {remedy::Promote{"42", "beta"}};
  EXPECT_EQ(best_remedy(verdict, {})->command, "milepost promote 42 --to beta");
  verdict.remedies.clear();
  EXPECT_FALSE(best_remedy(verdict, {}));
}

}  // namespace
}  // namespace milepost
