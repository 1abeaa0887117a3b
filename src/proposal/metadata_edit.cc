#include "proposal/metadata_edit.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/date.h"
#include "base/edits.h"
#include "base/strings.h"
#include "text/yaml_write.h"

namespace milepost {

namespace {

// An @ in front, for one, is an error in YAML.
bool can_be_plain(std::string_view text) {
  return !text.empty() && is_alnum(text.front()) && std::ranges::all_of(text, [](char c) {
    return is_alnum(c) || std::string_view("-_./ ").find(c) != std::string_view::npos;
  });
}

// Nothing at all, in one of the ways to say it.
bool is_null(const YamlNode& node) {
  return node.text.empty() || (!node.quoted && (node.text == "~" || node.text == "null"));
}

// A value as a list or table in Markdown has it: with a blank before it, and no end of a cell in
// it.
std::string in_prose(const Source& source, Span at, std::string_view text) {
  const std::string_view all = source.text();
  const std::size_t line = at.begin == 0 ? 0 : all.rfind('\n', at.begin - 1) + 1;
  const bool in_table = trim(all.substr(line, at.begin - line)).starts_with('|');
  std::string written;
  if (at.empty() && at.begin > 0 && !is_space(all[at.begin - 1])) written += ' ';
  for (const char c : text) {
    if (c == '|' && in_table) written += '\\';
    written += c;
  }
  if (at.empty() && in_table && (at.begin >= all.size() || all[at.begin] == '|')) written += ' ';
  return written;
}

// Days are written plain, as people write them.
std::string scalar_of(std::string_view text, bool quotes = false) {
  return parse_date(text) && !quotes ? std::string(text) : yaml_scalar(text, quotes);
}

}  // namespace

std::optional<Edit> rewrite(const Source& source, const YamlNode& node, std::string_view text,
                            bool quotes) {
  const std::string_view written = source.text(node.span);
  if (node.prose) return Edit{node.span, in_prose(source, node.span, text)};
  if (node.quoted && written.size() >= 2) {
    return Edit{node.span, fmt::format("{0}{1}{0}", written.front(), text)};
  }
  if (written != node.text) return std::nullopt;
  const bool plain = !quotes && can_be_plain(text);
  return Edit{node.span, plain ? std::string(text) : fmt::format("\"{}\"", text)};
}

Result<void> YamlEditor::set(std::string_view key, std::string_view text, std::string_view after) {
  if (const YamlEntry* entry = map_.find_entry(key)) return replace(*entry->value, key, text);
  const YamlEntry* before = map_.find_entry(after);
  if (!before && !map_.entries.empty()) before = &map_.entries.back();
  if (before && map_.prose) {
    add_line(end_of(*before), prose_line(*before, key, text));
  } else if (before) {
    add_entry(map_, *before, key, scalar_of(text));
  } else {
    add_line(map_.span.begin,
             fmt::format("{}: {}{}", key, scalar_of(text), line_end_of(source_.text())));
  }
  return {};
}

Result<void> YamlEditor::set(std::string_view key, std::string_view below, std::string_view text,
                             std::string_view after) {
  const YamlEntry* entry = map_.find_entry(key);
  if (!entry) {
    const YamlEntry* before = map_.find_entry(after);
    if (!before && !map_.entries.empty()) before = &map_.entries.back();
    if (before && map_.prose) {
      if (in_table(*before)) {
        return failure(fmt::format("a table has no room for {} below `{}`; write it there by hand",
                                   below, key));
      }
      const auto end = std::string(line_end_of(source_.text()));
      add_line(end_of(*before),
               prose_line(*before, key, "") +
                   fmt::format("{}  - {}: {}{}", indent_of(*before), below, text, end));
      return {};
    }
    if (before && in_braces(map_)) {
      add_entry(map_, *before, key, fmt::format("{{{}: {}}}", below, scalar_of(text)));
      return {};
    }
    const std::string indent = before ? indent_of(*before) : "";
    add_line(before ? end_of(*before) : map_.span.begin,
             fmt::format("{0}{1}:{4}{0}  {2}: {3}{4}", indent, key, below, scalar_of(text),
                         line_end_of(source_.text())));
    return {};
  }
  const YamlNode& map = *entry->value;
  if (map.is_map() && !map.entries.empty()) {
    if (const YamlEntry* found = map.find_entry(below)) return replace(*found->value, below, text);
    const YamlEntry& last = map.entries.back();
    if (map.prose) {
      add_line(end_of(last), prose_line(last, below, text));
      return {};
    }
    add_entry(map, last, below, scalar_of(text, last.value->quoted));
    return {};
  }
  const bool nothing = map.is_map() || (map.is_scalar() && is_null(map));
  if (!nothing) {
    return failure(
        fmt::format("`{}` is not written as a map, so {} cannot be set in it", key, below));
  }
  if (map_.prose) {
    if (in_table(*entry)) {
      return failure(
          fmt::format("a table has no room for {} below `{}`; write it there by hand", below, key));
    }
    add_line(end_of(*entry), fmt::format("{}  - {}: {}{}", indent_of(*entry), below, text,
                                         line_end_of(source_.text())));
    return {};
  }
  if (in_braces(map_)) {
    edits_.push_back({map.span, fmt::format("{{{}: {}}}", below, scalar_of(text))});
    return {};
  }
  if (!map.span.empty()) edits_.push_back({{entry->key_span.end + 1, map.span.end}, ""});
  add_line(end_of(*entry), fmt::format("{}  {}: {}{}", indent_of(*entry), below, scalar_of(text),
                                       line_end_of(source_.text())));
  return {};
}

bool YamlEditor::in_table(const YamlEntry& entry) const {
  const Span line = source_.line(source_.line_at(entry.key_span.begin));
  return trim(source_.text({line.begin, entry.key_span.begin})).starts_with('|');
}

// An entry as its neighbour is written: the bullet, the marks around the name, its capitals.
std::string YamlEditor::prose_line(const YamlEntry& like, std::string_view key,
                                   std::string_view text) const {
  const Span line = source_.line(source_.line_at(like.key_span.begin));
  const std::string_view before = source_.text({line.begin, like.key_span.begin});
  const std::string_view after = source_.text({like.key_span.end, line.end});
  const std::string_view name = source_.text(like.key_span);
  std::string written(key);
  if (is_upper(name.front())) {
    bool begins = true;
    for (char& c : written) {
      if (c == '-') c = ' ';
      if (begins && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
      begins = c == ' ';
    }
  }
  const auto end = line_end_of(source_.text());
  if (in_table(like)) {
    std::string cell;
    for (const char c : text) {
      if (c == '|') cell += '\\';
      cell += c;
    }
    const std::size_t marks = after.find('|');
    return fmt::format("{}{}{}| {} |{}", before, written, after.substr(0, marks), cell, end);
  }
  std::string_view between = ":";
  for (const std::string_view form : {":**", "**:", ":__", "__:", ":*", "*:", "`:"}) {
    if (after.starts_with(form)) {
      between = form;
      break;
    }
  }
  return fmt::format("{}{}{}{}{}{}", before, written, between, text.empty() ? "" : " ", text, end);
}

bool YamlEditor::in_braces(const YamlNode& map) const {
  return !map.span.empty() && source_.text()[map.span.begin] == '{';
}

void YamlEditor::add_entry(const YamlNode& map, const YamlEntry& before, std::string_view key,
                           std::string_view value) {
  if (in_braces(map)) {
    const std::uint32_t at = std::max(before.value->span.end, before.key_span.end);
    edits_.push_back({{at, at}, fmt::format(", {}: {}", key, value)});
    return;
  }
  add_line(end_of(before),
           fmt::format("{}{}: {}{}", indent_of(before), key, value, line_end_of(source_.text())));
}

Result<void> YamlEditor::replace(const YamlNode& node, std::string_view key,
                                 std::string_view text) {
  if (!node.is_scalar()) return failure(fmt::format("`{}` is not a single value", key));
  auto edit = rewrite(source_, node, text);
  if (!edit) {
    return failure(
        fmt::format("`{}` is written in a way that cannot be changed safely; write it on "
                    "one line",
                    key));
  }
  if (source_.text(edit->span) == edit->text) return {};
  const std::uint32_t begin = edit->span.begin;
  if (!node.prose && edit->span.empty() && begin > 0 && source_.text()[begin - 1] == ':') {
    edit->text.insert(0, " ");
  }
  edits_.push_back(std::move(*edit));
  return {};
}

void YamlEditor::add_line(std::uint32_t after, std::string text) {
  const std::string_view all = source_.text();
  if (after > 0 && after == all.size() && all[after - 1] != '\n') {
    text = std::string(line_end_of(source_.text())) +
           text.substr(0, text.size() - line_end_of(source_.text()).size());
  }
  edits_.push_back({{after, after}, std::move(text)});
}

std::uint32_t YamlEditor::end_of(const YamlEntry& entry) const {
  // The value of a list or map ends with its last line that says something.
  std::uint32_t end = std::max(entry.value->span.end, entry.key_span.end);
  const std::string_view text = source_.text();
  while (end > entry.key_span.end && is_space(text[end - 1])) --end;
  return source_.next_line_begin(source_.line_at(end));
}

std::string YamlEditor::indent_of(const YamlEntry& entry) const {
  const Span line = source_.line(source_.line_at(entry.key_span.begin));
  const std::string_view before = source_.text({line.begin, entry.key_span.begin});
  return std::string(before.substr(0, before.find_first_not_of(' ')));
}

}  // namespace milepost
