// What a pack says about beginnings: people, starting files, new paths, weeks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::Pair;

const std::string kPack = R"(schema: 1
layout:
  path: "notes/{slug}.md"
  new: ["notes/open/{slug}.md", "notes/{slug}.md"]
kinds:
  - {id: note, template: t.md}
people:
  jane@example.org: "@jane"
  Oscar@example.org: oscar
start:
  - {from: t.md, to: notes/_template.md}
calendar:
  dates: [{id: start, week: 0}, {id: freeze, week: 4}, {id: end}]
)";

Result<std::shared_ptr<const Process>> load(const std::string& pack, FileTexts repository = {}) {
  return load_texts({{"pack/process.yaml", pack}, {"pack/t.md", "# T\n"}}, std::move(repository));
}

TEST(LoadStart, ReadsIt) {
  const auto process = load(kPack);
  ASSERT_TRUE(process) << process.error().message;
  EXPECT_THAT((*process)->people,
              ElementsAre(Pair("jane@example.org", "jane"), Pair("Oscar@example.org", "oscar")));
  ASSERT_EQ((*process)->start.size(), 1U);
  EXPECT_EQ((*process)->start[0].to, "notes/_template.md");
  EXPECT_EQ((*process)->start[0].source->text(), "# T\n");
  ASSERT_EQ((*process)->layout.new_paths.size(), 2U);
  EXPECT_EQ((*process)->layout.new_paths[0].fixed_folder(), "notes/open");
  const auto& dates = (*process)->calendar.dates;
  EXPECT_EQ(dates[1].week, 4U);
  EXPECT_EQ(dates[2].week, std::nullopt);
}

TEST(LoadStart, ARepositoryLaysItsOwnOverIt) {
  const auto process = load(kPack, {{"milepost.yaml",
                                     "schema: 1\nprocess: pack\npeople: {OSCAR@example.org: o, "
                                     "new@example.org: n}\nstart: [{from: own.md, to: own.md}]\n"},
                                    {"own.md", "own"}});
  ASSERT_TRUE(process) << process.error().message;
  EXPECT_THAT((*process)->people,
              ElementsAre(Pair("jane@example.org", "jane"), Pair("Oscar@example.org", "o"),
                          Pair("new@example.org", "n")));
  ASSERT_EQ((*process)->start.size(), 1U);
  EXPECT_EQ((*process)->start[0].source->text(), "own");
}

TEST(LoadStart, RefusesWhatIsWrong) {
  const struct {
    std::string_view from, to;
    std::string want;
  } cases[] = {
      {"\"@jane\"", "jane@example.org",
       "`people` gives the handle that belongs to an e-mail address"},
      {"\"@jane\"", "[jane]", "`people` gives the handle that belongs to an e-mail address"},
      {"\"@jane\"", "\"\"", "`people` gives the handle that belongs to an e-mail address"},
      {"from: t.md", "from: x.md", "`x.md` cannot be read: there is no such file"},
      {"to: notes", "to: ../notes", "`../notes/_template.md` is no path below the repository"},
      {"to: notes", "to: /notes", "`/notes/_template.md` is no path below the repository"},
      {"notes/open/{slug}.md", "notes/open.md", "`notes/open.md` has no part {slug}"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.to);
    const auto process = load(replaced(kPack, c.from, c.to));
    ASSERT_FALSE(process);
    EXPECT_THAT(process.error().message, EndsWith(": " + c.want));
  }
}

TEST(FixedFolder, EndsBeforeWhatVaries) {
  const struct {
    std::string_view pattern, want;
  } cases[] = {
      {"keps/{group}/{number}-{slug}/README.md", "keps"},
      {"docs/design/{slug}.md", "docs/design"},
      {"docs/{number}-x/y.md", "docs"},
      {"a/b-{slug}.md", "a"},
      {"{slug}.md", ""},
      {"**/{slug}.md", ""},
      {"a/**/{slug}.md", "a"},
  };
  for (const auto& c : cases) EXPECT_EQ(PathPattern(c.pattern).fixed_folder(), c.want);
}

}  // namespace
}  // namespace milepost
