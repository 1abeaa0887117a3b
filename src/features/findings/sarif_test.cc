#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "features/findings/formats.h"
#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

using nlohmann::json;

constexpr Rule kRules[] = {
    {"MP200", "not-reported", Severity::kError, "Never seen here."},
    {"MP201", "section-missing", Severity::kError, "A required section is missing."},
};

json rendered(const Run& run) { return json::parse(render_sarif(run, kRules), nullptr, false); }

TEST(Sarif, OneRunWithTheRulesItReports) {
  RunFixture fixture;
  fixture.file("docs/a b.md", "abc\ndef\n");
  fixture.warning({4, 7}, "w").note("n");
  fixture.error({0, 3}, "e").section("Risks").fix("cut it", {{0, 4}, ""});
  const json log = rendered(fixture.run());
  ASSERT_FALSE(log.is_discarded());
  EXPECT_EQ(log["version"], "2.1.0");
  const json& run = log["runs"][0];
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(run["invocations"][0].dump(), R"({"executionSuccessful":true})");

  const json& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[0]["id"], "MP201");
  EXPECT_EQ(rules[0]["shortDescription"]["text"], "A required section is missing.");
  EXPECT_EQ(rules[0]["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(rules[1].dump(), R"({"id":"MP203","name":"section-unfilled"})");

  const json& results = run["results"];
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["ruleId"], "MP203");
  EXPECT_EQ(results[0]["ruleIndex"], 1);
  EXPECT_EQ(results[0]["level"], "warning");
  EXPECT_EQ(results[0]["message"]["text"], "w (n)");
  EXPECT_EQ(results[0]["locations"].dump(),
            R"([{"physicalLocation":{"artifactLocation":{"uri":"docs/a%20b.md"},)"
            R"("region":{"endColumn":4,"endLine":2,"startColumn":1,"startLine":2}}}])");
  EXPECT_FALSE(results[0].contains("fixes"));
  EXPECT_EQ(results[1]["ruleIndex"], 0);
  EXPECT_EQ(results[1]["properties"]["section"], "Risks");
  EXPECT_EQ(results[1]["fixes"].dump(),
            R"([{"artifactChanges":[{"artifactLocation":{"uri":"docs/a%20b.md"},"replacements":[)"
            R"({"deletedRegion":{"endColumn":1,"endLine":2,"startColumn":1,"startLine":1},)"
            R"("insertedContent":{"text":""}}]}],"description":{"text":"cut it"}}])");
}

TEST(Sarif, ReadErrorsAreNotifications) {
  RunFixture fixture;
  fixture.read_error("gone.md", "there is no such file").read_error("", "no process");
  const json log = rendered(fixture.run());
  const json& invocation = log["runs"][0]["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_EQ(invocation["toolExecutionNotifications"].size(), 2U);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"],
            "there is no such file");
  EXPECT_TRUE(log["runs"][0]["results"].is_array());
}

TEST(Sarif, InfosAreNotes) {
  RunFixture fixture;
  fixture.file("a.md", "").info({0, 0}, "i");
  EXPECT_EQ(rendered(fixture.run())["runs"][0]["results"][0]["level"], "note");
}

TEST(Sarif, AnyBytesMakeValidJson) {
  const json log = rendered(hostile_run().run());
  ASSERT_FALSE(log.is_discarded());
  EXPECT_EQ(
      log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
      "a%1B%5B2J%0A%3A%3Aerror%3A%3A%25%2Cb%FF.md");
}

TEST(Sarif, PathsAsUris) {
  EXPECT_EQ(path_uri("keps/sig-node/1_a~b/README.md"), "keps/sig-node/1_a~b/README.md");
  EXPECT_EQ(path_uri("/a b"), "file:///a%20b");
  EXPECT_EQ(path_uri("c:x?#"), "c%3Ax%3F%23");
  EXPECT_EQ(path_uri("ä"), "%C3%A4");
  EXPECT_EQ(path_uri("../a"), "../a");
}

}  // namespace
}  // namespace milepost::findings
