#include "cli/messages.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(MessagesTest, WrapsForATerminal) {
  const struct {
    std::string_view name, text, want;
  } cases[] = {
      {"what fits", "milepost: short\n", "milepost: short\n"},
      {"a long line", "milepost: 9999: there is no such file or folder, and no proposal of it\n",
       "milepost: 9999: there is no such file or\n  folder, and no proposal of it\n"},
      {"one that is indented", "  recorded in this clone only; a server shares it with all\n",
       "  recorded in this clone only; a server\n    shares it with all\n"},
      {"what is in quotes stays whole",
       "milepost: nothing is said; `milepost track new --number 4` makes it\n",
       "milepost: nothing is said;\n  `milepost track new --number 4` makes\n  it\n"},
      {"a command on its own line",
       "  milepost new 'Faster probes' --group sig-node --kind feature\n",
       "  milepost new 'Faster probes' --group sig-node --kind feature\n"},
      {"a word longer than the line", "see https://example.org/a/path/that/is/longer/than/a/line\n",
       "see\n  https://example.org/a/path/that/is/longer/than/a/line\n"},
      {"what carets point into", "    status:implementable stage:alpha colour:green\n    ^^^^\n",
       "    status:implementable stage:alpha colour:green\n    ^^^^\n"},
      {"no end of line", "milepost: x", "milepost: x"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(wrap_messages(c.text, 40), c.want);
  }
}

}  // namespace
}  // namespace milepost
