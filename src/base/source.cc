#include "base/source.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace milepost {

namespace {

std::unique_ptr<const char[]> copied(std::string_view bytes) {
  auto buffer = std::make_unique_for_overwrite<char[]>(bytes.size());
  std::ranges::copy(bytes, buffer.get());
  return buffer;
}

}  // namespace

Source::Source(std::string path, std::string_view bytes)
    : Source(std::move(path), copied(bytes), bytes.size()) {}

Source::Source(std::string path, std::unique_ptr<const char[]> buffer, std::size_t size)
    : path_(std::move(path)),
      buffer_(std::move(buffer)),
      text_(buffer_.get(), size),
      lines_(index_lines(text_)) {}

std::uint32_t Source::line_at(std::uint32_t offset) const {
  const auto after = std::upper_bound(lines_.begins.begin(), lines_.begins.end(), offset);
  return after == lines_.begins.begin()
             ? 0
             : static_cast<std::uint32_t>(after - lines_.begins.begin() - 1);
}

std::uint32_t Source::next_line_begin(std::uint32_t index) const {
  return index + 1 < lines_.begins.size() ? lines_.begins[index + 1] : size();
}

Span Source::line(std::uint32_t index) const {
  if (index >= lines_.begins.size()) return {size(), size()};
  Span span{lines_.begins[index], next_line_begin(index)};
  while (!span.empty() && (text_[span.end - 1] == '\n' || text_[span.end - 1] == '\r')) {
    --span.end;
  }
  return span;
}

Position Source::position(std::uint32_t offset) const {
  if (lines_.begins.empty()) return {};
  const std::uint32_t line = line_at(offset);
  const std::uint32_t begin = lines_.begins[line];
  const std::string_view before = text_.substr(begin, offset - begin);
  const auto counts = utf8::count(before);
  return {line + 1, counts.code_points + 1, static_cast<std::uint32_t>(before.size()) + 1,
          counts.utf16_units + 1};
}

}  // namespace milepost
