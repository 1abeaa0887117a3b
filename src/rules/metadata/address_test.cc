#include "rules/metadata/address.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Address, SaysWhatIsWrongAndWhatWasMeant) {
  const struct {
    std::string_view text;
    bool meant;
    std::string_view fault, better;
  } cases[] = {
      {"https://example.org/a", true, "", ""},
      {"http://example.org:8080", true, "", ""},
      {"HTTPS://example.org", true, "", ""},
      {"https://example.org - the design", true, "", ""},
      {"https:/example.org", true, "is no address", "https://example.org"},
      {"https//example.org", true, "is no address", "https://example.org"},
      {"https:example.org", true, "is no address", "https://example.org"},

      {"htps://example.org", true, "is no address", "https://example.org"},
      {"htp://example.org", true, "is no address", "http://example.org"},
      {"https://", true, "has no host", ""},
      {"https://<link>", true, "has no host", ""},
      {"https://https://example.org", true, "has no host", "https://example.org"},
      {"https://example..org", true, "has no host", ""},
      {"https://example .org/a", true, "has a space in it", "https://example.org/a"},
      {"https://example. org/a", true, "has a space in it", "https://example.org/a"},
      {"https://example.org (merged)", true, "", ""},
      {"https://example.org ...", true, "", ""},
      {"<https://example.org>", true, "stands between \"<\" and \">\"", "https://example.org"},
      {"<a name>", false, "", ""},
      {"https://example.org/a,", true, "ends in a comma", "https://example.org/a"},
      {"https:/example.org/a,", true, "ends in a comma", "https://example.org/a"},
      {"/keps/sig-build/1-a,", true, "ends in a comma", "/keps/sig-build/1-a"},
      {"see the API, and more,", false, "", ""},
      {"ftp://example.org", false, "", ""},
      {"http/2", false, "", ""},
      {"https", false, "", ""},
      {"/keps/sig-build/1-a", false, "", ""},
      {"KEP-12", false, "", ""},
      {"", false, "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const Address address = read_address(c.text);
    EXPECT_EQ(address.meant, c.meant);
    EXPECT_EQ(address.fault, c.fault);
    EXPECT_EQ(address.better, c.better);
  }
}

}  // namespace
}  // namespace milepost
