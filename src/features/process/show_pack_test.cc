#include "features/process/show_pack.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/tree_fixture.h"
#include "features/process/process_json.h"
#include "process/load.h"
#include "proposal/repository.h"

namespace milepost::process {
namespace {

using testing::HasSubstr;
using testing::Not;

// A tree without its places and quotes.
std::string tree_text(const YamlNode& node) {
  if (node.is_scalar()) return "<" + node.text + ">";
  std::string text = node.is_map() ? "{" : "[";
  for (const YamlEntry& entry : node.entries) text += entry.key + "=" + tree_text(*entry.value);
  for (const YamlNode& item : node.items) text += tree_text(item);
  return text + (node.is_map() ? "}" : "]");
}

class ShowPack : public TreeFixture {
 protected:
  std::string merged_text(const std::string& name) const {
    const auto shown = show_merged_pack(at(""), name);
    return shown ? shown->yaml : "failed: " + shown.error().message;
  }

  // The files of a built-in pack as a folder here.
  void copy_pack(const std::string& pack, const std::string& folder) const {
    const std::string root = "processes/" + pack + "/";
    for (const EmbeddedFile& file : embedded_files()) {
      if (!file.path.starts_with(root)) continue;
      write(folder + "/" + std::string(file.path.substr(root.size())), file.bytes);
    }
  }

  std::string process_text() const {
    const auto repository = open_repository(at(""), "");
    if (!repository) return "failed: " + repository.error().message;
    return json_text(process_json(*repository->process));
  }
};

TEST_F(ShowPack, MergedIsTheTreeThatIsRead) {
  for (const std::string& pack : built_in_packs()) {
    SCOPED_TRACE(pack);
    auto merged = merge_pack(built_in_pack(pack), nullptr);
    ASSERT_TRUE(merged) << merged.error().message;
    YamlNode root = merged->tree.take_root();
    std::erase_if(root.entries, [](const YamlEntry& entry) { return entry.key == "extends"; });
    const Source printed("merged.yaml", merged_text(pack));
    const Yaml again(printed);
    EXPECT_TRUE(again.problems().empty());
    EXPECT_EQ(tree_text(again.root()), tree_text(root));
  }
}

TEST_F(ShowPack, WithoutMergingItIsTheFile) {
  for (const std::string& pack : built_in_packs()) {
    const auto shown = show_pack(at(""), pack);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->yaml, find_embedded("processes/" + pack + "/process.yaml"));
  }
}

// Each depth at which records merge, and what is taken out.
constexpr std::string_view kOverKep = R"(schema: 1
process: kep
layout: {url: "https://git.example/x", least-headings: 2}
strict: [types]
fields:
  - {id: harbour, type: number}
  - {id: title, longest: 70}
  - id: feature-gates
    fields:
      - {id: name, placeholders: [MyGate]}
  - remove: [prnumber]
rosters: [{id: harbour-board, names: [a, b]}]
ladders:
  - {id: graduation, skip: reason}
statuses:
  - id: provisional
    moves:
      - {to: implementable, reason: true}
      - remove: [rejected]
kinds:
  - {id: feature, template: docs/own.md, wrap: 88}
gates:
  - id: exists
    conditions:
      - {id: sections, role: lead}
      - {id: heard, is: record, title: everybody was heard}
      - remove: [acceptance]
checklists:
  - id: signoff
    items:
      - {text: GA e2e tests fulfil, from: beta}
tracking:
  lists:
    - id: signoff
      items:
        - {key: history, from: beta}
  labels:
    - {id: harbour, by: lead}
calendar:
  exception-days: 5
renames:
  - {to: Summary, from: [In Short]}
words: {nothing: [nil]}
rules: {MP203: error}
paths: [{match: "keps/old/**", rules: {MP201: info}}]
)";

TEST_F(ShowPack, MergedOverEveryDepthIsAPackOfTheSameProcess) {
  write("docs/own.md", "# KEP-NNNN: Title\n## Summary\n## Motivation\n## Proposal\n## Mooring\n");
  write("milepost.yaml", kOverKep);
  const std::string before = process_text();
  ASSERT_THAT(before, Not(HasSubstr("failed: ")));
  const std::string text = merged_text("");
  EXPECT_THAT(text, HasSubstr("  # milepost.yaml:"));
  EXPECT_THAT(text, Not(HasSubstr("acceptance")));
  EXPECT_THAT(text, HasSubstr("template: templates/"));
  EXPECT_THAT(text, HasSubstr("repository: [\"docs/own.md\""));

  copy_pack("kep", "pack");
  write("pack/process.yaml", text);
  write("milepost.yaml", "schema: 1\nprocess: pack\n");
  EXPECT_EQ(process_text(), before);
  const auto repository = open_repository(at(""), "");
  ASSERT_TRUE(repository) << repository.error().message;
  const Process& process = *repository->process;
  const Kind* const feature = process.find_kind("feature");
  ASSERT_TRUE(feature);
  EXPECT_EQ(feature->own_path, "docs/own.md");
  EXPECT_EQ(feature->wrap, 88);
  EXPECT_EQ(process.find_field("title")->longest, 70);
  EXPECT_EQ(process.find_field("prnumber"), nullptr);
  EXPECT_TRUE(process.strict.types);
  EXPECT_FALSE(process.strict.milestones);
  // Merged anew it is the same text, but for where things are from.
  const Source once("a", text);
  const Source twice("b", merged_text(""));
  EXPECT_EQ(tree_text(Yaml(once).root()), tree_text(Yaml(twice).root()));
}

TEST_F(ShowPack, MergedWithWhatItExtends) {
  write("house/process.yaml",
        "schema: 1\nextends: design\nname: house\ntitle: Of the house\nstatuses:\n"
        "  - remove: [deferred]\n  - {id: implemented, unresolved: info}\n"
        "  - id: provisional\n    moves: [remove: [deferred]]\n"
        "  - id: implementable\n    moves: [remove: [deferred]]\n");
  const std::string text = merged_text("house");
  EXPECT_THAT(text, HasSubstr("name: house\n"));
  EXPECT_THAT(text, Not(HasSubstr("extends")));
  EXPECT_THAT(text, HasSubstr("# design:12 is line 12 of `milepost process show design`.\n"));
  copy_pack("design", "copy");
  write("copy/process.yaml", text);
  const auto merged = load_pack("copy", at(""));
  ASSERT_TRUE(merged) << merged.error().message;
  const auto extended = load_pack("house", at(""));
  ASSERT_TRUE(extended) << extended.error().message;
  EXPECT_EQ(json_text(process_json(**merged)), json_text(process_json(**extended)));
}

TEST_F(ShowPack, AMilepostYamlOverAnotherProcessDoesNotCount) {
  write("milepost.yaml", "schema: 1\nprocess: kep\ntitle: Ours\n");
  EXPECT_THAT(merged_text("design"), Not(HasSubstr("Ours")));
  EXPECT_THAT(merged_text("kep"), HasSubstr("title: Ours  # milepost.yaml:3\n"));
}

}  // namespace
}  // namespace milepost::process
