#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "features/findings/formats.h"
#include "features/findings/run_fixture.h"

namespace milepost::findings {
namespace {

TEST(Json, Shape) {
  RunFixture fixture;
  fixture.file("a.md", "ä b\nc\n");
  fixture.error({3, 4}, "m").note("n").section("Risks").fix("add it", {{6, 6}, "new\n"});
  fixture.info({0, 0}, "i");
  fixture.proposals(1);
  EXPECT_EQ(render_json(fixture.run()), R"({
  "findings": [
    {
      "rule": "MP201",
      "name": "section-missing",
      "severity": "error",
      "path": "a.md",
      "line": 1,
      "column": 3,
      "endLine": 1,
      "endColumn": 4,
      "message": "m",
      "note": "n",
      "section": "Risks",
      "fixes": [
        {
          "title": "add it",
          "edits": [
            {
              "line": 2,
              "column": 2,
              "endLine": 2,
              "endColumn": 2,
              "text": "new\n"
            }
          ]
        }
      ]
    },
    {
      "rule": "MP206",
      "name": "section-renamed",
      "severity": "info",
      "path": "a.md",
      "line": 1,
      "column": 1,
      "endLine": 1,
      "endColumn": 1,
      "message": "i",
      "section": null,
      "fixes": []
    }
  ],
  "summary": {
    "files": 1,
    "errors": 1,
    "warnings": 0,
    "infos": 1
  }
}
)");
}

TEST(Json, NothingFound) {
  EXPECT_EQ(render_json(findings::Run{}), R"({
  "findings": [],
  "summary": {
    "files": 0,
    "errors": 0,
    "warnings": 0,
    "infos": 0
  }
}
)");
}

TEST(Json, ReadErrorsShowThatTheAnswerIsIncomplete) {
  RunFixture fixture;
  fixture.read_error("b.md", "gone");
  const auto value = nlohmann::json::parse(render_json(fixture.run()));
  EXPECT_EQ(value["troubles"].dump(), R"([{"message":"gone","path":"b.md"}])");
}

TEST(Json, AnyBytesMakeValidJson) {
  const auto value = nlohmann::json::parse(render_json(hostile_run().run()), nullptr, false);
  ASSERT_FALSE(value.is_discarded());
  const std::string path = value["findings"][0]["path"];
  EXPECT_EQ(path, "a\x1b[2J\n::error::%,b\uFFFD.md");
}

}  // namespace
}  // namespace milepost::findings
