#include "base/diff.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/tree_fixture.h"

namespace milepost {
namespace {

using Text = std::optional<std::string>;

TEST(Diff, ShowsWhatChanged) {
  const struct {
    const char* name;
    Text old_text;
    Text new_text;
    const char* want;
  } cases[] = {
      {"equal", "a\n", "a\n", ""},
      {"nowhere", std::nullopt, std::nullopt, ""},
      {"one line", "a\n", "b\n", "--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-a\n+b\n"},
      {"three lines around", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
       "--- a/x.md\n+++ b/x.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
      {"six lines between are shown", "a\n1\n2\n3\n4\n5\n6\nb\n", "1\n2\n3\n4\n5\n6\n",
       "--- a/x.md\n+++ b/x.md\n@@ -1,8 +1,6 @@\n-a\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n"},
      {"seven are not", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "1\n2\n3\n4\n5\n6\n7\n",
       "--- a/x.md\n+++ b/x.md\n@@ -1,4 +1,3 @@\n-a\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n "
       "7\n-b\n"},
      {"a section goes in as one", "# A\n\na\n\n# C\n", "# A\n\na\n\n# B\n\nb\n\n# C\n",
       "--- a/x.md\n+++ b/x.md\n@@ -2,4 +2,8 @@\n \n a\n \n+# B\n+\n+b\n+\n # C\n"},
      {"from empty", "", "a\n", "--- a/x.md\n+++ b/x.md\n@@ -0,0 +1 @@\n+a\n"},
      {"to empty", "a\nb\n", "", "--- a/x.md\n+++ b/x.md\n@@ -1,2 +0,0 @@\n-a\n-b\n"},
      {"the last newline comes", "a\nb", "a\nb\n",
       "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
      {"the last newline goes", "a\n", "a",
       "--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"},
      {"no last newline before or after", "a\nb", "c\nb",
       "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"},
      {"CR belongs to the line", "a\r\nb\rc\n", "a\nb\rc\n",
       "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\rc\n"},
      {"created", std::nullopt, "a\n",
       "diff --git a/x.md b/x.md\nnew file mode 100644\n"
       "--- /dev/null\n+++ b/x.md\n@@ -0,0 +1 @@\n+a\n"},
      {"deleted", "a\n", std::nullopt,
       "diff --git a/x.md b/x.md\ndeleted file mode 100644\n"
       "--- a/x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"},
      {"created empty", std::nullopt, "", "diff --git a/x.md b/x.md\nnew file mode 100644\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(unified_diff(c.old_text, c.new_text, "x.md"), c.want);
  }
}

TEST(Diff, QuotesPathsAsGitDoes) {
  const std::pair<const char*, const char*> cases[] = {
      {"dir/a-b_c.md", "--- a/dir/a-b_c.md\n+++ b/dir/a-b_c.md\n"},
      {"two words.md", "--- a/two words.md\t\n+++ b/two words.md\t\n"},
      {"say \"hi\"\\.md", "--- \"a/say \\\"hi\\\"\\\\.md\"\t\n+++ \"b/say \\\"hi\\\"\\\\.md\"\t\n"},
      {"a\nb\t\a\r", "--- \"a/a\\nb\\t\\a\\r\"\n+++ \"b/a\\nb\\t\\a\\r\"\n"},
      {"\x01\x7F\xC3\xA4", "--- \"a/\\001\\177\\303\\244\"\n+++ \"b/\\001\\177\\303\\244\"\n"},
  };
  for (const auto& [path, want] : cases) {
    EXPECT_EQ(unified_diff("a\n", "", path), std::string(want) + "@@ -1 +0,0 @@\n-a\n");
  }
}

// --- held against git -----------------------------------------------------------------

struct Pair {
  std::string path;
  Text old_text;
  Text new_text;
};

class DiffWithGit : public TreeFixture {
 protected:
  void put(const std::string& path, const Text& text) const {
    std::filesystem::remove(root_ / path);
    if (text) write(path, *text);
  }
  Text get(const std::string& path) const {
    if (!std::filesystem::exists(root_ / path)) return std::nullopt;
    return read(path);
  }

  // Applies the difference of all pairs at once and says where git arrived at
  // something else.
  std::string apply(const std::vector<Pair>& pairs) const {
    std::string patch;
    for (const Pair& pair : pairs) {
      put("tree/" + pair.path, pair.old_text);
      patch += unified_diff(pair.old_text, pair.new_text, pair.path);
    }
    if (patch.empty()) return {};
    write("patch", patch);
    const std::string command = "cd '" + at("tree") + "' && GIT_CEILING_DIRECTORIES='" + at("") +
                                "' GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 "
                                "git apply --whitespace=nowarn ../patch 2>../errors";
    if (std::system(command.c_str()) != 0) return read("errors") + patch;
    for (const Pair& pair : pairs) {
      if (get("tree/" + pair.path) != pair.new_text) return pair.path + " differs\n" + patch;
    }
    return {};
  }
};

TEST_F(DiffWithGit, AppliesAtOddPathsAndEdges) {
  make_folder("tree");
  const std::string nul("a\0b\n", 4);
  EXPECT_EQ(apply({
                {"empty to text", "", "a\n"},
                {"text to empty", "a\n", ""},
                {"created", std::nullopt, "a"},
                {"deleted", "a", std::nullopt},
                {"created empty", std::nullopt, ""},
                {"deleted empty", "", std::nullopt},
                {"deep/er/created", std::nullopt, "a\n"},
                {"two words", "a\n", "b\n"},
                {"words \"quoted\" \\ and\ttabbed", "a\n", "b\n"},
                {"a\nline", "a\n", "b\n"},
                {"\x01\x7F\xC3\xA4\xFF", "a\n", "b\n"},
                {"looks like a header", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "@@ -1 +1 @@\n-x\n"},
                {"nul", nul, "x\n" + nul},
            }),
            "");
}

rc::Gen<std::string> generate_text() {
  const auto line =
      rc::gen::element<std::string>("\n", "\n", "a\n", "b\n", "c\n", "# A\n", "# B\n", "a\r\n",
                                    "b\r\n", "\r\n", "\r", " \n", "-\n", "+\n", "\\\n", "@@\n");
  const auto lines = rc::gen::map(rc::gen::container<std::vector<std::string>>(line),
                                  [](const std::vector<std::string>& all) {
                                    std::string text;
                                    for (const auto& one : all) text += one;
                                    return text;
                                  });
  return rc::gen::apply([](const std::string& text, const std::string& end) { return text + end; },
                        lines, rc::gen::element<std::string>("", "", "end", "end\r"));
}

// A text and another made of it by a few cuts, or by none of its parts.
rc::Gen<std::pair<std::string, std::string>> generate_pair() {
  const auto changed = rc::gen::apply(
      [](std::string text, std::size_t at, std::size_t size, const std::string& put) {
        std::string other = text;
        at %= other.size() + 1;
        other.replace(at, size % 20, put);
        return std::pair(std::move(text), std::move(other));
      },
      generate_text(), rc::gen::arbitrary<std::size_t>(), rc::gen::arbitrary<std::size_t>(),
      rc::gen::scale(0.2, generate_text()));
  return rc::gen::oneOf(changed, rc::gen::pair(generate_text(), generate_text()));
}

TEST_F(DiffWithGit, AppliesWhateverTheTexts) {
  make_folder("tree");
  EXPECT_TRUE(rc::check([this] {
    const auto texts =
        *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(8, generate_pair());
    std::vector<Pair> pairs;
    for (const auto& [old_text, new_text] : texts) {
      pairs.push_back({std::to_string(pairs.size()), old_text, new_text});
    }
    RC_ASSERT(apply(pairs) == "");
  }));
}

TEST_F(DiffWithGit, AppliesToLargeTextsThatShareLittle) {
  make_folder("tree");
  std::string old_text;
  std::string new_text;
  for (int i = 0; i < 100'000; ++i) {
    old_text += std::to_string(i) + (i % 7 == 0 ? "\n\n" : "\n");
    new_text += std::to_string(i * 3 % 150'001) + (i % 5 == 0 ? "\n\n" : "\n");
  }
  EXPECT_EQ(apply({{"large", old_text, new_text}}), "");
}

}  // namespace
}  // namespace milepost
