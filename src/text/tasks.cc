#include "text/tasks.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "base/utf8.h"
#include "text/markup.h"
#include "text/punctuation.h"

namespace milepost::tasks {

namespace {

// What fits into a box: "[ :white_check_mark: ]" is the longest seen.
constexpr std::size_t kLongestBox = 32;

constexpr std::array<std::string_view, 15> kTicks = {
    "x",
    "v",
    "y",
    "yes",
    "done",
    "✓",
    "✔",
    "✅",
    "☑",
    "🗸",
    "🗹",
    "☒",
    ":white_check_mark:",
    ":heavy_check_mark:",
    ":ballot_box_with_check:",
};
constexpr std::array<std::string_view, 4> kCrosses = {"no", "todo",
                                                      ":x:", ":heavy_multiplication_x:"};

bool is_tick(std::string_view mark) {
  // An emoji may carry a selector that asks for its coloured form.
  constexpr std::string_view kSelector = "\xEF\xB8\x8F";
  if (mark.ends_with(kSelector)) mark.remove_suffix(kSelector.size());
  return std::any_of(kTicks.begin(), kTicks.end(),
                     [&](std::string_view tick) { return equal_ignoring_case(mark, tick); });
}

// Letters and digits are labels or footnotes: "[1] see there".
bool is_mark(std::string_view text) {
  const auto decoded = utf8::decode(text);
  if (decoded.length != text.size() || !decoded.valid) return false;
  if (decoded.code_point < 0x80) return is_punct(text[0]);
  return decoded.code_point >= 0x2000 || is_unicode_punctuation(decoded.code_point);
}

// The common "**text**" with nothing special in it, without the inline parser.
std::size_t simple_bold_end(std::string_view text) {
  if (!text.starts_with("**") || text.size() < 5 || is_space(text[2])) return 0;
  std::size_t stop = 2;
  for (bool blank = false; stop < text.size() && !is_markup(text[stop]); ++stop) {
    // Runs of white space would have to be collapsed.
    if (is_space(text[stop]) && (blank || text[stop] != ' ')) return 0;
    blank = text[stop] == ' ';
  }
  if (stop == 2 || text.substr(stop, 2) != "**") return 0;
  if (stop + 2 < text.size()) {
    const char next = text[stop + 2];
    if (next == '*' || next == '~' || (!is_space(next) && !is_punct(next))) return 0;
  }
  const char last = text[stop - 1];
  return is_space(last) || static_cast<unsigned char>(last) >= 0x80 ? 0 : stop + 2;
}

// "**Is it on? **": a blank before the end makes it no bold text, and still a question to every
// reader. What closes it ends the line.
std::size_t slipped_bold_end(std::string_view text) {
  if (!text.starts_with("**") || text.size() < 5 || is_space(text[2])) return 0;
  const std::size_t end = text.find("**", 2);
  if (end == text.npos || !trim(text.substr(end + 2)).empty()) return 0;
  const std::string_view inner = text.substr(2, end - 2);
  return is_space(inner.back()) && trim(inner).ends_with('?') ? end + 2 : 0;
}

// "**Is it on? Yes, by default.": bold text that nothing closes is a question up to its last
// question mark.
std::size_t unclosed_bold_end(std::string_view text) {
  if (!text.starts_with("**") || text.size() < 5 || is_space(text[2])) return 0;
  if (text.find("**", 2) != text.npos) return 0;
  const std::size_t mark = text.rfind('?');
  return mark == text.npos ? 0 : mark + 1;
}

}  // namespace

std::optional<ReadBox> read_box(std::string_view text) {
  if (text.empty() || text[0] != '[') return std::nullopt;
  const std::size_t close = text.substr(0, kLongestBox).find(']', 1);
  if (close == text.npos) return std::nullopt;
  const std::size_t after = close + 1;
  if (after < text.size() && !is_space(text[after])) return std::nullopt;
  const std::string_view inner = text.substr(1, close - 1);
  const std::string_view mark = trim(inner);

  ReadBox found;
  found.length = static_cast<std::uint32_t>(after);
  if (inner == " " || inner == "x" || inner == "X") {
    found.ticked = inner != " ";
    found.box = found.ticked ? Box::kTicked : Box::kEmpty;
    return found;
  }
  found.box = Box::kOdd;
  found.ticked = is_tick(mark);
  const bool crossed = std::any_of(kCrosses.begin(), kCrosses.end(), [&](std::string_view word) {
    return equal_ignoring_case(mark, word);
  });
  if (mark.empty() || found.ticked || crossed || is_mark(mark)) return found;
  return std::nullopt;
}

void finish(std::string_view source, Scan& scan, InlineReader& reader) {
  for (TaskItem& task : scan.tasks) {
    task.span = scan.blocks[task.block].span;
    const Block& text = scan.blocks[task.bullet ? task.block + 1 : task.block];
    std::uint32_t begin = task.box_span.end;
    const std::uint32_t end = std::max(begin, text.content.end);
    while (begin < end && is_space(source[begin])) ++begin;
    task.text = {begin, end};
  }

  auto& [parser, joined] = reader;
  const links::References references = links::References::any();
  std::vector<Span> lines;
  std::string plain;
  for (const BoldCandidate& candidate : scan.bold_candidates) {
    const auto all = scan.lines_of(scan.blocks[candidate.item + 1]);
    lines.assign(all.begin(), all.end());
    if (lines.empty()) continue;
    lines.front().begin = candidate.begin;
    BoldItem item;
    item.block = candidate.item;
    item.span = scan.blocks[candidate.item].span;
    if (const std::size_t end = simple_bold_end(lines.front().of(source)); end != 0) {
      item.bold = {candidate.begin, candidate.begin + static_cast<std::uint32_t>(end)};
      item.text = source.substr(candidate.begin + 2, end - 4);
      scan.bold_items.push_back(item);
      continue;
    }
    joined.assign(source, lines);
    parser.parse(joined.text(), references);
    if (parser.bold_end() == 0) {
      if (const std::size_t end = unclosed_bold_end(joined.text()); end != 0) {
        item.bold = joined.to_source(0, static_cast<std::uint32_t>(end));
        item.text = scan.pool.keep(single_spaced(joined.text().substr(2, end - 2)));
        scan.bold_items.push_back(item);
        continue;
      }
      const std::size_t end = slipped_bold_end(lines.front().of(source));
      if (end == 0) continue;
      item.bold = {candidate.begin, candidate.begin + static_cast<std::uint32_t>(end)};
      item.text = trim(source.substr(candidate.begin + 2, end - 4));
      scan.bold_items.push_back(item);
      continue;
    }
    plain.clear();
    parser.append_plain(plain, 0, parser.bold_end());
    item.bold = joined.to_source(0, parser.bold_end());
    item.text = scan.pool.keep(plain);
    scan.bold_items.push_back(item);
  }
}

}  // namespace milepost::tasks
