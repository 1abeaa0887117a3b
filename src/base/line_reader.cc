#include "base/line_reader.h"

#include <cerrno>

#include "base/files.h"
#include "base/posix.h"

namespace milepost {

Result<std::optional<std::string_view>> LineReader::next() {
  constexpr std::size_t kChunk = 64UL * 1024;
  std::size_t searched = at_;
  while (true) {
    const std::size_t end = bytes_.find('\n', searched);
    const std::size_t size = (end == bytes_.npos ? bytes_.size() : end) - at_;
    if (size > longest_) return failure("a line is longer than " + size_text(longest_));
    if (end != bytes_.npos || (ended_ && size > 0)) {
      const std::string_view line(bytes_.data() + at_, size);
      at_ = end == bytes_.npos ? bytes_.size() : end + 1;
      return line;
    }
    if (ended_) return std::nullopt;
    bytes_.erase(0, at_);
    at_ = 0;
    searched = bytes_.size();
    bytes_.resize(searched + kChunk);
    const ssize_t got = read_fully(descriptor_, bytes_.data() + searched, kChunk);
    if (got < 0) return failure(reason(errno));
    bytes_.resize(searched + static_cast<std::size_t>(got));
    ended_ = static_cast<std::size_t>(got) < kChunk;
  }
}

}  // namespace milepost
