#include "features/process/listed_entries.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/strings.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost::process {

namespace {

// A sentence with a colon is no entry.
constexpr std::size_t kLongestKey = 32;

void add_entry(YamlNode& map, std::string_view key, std::string_view value) {
  std::string name = heading_words(key);
  std::ranges::replace(name, ' ', '-');
  if (name.empty() || map.find(name)) return;
  YamlNode scalar;
  scalar.text = trim(value);
  map.entries.push_back({std::move(name), {}, std::make_unique<YamlNode>(std::move(scalar))});
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// False when an item is no entry.
bool add_items(const Document& document, std::uint32_t list, YamlNode& map) {
  const auto& blocks = document.blocks();
  for (std::uint32_t i = list + 1; i < blocks[list].end_block; ++i) {
    if (blocks[i].kind != BlockKind::kItem || blocks[i].parent != list) continue;
    const std::string text = plain_text(first_line(document.text(blocks[i].content)));
    const auto [key, value] = cut(text, ':');
    if (key.size() == text.size() || key.empty() || key.size() > kLongestKey) return false;
    add_entry(map, key, value);
  }
  return true;
}

bool add_rows(const Document& document, const Block& table, YamlNode& map) {
  for (const Span line : document.lines_of(table)) {
    std::string_view row = trim(document.text(line));
    if (row.starts_with('|')) row.remove_prefix(1);
    if (row.ends_with('|')) row.remove_suffix(1);
    const auto [key, value] = cut(row, '|');
    if (value.find('|') != value.npos) return false;
    if (key.find_first_not_of(" :-\t") == key.npos) continue;  // the line below the heads
    const std::string name = plain_text(trim(key));
    if (name.size() > kLongestKey) return false;
    add_entry(map, name, plain_text(trim(value)));
  }
  return true;
}

}  // namespace

std::optional<YamlNode> entries_at(const Document& document, Span within) {
  YamlNode map;
  map.kind = YamlKind::kMap;
  const auto [first, last] = document.blocks_in(within);
  for (std::uint32_t i = first; i < last; ++i) {
    const Block& block = document.blocks()[i];
    if (block.kind == BlockKind::kHtml) continue;
    const bool read = block.kind == BlockKind::kList    ? add_items(document, i, map)
                      : block.kind == BlockKind::kTable ? add_rows(document, block, map)
                                                        : false;
    if (!read || map.entries.size() < 2) return std::nullopt;
    return map;
  }
  return std::nullopt;
}

std::optional<YamlNode> entries_under_title(const Document& document) {
  const auto& sections = document.sections();
  const Span front = document.front_matter().span;
  const std::uint32_t end =
      sections.empty() ? document.source().size() : sections.front().span.begin;
  if (auto entries = entries_at(document, {front.end, end})) return entries;
  if (sections.empty() || document.heading_of(sections.front()).level != 1) return std::nullopt;
  return entries_at(document, sections.front().body);
}

std::optional<Span> section_body(const Document& document, std::string_view title) {
  const std::string key = heading_key(title);
  for (const Section& section : document.sections()) {
    if (heading_key(document.heading_of(section).text) == key) return section.body;
  }
  return std::nullopt;
}

}  // namespace milepost::process
