#include "proposal/near.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

using testing::HasSubstr;
using testing::Not;

class Near : public TreeFixture {
 protected:
  std::string note() const { return near_note(*disk_tree(at(""))); }
};

constexpr std::string_view kDesign =
    "# T\n## Status\n## Summary\n## Motivation\n### Goals\n### Non-Goals\n## Proposal\n"
    "## Design Details\n## Alternatives\n";

TEST_F(Near, SaysWhatToDoWhereNothingIs) {
  EXPECT_EQ(note().find("\nmilepost init --process NAME "), 0);
  EXPECT_THAT(note(), HasSubstr("\nmilepost process new NAME --from TEMPLATE  "));
}

TEST_F(Near, NamesFoldersOfProposals) {
  write("docs/adr/0001-a.md", "# 1. A\n## Status\n");
  write("docs/adr/0002-b.md", "# 2. B\n## Status\n");
  write("docs/adr/README.md", "# List\n");
  write("docs/adr/0000-template.md", "# T\n");
  write("docs/pages/a.md", "# A page\n");
  EXPECT_THAT(note(), HasSubstr("\ndocs/adr/: 2 Markdown files like proposals of no process"));
  EXPECT_THAT(note(), HasSubstr("--from docs/adr/0000-template.md docs/adr  begins"));
  EXPECT_THAT(note(), Not(HasSubstr("pages")));
}

TEST_F(Near, NamesThePackWhoseHeadingsTheyHave) {
  write("papers/0001-a.md", kDesign);
  write("papers/0002-b.md", kDesign);
  write("papers/0003-c.md", "# Notes\n");
  EXPECT_THAT(note(), HasSubstr("\npapers/: 2 of 3 Markdown files have headings of process "));
}

TEST_F(Near, AFileOfMetadataTellsMoreThanHeadings) {
  write("docs/keps/sig-a/7-x/README.md", kDesign);
  write("docs/keps/sig-a/7-x/kep.yaml", "title: X\n");
  EXPECT_THAT(note(), HasSubstr("docs/keps/sig-a/7-x/kep.yaml (kep)"));
  EXPECT_THAT(note(), HasSubstr("\nmilepost init --process kep  goes by"));
}

TEST_F(Near, FilesOfPostsAreNone) {
  for (const char* day : {"01", "02", "03", "04"}) {
    write("posts/2026-01-" + std::string(day) + "-x.md", "# X\n");
    write("2026/" + std::string(day) + "/x.md", "# X\n");
  }
  EXPECT_THAT(note(), Not(HasSubstr("posts/")));
  EXPECT_THAT(note(), Not(HasSubstr("2026/")));
}

TEST_F(Near, OtherFormatsAreCounted) {
  for (const char* number : {"0001", "0002", "0003"}) {
    write("peps/pep-" + std::string(number) + ".rst", "PEP\n");
    write("texts/" + std::string(number) + "-a.adoc", "= A\n");
  }
  write("rfcs/0001-a.mdx", "# A\n");
  EXPECT_THAT(note(), HasSubstr("\nrfcs/: 1 file in MDX, which milepost does not read"));
  EXPECT_THAT(note(), HasSubstr("\npeps/: 3 files in reStructuredText, which milepost does not"));
  EXPECT_THAT(note(), HasSubstr("\ntexts/: 3 files in AsciiDoc, which milepost does not read"));
}

TEST_F(Near, DocumentsInOtherFormatsAreFound) {
  write("milepost.yaml",
        "schema: 1\nprocess: design\nlayout:\n  documents: [\"rfcs/*.md\"]\n"
        "  path: \"rfcs/{number}-{slug}.md\"\n");
  write("rfcs/0001-a.rst", "A\n");
  write("rfcs/0002-b.md", "# B\n");
  write("rfcs/notes.rst", "Notes\n");
  write("other/0003-c.rst", "C\n");
  const auto repository = open_repository(at(""), "");
  ASSERT_TRUE(repository) << repository.error().message;
  EXPECT_THAT(find_other_formats(*repository), testing::ElementsAre("rfcs/0001-a.rst"));
}

TEST(OtherFormats, AreNamed) {
  EXPECT_EQ(other_formats_note({}, false), "");
  EXPECT_EQ(other_formats_note({"a.rst"}, false), "1 document is not Markdown and left out: a.rst");
  EXPECT_EQ(other_formats_note({"a.rst", "b.rst", "c.rst", "d.rst"}, false),
            "4 documents are not Markdown and left out: a.rst, b.rst, c.rst and 1 more (--verbose "
            "lists all)");
}

}  // namespace
}  // namespace milepost
