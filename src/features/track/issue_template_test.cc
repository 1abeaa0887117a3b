// An issue held against its template; the template is kIssueText.
#include <fmt/format.h>

#include "features/track/issue_text.h"
#include "issue/issue_fixture.h"

namespace milepost::track {
namespace {

class TemplateOf : public IssueFixture {
 protected:
  static std::string with(
      std::initializer_list<std::pair<std::string_view, std::string_view>> all) {
    std::string text(kIssueText);
    for (const auto& [from, to] : all) text = replaced(std::move(text), from, to);
    return text;
  }

  // "moved design>before-beta", "absent soak>before-beta": the key, and that above it.
  std::string compared(const std::string& text) const {
    const Issue issue = read(text);
    std::string out;
    for (std::size_t i = 0; i < issue.item_count(); ++i) {
      const IssueItem& item = issue.item(i);
      if (!item.moved && !item.absent) continue;
      out += fmt::format("{} {}>{}\n", item.moved ? "moved" : "absent", item.key,
                         item.above == kNone ? "" : issue.item(item.above).key);
    }
    return out;
  }

  // The text with the pull requests in the place of PLAN-NUMBER.
  std::string filled(const std::string& text, const std::vector<std::string>& references) const {
    const Issue issue = read(text);
    IssueEdits edits(issue);
    for (const IssueSlot& slot : issue.slots) {
      if (slot.word->text == "PLAN-NUMBER") edits.fill(slot, references);
    }
    const std::string out = edits.text();
    const std::size_t begin = out.find("Design.") + 8;
    return out.substr(begin, out.find('\n', begin) - begin);
  }
};

TEST_F(TemplateOf, NothingIsMissing) {
  EXPECT_EQ(compared(std::string(kIssueText)), "");
  EXPECT_EQ(compared(with({{"  - [ ] Soak", "  - [ ] Mine\n    - [x] ~~Soak~~"}})), "")
      << "items of one's own may stand between";
}

TEST_F(TemplateOf, WhatWasTakenOutOrRenamedIsAbsent) {
  EXPECT_EQ(compared(with({{"  - [ ] Soak\n", ""}, {"(R) Documentation", "(R) Pages"}})),
            "absent soak>before-beta\nabsent docs>\n");
  EXPECT_EQ(compared(with({{"- [ ] Before Beta\n  - [ ] Soak\n  - [ ] Title is there\n", ""}})),
            "absent before-beta>\nabsent soak>before-beta\nabsent named>before-beta\n");
  EXPECT_EQ(compared(with({{"# Signoff", "# Signed"}})), "absent docs>\n");
}

TEST_F(TemplateOf, WhatWasMovedBelongsWhereItWas) {
  EXPECT_EQ(
      compared(with({{"  - [ ] Soak\n", ""}, {"- [ ] Odd one", "- [ ] Odd one\n  - [ ] Soak"}})),
      "moved soak>before-beta\n");
  EXPECT_EQ(
      compared(with({{"- [ ] Odd one\n", ""}, {"  - [ ] Soak", "  - [ ] Soak\n  - [ ] Odd one"}})),
      "moved odd>\n");
  // Each below the other.
  EXPECT_EQ(
      compared(with({{"- [ ] Before Beta\n  - [ ] Soak", "- [ ] Soak\n  - [ ] Before Beta"}})),
      "moved soak>before-beta\nmoved before-beta>\nmoved named>before-beta\n");
  // Below one that is gone.
  EXPECT_EQ(compared(with({{"- [ ] Before Beta", "- [ ] Later"}})),
            "moved soak>before-beta\nmoved named>before-beta\nabsent before-beta>\n");
}

TEST_F(TemplateOf, PullRequestsTakeThePlaceOfPlaceholders) {
  const std::string line = "Link: **PLAN-NUMBER**\n      - a";
  const auto text = [&](std::string_view words) {
    return with({{line, std::string(words) + "\n      - a"}});
  };
  EXPECT_TRUE(read(kIssueText).slots.empty());
  const Issue issue = read(text("Link: o/r#1, [two](https://x.y/o/r/pull/2)"));
  ASSERT_EQ(issue.slots.size(), 1U);
  ASSERT_EQ(issue.slots[0].mentions.size(), 2U);
  EXPECT_EQ(issue.slots[0].mentions[1].reference, "o/r#2");
  const struct {
    std::string_view name, words;
    std::vector<std::string> references;
    std::string_view want;
  } cases[] = {
      {"the same", "Link: **o/r#1**", {"o/r#1"}, "Link: **o/r#1**"},
      {"more", "Link: **o/r#1** here", {"o/r#1", "o/r#2"}, "Link: **o/r#1, o/r#2** here"},
      {"after a link",
       "[1](https://x.y/o/r/pull/1).",
       {"o/r#1", "o/r#2"},
       "[1](https://x.y/o/r/pull/1), o/r#2."},
      {"one less", "Link: **o/r#1, o/r#2**", {"o/r#1"}, "Link: **o/r#1**"},
      {"the first less", "Link: o/r#1, o/r#2", {"o/r#2"}, "Link: o/r#2"},
      {"another", "Link: **o/r#1**", {"o/r#2"}, "Link: **o/r#2**"},
      {"none", "Link: **o/r#1, o/r#2**", {}, "Link: **PLAN-NUMBER**"},
      {"nothing there", "Link.", {"o/r#1"}, "Link. **o/r#1**"},
      {"nothing at all", "Link.", {}, "Link."},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(filled(text(c.words), c.references), c.want);
  }
}

}  // namespace
}  // namespace milepost::track
