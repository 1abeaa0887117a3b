#include "text/merge_conflict.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::size_t kMarker = 7;  // how often git repeats the sign

// Git writes a marker at the beginning of a line, and a name after it.
bool is_marker(std::string_view line, char sign) {
  if (line.size() < kMarker || line.find_first_not_of(sign) < kMarker) return false;
  if (line.find_first_not_of(sign) == line.npos) return line.size() == kMarker;
  return line[kMarker] == ' ';
}

bool is_named_marker(std::string_view line, char sign) {
  return is_marker(line, sign) && !trim(line.substr(kMarker)).empty();
}

class ConflictFinder {
 public:
  explicit ConflictFinder(const Source& source) : source_(source) {}

  std::vector<MergeConflict> find() {
    // Hardly any file has one.
    if (source_.text().find("<<<<<<<") == std::string_view::npos &&
        source_.text().find(">>>>>>>") == std::string_view::npos) {
      return {};
    }
    for (std::uint32_t i = 0; i < source_.line_count(); ++i) look_at(i);
    if (open_) give_up();
    return std::move(found_);
  }

 private:
  std::string_view line(std::uint32_t index) const { return source_.text(source_.line(index)); }

  void look_at(std::uint32_t i) {
    const std::string_view text = line(i);
    if (is_marker(text, '<')) {
      if (open_) give_up();
      open_ = true;
      now_ = {i, 0, 0, 0, false};
    } else if (open_ && is_marker(text, '|') && now_.middle == 0) {
      now_.ours = i;
    } else if (open_ && is_marker(trim_end(text), '=') && now_.middle == 0) {
      now_.middle = i;
      if (now_.ours == 0) now_.ours = i;
    } else if (is_marker(text, '>')) {
      close(i);
    }
  }

  void close(std::uint32_t i) {
    if (open_ && now_.middle != 0) {
      now_.last = i;
      now_.whole = true;
      found_.push_back(now_);
      open_ = false;
    } else if (is_named_marker(line(i), '>') && !is_quoted(i)) {
      if (open_) give_up();
      found_.push_back({i, 0, i, 0, false});
    }
  }

  // Half a conflict is one too, if git named its side.
  void give_up() {
    if (is_named_marker(line(now_.first), '<')) found_.push_back({now_.first, 0, 0, 0, false});
    open_ = false;
  }

  // Quotes in quotes begin with as many signs.
  bool is_quoted(std::uint32_t i) const {
    const bool before = i > 0 && line(i - 1).starts_with('>');
    return before || (i + 1 < source_.line_count() && line(i + 1).starts_with('>'));
  }

  static std::string_view trim_end(std::string_view text) {
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
  }

  const Source& source_;
  std::vector<MergeConflict> found_;
  MergeConflict now_;
  bool open_ = false;
};

// "line 4", "lines 4–6" or "nothing", for the lines between two markers.
std::string lines_between(std::uint32_t before, std::uint32_t after) {
  const std::uint32_t first = before + 2;  // people count from 1
  const std::uint32_t last = after;
  if (first > last) return "nothing";
  return first == last ? fmt::format("line {}", first) : fmt::format("lines {}–{}", first, last);
}

}  // namespace

std::vector<MergeConflict> find_conflicts(const Source& source) {
  return ConflictFinder(source).find();
}

bool is_after_conflict(const Source& source, std::uint32_t offset) {
  const std::vector<MergeConflict> conflicts = find_conflicts(source);
  return std::ranges::any_of(conflicts, [&](const MergeConflict& conflict) {
    return source.line(conflict.first).begin <= offset;
  });
}

std::string describe(const MergeConflict& conflict) {
  if (!conflict.whole) {
    return "a marker of a merge conflict is left; remove it, and what the other side had";
  }
  return fmt::format(
      "a merge conflict is left: {} against {}; keep what is right and remove the markers",
      lines_between(conflict.first, conflict.ours), lines_between(conflict.middle, conflict.last));
}

bool is_shown(const Document& document, const MergeConflict& conflict) {
  if (!conflict.whole) return false;
  const Source& source = document.source();
  return std::ranges::any_of(document.blocks(), [&](const Block& block) {
    return block.kind == BlockKind::kFencedCode &&
           block.span.begin < source.line(conflict.first).begin &&
           source.line(conflict.last).end < block.span.end;
  });
}

bool is_in_conflict(const Document& document) {
  return std::ranges::any_of(find_conflicts(document.source()), [&](const MergeConflict& conflict) {
    return !is_shown(document, conflict);
  });
}

}  // namespace milepost
