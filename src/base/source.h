// A Source is one file's bytes, read once and never changed, and where its
// lines begin. Spans, findings and edits refer to it. Threads may share it.
//
// Lines end with LF, CRLF or a lone CR, as in CommonMark. Offsets are bytes;
// lines and columns given to people count from 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_index.h"
#include "base/span.h"

namespace milepost {

struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;        // in code points, what a person counts
  std::uint32_t byte_column = 1;   // in bytes
  std::uint32_t utf16_column = 1;  // in UTF-16 units, what editors count
  friend constexpr bool operator==(const Position&, const Position&) = default;
};

class Source {
 public:
  Source(std::string path, std::string_view bytes);
  // Takes the buffer over, of which the first `size` bytes are the file.
  Source(std::string path, std::unique_ptr<const char[]> buffer, std::size_t size);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const { return span.of(text_); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  const ByteKinds& byte_kinds() const { return lines_.kinds; }

  // Lines count from 0 here. A final newline does not begin another line;
  // an empty file has none.
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(lines_.begins.size()); }
  std::uint32_t line_at(std::uint32_t offset) const;  // the last line for offset == size()
  Span line(std::uint32_t index) const;               // without its line end
  std::uint32_t next_line_begin(std::uint32_t index) const;
  const std::vector<std::uint32_t>& line_begins() const { return lines_.begins; }

  Position position(std::uint32_t offset) const;

 private:
  std::string path_;
  std::unique_ptr<const char[]> buffer_;
  std::string_view text_;  // of the buffer
  LineIndex lines_;
};

}  // namespace milepost
