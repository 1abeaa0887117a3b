#include "proposal/link_target.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

constexpr const char* kDocument = "keps/sig-a/12-b/README.md";

std::string told(const LinkTarget& target) {
  static constexpr const char* kKinds[] = {"web",  "scheme",  "anchor",
                                           "file", "outside", "malformed"};
  static constexpr const char* kFaults[] = {
      "", "empty", "bracketed", "placeholder", "backslash", "odd character", "no host"};
  std::string text = kKinds[static_cast<std::size_t>(target.kind)];
  if (target.fault != LinkFault::kSound) {
    text += std::string(" ") + kFaults[static_cast<std::size_t>(target.fault)];
  }
  if (!target.path.empty()) text += " " + target.path;
  if (!target.fragment.empty()) text += " #" + target.fragment;
  if (target.folder) text += " (folder)";
  return text;
}

struct Case {
  std::string destination;
  const char* want;
};

TEST(LinkTarget, IsToldFromTheText) {
  const Case cases[] = {
      {"https://a.b/c?d#e", "web https://a.b/c?d #e"},
      {"HTTP://a.b", "web HTTP://a.b"},
      {"//a.b/c", "web https://a.b/c"},
      {"https://", "malformed no host"},
      {"https:///a", "malformed no host"},
      {"http:/a.b", "malformed no host"},
      {"http:a", "malformed no host"},
      {"//", "malformed no host"},
      {"mailto:a@b.c", "scheme mailto:a@b.c"},
      {"ftp://a/b", "scheme ftp://a/b"},
      {"file:///etc/passwd", "scheme file:///etc/passwd"},
      {"data:text/plain,a", "scheme data:text/plain,a"},
      {"#a", "anchor #a"},
      {"#", "anchor"},
      {"#a#b", "anchor #a#b"},
      {"?plain=1#L3", "anchor #L3"},
      {"a.md", "file keps/sig-a/12-b/a.md"},
      {"./a.md#b", "file keps/sig-a/12-b/a.md #b"},
      {"../13-c/README.md", "file keps/sig-a/13-c/README.md"},
      {"../13-c/", "file keps/sig-a/13-c (folder)"},
      {"..", "file keps/sig-a (folder)"},
      {".", "file keps/sig-a/12-b (folder)"},
      {"a/./b//c/../d", "file keps/sig-a/12-b/a/b/d"},
      {"a.png?raw=true", "file keps/sig-a/12-b/a.png"},
      {"a%20b%2Fc.md", "file keps/sig-a/12-b/a b/c.md"},
      {"a%2", "file keps/sig-a/12-b/a%2"},
      {"a b.md", "file keps/sig-a/12-b/a b.md"},
      {"/", "file (folder)"},
      {"/keps/sig-a/x.md#%C3%A4", "file keps/sig-a/x.md #%C3%A4"},
      {"/../a.md", "file a.md"},
      {"../../../a.md", "file a.md"},
      {"../../..", "file (folder)"},
      {"../../../../a.md", "outside a.md"},
      {"..%2F..%2F..%2f..%2Fetc/passwd", "outside etc/passwd"},
      {"../../../../keps/a.md", "outside keps/a.md"},
      {"a..b/c", "file keps/sig-a/12-b/a..b/c"},
      {"a:b", "file keps/sig-a/12-b/a:b"},  // one letter is no scheme but a drive
      {"1:b", "file keps/sig-a/12-b/1:b"},
      {"", "malformed empty"},
      {" \t", "malformed empty"},
      {"C:\\a.md", "malformed backslash"},
      {"docs\\a.md", "malformed backslash"},
      {"C:/a.md", "file keps/sig-a/12-b/C:/a.md"},
      {"https://a.b/issues/<number>", "malformed placeholder"},
      {"<link>", "malformed placeholder"},
      {"(https://a.b)", "malformed bracketed"},
      {"[a](https://a.b)", "malformed bracketed"},
      {"(a).md", "file keps/sig-a/12-b/(a).md"},
      {"a\x01", "malformed odd character"},
      {"a%00b", "malformed odd character"},
      {"`a`", "malformed odd character"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.destination);
    EXPECT_EQ(told(link_target(kDocument, c.destination)), c.want);
  }
}

TEST(LinkTarget, OfADocumentAtTheRoot) {
  EXPECT_EQ(told(link_target("a.md", "b.md")), "file b.md");
  EXPECT_EQ(told(link_target("a.md", "../b.md")), "outside b.md");
  EXPECT_EQ(told(link_target("a.md", ".")), "file (folder)");
}

TEST(LinkTarget, AddressesOfTheRepositoryItselfAreFiles) {
  const std::vector<std::string> own = {"https://github.com/Owner/name/blob/main",
                                        "https://github.com/Owner/name/tree/main/",
                                        "https://short.example/name"};
  const Case cases[] = {
      {"https://github.com/owner/name/blob/main/docs/a.md?plain=1#L3", "file docs/a.md #L3"},
      {"http://www.github.com/Owner/name/tree/main/docs/", "file docs (folder)"},
      {"https://github.com/Owner/name/tree/main", "file (folder)"},
      {"//github.com/Owner/name/tree/main/a%20b", "file a b"},
      {"https://short.example/name/docs/../a.md", "file a.md"},
      {"https://short.example/name", "file (folder)"},
      {"https://short.example/names", "web https://short.example/names"},
      {"https://github.com/Owner/name/blob/maintenance/a.md",
       "web https://github.com/Owner/name/blob/maintenance/a.md"},
      {"https://github.com/Owner/name/blob/0123abc/a.md",
       "web https://github.com/Owner/name/blob/0123abc/a.md"},
      {"https://github.com/Owner/name/issues/1", "web https://github.com/Owner/name/issues/1"},
      {"https://other.example/github.com/Owner/name/blob/main/a.md",
       "web https://other.example/github.com/Owner/name/blob/main/a.md"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.destination);
    EXPECT_EQ(told(link_target(kDocument, c.destination, own)), c.want);
  }
  EXPECT_EQ(told(link_target(kDocument, "https://a.b/c", std::vector<std::string>{""})),
            "web https://a.b/c");
}

TEST(LinkTarget, KnowsAHostWithoutItsScheme) {
  for (const char* host :
       {"www.example.org", "github.com/a/b", "git.k8s.io/a", "a-b.example/c#d"}) {
    EXPECT_TRUE(looks_like_host(host)) << host;
  }
  for (const char* path : {"a.md", "a.md#b", "a.md/", "docs/a.md", "../a.b/c", "./a.b/c",
                           "v1.2/a.md", ".github/a", "a_b.com/c", "", "a", "www."}) {
    EXPECT_FALSE(looks_like_host(path)) << path;
  }
}

TEST(LinkTarget, PagesOfASite) {
  for (const char* page : {"/docs/roles/", "/docs/roles/#owner", "/geps/overview/?a=b"}) {
    EXPECT_TRUE(looks_like_page(page)) << page;
  }
  for (const char* path : {"/docs/roles.md", "/docs/roles", "docs/roles/", "/", "",
                           "/keps/sig-node/12-warm-caches/", "//example.org"}) {
    EXPECT_FALSE(looks_like_page(path)) << path;
  }
}

TEST(LinkTarget, NumberInAPath) {
  const struct {
    std::string_view path, want;
  } cases[] = {
      {"keps/sig-node/1287-in-place/README.md", "1287"},
      {"/keps/sig-node/1287-in-place/", "1287"},
      {"teps/0045-when.md", "45"},
      {"geps/gep-91/index.md", "91"},
      {"#123", ""},
      {"KEP-32", "32"},
      {"keps/20190226-spreading.md", ""},
      {"docs/a.md", ""},
      {"v1-2/a", ""},
      {"", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.path);
    EXPECT_EQ(number_in_path(c.path), c.want);
  }
}

}  // namespace
}  // namespace milepost
