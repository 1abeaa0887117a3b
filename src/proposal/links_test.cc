#include "proposal/links.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

using Texts = std::vector<std::string>;

// "destination ×2 image", in order.
Texts places(std::string_view text) {
  const Document document(make_source(text));
  const Process process;
  const Links links(process, document, "docs/test.md");
  Texts all;
  for (std::size_t i = 0; i < links.places().size(); ++i) {
    const LinkedPlace& place = links.places()[i];
    all.push_back(fmt::format("{} ×{}{}", place.destination, links.spans_of(i).size(),
                              place.image ? " image" : ""));
  }
  return all;
}

TEST(Links, LeadToEachPlaceOnce) {
  const struct {
    std::string_view name, text;
    Texts want;
  } cases[] = {
      {"none", "words\n", {}},
      {"repeated", "[a](x.md) [b](y.md) [c](x.md)\n", {"x.md ×2", "y.md ×1"}},
      {"by reference", "[a] and [b][a]\n\n[a]: x.md\n", {"x.md ×1"}},
      {"an image by reference", "![a][a]\n\n[a]: x.png\n", {"x.png ×1 image"}},
      {"an image as a link", "[![a](x.png)](y.md)\n", {"y.md ×1", "x.png ×1 image"}},
      {"by a reference that nobody makes", "[a]\n\n[a]: x.md\n[b]: y.md\n", {"x.md ×1"}},
      {"empty", "[a]()\n", {" ×1"}},
      {"escaped", "[a](x\\_y.md) [b](x&amp;y.md)\n", {"x_y.md ×1", "x&y.md ×1"}},
      {"by itself", "www.a.org and [a](www.a.org)\n", {"http://www.a.org ×1", "www.a.org ×1"}},
      {"a footnote and comments", "[^1]: word\n\n[//]: <> (words)\n", {}},
      {"in a table of contents",
       "<!-- toc -->\n- [a](#a)\n<!-- /toc -->\n\n[b](#b)\n\n<!-- toc -->\n- [c](#c)\n<!-- /toc "
       "-->\n\n[a](#a)\n",
       {"#b ×1", "#a ×1"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(places(c.text), c.want);
  }
}

TEST(Links, ToTheRepositorysOwnSiteLeadToFiles) {
  const Document document(
      make_source("https://example.org/own/blob/main/a.md#b\n"
                  "https://example.org/own/blob/v1/a.md\n"));
  Process process;
  process.layout.url = "https://example.org/own/";
  const Links links(process, document, "docs/test.md");
  ASSERT_EQ(links.places().size(), 2U);
  EXPECT_EQ(links.places()[0].target.kind, TargetKind::kFile);
  EXPECT_EQ(links.places()[0].target.path, "a.md");
  EXPECT_EQ(links.places()[0].target.fragment, "b");
  EXPECT_EQ(links.places()[1].target.kind, TargetKind::kWeb);
}

TEST(Links, ToTheAddressesOfRemotesLeadToFiles) {
  const Document document(
      make_source("https://github.com/Own/proposals/blob/main/docs/a.md\n"
                  "https://github.com/own/proposals/blob/main/src/a.cc\n"
                  "https://github.com/own/proposals/issues/7\n"));
  Process process;
  process.layout.remotes = {"https://github.com/own/proposals"};
  process.layout.git_folder = "docs";
  const Links links(process, document, "test.md");
  ASSERT_EQ(links.places().size(), 3U);
  EXPECT_EQ(links.places()[0].target.kind, TargetKind::kFile);
  EXPECT_EQ(links.places()[0].target.path, "a.md");
  EXPECT_EQ(links.places()[1].target.kind, TargetKind::kWeb) << "outside of the repository";
  EXPECT_EQ(links.places()[2].target.kind, TargetKind::kWeb);
}

TEST(Links, KnowTheAddressOfTheFiles) {
  Process process;
  process.layout.url = "https://git.example/own/proposals/blob/main/";
  process.layout.remotes = {"https://git.example/own/proposals", "https://git.example/fork"};
  EXPECT_EQ(own_addresses(process),
            (Texts{"https://git.example/own/proposals", "https://git.example/fork"}));
}

}  // namespace
}  // namespace milepost
