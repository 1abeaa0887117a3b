#include "render/excerpt.h"

#include <algorithm>

#include "base/printable.h"
#include "base/utf8.h"

namespace milepost {

namespace {

constexpr std::uint32_t kTabStop = 4;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kCut = "…";

// Characters as they are shown, one string each, so that cutting never splits one.
class Cells {
 public:
  // `column` is where the text begins, which tabs depend on.
  Cells(std::string_view text, std::uint32_t column) {
    while (!text.empty()) {
      const auto decoded = utf8::decode(text);
      std::string shown;
      if (decoded.code_point == '\t') {
        shown.assign(kTabStop - column % kTabStop, ' ');
      } else {
        append_printable(shown, decoded, text);
      }
      column += utf8::width(shown);
      cells_.push_back(std::move(shown));
      text.remove_prefix(decoded.length);
    }
  }

  std::string text() const {
    std::string joined;
    for (const auto& cell : cells_) joined += cell;
    return joined;
  }
  std::uint32_t width() const { return utf8::width(text()); }

  void keep_last(std::uint32_t columns) {
    std::uint32_t kept = 0;
    std::size_t from = cells_.size();
    while (from > 0 && kept + utf8::width(cells_[from - 1]) <= columns) {
      kept += utf8::width(cells_[--from]);
    }
    // A mark without the character it is drawn over would land on its neighbour.
    while (from < cells_.size() && utf8::width(cells_[from]) == 0) ++from;
    cells_.erase(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(from));
  }

  void keep_first(std::uint32_t columns) {
    std::uint32_t kept = 0;
    std::size_t size = 0;
    while (size < cells_.size() && kept + utf8::width(cells_[size]) <= columns) {
      kept += utf8::width(cells_[size++]);
    }
    cells_.resize(size);
    if (columns == 0) cells_.clear();
  }

 private:
  std::vector<std::string> cells_;
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

}  // namespace

std::optional<Excerpt> excerpt(const Source& source, Span span, std::uint32_t width) {
  if (source.line_count() == 0) return std::nullopt;
  const std::string_view bytes = source.text();
  const std::uint32_t index = source.line_at(std::min(span.begin, source.size()));
  Span line = source.line(index);
  const std::uint32_t begin = std::min(span.begin, line.end);
  const std::uint32_t end = std::clamp(span.end, begin, line.end);
  if (index == 0 && bytes.starts_with(kByteOrderMark) && begin >= kByteOrderMark.size()) {
    line.begin += static_cast<std::uint32_t>(kByteOrderMark.size());
  }

  // No character is wider than its bytes are many, save escapes, so these reach
  // beyond what is shown on either side.
  const std::uint32_t reach = width * 4;
  std::uint32_t first = begin - std::min(reach, begin - line.begin);
  while (first > line.begin && first < begin && is_continuation(bytes[first])) ++first;
  const std::uint32_t marked_end = begin + std::min(reach, end - begin);
  const std::uint32_t last = marked_end + std::min(reach, line.end - marked_end);

  Cells before(source.text({first, begin}), 0);
  std::uint32_t left = before.width();
  Cells marked(source.text({begin, marked_end}), left);
  std::uint32_t middle = marked.width();
  Cells after(source.text({marked_end, last}), left + middle);

  bool cut_left = first > line.begin;
  bool cut_right = last < line.end;
  if (left + middle + after.width() > width || cut_left || cut_right) {
    const std::uint32_t room = width - 2;
    const std::uint32_t marked_room = room - std::min(left, room / 3);
    std::uint32_t right = after.width();
    if (middle > marked_room) {
      marked.keep_first(marked_room);
      middle = marked.width();
      after.keep_first(0);
      right = 0;
      cut_right = true;
    }
    const std::uint32_t spare = room - middle;
    const std::uint32_t before_room = spare - std::min(right, spare / 3);
    if (left > before_room) {
      before.keep_last(before_room);
      left = before.width();
      cut_left = true;
    }
    const std::uint32_t after_room = room - left - middle;
    if (right > after_room) {
      after.keep_first(after_room);
      cut_right = true;
    }
  }

  Excerpt found;
  found.line = index + 1;
  if (cut_left) {
    found.text += kCut;
    ++left;
  }
  found.text += before.text() + marked.text() + after.text();
  if (cut_right) found.text += kCut;
  found.indent = left;
  found.carets = std::max(middle, 1U);
  return found;
}

std::vector<std::string> wrap(std::string_view text, std::uint32_t first, std::uint32_t rest) {
  if (utf8::width(text) <= first) return {std::string(text)};
  std::vector<std::string> lines{std::string()};
  std::uint32_t used = 0;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (word.empty()) continue;
    const std::uint32_t size = utf8::width(word);
    const std::uint32_t room = lines.size() == 1 ? first : rest;
    if (used > 0 && used + 1 + size > room) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) {
      lines.back().push_back(' ');
      ++used;
    }
    lines.back() += word;
    used += size;
  }
  return lines;
}

}  // namespace milepost
