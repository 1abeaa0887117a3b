#include "base/direction.h"

#include <string_view>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Direction, EndsWithTheText) {
  const struct {
    std::string_view name, text, ends;
  } cases[] = {
      {"plain", "a – “b”", ""},
      {"override", "a\u202eb", "\u202c"},
      {"ended", "a\u202eb\u202cc", ""},
      {"several", "\u202a\u202b\u202d", "\u202c\u202c\u202c"},
      {"isolate", "\u2067a", "\u2069"},
      {"embedding in an isolate", "\u2066\u202e", "\u202c\u2069"},
      {"the isolate ends what is in it", "\u2066\u202e\u2069", ""},
      {"an isolate in an embedding", "\u202e\u2068\u202c", "\u2069\u202c"},
      {"ends alone", "\u202c\u2069", ""},
      {"marks of one character", "\u200fa\u200e", ""},
      {"cut off", "a\xe2\x80", ""},
  };
  for (const auto& c : cases) {
    std::string text(c.text);
    end_directions(text);
    EXPECT_EQ(text, std::string(c.text) + std::string(c.ends)) << c.name;
  }
}

}  // namespace
}  // namespace milepost
