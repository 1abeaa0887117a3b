#include "features/process/guess_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milepost::process {
namespace {

using testing::ElementsAre;

TEST(GuessLayout, FromPathsOfManyShapes) {
  const struct {
    std::string_view name;
    std::vector<std::string> paths;
    std::string_view path, documents;
    std::size_t fit;
  } cases[] = {
      {"numbered files",
       {"teps/0001-a.md", "teps/0012-b-c.md", "teps/0100-d.md"},
       "teps/{number}-{slug}.md",
       "teps/*.md",
       3},
      {"at the top", {"0001-a.md", "0002-b.md"}, "{number}-{slug}.md", "*.md", 2},
      {"a folder each",
       {"keps/12-a/README.md", "keps/7-b/README.md"},
       "keps/{number}-{slug}/README.md",
       "keps/*/README.md",
       2},
      {"a word before the number",
       {"geps/gep-12/index.md", "geps/gep-700/index.md"},
       "geps/gep-{number}/index.md",
       "geps/gep-*/index.md",
       2},
      {"groups",
       {"v/sig-a/1-x/vep.md", "v/sig-b/2-y/vep.md", "v/sig-b/3-z/vep.md"},
       "v/{group}/{number}-{slug}/vep.md",
       "v/*/*/vep.md",
       3},
      {"groups with subprojects",
       {"k/a/1-x/R.md", "k/b/s/2-y/R.md", "k/b/t/3-z/R.md"},
       "k/{group}/**/{number}-{slug}/R.md",
       "k/**/*/R.md",
       3},
      {"at the top and below",
       {"d/a.md", "d/x/b.md", "d/y/c.md"},
       "d/**/{slug}.md",
       "d/**/*.md",
       3},
      {"days",
       {"docs/20200102-a.md", "docs/20211130-b.md"},
       "docs/{date}-{slug}.md",
       "docs/*.md",
       2},
      {"underscores", {"adr/0001_a.md", "adr/0002_b.md"}, "adr/{number}_{slug}.md", "adr/*.md", 2},
      {"numbers alone", {"rfc/1.md", "rfc/22.md"}, "rfc/{number}.md", "rfc/*.md", 2},
      {"words in capitals",
       {"adr/ADR-1-a.md", "adr/ADR-2-b.md"},
       "adr/ADR-{number}-{slug}.md",
       "adr/ADR-*.md",
       2},
      {"names alone", {"design/a-b.md", "design/c.md"}, "design/{slug}.md", "design/*.md", 2},
      {"one stray",
       {"r/0001-a.md", "r/0002-b.md", "r/0003-c.md", "r/notes.md"},
       "r/{number}-{slug}.md",
       "r/*.md",
       3},
      {"a single one", {"docs/adr/0001-a.md"}, "docs/adr/{number}-{slug}.md", "docs/adr/*.md", 1},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const LayoutGuess guess = guess_layout(c.paths);
    EXPECT_EQ(guess.path, c.path);
    EXPECT_THAT(guess.documents, ElementsAre(std::string(c.documents)));
    EXPECT_EQ(guess.fit, c.fit);
  }
}

TEST(GuessLayout, KnowsTheNumberInAName) {
  const UnitShape shape{UnitKind::kNumberSlug, "gep-", '-'};
  EXPECT_EQ(number_in("gep-0012-x", shape), "0012");
  EXPECT_EQ(number_in("gep-0012", shape), "");
  EXPECT_EQ(number_in("12-x", shape), "");
}

}  // namespace
}  // namespace milepost::process
