#include "proposal/guidance.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "process/heading_key.h"

namespace milepost {

namespace {

std::string without_directives(std::string_view rest) {
  std::string text;
  rest = trim(rest);
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    rest = tail;
    if (trim(line).starts_with("<!--DIRECTIVE") || trim(line).starts_with("<!-- DIRECTIVE")) {
      continue;
    }
    text.append(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line).push_back('\n');
  }
  return std::string(trim(text));
}

// In the template the section's span points into, if that is this one.
std::optional<std::string_view> text_below(const Template& pattern,
                                           const TemplateSection& section) {
  const Document& document = pattern.document();
  const auto& sections = document.sections();
  const auto own = std::ranges::find_if(sections, [&](const Section& candidate) {
    const Heading& heading = document.heading_of(candidate);
    return heading.span == section.span && heading.text == section.title;
  });
  if (own == sections.end()) return std::nullopt;
  return document.text(own->body);
}

// In the repository's own template, whose title may say anything.
std::optional<std::string_view> text_there(const Template& repository,
                                           const TemplateSection& section) {
  const auto* same = repository.find(section.key);
  if (!same) same = repository.find(heading_key(section.title));  // under a name of its own
  const auto& sections = repository.sections();
  const bool title = section.parent == kNone && section.level == 1 && !sections.empty() &&
                     sections.front().level == 1;
  if (!same && !title) return std::nullopt;
  return text_below(repository, sections[same ? same->front() : 0]);
}

}  // namespace

std::string guidance(const Kind& kind, const TemplateSection& section) {
  std::optional<std::string_view> text;
  if (kind.repository) text = text_there(*kind.repository, section);
  if (!text) text = text_below(*kind.pattern, section);
  return text ? without_directives(*text) : std::string();
}

std::string opening_guidance(const Kind& kind) {
  const Document& document = (kind.repository ? *kind.repository : *kind.pattern).document();
  const std::uint32_t end = document.sections().empty() ? document.source().size()
                                                        : document.sections().front().span.begin;
  const std::uint32_t begin = document.front_matter().span.end;
  return begin < end ? without_directives(document.text({begin, end})) : std::string();
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      out += line_end;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace milepost
