#include "base/line_index.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace milepost {
namespace {

// As said in the header, byte by byte.
LineIndex index_simply(std::string_view text) {
  LineIndex index;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool after_cr = i > 0 && text[i - 1] == '\r' && text[i] != '\n';
    if (i == 0 || text[i - 1] == '\n' || after_cr) {
      index.begins.push_back(static_cast<std::uint32_t>(i));
    }
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) index.kinds.nul = true;
    if (byte == '\r') index.kinds.carriage_return = true;
    if (byte >= 0x80) index.kinds.beyond_ascii = true;
    if (byte < 0x20 && byte != '\n') index.kinds.control = true;
  }
  return index;
}

void expect_right(std::string_view text) {
  const LineIndex found = index_lines(text);
  const LineIndex want = index_simply(text);
  EXPECT_EQ(found.begins, want.begins);
  EXPECT_EQ(found.kinds.nul, want.kinds.nul);
  EXPECT_EQ(found.kinds.carriage_return, want.kinds.carriage_return);
  EXPECT_EQ(found.kinds.control, want.kinds.control);
  EXPECT_EQ(found.kinds.beyond_ascii, want.kinds.beyond_ascii);
}

// Wherever it stands: in the blocks that are looked at together, or after them.
TEST(LineIndex, SeesEachByteAtEachPlace) {
  for (int byte = 0; byte < 256; ++byte) {
    for (const std::size_t at : {0U, 1U, 15U, 16U, 31U, 48U, 63U, 64U, 100U, 127U, 128U, 129U}) {
      std::string text(130, 'x');
      text[at] = static_cast<char>(byte);
      SCOPED_TRACE(std::to_string(byte) + " at " + std::to_string(at));
      expect_right(text);
    }
  }
}

TEST(LineIndex, FindsLinesInTextsOfAnyLength) {
  constexpr std::string_view kBytes = "\n\n\r\nabc \t\xC3";
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 400; ++size) {
    std::string text(size, 'x');
    const std::size_t kinds = size % 3 == 0 ? 2 : kBytes.size();  // LF alone, or all of them
    for (char& c : text) {
      if (random() % 4 == 0) c = kBytes[random() % kinds];
    }
    SCOPED_TRACE(size);
    expect_right(text);
  }
}

// More lines than a text of this length usually has.
TEST(LineIndex, FindsManyLines) {
  const std::string text(1000, '\n');
  EXPECT_EQ(index_lines(text).begins.size(), 1000U);
  expect_right(text);
}

}  // namespace
}  // namespace milepost
