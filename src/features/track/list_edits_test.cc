#include "features/track/list_edits.h"

#include "base/edits.h"
#include "issue/issue_fixture.h"

namespace milepost::track {
namespace {

class ListEditsOf : public IssueFixture {
 protected:
  // The text with those items of the other that it has not.
  std::string added(std::string_view to, std::string_view from, bool ticked = false) {
    const Issue ours = read(head_ + std::string(to));
    const Issue theirs = read(head_ + std::string(from));
    ListEdits edits(theirs.document, theirs.items, ours.document, ours.items);
    left_.clear();
    for (std::uint32_t i = 0; i < theirs.items.size(); ++i) {
      const bool there = ours.find_item("tracker", theirs.items[i].key) != kNone;
      if (!there && !edits.add(i, ticked)) left_.push_back(theirs.items[i].key);
    }
    std::string text = splice(ours.document.text(), edits.take_edits()).text;
    const Issue now = read(text);
    for (const IssueItem& item : theirs.items) {
      const bool left = std::ranges::find(left_, item.key) != left_.end();
      EXPECT_EQ(now.find_item("tracker", item.key) == kNone, left) << item.key << " in\n" << text;
    }
    return text.substr(head_.size());
  }

  std::string head_ = "# Tracker\n\n";
  std::vector<std::string> left_;
};

TEST_F(ListEditsOf, ItemsStandWhereTheyStoodThere) {
  EXPECT_EQ(added("- [x] a\n- [ ] c\n\nText.\n", "- [ ] a\n- [x] b\n- [ ] c\n- [ ] d\n"),
            "- [x] a\n- [ ] b\n- [ ] c\n- [ ] d\n\nText.\n");
  EXPECT_EQ(added("- [ ] c", "- [ ] a\n- [ ] b\n- [ ] c\n", true), "- [x] a\n- [x] b\n- [ ] c");
  EXPECT_EQ(added("- [ ] x\n", "- [ ] a\n- [ ] b\n"), "- [ ] x\n- [ ] a\n- [ ] b\n");
}

TEST_F(ListEditsOf, ItemsStandBelowWhatTheyStoodBelow) {
  EXPECT_EQ(added("* [ ] a\n  - a note\n* [ ] d\n", "- [ ] a\n  - [ ] b\n    - [ ] c\n- [ ] d\n"),
            "* [ ] a\n  * [ ] b\n    * [ ] c\n  - a note\n* [ ] d\n");
  EXPECT_EQ(added("- [ ] a\n    - [ ] y\n      - a note\n- [ ] d\n",
                  "- [ ] a\n  - [ ] x\n  - [ ] y\n  - [ ] z\n- [ ] b\n- [ ] d\n"),
            "- [ ] a\n    - [ ] x\n    - [ ] y\n      - a note\n    - [ ] z\n- [ ] b\n- [ ] d\n");
}

TEST_F(ListEditsOf, LinesAreWrappedAndEndAsTheyDoThere) {
  head_ = "# Tracker\r\n\r\n";
  EXPECT_EQ(added("- [ ] a\r\n", "- [ ] a\r\n- [ ] one\r\n     two\r\n"),
            "- [ ] a\r\n- [ ] one\r\n  two\r\n");
}

TEST_F(ListEditsOf, WhatHasNoPlaceIsLeft) {
  EXPECT_EQ(added("Nothing.\n", "- [ ] a\n  - [ ] b\n"), "Nothing.\n");
  EXPECT_EQ(left_, (std::vector<std::string>{"a", "a/b"}));
}

}  // namespace
}  // namespace milepost::track
