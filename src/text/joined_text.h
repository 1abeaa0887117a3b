// The lines of one block as one text with "\n" between them, and the way back
// from an offset in it to the source. Copies only when the lines do not already
// lie so in the source. Reuse one object for many blocks: it keeps its buffers.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace milepost {

class JoinedText {
 public:
  void assign(std::string_view source, std::span<const Span> lines) {
    starts_.clear();
    buffer_.clear();
    begin_ = lines.empty() ? 0 : lines.front().begin;
    bool apart = false;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const std::uint32_t end = lines[i - 1].end;
      apart = apart || lines[i].begin != end + 1 || source[end] != '\n';
    }
    if (!apart) {
      text_ = lines.empty() ? std::string_view() : Span{begin_, lines.back().end}.of(source);
      return;
    }
    for (const Span line : lines) {
      if (!starts_.empty()) buffer_ += '\n';
      starts_.push_back({static_cast<std::uint32_t>(buffer_.size()), line.begin});
      buffer_ += line.of(source);
    }
    text_ = buffer_;
  }

  std::string_view text() const { return text_; }

  std::uint32_t to_source(std::size_t offset) const {
    const auto at = static_cast<std::uint32_t>(offset);
    if (starts_.empty()) return begin_ + at;
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), at,
                                        [](std::uint32_t a, const Start& s) { return a < s.here; });
    const Start& line = *std::prev(after);
    return line.there + (at - line.here);
  }
  // An end just past a line is that line's end, not the next one's begin.
  Span to_source(std::size_t begin, std::size_t end) const {
    const std::uint32_t from = to_source(begin);
    return {from, end > begin ? to_source(end - 1) + 1 : from};
  }

 private:
  struct Start {
    std::uint32_t here;
    std::uint32_t there;
  };
  std::string_view text_;
  std::string buffer_;
  std::vector<Start> starts_;
  std::uint32_t begin_ = 0;
};

}  // namespace milepost
