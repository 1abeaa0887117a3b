#include "features/show/page.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::show {
namespace {

using Texts = std::vector<std::string>;

class Pages : public RepositoryFixture {
 protected:
  Pages() {
    propose("1-x", "title: Faster\nnumber: 1\nstatus: accepted\nstage: alpha\n");
    propose("2-y", "title: Slower\nnumber: 2\nstatus: done\n");
  }

  // "" or why there is no page.
  std::string make(const std::string& subject, const std::string& stage = {},
                   const std::string& below = {}) {
    WorkspaceOptions where;
    where.directory = at(below);
    where.judging.stage = stage;
    auto page = Workspace::open_for({subject}, where, start_of(today_utc()))
                    .and_then([&](const auto& opened) { return make_page(*opened, subject); });
    page_ = page ? std::move(*page) : ProposalPage{};
    return page ? "" : page.error().message;
  }

  // "title health line", those below with a dot.
  Texts sections() const {
    Texts lines;
    for (const SectionLine& line : page_.sections) {
      lines.push_back(fmt::format("{} {} {}{}", line.title, name(line.health), line.line,
                                  line.beyond_template ? " +" : ""));
      for (const SectionLine& below : line.below) {
        lines.push_back(fmt::format(". {} {} {}", below.title, name(below.health), below.line));
      }
    }
    return lines;
  }
  Texts relations() const {
    Texts lines;
    for (const RelationLine& line : page_.relations) {
      lines.push_back(fmt::format("{}: {} [{}]{}", line.relation, line.text, line.path,
                                  line.resolved ? "" : " not found"));
    }
    return lines;
  }

  ProposalPage page_;
};

TEST_F(Pages, AreFoundByNumberAndPath) {
  for (const char* subject : {"1", "001", "ways/1-x", "ways/1-x/README.md", "ways/1-x/way.yaml"}) {
    EXPECT_EQ(make(subject), "") << subject;
    EXPECT_EQ(page_.card.title, "Faster") << subject;
  }
  EXPECT_EQ(make("../1-x", "", "ways/2-y"), "");
  EXPECT_EQ(page_.card.number, "1");
  const struct {
    const char *name, *subject, *message;
  } cases[] = {
      {"another number", "7",
       "7: there is no such file or folder, and no proposal of that number; milepost list shows "
       "those there are"},
      {"another path", "ways/7-z", "ways/7-z: there is no such file or folder"},
      {"nothing", "", "\"\": there is no such file or folder"},
      {"several", "ways", "ways is several proposals: ways/1-x, ways/2-y"},
      {"none", "pack", "pack: there is no proposal in this folder; documents are ways/*/README.md"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(make(c.subject), c.message);
  }
}

TEST_F(Pages, ShowHowSectionsStand) {
  propose("1-x", "title: Faster\nnumber: 1\nstatus: accepted\nstage: alpha\n",
          "# Faster\n\n## Summary\n\nTBD\n\n## Why not\n\nIt is hard.\n\n## Risks\n\nNone that "
          "we know of.\n");
  ASSERT_EQ(make("1"), "");
  EXPECT_EQ(page_.stage, "alpha");
  EXPECT_EQ(sections(), (Texts{"Summary not-filled 3", "Why not filled 7 +", "Risks filled 11",
                               ". Undoing not-asked-for 0", "Tests not-asked-for 0"}));
  ASSERT_EQ(make("1", "beta"), "");
  EXPECT_EQ(page_.stage, "beta");
  EXPECT_EQ(sections(), (Texts{"Summary not-filled 3", "Why not filled 7 +", "Risks filled 11",
                               ". Undoing missing 0", "Tests missing 0"}));
  EXPECT_EQ(page_.run.count(Severity::kError), 2U);
  EXPECT_NE(make("1", "gamma").find("gamma"), std::string::npos);
}

TEST_F(Pages, ShowRelationsFromBothSides) {
  propose("1-x",
          "title: Faster\nnumber: 1\nstatus: accepted\nreplaces: [/ways/2-y]\n"
          "requires: [/ways/3-z]\nsee-also: [/ways/9-gone, https://example.org/talk]\n");
  propose("2-y", "title: Slower\nnumber: 2\nstatus: done\nsuperseded-by: [/ways/1-x]\n");
  propose("3-z", "number: 3\nstatus: done\nsee-also: [/ways/1-x]\n");
  ASSERT_EQ(make("1"), "");
  EXPECT_EQ(relations(),
            (Texts{"see also: /ways/9-gone [] not found", "see also: https://example.org/talk []",
                   "replaces: 2 Slower (done) [ways/2-y]", "builds on: 3 (done) [ways/3-z]"}));
  ASSERT_EQ(make("2"), "");
  EXPECT_EQ(relations(), Texts{"replaced by: 1 Faster (accepted) [ways/1-x]"});
  ASSERT_EQ(make("3"), "");
  EXPECT_EQ(relations(), Texts{"see also: 1 Faster (accepted) [ways/1-x]"})
      << "it is named once, however many relations there are";
}

TEST_F(Pages, OfProposalsWithoutADocument) {
  write("ways/3-z/way.yaml", "title: Later\nnumber: 3\nstatus: draft\n");
  ASSERT_EQ(make("3"), "");
  EXPECT_TRUE(page_.sections.empty());
  ASSERT_EQ(page_.run.findings.size(), 1U);
  EXPECT_EQ(page_.run.findings[0].code, "MP614");
  write("ways/3-z/README.md", std::string("\0\1\2\0\3\0", 6));
  EXPECT_EQ(make("3"), "ways/3-z/README.md: is a binary file, not Markdown");
  // What does not hang on the text is there.
  WorkspaceOptions here;
  here.directory = at("");
  const auto opened = Workspace::open_for({"3"}, here, start_of(today_utc()));
  ASSERT_TRUE(opened) << opened.error().message;
  const auto despite = make_page_despite(**opened, "3");
  ASSERT_TRUE(despite) << despite.error().message;
  EXPECT_EQ(despite->card.title, "Later");
  ASSERT_EQ(despite->run.read_errors.size(), 1U);
  EXPECT_EQ(despite->run.read_errors[0].path, "ways/3-z/README.md");
}

// As the list of proposals counts them.
TEST_F(Pages, CountOnlySectionsThatAreDue) {
  ASSERT_EQ(make("1"), "");
  EXPECT_EQ(page_.due, (std::vector{Health::kFilled, Health::kFilled}));
  write("ways/1-x/README.md",
        "# Faster\n\n## Summary\n\nIt becomes faster.\n\n## Risks\n\n## Tests\n\nOf each part.\n");
  ASSERT_EQ(make("1"), "");
  EXPECT_EQ(page_.due, (std::vector{Health::kFilled, Health::kNotFilled}))
      << "the tests are filled, and due later";
  ASSERT_EQ(make("1", "beta"), "");
  EXPECT_EQ(page_.due,
            (std::vector{Health::kFilled, Health::kNotFilled, Health::kMissing, Health::kFilled}));
}

}  // namespace
}  // namespace milepost::show
