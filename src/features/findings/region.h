// Where a finding or an edit is, in the lines and columns that reports print:
// counted from 1, columns in code points, the end exclusive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/finding.h"
#include "base/source.h"

namespace milepost::findings {

struct Region {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t end_line = 1;
  std::uint32_t end_column = 1;
  friend constexpr bool operator==(const Region&, const Region&) = default;
};

// Turns offsets into regions. It remembers the last one, so that thousands of
// findings in one long line, given in order, cost no more than the line.
class Regions {
 public:
  // Always a place that can be seen: the end of a file is the end of its last
  // line. Spans out of range are cut.
  Region of(const Finding& finding);

  // Exact: the end of a file that ends with a newline is the line after it.
  Region of_edit(const Source& source, Span span);

 private:
  struct Point {
    std::uint32_t line = 0;  // from 0
    std::uint32_t offset = 0;
    std::uint32_t column = 1;
  };

  Point point(const Source& source, std::uint32_t offset, const Point& before) const;
  Region between(const Source& source, std::uint32_t begin, std::uint32_t end);

  const Source* source_ = nullptr;
  Point last_;
};

// The lines that findings begin on, without the blanks around them, as hashes. Each line is read
// once, however many findings it has.
class LineHashes {
 public:
  std::uint64_t of(const Finding& finding);

 private:
  std::unordered_map<const char*, std::uint64_t> known_;  // by where the line begins
};

// The path a report shows for the finding; "" when it has none.
std::string_view path_of(const Finding& finding);

// The message and the note beside it, for formats that have no caret.
std::string full_message(const Finding& finding);

}  // namespace milepost::findings
