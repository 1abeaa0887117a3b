#include "rules/suppress.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost {
namespace {

class Suppressing : public testing::Test {
 protected:
  // Puts a finding of each code at each "@" of the text, then suppresses. What
  // remains, by line: "MP203:2 MP209:4".
  std::string remaining(std::string_view text, std::initializer_list<std::string_view> codes) {
    source_ = make_source(text);
    const Document document(source_);
    std::vector<Finding> findings;
    for (std::uint32_t at = 0; at < source_->size(); ++at) {
      if (text[at] != '@') continue;
      for (const std::string_view code : codes) {
        Finding& finding = findings.emplace_back();
        finding.code = code;
        finding.source = source_.get();
        finding.span = {at, at + 1};
      }
    }
    Sink unused({"MP612", "suppression-unused", Severity::kWarning});
    apply_suppressions(document, findings, unused,
                       [&](std::string_view code) { return code != not_run_; });
    unused_.clear();
    for (const Finding& finding : unused.found()) {
      const Position place = source_->position(finding.span.begin);
      unused_ += fmt::format("{}:{} {}\n", place.line, place.column, finding.message);
    }
    std::string all;
    for (const Finding& finding : findings) {
      if (!all.empty()) all += ' ';
      all += fmt::format("{}:{}", finding.code, source_->position(finding.span.begin).line);
    }
    return all;
  }

  std::shared_ptr<const Source> source_;
  std::string unused_;
  std::string_view not_run_;
};

TEST_F(Suppressing, TakesFindingsAway) {
  const struct {
    std::string_view name, text, want;
    std::string_view unused = "";
  } cases[] = {
      {"none", "# T\n@\n", "MP203:2"},
      {"an ordinary comment", "# T\n<!-- MP203 -->\n@\n", "MP203:3"},
      {"from here", "# T\n@\n<!-- milepost-disable MP203 -->\n@\n## B\n@\n", "MP203:2"},
      {"up to there",
       "# T\n<!-- milepost-disable MP203 -->\n@\n<!-- milepost-enable MP203 -->\n@\n", "MP203:5"},
      {"again",
       "# T\n<!-- milepost-disable MP203 -->\n@\n<!-- milepost-enable MP203 -->\n@\n"
       "<!-- milepost-disable MP203 -->\n@\n",
       "MP203:5"},
      {"another is enabled",
       "# T\n<!-- milepost-disable MP203 -->\n@\n<!-- milepost-enable MP202 -->\n@\n", "",
       "4:22 MP202 finds nothing here; remove the suppression\n"},
      {"the whole file", "@\n<!-- milepost-disable MP203 -->\n\n# T\n@\n", ""},
      {"the whole file, from front matter on",
       "---\na: @\n---\n<!-- milepost-disable MP203 -->\n# T\n@\n", ""},
      {"a file without headings", "@\n\n<!-- milepost-disable MP203 -->\n\n@\n", ""},
      {"the next line", "# T\n<!-- milepost-disable-next-line MP203 -->\n@ @\n@\n", "MP203:4"},
      {"the next line only", "# T\n@ <!-- milepost-disable-next-line MP203 --> @\n@\n",
       "MP203:2 MP203:2"},
      {"by name", "# T\n<!-- milepost-disable section-unfilled -->\n@\n", ""},
      {"in another case", "# T\n<!-- milepost-disable mp203 -->\n@\n", ""},
      {"among others", "# T\n<!-- milepost-disable MP203, MP209 -->\n@\n", "",
       "2:30 MP209 finds nothing here; remove the suppression\n"},
      {"another rule", "# T\n<!-- milepost-disable MP202 -->\n@\n", "MP203:3",
       "2:23 MP202 finds nothing here; remove the suppression\n"},
      {"nothing to suppress", "# T\n<!-- milepost-disable MP203 -->\n", "",
       "2:23 MP203 finds nothing here; remove the suppression\n"},
      {"twice the same",
       "# T\n<!-- milepost-disable MP203 -->\n"
       "<!-- milepost-disable-next-line MP203 -->\n@\n",
       ""},
      {"no such rule", "# T\n<!-- milepost-disable MP999 -->\n@\n", "MP203:3",
       "2:23 no rule is called `MP999`, so nothing is suppressed\n"},
      {"no rule named", "# T\n<!-- milepost-disable -->\n@\n", "MP203:3",
       "2:6 `milepost-disable` must name the rules it is for\n"},
      {"no such command", "# T\n<!-- milepost-disabel MP203 -->\n@\n", "MP203:3",
       "2:6 `milepost-disabel` is no suppression; write `milepost-disable`, `milepost-enable` or "
       "`milepost-disable-next-line`\n"},
      {"in a code block", "# T\n```\n<!-- milepost-disable MP203 -->\n```\n@\n", "MP203:5"},
      {"on the last line", "# T\n<!-- milepost-disable-next-line MP203 -->", "",
       "2:33 MP203 finds nothing here; remove the suppression\n"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string left = remaining(c.text, {"MP203"});
    EXPECT_EQ(left, c.want);
    EXPECT_EQ(unused_, c.unused);
  }
}

TEST_F(Suppressing, TellsRulesApart) {
  EXPECT_EQ(remaining("# T\n<!-- milepost-disable MP203 section-order -->\n@\n",
                      {"MP203", "MP209", "MP202"}),
            "MP202:3");
  EXPECT_EQ(unused_, "");
  EXPECT_EQ(remaining("# T\n<!-- milepost-disable MP203,MP209 -->\n@\n"
                      "<!-- milepost-enable MP209 -->\n@\n",
                      {"MP203", "MP209"}),
            "MP209:5");
  EXPECT_EQ(unused_, "");
}

TEST_F(Suppressing, SaysNothingOfRulesThatWereNotRun) {
  not_run_ = "MP203";
  EXPECT_EQ(remaining("# T\n<!-- milepost-disable MP203 MP202 -->\n", {}), "");
  EXPECT_EQ(unused_, "2:29 MP202 finds nothing here; remove the suppression\n");
}

TEST_F(Suppressing, LeavesFindingsInOtherFiles) {
  const auto metadata = make_source("a: b\n", "kep.yaml");
  const Document document(make_source("<!-- milepost-disable MP304 -->\n# T\n"));
  std::vector<Finding> findings(1);
  findings[0].code = "MP304";
  findings[0].source = metadata.get();
  Sink unused({});
  apply_suppressions(document, findings, unused, [](std::string_view) { return true; });
  EXPECT_EQ(findings.size(), 1U);
  EXPECT_EQ(unused.found().size(), 1U);
}

}  // namespace
}  // namespace milepost
