// MP611 line-overlong: the process asks for wrapped lines, and prose runs past
// the width. Code, tables, headings and lines that only a URL makes long are
// exempt. One finding for all of them.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "process/boilerplate.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/toc.h"

namespace milepost {

namespace {

// How many characters of the line are web addresses, which cannot be broken. Of addresses that
// run into each other the first counts, with all of them.
std::size_t address_length(std::string_view line) {
  std::size_t length = 0;
  std::size_t end = 0;
  for (std::size_t at = line.find("://"); at != line.npos; at = line.find("://", end)) {
    std::size_t begin = at;
    while (begin > end && is_alpha(line[begin - 1])) --begin;
    end = std::min(line.find_first_of(") >\t\r\n\v\f", at), line.size());
    length += utf8::count(line.substr(begin, end - begin)).code_points;
  }
  return length;
}

// Too long although its addresses are not counted, and with a space to break at.
bool could_wrap(std::string_view line, std::size_t width) {
  if (utf8::count(line).code_points - address_length(line) <= width) return false;
  const std::string_view bare = without_markers(line);
  const std::size_t begin = static_cast<std::size_t>(bare.data() - line.data());
  const std::size_t space = line.substr(0, width + 1).find_last_of(' ');
  return space != line.npos && space > begin;
}

// A line of a table of contents: whatever writes it would write it anew.
bool is_toc_line(std::string_view line) {
  const std::string_view bare = trim(without_markers(line));
  return bare.starts_with('[') && bare.ends_with(')') && bare.find("](#") != bare.npos;
}

bool is_definition(std::string_view line) {
  const std::string_view bare = trim(line);
  return bare.starts_with('[') && bare.find("]:") != bare.npos;
}

// Whether a line that begins so could be taken for a block of its own.
bool begins_block(std::string_view text) {
  constexpr std::string_view kMarks = "#>-+*=|~`<:_";
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool numbered =
      digits > 0 && digits != text.npos && (text[digits] == '.' || text[digits] == ')');
  return text.empty() || kMarks.find(text.front()) != kMarks.npos || numbered ||
         is_definition(text);
}

// Whether an offset stands in the text of a link: "[a b](c)".
bool is_in_link_text(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestText = 1000;
  const std::string_view before = text.substr(0, at);
  const std::size_t open = before.rfind('[');
  if (open == before.npos || at - open > kLongestText) return false;
  const std::string_view inside = text.substr(open, at - open + kLongestText);
  const std::size_t close = inside.find(']');
  return close != inside.npos && close > at - open;
}

// The space at which a text is broken: the last that leaves no more than `width` columns
// before it, else the first after. Nothing when there is none that is safe.
std::optional<std::size_t> break_in(std::string_view text, std::size_t width) {
  constexpr std::size_t kLongestLabel = 1000;  // of a definition, with its brackets
  std::optional<std::size_t> found;
  for (std::size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1)) {
    // A backslash at the end of a line is a forced break.
    const bool safe = at > 0 && text[at - 1] != ' ' && text[at - 1] != '\\' &&
                      at + 1 < text.size() && text[at + 1] != ' ' &&
                      !begins_block(text.substr(at + 1, kLongestLabel)) &&
                      !is_in_link_text(text, at);
    if (!safe) continue;
    const bool fits = utf8::count(text.substr(0, at)).code_points <= width;
    if (fits || !found) found = at;
    if (!fits) break;
  }
  return found;
}

bool is_longer(std::string_view text, std::size_t width) {
  constexpr std::size_t kMostBytes = 4;  // of a character: a long text need not be counted
  return text.size() > kMostBytes * width || utf8::count(text).code_points > width;
}

bool is_broken_by_force(std::string_view line) {
  return line.ends_with("  ") || line.ends_with('\\');
}

bool has_fence(std::string_view line) {
  return line.find("```") != line.npos || line.find("~~~") != line.npos;
}

// Lines of a paragraph that were filled anew, or cannot be.
struct WrappedLines {
  std::uint32_t last;  // no line up to it is begun at again
  std::optional<Edit> edit = {};
};

// Fills a paragraph anew from a line on, as far as its next forced break. Nothing for one in
// a quote, where every line needs the mark.
WrappedLines wrap_from(const Source& source, std::uint32_t first, std::uint32_t last,
                       std::size_t width) {
  const std::string_view line = source.text(source.line(first));
  const std::size_t begin = static_cast<std::size_t>(without_markers(line).data() - line.data());
  if (begin >= width || line.substr(0, begin).find_first_of(">\t") != line.npos) return {first};
  std::string text(line.substr(begin));
  std::uint32_t end = first;
  std::optional<std::uint32_t> fence;
  if (has_fence(text)) fence = first;
  while (end < last && !is_broken_by_force(source.text(source.line(end)))) {
    const std::string_view next = source.text(source.line(++end));
    if (has_fence(next)) fence = end;
    while (text.ends_with(' ')) text.pop_back();
    text.append(" ").append(next.substr(std::min(next.find_first_not_of(" \t"), next.size())));
  }
  // What is a code span in one line is a fence in two.
  if (fence) return {*fence};
  const std::string_view own_end =
      source.text({source.line(first).end, source.next_line_begin(first)});
  const std::string joint =
      (own_end.empty() ? "\n" : std::string(own_end)) + std::string(begin, ' ');
  std::string filled(line.substr(0, begin));
  std::string_view rest = text;
  while (is_longer(trim(rest), width - begin)) {
    const auto at = break_in(rest, width - begin);
    if (!at) break;
    filled.append(rest.substr(0, *at)).append(joint);
    rest.remove_prefix(*at + 1);
  }
  const Span span{source.line(first).begin, source.line(end).end};
  filled.append(rest);
  if (filled == source.text(span)) return {end};
  return {end, Edit{span, std::move(filled)}};
}

// The lines of a document that are too long, each with the last of its paragraph.
struct LongLine {
  std::uint32_t line;
  std::uint32_t last;
};

// Those of a table of contents stay: whatever writes it would write them anew.
Fix wrapped(const Document& document, const std::vector<LongLine>& lines, std::size_t width) {
  const Source& source = document.source();
  const auto toc = find_toc(document).first;
  Fix fix{fmt::format("wrap {}", counted(lines.size(), "line")), {}};
  std::uint32_t next = 0;
  for (const LongLine& one : lines) {
    if (one.line < next || (toc && toc->table.contains(source.line(one.line).begin))) continue;
    WrappedLines wrapped_lines = wrap_from(source, one.line, one.last, width);
    next = wrapped_lines.last + 1;
    if (wrapped_lines.edit) fix.edits.push_back(std::move(*wrapped_lines.edit));
  }
  return fix;
}

}  // namespace

void line_overlong(const RuleInput& in, Sink& sink) {
  const std::size_t width = in.judgement.kind->wrap.value_or(in.process.wrap);
  if (width == 0) return;
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  std::vector<LongLine> lines;
  for (const Block& block : document.blocks()) {
    if (block.kind != BlockKind::kParagraph) continue;
    const std::uint32_t last = source.line_at(block.span.end);
    for (std::uint32_t n = source.line_at(block.span.begin); n <= last; ++n) {
      std::string_view line = source.text(source.line(n));
      while (line.ends_with(' ')) line.remove_suffix(1);  // a hard break takes no room
      if (line.size() <= width || utf8::count(line).code_points <= width) continue;
      if (is_definition(line) || is_toc_line(line)) continue;
      if (could_wrap(line, width)) lines.push_back({n, last});
    }
  }
  if (lines.empty()) return;
  Finding& finding = sink.report(
      source, source.line(lines.front().line),
      fmt::format("{} longer than {} columns; wrap {}",
                  lines.size() == 1 ? "a line is" : fmt::format("{} lines are", lines.size()),
                  width, lines.size() == 1 ? "it" : "them"));
  Fix fix = wrapped(document, lines, width);
  if (!fix.edits.empty()) finding.fixes.push_back(std::move(fix));
}

}  // namespace milepost
