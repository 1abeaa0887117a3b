#include "features/findings/baseline.h"

#include <gtest/gtest.h>

namespace milepost::findings {
namespace {

class Baselines : public testing::Test {
 protected:
  // A finding at the beginning of a line.
  void add(std::string_view code, const std::shared_ptr<const Source>& source, std::uint32_t line,
           std::string message = "wrong") {
    Finding finding;
    finding.code = code;
    finding.name = "name";
    finding.severity = Severity::kError;
    finding.source = source.get();
    finding.span = source->line(line);
    finding.message = std::move(message);
    run_.findings.push_back(std::move(finding));
    run_.sources.push_back(source);
  }
  static std::shared_ptr<const Source> file(std::string path, std::string text) {
    return std::make_shared<const Source>(std::move(path), std::move(text));
  }
  static std::string same(std::string_view path) { return std::string(path); }

  findings::Run run_;
};

TEST_F(Baselines, HoldWhatWasFound) {
  const auto a = file("a.md", "# A\n\n## B\n");
  add("MP201", a, 0);
  add("MP203", a, 2);
  const auto entries = baseline_of(run_, same);
  ASSERT_EQ(entries.size(), 2U);
  const Source written("baseline.json", write_baseline(entries));
  const auto read = read_baseline(written);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(apply_baseline(*read, same, run_).empty());
  EXPECT_TRUE(run_.findings.empty());
  EXPECT_EQ(run_.baselined, 2U);
}

TEST_F(Baselines, KnowAFindingWhoseLineMoved) {
  const auto before = file("a.md", "# A\n\n## B\n");
  add("MP203", before, 2, "2 things are left");
  const auto entries = baseline_of(run_, same);
  run_ = {};
  const auto after = file("a.md", "# A\n\nMore text.\n\n  ## B\n");
  add("MP203", after, 4, "1 thing is left");
  EXPECT_TRUE(apply_baseline(entries, same, run_).empty());
  EXPECT_TRUE(run_.findings.empty());
}

TEST_F(Baselines, CountWhatStandsOnOneLine) {
  const auto a = file("a.md", "x x\n");
  add("MP610", a, 0);
  const auto entries = baseline_of(run_, same);
  add("MP610", a, 0);
  EXPECT_TRUE(apply_baseline(entries, same, run_).empty());
  EXPECT_EQ(run_.findings.size(), 1U) << "the second one is new";
}

TEST_F(Baselines, TellAnotherFileRuleOrLineApart) {
  const auto a = file("a.md", "one\ntwo\n");
  add("MP201", a, 0);
  const auto entries = baseline_of(run_, same);
  run_ = {};
  add("MP201", file("b.md", "one\n"), 0);
  add("MP202", a, 0);
  add("MP201", a, 1);
  const auto gone = apply_baseline(entries, same, run_);
  EXPECT_EQ(run_.findings.size(), 3U);
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone.front().rule, "MP201");
  EXPECT_EQ(gone.front().message, "wrong");
}

TEST_F(Baselines, RefuseWhatIsNone) {
  for (const char* text :
       {"", "[]", "{}", "{\"schema\": 2, \"findings\": []}", "{\"schema\": 1}",
        "{\"schema\": 1, \"findings\": [1]}",
        "{\"schema\": 1, \"findings\": [{\"rule\": \"MP1\", \"line\": \"zz\"}]}", "\xFF\xFE"}) {
    EXPECT_FALSE(read_baseline(Source("b.json", text))) << text;
  }
  EXPECT_TRUE(read_baseline(Source("b.json", write_baseline({}))));
}

}  // namespace
}  // namespace milepost::findings
