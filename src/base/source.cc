#include "base/source.h"

#include <cstring>

#include "base/utf8.h"

namespace milepost {

namespace {

std::vector<std::uint32_t> find_line_begins(std::string_view text) {
  std::vector<std::uint32_t> begins;
  if (text.empty()) return begins;
  begins.reserve(text.size() / 40 + 1);
  begins.push_back(0);
  const bool has_cr = std::memchr(text.data(), '\r', text.size()) != nullptr;
  if (!has_cr) {
    const char* const end = text.data() + text.size();
    const char* at = text.data();
    while (const void* hit = std::memchr(at, '\n', static_cast<std::size_t>(end - at))) {
      at = static_cast<const char*>(hit) + 1;
      if (at == end) break;
      begins.push_back(static_cast<std::uint32_t>(at - text.data()));
    }
    return begins;
  }
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
    if (ends) begins.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return begins;
}

}  // namespace

Source::Source(std::string path, std::string bytes)
    : path_(std::move(path)), bytes_(std::move(bytes)), line_begins_(find_line_begins(bytes_)) {}

std::uint32_t Source::line_at(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  return after == line_begins_.begin()
             ? 0
             : static_cast<std::uint32_t>(after - line_begins_.begin() - 1);
}

std::uint32_t Source::next_line_begin(std::uint32_t index) const {
  return index + 1 < line_begins_.size() ? line_begins_[index + 1] : size();
}

Span Source::line(std::uint32_t index) const {
  if (index >= line_begins_.size()) return {size(), size()};
  Span span{line_begins_[index], next_line_begin(index)};
  while (!span.empty() && (bytes_[span.end - 1] == '\n' || bytes_[span.end - 1] == '\r')) {
    --span.end;
  }
  return span;
}

Position Source::position(std::uint32_t offset) const {
  if (line_begins_.empty()) return {};
  const std::uint32_t line = line_at(offset);
  const std::uint32_t begin = line_begins_[line];
  const std::string_view before = std::string_view(bytes_).substr(begin, offset - begin);
  const auto counts = utf8::count(before);
  return {line + 1, counts.code_points + 1, static_cast<std::uint32_t>(before.size()) + 1,
          counts.utf16_units + 1};
}

}  // namespace milepost
