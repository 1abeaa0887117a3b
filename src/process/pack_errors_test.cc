#include "process/pack_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/load.h"
#include "process/process_fixture.h"

namespace milepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> texts_of(const std::vector<PackError>& errors) {
  std::vector<std::string> texts;
  for (const PackError& error : errors) texts.push_back(to_string(error));
  return texts;
}

const FileTexts kTemplates = {{"pack/t.md", "# T\n## Summary\n## Risks\n"}};

std::vector<std::string> errors_of(std::string_view process) {
  FileTexts files = kTemplates;
  files["pack/process.yaml"] = process;
  const auto check = check_pack({"pack/", read_from(files)}, nullptr);
  return check ? texts_of(check->errors) : std::vector<std::string>{check.error().message};
}

// Of a pack that is built in, with this milepost.yaml over it.
std::vector<std::string> errors_over(std::string_view pack, std::string_view config) {
  const Config repository{make_source(config, "milepost.yaml"), "", read_from({})};
  const auto check = check_pack(built_in_pack(pack), &repository);
  return check ? texts_of(check->errors) : std::vector<std::string>{check.error().message};
}

TEST(PackErrors, AllOfThemAreFound) {
  EXPECT_THAT(
      errors_of("schema: 1\n"
                "titel: x\n"
                "statuses:\n"
                "  - {id: draft, due: exist, moves: [acepted]}\n"
                "  - {id: accepted, closed: maybe}\n"
                "kinds: [{id: a, template: t.md}]\n"
                "gates:\n"
                "  - {id: exists, stage: beta, sections: [Sumary]}\n"
                "  - {id: b, after: c}\n"),
      ElementsAre("pack/process.yaml:2:1: `titel` is not known here; did you mean `title`?",
                  "pack/process.yaml:5:28: `closed` must be true or false",
                  "pack/process.yaml:4:22: no gate is called `exist`; did you mean `exists`?",
                  "pack/process.yaml:8:25: no stage is called `beta`; the process has none",
                  "pack/process.yaml:8:42: no template has the section `Sumary`; did you "
                  "mean `Summary`?",
                  "pack/process.yaml:9:20: no gate is called `c`; there are exists, b"));
}

TEST(PackErrors, WhatFollowsFromAnotherIsNone) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"names that the part with the error would define",
       "schema: 1\nladders: [{id: a, stagess: [alpha]}]\nkinds: [{id: a, template: t.md}]\n"
       "gates: [{id: g, stage: alpha}]\n",
       "`stagess` is not known here; did you mean `stages`?"},
      {"sections of a template that is not there",
       "schema: 1\nkinds: [{id: a, template: x.md}]\ngates: [{id: g, sections: [Summary]}]\n",
       "`x.md` cannot be read: there is no such file"},
      {"what is no map has no keys",
       "schema: 1\nstatuses: [draft]\nkinds: [{id: a, template: t.md}]\n",
       "a map of keys and values is expected here"},
      {"a circle of gates",
       "schema: 1\nkinds: [{id: a, template: t.md}]\n"
       "gates: [{id: a, after: b}, {id: b, after: c}, {id: c, after: a}]\n",
       "gate `a` comes after itself"},
      {"no YAML", "schema: 1\nkinds: [{id: a\ngates: [\n", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto errors = errors_of(c.text);
    if (c.name == cases[0].name) {  // a ladder without stages is one, too
      ASSERT_EQ(errors.size(), 2);
    } else {
      ASSERT_EQ(errors.size(), 1) << errors.back();
    }
    EXPECT_THAT(errors.front(), HasSubstr(c.want));
  }
}

TEST(PackErrors, NoneOfABuiltInPackAlone) {
  for (const std::string& pack : built_in_packs()) {
    EXPECT_THAT(errors_over(pack, "schema: 1\nprocess: " + pack + "\n"), IsEmpty()) << pack;
  }
}

TEST(PackErrors, AreToldWhereTheirReaderCanSeeThem) {
  const auto errors = errors_over("kep",
                                  "schema: 1\nprocess: kep\nladders:\n"
                                  "  - {id: stages, stages: [alpha, stable]}\n");
  ASSERT_FALSE(errors.empty());
  for (const std::string& error : errors) {
    EXPECT_TRUE(error.starts_with("milepost.yaml:")) << error;
  }
}

TEST(PackErrors, OnePerNameThatIsMissing) {
  const auto errors =
      errors_over("design", "schema: 1\nprocess: design\nfields: [{id: people, is: authors}]\n");
  ASSERT_EQ(errors.size(), 1);
  EXPECT_THAT(errors.front(), HasSubstr("milepost.yaml:3:1: two fields are the `authors`"));
  EXPECT_THAT(errors.front(), HasSubstr("`milepost process show design`"));
}

TEST(PackErrors, TheKeyOfAnOffset) {
  const std::string_view text = "a: 1\nb:\n  - c: 2\n\n# d\ne: 3\n";
  EXPECT_EQ(top_key_at(text, 0), "a");
  EXPECT_EQ(top_key_at(text, text.find("c")), "b");
  EXPECT_EQ(top_key_at(text, text.find("3")), "e");
  EXPECT_EQ(top_key_at("", 0), "");
}

TEST(Load, TellsHowManyMoreErrorsThereAre) {
  FileTexts files = kTemplates;
  files["pack/process.yaml"] = "schema: 1\nx: 1\ny: 2\nkinds: [{id: a, template: t.md}]\n";
  const auto loaded = load_texts(files);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message,
              HasSubstr("(and 1 more error; `milepost process check` lists them)"));
}

}  // namespace
}  // namespace milepost
