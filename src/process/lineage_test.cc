#include "process/lineage.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/process_fixture.h"
#include "process/template.h"

namespace milepost {
namespace {

Result<Lineage> parse(std::string_view text) {
  const Source source("lineage.yaml", std::string(text));
  return parse_lineage(source);
}

// In which versions a heading stood: "110", an "o" where it was optional.
std::string presence(const Lineage& lineage, const std::string& key) {
  const Presence* found = lineage.find(key);
  if (!found) return "unknown";
  std::string all;
  for (std::size_t v = 0; v < lineage.versions.size(); ++v) {
    all += found->is_optional(v) ? 'o' : found->has(v) ? '1' : '0';
  }
  return all;
}

TEST(Lineage, FollowsHeadingsThroughTheVersions) {
  const auto lineage = parse(R"yaml(
schema: 1
versions:
  - id: "1"
    date: 2018-12-01
    added: ["# Title", "## Summary", "## Drawbacks [optional]", "### Caveats", "## Gone"]
  - id: "2"
    date: 2019-02-08
    removed: ["## Gone"]
    moved: ["### Summary"]
    renamed:
      - {from: "### Caveats", to: "### Notes"}
      - {from: "## Drawbacks [optional]", to: "## Drawbacks"}
  - id: three
    date: 2019-02-08
    added: ["## Late (Optional)", "## Gone"]
    renamed: [{from: "### Notes", to: "### Notes and Constraints (Optional)"}]
lines: >-
  a1 b2
  ffffffffffff
)yaml");
  ASSERT_TRUE(lineage) << lineage.error().message;
  ASSERT_EQ(lineage->versions.size(), 3U);
  EXPECT_EQ(lineage->versions[0].headings, 5U);
  EXPECT_EQ(lineage->versions[1].headings, 4U);
  EXPECT_EQ(lineage->versions[2].headings, 6U);
  EXPECT_EQ(lineage->versions[2].id, "three");
  EXPECT_EQ(to_string(lineage->versions[2].date), "2019-02-08");

  const struct {
    std::string_view name;
    std::string key;
    std::string_view want;
  } cases[] = {
      {"always there", "summary", "111"},
      {"no longer optional", "drawbacks", "o11"},
      {"came late, as optional", "late", "00o"},
      {"went and came back", "gone", "101"},
      {"renamed twice, known by its last name", "notes and constraints", "11o"},
      {"its first name", "caveats", "unknown"},
      {"its second name", "notes", "unknown"},
      {"never there", "elsewhere", "unknown"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(presence(*lineage, c.key), c.want);
  }
  const struct {
    std::string_view name;
    std::string key;
    std::size_t version;
    std::string_view want;
  } spellings[] = {
      {"as it came", "summary", 0, "## Summary"},
      {"at another level", "summary", 2, "### Summary"},
      {"under its first name", "notes and constraints", 0, "### Caveats"},
      {"under its second", "notes and constraints", 1, "### Notes"},
      {"while it was gone", "gone", 1, ""},
      {"come back", "gone", 2, "## Gone"},
      {"before it came", "late", 1, ""},
      {"never there", "elsewhere", 2, ""},
  };
  for (const auto& c : spellings) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(lineage->spelling(c.key, c.version), c.want);
  }
  EXPECT_EQ(lineage->renames.at("caveats"), "notes and constraints");
  EXPECT_EQ(lineage->renames.at("notes"), "notes and constraints");
  EXPECT_EQ(lineage->renames.count("drawbacks"), 0U);
  EXPECT_TRUE(lineage->titles.contains("Drawbacks"));
  EXPECT_TRUE(lineage->titles.contains("Notes"));
  EXPECT_TRUE(lineage->marked_titles.contains("### Summary"));
  EXPECT_TRUE(lineage->marked_titles.contains("## Summary"));
  EXPECT_FALSE(lineage->marked_titles.contains("# Summary"));
  EXPECT_EQ(lineage->lines, (std::unordered_set<std::uint64_t>{0xa1, 0xb2, 0xffffffffffff}));
}

TEST(Lineage, SurvivesACircleOfRenames) {
  const auto lineage = parse(R"yaml(
versions:
  - {id: "1", date: 2018-12-01, added: ["## A"]}
  - {id: "2", date: 2018-12-02, renamed: [{from: "## A", to: "## B"}]}
  - {id: "3", date: 2018-12-03, renamed: [{from: "## B", to: "## A"}]}
)yaml");
  ASSERT_TRUE(lineage) << lineage.error().message;
  EXPECT_EQ(lineage->versions.size(), 3U);
}

TEST(Lineage, RefusesWhatIsNone) {
  std::string many = "versions:\n";
  for (int i = 0; i < 65; ++i) many += fmt::format("  - {{id: \"{}\", date: 2018-12-01}}\n", i);
  const struct {
    std::string_view name;
    std::string text;
    std::string_view want;
  } cases[] = {
      {"empty", "", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"no versions", "schema: 1\n", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"an empty list", "versions: []\n", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"a single value", "versions: 3\n", "lineage.yaml:1:1: a lineage needs a list of `versions`"},
      {"no id", "versions:\n  - date: 2018-12-01\n",
       "lineage.yaml:2:5: a version needs an id and a date (yyyy-mm-dd)"},
      {"no date", "versions:\n  - id: a\n",
       "lineage.yaml:2:5: a version needs an id and a date (yyyy-mm-dd)"},
      {"an impossible date", "versions:\n  - {id: a, date: 2018-02-30}\n",
       "lineage.yaml:2:5: a version needs an id and a date (yyyy-mm-dd)"},
      {"not in order", "versions:\n  - {id: a, date: 2018-12-02}\n  - {id: b, date: 2018-12-01}\n",
       "lineage.yaml:3:5: versions must stand in the order of their dates"},
      {"renamed to nothing",
       "versions:\n  - id: a\n    date: 2018-12-01\n    renamed:\n      - from: \"## A\"\n",
       "lineage.yaml:5:9: a renamed heading needs `from` and `to`"},
      {"too many", many, "lineage.yaml:2:3: a lineage has at most 64 versions"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto lineage = parse(c.text);
    ASSERT_FALSE(lineage);
    EXPECT_EQ(lineage.error().message, c.want);
  }
  const auto broken = parse("versions: [\n");
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().message.starts_with("lineage.yaml:")) << broken.error().message;
  const auto twice = parse("schema: 1\nschema: 1\n");
  ASSERT_FALSE(twice);
  EXPECT_TRUE(twice.error().message.starts_with("lineage.yaml:2:1: ")) << twice.error().message;
}

class Versions {
 public:
  void add(std::string_view date, std::string_view text) {
    templates_.push_back(std::make_unique<Template>(make_source(text)));
    dated_.push_back({parse_date(date).value(), templates_.back().get()});
  }
  std::string write() const { return write_lineage(dated_); }

 private:
  std::vector<std::unique_ptr<Template>> templates_;
  std::vector<DatedTemplate> dated_;
};

TEST(Lineage, WritesWhatItReads) {
  Versions versions;
  versions.add("2018-12-01",
               "# Title\n## Summary\n## Drawbacks [optional]\n### Say \"why\"\nOld line\n");
  versions.add("2019-01-01",
               "# Title\n## Summary\n## Drawbacks [optional]\n### Say \"why\"\nNew line\n");
  versions.add(
      "2019-02-01",
      "# Title\n### Summary\n## Drawbacks\n## Test Plan\n- **Can this feature be disabled?**\n");
  versions.add(
      "2020-03-01",
      "# Title\n### Summary\n## Drawbacks\n## Test Plans\n###### Can this feature be disabled?\n");
  const std::string text = versions.write();
  const auto lineage = parse(text);
  ASSERT_TRUE(lineage) << lineage.error().message << "\n" << text;
  ASSERT_EQ(lineage->versions.size(), 3U) << "a version with the same headings is none:\n" << text;
  EXPECT_EQ(to_string(lineage->versions[0].date), "2018-12-01");
  EXPECT_EQ(to_string(lineage->versions[1].date), "2019-02-01");
  EXPECT_EQ(to_string(lineage->versions[2].date), "2020-03-01");
  EXPECT_EQ(presence(*lineage, "summary"), "111");
  EXPECT_EQ(presence(*lineage, "drawbacks"), "o11");
  EXPECT_EQ(presence(*lineage, "say why"), "100");
  EXPECT_EQ(presence(*lineage, "test plans"), "011");
  EXPECT_EQ(presence(*lineage, "can this feature be disabled"), "011");
  EXPECT_EQ(lineage->renames.at("test plan"), "test plans");
  EXPECT_TRUE(lineage->marked_titles.contains("* Can this feature be disabled?"));
  EXPECT_TRUE(lineage->marked_titles.contains("###### Can this feature be disabled?"));
  for (const std::string_view line : {"Old line", "New line"}) {
    EXPECT_TRUE(lineage->lines.contains(line_hash(line))) << line;
  }
  EXPECT_EQ(versions.write(), text) << "the same twice";
}

TEST(Lineage, KnowsARenameByItsNeighbours) {
  Versions versions;
  versions.add("2018-12-01", "# T\n## Before\n## Completely different\n## Removed\n## After\n");
  versions.add("2019-12-01", "# T\n## Before\n## Other words\n## After\n");
  const auto lineage = parse(versions.write());
  ASSERT_TRUE(lineage) << lineage.error().message;
  EXPECT_EQ(presence(*lineage, "removed"), "10");
  EXPECT_EQ(presence(*lineage, "other words"), "01");
  EXPECT_EQ(lineage->renames.size(), 0U) << "its neighbour below changed too";

  versions = {};
  versions.add("2018-12-01", "# T\n## Before\n## Completely different\n## After\n");
  versions.add("2019-12-01", "# T\n## Before\n## Other words\n## After\n");
  const auto renamed = parse(versions.write());
  ASSERT_TRUE(renamed) << renamed.error().message;
  EXPECT_EQ(presence(*renamed, "other words"), "11");
  EXPECT_EQ(renamed->renames.at("completely different"), "other words");
}

TEST(Lineage, ShipsThirteenVersions) {
  const auto bytes = find_embedded("processes/kep/lineage.yaml");
  ASSERT_TRUE(bytes);
  const auto lineage = parse(*bytes);
  ASSERT_TRUE(lineage) << lineage.error().message;
  ASSERT_EQ(lineage->versions.size(), 13U);
  EXPECT_EQ(to_string(lineage->versions.front().date), "2018-12-01");
  EXPECT_EQ(to_string(lineage->versions.back().date), "2025-12-08");
  EXPECT_TRUE(std::ranges::is_sorted(lineage->versions, {}, &TemplateVersion::date));
  for (std::size_t v = 0; v < 13; ++v) EXPECT_EQ(lineage->versions[v].id, std::to_string(v + 1));
  EXPECT_EQ(presence(*lineage, "summary"), "1111111111111");
  EXPECT_EQ(presence(*lineage, "table of contents"), "1100000000000");
  EXPECT_GT(lineage->lines.size(), 1000U);
}

// --- deriving it again from history ------------------------------------------------

class Derivation : public testing::Test {
 protected:
  Derivation() {
    std::string name =
        (std::filesystem::temp_directory_path() / "milepost-lineage-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Derivation() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // What git prints, and whether it succeeded.
  std::pair<std::string, bool> git(const std::string& arguments) const {
    const std::string command =
        fmt::format("TZ=UTC git -C '{}' {} 2>/dev/null", folder_, arguments);
    std::string output;
    FILE* const pipe = ::popen(command.c_str(), "r");
    if (!pipe) return {{}, false};
    std::array<char, 4096> buffer;
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
      output.append(buffer.data(), count);
    }
    const int status = ::pclose(pipe);
    return {std::move(output), WIFEXITED(status) && WEXITSTATUS(status) == 0};
  }

  std::string folder_;
};

TEST_F(Derivation, EqualsTheShippedFile) {
  const std::filesystem::path bundle = corpus_folder() / "keps.bundle";
  if (!std::filesystem::exists(bundle)) GTEST_SKIP() << "there is no corpus";
  const std::string whole = std::filesystem::canonical(bundle).string();
  if (!git(fmt::format("clone -q --bare '{}' .", whole)).second) {
    GTEST_SKIP() << "git cannot read the corpus's bundle";
  }
  std::vector<std::string> rows;  // "moment commit path"
  for (const std::string_view path : {"keps/0000-kep-template.md", "keps/YYYYMMDD-kep-template.md",
                                      "keps/NNNN-kep-template/README.md"}) {
    const auto [log, listed] = git(fmt::format(
        "log --first-parent --date=iso-strict-local '--format=%cd %H {0}' -- {0}", path));
    ASSERT_TRUE(listed);
    std::string_view rest = log;
    while (!rest.empty()) {
      const auto [row, others] = cut(rest, '\n');
      rows.emplace_back(row);
      rest = others;
    }
  }
  ASSERT_GT(rows.size(), 13U);
  std::ranges::stable_sort(rows, {}, [](const std::string& row) { return cut(row, ' ').first; });
  Versions versions;
  for (const std::string& row : rows) {
    const auto [moment, place] = cut(row, ' ');
    const auto [commit, path] = cut(place, ' ');
    const auto [text, there] = git(fmt::format("show {}:{}", commit, path));
    if (there) versions.add(moment.substr(0, 10), text);
  }
  const auto shipped = find_embedded("processes/kep/lineage.yaml");
  ASSERT_TRUE(shipped);
  std::string_view want = *shipped;
  while (want.starts_with('#')) want = cut(want, '\n').second;
  const std::string made = versions.write();
  const auto [end, at] = std::ranges::mismatch(made, want);
  EXPECT_EQ(made.size(), want.size());
  EXPECT_TRUE(end == made.end() && at == want.end())
      << "it differs at: " << std::string_view(end, made.end()).substr(0, 80);
}

}  // namespace
}  // namespace milepost
