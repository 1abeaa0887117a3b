#include "features/rules/rule_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace milepost::rules {
namespace {

constexpr Rule kRules[] = {
    {"MP101", "directive-unclosed", Severity::kError, "A directive is not closed."},
    {"MP206", "section-renamed", Severity::kInfo, "A section has another name."},
};

TEST(RuleReport, Text) {
  EXPECT_EQ(render_rules_text(kRules),
            "MP101  error    directive-unclosed  A directive is not closed.\n"
            "MP206  info     section-renamed     A section has another name.\n");
}

TEST(RuleReport, Json) {
  const auto value = nlohmann::ordered_json::parse(render_rules_json(kRules));
  EXPECT_EQ(value["rules"].size(), 2U);
  EXPECT_EQ(value["rules"][1].dump(),
            R"({"rule":"MP206","name":"section-renamed","severity":"info",)"
            R"("summary":"A section has another name."})");
}

TEST(RuleReport, Pages) {
  struct Case {
    const char* name;
    std::string markdown;
    std::string want;
  };
  const Case cases[] = {
      {"heading", "# MP201 section-missing\n\nText.\n", "MP201 section-missing\n\nText.\n"},
      {"code", "## Bad\n\n```markdown\n# Title\n\n## Summary\n```\n\nEnd.\n",
       "Bad\n\n    # Title\n\n    ## Summary\n\nEnd.\n"},
      {"a longer fence holds a shorter", "````\n```\nx\n```\n````\n", "    ```\n    x\n    ```\n"},
      {"comments go", "a\n\n<!-- generated\n by -->\n\nb\n", "a\n\nb\n"},
      {"no heading", "#hash\n", "#hash\n"},
      {"lists", "- one two three four five six seven eight nine ten\n",
       "- one two three four five six seven\n  eight nine ten\n"},
      {"lines are filled", "one two three\nfour five six seven\neight nine\n\nten\n",
       "one two three four five six seven eight\nnine\n\nten\n"},
      {"items", "- a\n  b\n- c\n\n12. d\n", "- a b\n- c\n\n12. d\n"},
      {"tables stay", "| a | b |\n|---|---|\n", "| a | b |\n|---|---|\n"},
      {"CRLF and no newline", "# T\r\n\r\nx", "T\n\nx\n"},
      {"unclosed fence", "```\nx\n", "    x\n"},
      {"nothing", "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(render_page(c.markdown, {false, 40}), c.want);
  }
  EXPECT_EQ(render_page("# T\n\nx\n", {true, 80}), "\x1b[1mT\x1b[0m\n\nx\n");
}

}  // namespace
}  // namespace milepost::rules
