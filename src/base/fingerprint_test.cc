#include "base/fingerprint.h"

#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace milepost {
namespace {

using namespace std::string_view_literals;

// As the vectors of its authors write it: the bytes of both words, the lowest first.
std::string in_hex(const Fingerprint& print) {
  std::string hex;
  for (const std::uint64_t word : {print.first, print.second}) {
    for (unsigned i = 0; i < 64; i += 8) hex += fmt::format("{:02x}", word >> i & 0xff);
  }
  return hex;
}

TEST(Fingerprint, IsSipHash) {
  const Fingerprinter::Key key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
  EXPECT_EQ(in_hex(Fingerprinter(key).made()), "a3817f04ba25a8e66df67214c7550293");
  EXPECT_EQ(in_hex(Fingerprinter(key).add(std::uint64_t{0x0706050403020100}).made()),
            "3b62a9ba6258f5610f83e264f31497b4");
}

TEST(Fingerprint, IsTheSameForTheSame) {
  const auto made = [] { return Fingerprinter().add("one").add(2).add(true).made(); };
  EXPECT_EQ(made(), made());
}

TEST(Fingerprint, TellsPartsApart) {
  const std::string_view texts[][2] = {{"ab", "c"},     {"a", "bc"},     {"", "abc"}, {"abc", ""},
                                       {"ab\0"sv, "c"}, {"ab", "c\0"sv}, {"", ""},    {"ba", "c"}};
  std::set<Fingerprint> seen;
  for (const auto& [first, second] : texts) {
    EXPECT_TRUE(seen.insert(Fingerprinter().add(first).add(second).made()).second)
        << first << ", " << second;
  }
}

TEST(Fingerprint, ChangesWithEveryByte) {
  const std::string text(100, 'x');
  std::set<Fingerprint> seen{Fingerprinter().add(text).made()};
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = 'y';
    EXPECT_TRUE(seen.insert(Fingerprinter().add(other).made()).second) << i;
    EXPECT_TRUE(seen.insert(Fingerprinter().add(text.substr(0, i)).made()).second) << i;
  }
}

TEST(Fingerprint, HasAKeyThatNobodyKnows) {
  EXPECT_NE(Fingerprinter().add("x").made(), Fingerprinter({0, 0}).add("x").made());
}

}  // namespace
}  // namespace milepost
