#include <string>
#include <unordered_map>
#include <utility>

#include "base/limits.h"
#include "base/strings.h"
#include "text/yaml_parts.h"

namespace milepost {

namespace {

// A field or list item: its lines, and what its first line says.
struct Chunk {
  Span span;
  bool item = false;
  std::string key;
  Span key_span;
  Span inline_value;  // the rest of the first line, trimmed
  Span body;          // the lines after the first
};

class LineReader {
 public:
  LineReader(const Source& source, bool use_events) : source_(source), use_events_(use_events) {}

  // Recursion ends at kLevels, whatever the input.
  YamlNode read(Span within, int level) {
    YamlNode node;
    node.kind = YamlKind::kMap;
    node.span = {within.begin, within.begin};
    auto chunks = split(within);
    if (chunks.empty()) return node;
    node.span.begin = chunks.front().key_span.begin;
    node.span.end = node.span.begin;
    if (chunks.front().item) node.kind = YamlKind::kList;
    std::unordered_map<std::string, Span> seen;
    for (auto& chunk : chunks) {
      YamlNode value = read_chunk(chunk, level);
      node.span = cover(node.span, cover(chunk.key_span, value.span));
      if (node.is_list()) {
        node.items.push_back(std::move(value));
        continue;
      }
      const auto [first, is_new] = seen.try_emplace(chunk.key, chunk.key_span);
      if (is_new) {
        node.entries.push_back(
            {std::move(chunk.key), chunk.key_span, std::make_unique<YamlNode>(std::move(value))});
      } else {
        const auto line = source_.line_at(first->second.begin) + 1;
        result.problems.add({YamlProblemKind::kDuplicateKey, chunk.key_span,
                             "`" + chunk.key + "` is given twice, first on line " +
                                 std::to_string(line) + "; keep one of them"});
      }
    }
    return node;
  }

  YamlLines result;

 private:
  static constexpr int kLevels = 3;
  static constexpr std::size_t kLongestKey = 100;
  // Values that are read by their lines: while it is read each takes more room than elsewhere.
  static constexpr std::size_t kMostLines = 20'000;

  char at(std::uint32_t offset) const { return source_.text()[offset]; }

  Span trimmed(Span span) const {
    while (!span.empty() && is_space(at(span.begin))) ++span.begin;
    while (!span.empty() && is_space(at(span.end - 1))) --span.end;
    return span;
  }

  Span without_comment(Span span) const {
    const std::string_view text = source_.text(span);
    const bool quoted = text.starts_with('"') || text.starts_with('\'');
    for (std::size_t i = quoted ? std::min(text.find(text[0], 1), text.size()) : 0; i < text.size();
         ++i) {
      if (text[i] == '#' && (i == 0 || is_space(text[i - 1]))) {
        span.end = span.begin + static_cast<std::uint32_t>(i);
        break;
      }
    }
    return trimmed(span);
  }

  // Reads the start of a field or an item from a line without its indentation.
  std::optional<Chunk> read_start(Span line) const {
    const std::string_view text = source_.text(line);
    Chunk chunk;
    if (text == "-" || text.starts_with("- ") || text.starts_with("-\t")) {
      chunk.item = true;
      chunk.key_span = {line.begin, line.begin};
      chunk.inline_value = without_comment(trimmed({line.begin + 1, line.end}));
      return chunk;
    }
    const auto colon = find_colon(text);
    if (!colon || *colon == 0 || *colon > kLongestKey) return std::nullopt;
    if (std::string_view("#[]{},*&!|>%@`").find(text[0]) != std::string_view::npos) {
      return std::nullopt;
    }
    const auto end = line.begin + static_cast<std::uint32_t>(*colon);
    chunk.key_span = trimmed({line.begin, end});
    std::string_view key = source_.text(chunk.key_span);
    if (key.size() >= 2 && (key[0] == '"' || key[0] == '\'') && key.back() == key[0]) {
      key = key.substr(1, key.size() - 2);
    }
    chunk.key = key;
    chunk.inline_value = without_comment(trimmed({end + 1, line.end}));
    return chunk;
  }

  // The colon after a key. `status:done` counts too, although YAML wants a space.
  static std::optional<std::size_t> find_colon(std::string_view text) {
    bool is_word = true;
    for (std::size_t i = 0; i < text.size() && i <= kLongestKey; ++i) {
      if (text[i] == ':') {
        const auto rest = text.substr(i + 1);
        if (rest.empty() || is_space(rest[0])) return i;
        if (is_word && !rest.starts_with("//")) return i;
      }
      is_word = is_word && (is_alnum(text[i]) || text[i] == '-' || text[i] == '_');
    }
    return std::nullopt;
  }

  std::vector<Chunk> split(Span within) {
    std::vector<Chunk> chunks;
    std::uint32_t base = 0;
    bool list = false;
    for (std::uint32_t offset = within.begin; offset < within.end;) {
      const std::uint32_t number = source_.line_at(offset);
      const Span line{offset, std::min(std::max(offset, source_.line(number).end), within.end)};
      offset = std::max(offset + 1, source_.next_line_begin(number));
      const Span shown = trimmed(line);
      const std::string_view text = source_.text(shown);
      const std::uint32_t end = std::min(offset, within.end);
      if (text.empty() || text[0] == '#' || text == "---" || text == "...") {
        // Blank lines belong to a text of several lines.
        if (!chunks.empty() && text.empty()) chunks.back().span.end = end;
        continue;
      }
      const std::uint32_t indent = shown.begin - line.begin;
      auto start = chunks.empty() || indent <= base ? read_start(shown) : std::nullopt;
      if (start && (chunks.empty() || start->item == list)) {
        if (chunks.empty()) {
          base = indent;
          list = start->item;
        }
        if (values_left_ == 0) break;
        --values_left_;
        start->span = {line.begin, end};
        start->body = {end, end};
        chunks.push_back(std::move(*start));
      } else if (!chunks.empty()) {
        chunks.back().span.end = end;
      }
    }
    for (auto& chunk : chunks) chunk.body.end = std::max(chunk.body.begin, chunk.span.end);
    return chunks;
  }

  YamlNode read_chunk(const Chunk& chunk, int level) {
    if (!use_events_ || parses_left_ == 0) return read_plainly(chunk, level);
    --parses_left_;
    YamlRead read = read_yaml_events(source_, chunk.span, kLimits.yaml_depth - level, values_left_);
    YamlNode* const value = read.fault ? nullptr : only_value(read.root, chunk);
    if (value != nullptr) {
      values_left_ -= read.values;
      result.problems.add(std::move(read.problems));
      return std::move(*value);
    }
    YamlNode node = read_plainly(chunk, level);
    // A part that fails by itself says more exactly where the mistake is.
    if (!result.fault && !is_too_large(read.fault)) {
      result.fault = read.fault;
      result.fault_within = chunk.span;
    }
    return node;
  }

  // That is so of the whole, wherever it was found.
  static bool is_too_large(const std::optional<YamlFault>& fault) {
    return fault && fault->kind == YamlProblemKind::kTooLarge;
  }

  static YamlNode* only_value(YamlNode& root, const Chunk& chunk) {
    if (chunk.item) return root.is_list() && root.items.size() == 1 ? &root.items[0] : nullptr;
    if (!root.is_map() || root.entries.size() != 1) return nullptr;
    const bool same = root.entries[0].key_span.begin == chunk.key_span.begin;
    return same ? root.entries[0].value.get() : nullptr;
  }

  YamlNode read_plainly(const Chunk& chunk, int level) {
    const std::string_view written = source_.text(chunk.inline_value);
    const Span body = trimmed(chunk.body);
    if (written.empty() && !body.empty() && level < kLevels) {
      YamlNode node = read(chunk.body, level + 1);
      if (!node.items.empty() || !node.entries.empty()) return node;
    }
    YamlNode node;
    node.span = chunk.inline_value;
    const bool block = !written.empty() && (written[0] == '|' || written[0] == '>') &&
                       written.find_first_not_of("+-0123456789", 1) == written.npos;
    if (block || (written.empty() && !body.empty())) {
      node.span = written.empty() ? body : cover(chunk.inline_value, body);
      node.text = source_.text(body);
      return node;
    }
    node.text = written;
    unquote(node);
    return node;
  }

  static void unquote(YamlNode& node) {
    if (node.text.empty()) return;
    const char quote = node.text[0];
    if (quote != '"' && quote != '\'') return;
    const std::size_t close = node.text.find(quote, 1);
    if (close == std::string::npos) {
      node.text.erase(0, 1);
    } else if (close + 1 == node.text.size()) {
      node.text = node.text.substr(1, close - 1);
    } else {
      return;
    }
    node.quoted = true;
  }

  const Source& source_;
  bool use_events_;
  // Setting libyaml up costs more than a line: enough for any real metadata.
  int parses_left_ = 256;
  std::size_t values_left_ = kMostLines;
};

}  // namespace

YamlLines read_yaml_lines(const Source& source, Span within, bool use_events) {
  LineReader reader(source, use_events);
  YamlNode root = reader.read(within, 0);
  reader.result.root = std::move(root);
  return std::move(reader.result);
}

}  // namespace milepost
