#include "render/safe_address.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(SafeAddress, ReadsAsBrowsersDo) {
  const struct {
    const char* written;
    AddressKind kind;
    const char* text;
  } cases[] = {
      {"http://a", AddressKind::kForeign, "http://a"},
      {" HTTPS://a\n", AddressKind::kForeign, "HTTPS://a"},
      {"//a/b", AddressKind::kForeign, "//a/b"},
      {"/\\a", AddressKind::kForeign, "/\\a"},
      {"mailto:a@b", AddressKind::kMail, "mailto:a@b"},
      {"#a", AddressKind::kFragment, "#a"},
      {"a/b:c", AddressKind::kRelative, "a/b:c"},
      {"?a:b", AddressKind::kRelative, "?a:b"},
      {"", AddressKind::kRelative, ""},
      {"java\tscript:a", AddressKind::kUnsafe, "javascript:a"},
      {"\x01javascript:a", AddressKind::kUnsafe, "javascript:a"},
      {"\\ata:a", AddressKind::kUnsafe, "\\ata:a"},
      {"data:a", AddressKind::kUnsafe, "data:a"},
      {"x:a", AddressKind::kUnsafe, "x:a"},
      {"\xE2\x80\xA8javascript:a", AddressKind::kUnsafe, "\xE2\x80\xA8javascript:a"},
      {"&#106:a", AddressKind::kRelative, "&#106:a"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.written);
    const SafeAddress address = read_safe_address(c.written);
    EXPECT_EQ(address.kind, c.kind);
    EXPECT_EQ(address.text, c.text);
  }
}

TEST(SafeAddress, EncodesTheRest) {
  EXPECT_EQ(percent_encoded("a b\"<\xC3\xA9%20"), "a%20b%22%3C%C3%A9%20");
}

}  // namespace
}  // namespace milepost
