#include "text/yaml_write.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

bool is_word_of_yaml(std::string_view text) {
  constexpr std::string_view kWords[] = {"true", "false", "yes", "no", "on",
                                         "off",  "null",  "y",   "n"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return equal_ignoring_case(word, text); });
}

// 12, 1.30, 1e5, 0x1f, 2026-11-15, 12:30
bool looks_like_number(std::string_view text) {
  return is_digit(text.front()) && std::ranges::all_of(text, [](char c) {
           return hex_value(c) >= 0 || c == '.' || c == '-' || c == '_' || c == 'x' || c == 'o';
         });
}

bool is_plain(std::string_view text) {
  if (text.empty() || text.back() == ' ') return false;
  const auto beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (!is_alnum(text.front()) && !beyond_ascii(text.front())) return false;
  const bool harmless = std::ranges::all_of(text, [&](char c) {
    return is_alnum(c) || beyond_ascii(c) ||
           std::string_view(" -_./()+'").find(c) != std::string_view::npos;
  });
  return harmless && !is_word_of_yaml(text) && !looks_like_number(text);
}

// Where the value begins that is not there yet: behind the colon.
std::uint32_t behind_colon(const Source& source, const YamlEntry& entry) {
  const std::size_t colon = source.text().find(':', entry.key_span.end);
  return static_cast<std::uint32_t>(std::min(colon, source.text().size() - 1) + 1);
}

bool is_nothing(const YamlNode& node) { return node.is_scalar() && node.span.empty(); }

Edit replace(const Source& source, const YamlEntry& entry, const std::string& written) {
  if (!is_nothing(*entry.value)) return {entry.value->span, written};
  const std::uint32_t at = behind_colon(source, entry);
  return {{at, at}, " " + written};
}

}  // namespace

std::string yaml_scalar(std::string_view text, bool quotes) {
  if (!quotes && is_plain(text)) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

Edit set_scalar(const Source& source, const YamlEntry& entry, std::string_view written) {
  // A list in lines of its own stands below its key, where a scalar cannot.
  if (!entry.value->is_scalar() && source.text(entry.value->span).starts_with('-')) {
    return {{behind_colon(source, entry), entry.value->span.end}, " " + std::string(written)};
  }
  return replace(source, entry, std::string(written));
}

Edit set_list(const Source& source, const YamlEntry& entry,
              const std::vector<std::string>& written) {
  const Span span = entry.value->span;
  if (!entry.value->is_list() || !source.text(span).starts_with('-')) {
    return replace(source, entry, fmt::format("[{}]", fmt::join(written, ", ")));
  }
  const std::uint32_t line = source.line(source.line_at(span.begin)).begin;
  const std::string indent(source.text({line, span.begin}));
  return {span, fmt::format("- {}", fmt::join(written, "\n" + indent + "- "))};
}

std::vector<Edit> clear_list(const Source& source, const YamlEntry& entry) {
  const std::uint32_t colon = behind_colon(source, entry);
  const std::uint32_t line = source.line_at(colon);
  if (entry.value->span.begin < source.next_line_begin(line)) {
    return {replace(source, entry, "[]")};
  }
  // Lines below the key, up to where the last item's ends.
  const std::uint32_t end = source.line(source.line_at(entry.value->span.end)).end;
  return {{{colon, colon}, " []"}, {{source.line(line).end, end}, ""}};
}

Edit remove_entry(const Source& source, Span within, const YamlEntry& entry) {
  const auto line_before = [&](std::uint32_t line) {
    return trim(source.text(source.line(line - 1)));
  };
  const std::uint32_t first_line = source.line_at(within.begin);
  std::uint32_t line = source.line_at(entry.key_span.begin);
  while (line > first_line && line_before(line).starts_with('#')) --line;
  while (line > first_line && line_before(line).empty()) --line;
  const std::uint32_t last = is_nothing(*entry.value) ? entry.key_span.end : entry.value->span.end;
  const std::uint32_t end = source.next_line_begin(source.line_at(last));
  return {{source.line(line).begin, std::min(end, within.end)}, ""};
}

Edit add_entry(const Source& source, Span within, std::string_view key, std::string_view written) {
  const bool ended = within.empty() || source.text(within).ends_with('\n');
  return {{within.end, within.end}, fmt::format("{}{}: {}\n", ended ? "" : "\n", key, written)};
}

}  // namespace milepost
