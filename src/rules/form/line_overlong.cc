// MP611 line-overlong: the process asks for wrapped lines, and prose runs past
// the width. Code, tables, headings and lines that only a URL makes long are
// exempt. One finding for all of them.
#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "process/boilerplate.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// How much of the line is web addresses, which cannot be broken.
std::size_t address_length(std::string_view line) {
  std::size_t length = 0;
  for (std::size_t at = line.find("://"); at != line.npos; at = line.find("://", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_alpha(line[begin - 1])) --begin;
    std::size_t end = at;
    while (end < line.size() && !is_space(line[end]) && line[end] != ')' && line[end] != '>') ++end;
    length += end - begin;
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

bool is_definition(std::string_view line) {
  const std::string_view bare = trim(line);
  return bare.starts_with('[') && bare.find("]:") != bare.npos;
}

}  // namespace

void line_overlong(const RuleInput& in, Sink& sink) {
  const std::size_t width = in.process.wrap;
  if (width == 0) return;
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  std::vector<std::uint32_t> lines;
  for (const Block& block : document.blocks()) {
    if (block.kind != BlockKind::kParagraph) continue;
    const std::uint32_t last = source.line_at(block.span.end);
    for (std::uint32_t n = source.line_at(block.span.begin); n <= last; ++n) {
      std::string_view line = source.text(source.line(n));
      while (line.ends_with(' ')) line.remove_suffix(1);  // a hard break takes no room
      if (line.size() <= width || utf8::count(line).code_points <= width) continue;
      if (could_wrap(line, width) && !is_definition(line)) lines.push_back(n);
    }
  }
  if (lines.empty()) return;
  sink.report(
      source, source.line(lines.front()),
      fmt::format("{} longer than {} columns; wrap {}",
                  lines.size() == 1 ? "a line is" : fmt::format("{} lines are", lines.size()),
                  width, lines.size() == 1 ? "it" : "them"));
}

}  // namespace milepost
