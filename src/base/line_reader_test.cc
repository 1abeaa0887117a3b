#include "base/line_reader.h"

#include <fcntl.h>
#include <vector>

#include <fmt/format.h>

#include "base/posix.h"
#include "base/tree_fixture.h"

namespace milepost {
namespace {

class LineReaders : public TreeFixture {
 protected:
  std::vector<std::string> lines(std::string_view text, std::size_t longest = 1UL << 20U) const {
    write("text", text);
    const Descriptor file(::open(at("text").c_str(), O_RDONLY | O_CLOEXEC));
    LineReader reader(file.get(), longest);
    std::vector<std::string> found;
    while (true) {
      const auto line = reader.next();
      if (!line) return {line.error().message};
      if (!*line) return found;
      found.emplace_back(**line);
    }
  }
};

TEST_F(LineReaders, EveryLine) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines(""), Lines{});
  EXPECT_EQ(lines("\n"), Lines{""});
  EXPECT_EQ(lines("a\n\nb"), (Lines{"a", "", "b"}));
  // Lines that end before, at and behind the end of what is read at once.
  for (const std::size_t size : {65534U, 65535U, 65536U, 65537U, 200000U}) {
    const std::string line(size, 'x');
    EXPECT_EQ(lines(fmt::format("{0}\n{0}\ny\n", line)), (Lines{line, line, "y"})) << size;
  }
  EXPECT_EQ(lines(std::string(100, 'x') + "\n", 99), Lines{"a line is longer than 99 bytes"});
  EXPECT_EQ(lines(std::string(200000, 'x'), 99), Lines{"a line is longer than 99 bytes"});
}

}  // namespace
}  // namespace milepost
