#include "text/tasks.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace milepost {
namespace {

struct BoxCase {
  const char* text;
  bool box;
  Box kind = Box::kEmpty;
  bool ticked = false;
};

const BoxCase kBoxes[] = {
    {"[ ] a", true, Box::kEmpty, false},
    {"[x] a", true, Box::kTicked, true},
    {"[X]", true, Box::kTicked, true},
    {"[] a", true, Box::kOdd, false},
    {"[  ] a", true, Box::kOdd, false},
    {"[ x ] a", true, Box::kOdd, true},
    {"[x ] a", true, Box::kOdd, true},
    {"[✅] a", true, Box::kOdd, true},
    {"[✔️] a", true, Box::kOdd, true},
    {"[:white_check_mark:] a", true, Box::kOdd, true},
    {"[❌] a", true, Box::kOdd, false},
    {"[-] a", true, Box::kOdd, false},
    {"[~] a", true, Box::kOdd, false},
    {"[x](url) a", false},
    {"[x]: url", false},
    {"[x][y] a", false},
    {"[text] a", false},
    {"[1] a", false},
    {"[ ]a", false},
    {"[é] a", false},
    {"[ x", false},
    {"x", false},
    {"", false},
};

TEST(Tasks, ReadBox) {
  for (const auto& c : kBoxes) {
    SCOPED_TRACE(c.text);
    const auto found = tasks::read_box(c.text);
    ASSERT_EQ(found.has_value(), c.box);
    if (!found) continue;
    EXPECT_EQ(found->box, c.kind);
    EXPECT_EQ(found->ticked, c.ticked);
  }
}

Document scan(std::string text) {
  return Document(std::make_shared<Source>("test.md", std::move(text)));
}

struct TaskCase {
  const char* name;
  const char* text;
  std::vector<std::string> want;  // the text of each, "!" before one without a bullet
};

const TaskCase kTasks[] = {
    {"bullets", "- [ ] a\n* [x] b\n+ [X] c\n1. [ ] d\n", {"a", "b", "c", "d"}},
    {"nested", "- [ ] a\n  - [x] b\n", {"a", "b"}},
    {"wrapped", "- [ ] a\n  b\n\n  c\n", {"a\n  b"}},
    {"no bullet", "[ ] a\nb\n", {"!a\nb"}},
    {"second paragraph of an item", "- a\n\n  [x] b\n", {"!b"}},
    {"in a quote", "> [ ] a\n", {"!a"}},
    {"nothing after it", "- [ ]\n", {""}},
    {"in code", "```\n- [ ] a\n```\n", {}},
    {"not first", "- a [ ] b\n", {}},
};

TEST(Tasks, Items) {
  for (const auto& c : kTasks) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    std::vector<std::string> found;
    for (const TaskItem& task : document.tasks()) {
      found.push_back((task.bullet ? "" : "!") + std::string(document.text(task.text)));
      EXPECT_EQ(document.blocks()[task.block].kind,
                task.bullet ? BlockKind::kItem : BlockKind::kParagraph);
    }
    EXPECT_EQ(found, c.want);
  }
}

struct BoldCase {
  const char* name;
  const char* text;
  std::vector<std::string> want;  // "bold|plain"
};

const BoldCase kBold[] = {
    {"question", "* **How can it fail?**\n  So.\n", {"**How can it fail?**|How can it fail?"}},
    {"with text after it", "- **a:** b\n", {"**a:**|a:"}},
    {"wrapped", "* **a\n  b?** c\n", {"**a\n  b?**|a b?"}},
    {"underscores", "- __a__\n", {"__a__|a"}},
    {"markup in it", "- **a `b` [c](d) &amp;**\n", {"**a `b` [c](d) &amp;**|a b c &"}},
    {"bold and slanted", "- ***a***\n", {"***a***|a"}},
    {"after a box", "- [ ] **a** b\n", {"**a**|a"}},
    {"slanted", "- *a*\n", {}},
    {"never closed", "- **a\n", {}},
    {"not first", "- a **b**\n", {}},
    {"no item", "**a**\n", {}},
    {"second paragraph", "- a\n\n  **b**\n", {}},
    {"no bold at all", "- ** a **\n", {}},
    {"goes on in a word", "- **a:**b\n", {}},
    {"a blank before the end",
     "* **How can it fail? **\n  So.\n",
     {"**How can it fail? **|How can it fail?"}},
    {"that, and text after it", "* **How? ** So.\n", {}},
    {"never closed",
     "* **Was it tested? Was\n  it not? yes, twice.\n",
     {"**Was it tested? Was\n  it not?|Was it tested? Was it not?"}},
    {"never closed and no question", "* **Note well, all of it.\n", {}},
    {"white space", "- **a  b**\n", {"**a  b**|a b"}},
};

TEST(Tasks, BoldItems) {
  for (const auto& c : kBold) {
    SCOPED_TRACE(c.name);
    const Document document = scan(c.text);
    std::vector<std::string> found;
    for (const BoldItem& item : document.bold_items()) {
      found.push_back(std::string(document.text(item.bold)) + "|" + std::string(item.text));
    }
    EXPECT_EQ(found, c.want);
  }
}

}  // namespace
}  // namespace milepost
