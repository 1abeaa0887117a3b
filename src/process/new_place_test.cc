#include "process/new_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> faults(const std::string& layout, const std::string& over = {}) {
  const std::string pack =
      "schema: 1\nlayout:\n" + layout + "kinds:\n  - {id: note, template: t.md}\n";
  FileTexts own;
  if (!over.empty()) own.emplace("milepost.yaml", "schema: 1\nlayout:\n" + over);
  const auto loaded =
      load_texts({{"pack/process.yaml", pack}, {"pack/t.md", "# T\n\n## A\n"}}, std::move(own));
  EXPECT_TRUE(loaded) << loaded.error().message;
  std::vector<std::string> found;
  if (!loaded) return found;
  for (const PackError& error : faults_of_new_place(**loaded)) found.push_back(to_string(error));
  return found;
}

std::string layout(const std::string& documents, const std::string& path,
                   const std::string& more = {}) {
  return "  documents: [\"" + documents + "\"]\n  path: \"" + path + "\"\n" + more;
}

TEST(NewPlace, IsWhereDocumentsAre) {
  const std::pair<const char*, const char*> cases[] = {
      {"a/*.md", "a/{slug}.md"},
      {"**/*.md", "**/{slug}.md"},
      {"a/**/*.md", "a/{number}-{slug}.md"},
      {"a/**", "a/{group}/{slug}/README.md"},
      {"a/", "a/{slug}.md"},
      {"./a/*.md", "a/{slug}.md"},
      {"a/{number:4}-*.md", "a/{number}-{slug}.md"},
      {"a/{date}-*.md", "a/{date}-{slug}.md"},
      {"a/?-*.md", "a/{number}-{slug}.md"},
      {"a/sig-*/**/README.md", "a/{group}/**/{number}-{slug}/README.md"},
      {"a/*/b/*.md", "**/b/{slug}.md"},
  };
  for (const auto& [documents, path] : cases) {
    EXPECT_THAT(faults(layout(documents, path)), IsEmpty()) << documents << " and " << path;
  }
}

TEST(NewPlace, IsElsewhere) {
  const std::pair<const char*, const char*> cases[] = {
      {"b/*.md", "a/{slug}.md"},
      {"a/b/*.md", "a/{slug}.md"},
      {"a/*.txt", "a/{slug}.md"},
      {"docs/a/*.md", "a/{slug}.md"},
      {"docs/a/*/*/README.md", "a/{group}/**/{slug}/README.md"},
      {"a/**/README.md", "a/{group}/{slug}/note.md"},
      {"a/x-*.md", "a/y-{slug}.md"},
  };
  for (const auto& [documents, path] : cases) {
    EXPECT_THAT(faults(layout(documents, path)), ElementsAre(HasSubstr("where `path` says")))
        << documents << " and " << path;
  }
}

TEST(NewPlace, IsReportedWhereItCanBeMended) {
  EXPECT_THAT(faults(layout("a/*.md", "a/{slug}.md"), "  documents: [\"docs/a/*.md\"]\n"),
              ElementsAre("milepost.yaml:3:14: `documents` are docs/a/*.md, and none can be where "
                          "`path` says: a/{slug}.md; let both say the same places"));
  EXPECT_THAT(faults(layout("a/*.md", "a/{slug}.md"), "  path: \"docs/a/{slug}.md\"\n"),
              ElementsAre(HasSubstr("milepost.yaml:3:9: ")));
  EXPECT_THAT(faults(layout("a/*.md", "b/{slug}.md")),
              ElementsAre(HasSubstr("pack/process.yaml:3:14: ")));
}

TEST(NewPlace, IsOneOfSeveral) {
  EXPECT_THAT(
      faults(layout("a/*.md", "a/{slug}.md", "  new: [\"b/{slug}.md\", \"a/{slug}.md\"]\n")),
      IsEmpty());
  EXPECT_THAT(faults(layout("a/*.md", "a/{slug}.md", "  new: [\"b/{slug}.md\"]\n")),
              ElementsAre(HasSubstr("where `new` says: b/{slug}.md")));
}

TEST(NewPlace, HasPartsThatAreKnown) {
  EXPECT_THAT(faults(layout("a/**/*.md", "a/{team}/{slug}.md")),
              ElementsAre("pack/process.yaml:4:9: `a/{team}/{slug}.md`: a new proposal has no "
                          "{team}, but {date}, {group}, {number}, {slug}; say with `new` in "
                          "`layout` where it goes"));
  EXPECT_THAT(faults(layout("a/**/*.md", "a/{team}/{slug}.md", "  new: \"a/all/{slug}.md\"\n")),
              IsEmpty());
}

TEST(NewPlace, WithANumberGetsOne) {
  const std::string numbered = layout("a/*.md", "a/{number}-{slug}.md");
  EXPECT_THAT(faults(numbered), IsEmpty());
  EXPECT_THAT(faults(numbered + "  numbers: next\n"), IsEmpty());
  EXPECT_THAT(faults(numbered + "  numbers: none\n"),
              ElementsAre("pack/process.yaml:5:12: `a/{number}-{slug}.md` has a {number}, and "
                          "`numbers` in `layout` is none; say given or next"));
  const auto numbering = [](const std::string& layout) {
    const auto loaded =
        load_layout({"pack/", read_from({{"pack/process.yaml", "schema: 1\nlayout:\n" + layout}})});
    return loaded ? loaded->numbering : Numbering::kNext;
  };
  EXPECT_EQ(numbering(numbered), Numbering::kGiven);
  EXPECT_EQ(numbering(numbered + "  numbers: none\n"), Numbering::kUnnumbered);
  EXPECT_EQ(numbering(numbered + "  new: \"a/{slug}.md\"\n"), Numbering::kUnnumbered);
  EXPECT_EQ(numbering(layout("a/*.md", "a/{slug}.md")), Numbering::kUnnumbered);
}

TEST(NewPlace, OfPacksThatAreBuiltInIsRight) {
  for (const std::string& name : built_in_packs()) {
    const auto loaded = load_process(built_in_pack(name), nullptr);
    ASSERT_TRUE(loaded) << name;
    for (const PackError& error : faults_of_new_place(**loaded)) {
      ADD_FAILURE() << name << ": " << error.message;
    }
  }
}

TEST(NewPlace, HoldsADocumentThatIsFoundAgain) {
  Layout layout;
  layout.documents = {Glob("a/*.md")};
  layout.ignore = {Glob("**/*template*")};
  EXPECT_EQ(fault_of_new_document(layout, "a/b.md"), "");
  EXPECT_EQ(fault_of_new_document(layout, "b/b.md"),
            "b/b.md would not be found again: `documents` in `layout` are a/*.md, and `path` leads "
            "elsewhere; let both say the same places");
  EXPECT_EQ(fault_of_new_document(layout, "a/new-template.md"),
            "a/new-template.md would not be found again: `ignore` in `layout` leaves out "
            "**/*template*; give it another title, or a name with --slug");
}

}  // namespace
}  // namespace milepost
