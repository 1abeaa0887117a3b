#include "proposal/listed_metadata.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost {

namespace {

// A longer beginning with a colon after it is a sentence.
constexpr std::size_t kLongestName = 60;

// Emphasis and code that may stand around a name or a value.
constexpr std::string_view kMarks[] = {"***", "**", "__", "``", "*", "_", "`"};

std::string key_of_name(std::string_view name) {
  std::string key = lower(plain_text(name));
  for (char& c : key) {
    if (is_space(c)) c = '-';
  }
  return key;
}

const Field* field_called(const std::vector<Field>& fields, std::string_view key) {
  const auto found = std::ranges::find_if(
      fields, [&](const Field& field) { return key_of_name(field.id) == key; });
  return found == fields.end() ? nullptr : &*found;
}

bool holds_links(const Field* field) {
  return field && (field->type == FieldType::kLink || field->type == FieldType::kLinks);
}

// The name of an entry and what follows it, as spans.
struct NamedValue {
  Span name;
  Span value;
};

class ListedReader {
 public:
  ListedReader(const Process& process, const Document& document)
      : process_(process), document_(document) {}

  // What the block says; nothing when it is no metadata.
  std::optional<ListedMetadata> read(std::uint32_t block) {
    const Block& at = document_.blocks()[block];
    YamlNode root;
    if (at.kind == BlockKind::kList) {
      root = read_list(block, process_.fields, true);
    } else if (at.kind == BlockKind::kTable) {
      root = read_table(at);
    }
    if (root.entries.empty() || named_ == 0) return std::nullopt;
    return ListedMetadata{Yaml(std::move(root), std::move(problems_)), at.span};
  }

 private:
  std::string_view text(Span span) const { return document_.text(span); }

  Span trimmed(Span span) const {
    while (!span.empty() && is_space(document_.text()[span.begin])) ++span.begin;
    while (!span.empty() && is_space(document_.text()[span.end - 1])) --span.end;
    return span;
  }

  static YamlNode map_at(Span span) {
    YamlNode map;
    map.kind = YamlKind::kMap;
    map.span = span;
    map.prose = true;
    return map;
  }

  YamlNode read_list(std::uint32_t list, const std::vector<Field>& fields, bool top) {
    const auto& blocks = document_.blocks();
    YamlNode map = map_at(blocks[list].span);
    std::vector<Span> nameless;
    for (std::uint32_t item = list + 1; item < blocks[list].end_block;
         item = blocks[item].end_block) {
      const auto named = read_item(item);
      if (!named) {
        nameless.push_back(first_line(item));
        continue;
      }
      add(map, *named, item, fields, top);
    }
    // A list of remarks, of which some have a colon, is none.
    if (nameless.size() > map.entries.size()) map.entries.clear();
    if (map.entries.empty() || !top) return map;
    for (const Span span : nameless) {
      problems_.push_back({YamlProblemKind::kSyntax, span,
                           "this entry of the metadata has no name; write it as `- Name: value`"});
    }
    return map;
  }

  Span first_line(std::uint32_t item) const {
    const Span span = document_.blocks()[item].span;
    const std::size_t end = text(span).find('\n');
    return end == std::string_view::npos
               ? span
               : Span{span.begin, span.begin + static_cast<std::uint32_t>(end)};
  }

  // The name is what stands before the first colon: "Status: x", "**Status:** x", "**Status**: x".
  std::optional<NamedValue> read_item(std::uint32_t item) const {
    const auto& blocks = document_.blocks();
    const std::uint32_t first = item + 1;
    if (first >= blocks[item].end_block || blocks[first].kind != BlockKind::kParagraph) {
      return std::nullopt;
    }
    const auto lines = document_.lines_of(blocks[first]);
    if (lines.empty()) return std::nullopt;
    const Span line = trimmed(lines.front());
    const Span all{line.begin, lines.back().end};
    const std::string_view written = text(line);
    for (const std::string_view mark : kMarks) {
      if (!written.starts_with(mark)) continue;
      const std::size_t close = written.find(mark, mark.size());
      if (close == written.npos) continue;
      std::size_t after = close + mark.size();
      std::size_t end = close;
      while (after < written.size() && is_blank(written[after])) ++after;
      if (after < written.size() && written[after] == ':') {
        ++after;
      } else if (end > mark.size() && written[end - 1] == ':') {
        --end;
      } else {
        return std::nullopt;
      }
      return named(all, mark.size(), end, after);
    }
    const std::size_t colon = written.find(':');
    if (colon == written.npos) return std::nullopt;
    // An address is no name, and neither is what comes before a link.
    if (written.substr(colon).starts_with("://")) return std::nullopt;
    if (written.substr(0, colon).find_first_of("[]<>`") != written.npos) return std::nullopt;
    return named(all, 0, colon, colon + 1);
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  std::optional<NamedValue> named(Span all, std::size_t begin, std::size_t end,
                                  std::size_t after) const {
    const auto at = [&](std::size_t offset) {
      return all.begin + static_cast<std::uint32_t>(offset);
    };
    const Span name = trimmed({at(begin), at(end)});
    const bool words = std::ranges::any_of(
        text(name), [](char c) { return is_alpha(c) || static_cast<unsigned char>(c) >= 0x80; });
    if (!words || name.size() > kLongestName) return std::nullopt;
    return NamedValue{name, {at(after), std::max(at(after), all.end)}};
  }

  void add(YamlNode& map, const NamedValue& named, std::uint32_t item,
           const std::vector<Field>& fields, bool top) {
    std::string key = key_of_name(text(named.name));
    const Field* const field = field_called(fields, key);
    if (field) key = field->id;
    if (top && (field || fields.empty() || !process_.lists_fields)) ++named_;
    if (map.find_entry(key)) {
      if (top) {
        problems_.push_back({YamlProblemKind::kDuplicateKey, named.name,
                             fmt::format("`{}` is there twice; the first counts", key)});
      }
      return;
    }
    YamlEntry& entry = map.entries.emplace_back();
    entry.key = std::move(key);
    entry.key_span = named.name;
    entry.value = std::make_unique<YamlNode>(value_of(named.value, item, field));
  }

  // The value behind the name or, where there is none, what is listed below it.
  YamlNode value_of(Span span, std::uint32_t item, const Field* field) {
    const std::uint32_t list = item == kNone ? kNone : list_below(item);
    if (list != kNone && bare(span, field).text.empty()) return value_below(list, field);
    if (field && field->is_list() && field->type != FieldType::kRecords) return split(span, field);
    return bare(span, field);
  }

  std::uint32_t list_below(std::uint32_t item) const {
    const auto& blocks = document_.blocks();
    for (std::uint32_t b = item + 1; b < blocks[item].end_block; b = blocks[b].end_block) {
      if (blocks[b].kind == BlockKind::kList) return b;
    }
    return kNone;
  }

  YamlNode value_below(std::uint32_t list, const Field* field) {
    const auto& blocks = document_.blocks();
    if (field && (field->type == FieldType::kStages || field->type == FieldType::kMap)) {
      YamlNode map = read_list(list, field->fields, false);
      if (!map.entries.empty()) return map;
    }
    YamlNode node;
    node.kind = YamlKind::kList;
    node.prose = true;
    node.span = blocks[list].span;
    for (std::uint32_t item = list + 1; item < blocks[list].end_block;
         item = blocks[item].end_block) {
      const std::uint32_t first = item + 1;
      if (first >= blocks[item].end_block) continue;
      const auto lines = document_.lines_of(blocks[first]);
      if (lines.empty()) continue;
      YamlNode one = bare({lines.front().begin, lines.back().end}, field);
      if (!one.text.empty()) node.items.push_back(std::move(one));
    }
    return node;
  }

  // "@jane, @ben": a comma in brackets or in code is part of a value.
  YamlNode split(Span span, const Field* field) {
    span = without_comments(span);
    YamlNode node;
    node.kind = YamlKind::kList;
    node.prose = true;
    node.span = span;
    std::uint32_t from = span.begin;
    int open = 0;
    bool code = false;
    const auto take = [&](std::uint32_t to) {
      YamlNode one = bare({from, to}, field);
      if (!one.text.empty()) node.items.push_back(std::move(one));
      from = to + 1;
    };
    for (std::uint32_t i = span.begin; i < span.end; ++i) {
      const char c = document_.text()[i];
      if (c == '`') code = !code;
      if (code) continue;
      if (c == '[' || c == '(' || c == '<') ++open;
      if ((c == ']' || c == ')' || c == '>') && open > 0) --open;
      if (c == ',' && open == 0) take(i);
    }
    take(span.end);
    return node;
  }

  Span without_comments(Span span) const {
    span = trimmed(span);
    for (bool again = true; again;) {
      again = false;
      const std::string_view written = text(span);
      const std::size_t last = written.rfind("<!--");
      if (written.ends_with("-->") && last != written.npos &&
          written.find("-->", last) == written.size() - 3) {
        span = trimmed({span.begin, span.begin + static_cast<std::uint32_t>(last)});
        again = true;
      } else if (written.starts_with("<!--")) {
        const std::size_t end = written.find("-->");
        if (end == written.npos) break;
        span = trimmed({span.begin + static_cast<std::uint32_t>(end + 3), span.end});
        again = true;
      }
    }
    return span;
  }

  // One value, without the markup around it.
  YamlNode bare(Span span, const Field* field) const {
    span = without_comments(span);
    for (bool again = true; again && !span.empty();) {
      again = false;
      const std::string_view written = text(span);
      for (const std::string_view mark : kMarks) {
        if (written.size() <= 2 * mark.size() || !written.starts_with(mark) ||
            !written.ends_with(mark)) {
          continue;
        }
        const std::string_view inner =
            written.substr(mark.size(), written.size() - 2 * mark.size());
        if (inner.find(mark) != inner.npos) continue;
        const auto by = static_cast<std::uint32_t>(mark.size());
        span = trimmed({span.begin + by, span.end - by});
        again = true;
        break;
      }
      if (!again) again = enter_link(span, holds_links(field));
    }
    YamlNode node;
    node.span = span;
    node.prose = true;
    node.text = holds_links(field) ? std::string(text(span)) : plain_text(text(span));
    return node;
  }

  // From "[text](address)" to what counts of it; from "<address>" to the address.
  bool enter_link(Span& span, bool address) const {
    const std::string_view written = text(span);
    if (written.starts_with('<') && written.ends_with('>') &&
        written.find('<', 1) == written.npos) {
      span = {span.begin + 1, span.end - 1};
      return true;
    }
    const std::size_t middle = written.find("](");
    if (!written.starts_with('[') || !written.ends_with(')') || middle == written.npos ||
        written.find("](", middle + 2) != written.npos) {
      return false;
    }
    const auto at = span.begin + static_cast<std::uint32_t>(middle);
    Span inner = address ? Span{at + 2, span.end - 1} : Span{span.begin + 1, at};
    if (address) {  // "(address "title")"
      const std::size_t blank = text(inner).find_first_of(" \t\n");
      if (blank != std::string_view::npos) {
        inner.end = inner.begin + static_cast<std::uint32_t>(blank);
      }
    }
    if (inner.empty()) return false;
    span = inner;
    return true;
  }

  // The cells of a row, without the blanks around them.
  std::vector<Span> cells(Span row) const {
    row = trimmed(row);
    std::vector<Span> found;
    if (row.empty()) return found;
    const std::string_view all = document_.text();
    if (all[row.begin] == '|') ++row.begin;
    std::uint32_t from = row.begin;
    for (std::uint32_t i = row.begin; i < row.end; ++i) {
      if (all[i] == '\\') {
        ++i;
        continue;
      }
      if (all[i] != '|') continue;
      found.push_back(cell({from, i}));
      from = i + 1;
    }
    if (from < row.end) found.push_back(cell({from, row.end}));
    return found;
  }

  // An empty one has room for a value behind its first blank.
  Span cell(Span span) const {
    const Span inner = trimmed(span);
    if (!inner.empty() || span.empty()) return inner;
    return {span.begin + 1, span.begin + 1};
  }

  YamlNode read_table(const Block& table) {
    YamlNode map = map_at(table.span);
    const auto rows = document_.lines_of(table);  // without the one of dashes
    constexpr std::size_t kColumns = 2;
    if (rows.empty() || cells(rows.front()).size() != kColumns) return map;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::vector<Span> row = cells(rows[i]);
      if (row.empty() || row.front().empty()) continue;
      Span name = row.front();
      const Span inner = bare(name, nullptr).span;
      if (!inner.empty()) name = inner;
      while (name.size() > 1 && document_.text()[name.end - 1] == ':') --name.end;
      // The first row says what the columns are, unless it is an entry itself.
      if (i == 0 && !field_called(process_.fields, key_of_name(text(name)))) continue;
      const Span value = row.size() > 1 ? row[1] : Span{rows[i].end, rows[i].end};
      add(map, {name, value}, kNone, process_.fields, true);
    }
    return map;
  }

  const Process& process_;
  const Document& document_;
  std::vector<YamlProblem> problems_;
  std::size_t named_ = 0;  // entries that are fields
};

bool may_be_passed(const Block& block) {
  return block.kind == BlockKind::kHtml || block.kind == BlockKind::kLinkDefinition;
}

}  // namespace

std::optional<ListedMetadata> read_under_title(const Process& process, const Document& document) {
  const auto& blocks = document.blocks();
  bool title = false;
  for (std::uint32_t b = 0; b < blocks.size(); b = blocks[b].end_block) {
    const Block& block = blocks[b];
    if (block.span.begin < document.front_matter().span.end || may_be_passed(block)) continue;
    if (block.kind == BlockKind::kHeading && block.level == 1 && !title) {
      title = true;
      continue;
    }
    return ListedReader(process, document).read(b);
  }
  return std::nullopt;
}

std::optional<ListedMetadata> read_in_section(const Process& process, const Document& document,
                                              const std::string& title) {
  const std::string key = heading_key(title);
  for (const Section& section : document.sections()) {
    if (heading_key(document.heading_of(section).text) != key) continue;
    const auto [first, last] = document.blocks_in(section.body);
    for (std::uint32_t b = first; b < last; b = document.blocks()[b].end_block) {
      const BlockKind kind = document.blocks()[b].kind;
      if (kind != BlockKind::kList && kind != BlockKind::kTable) continue;
      if (auto found = ListedReader(process, document).read(b)) return found;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace milepost
