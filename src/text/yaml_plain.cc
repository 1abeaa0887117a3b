#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/utf8.h"
#include "text/yaml_parts.h"

namespace milepost {

namespace {

constexpr std::size_t kMostOpen = 16;        // collections within each other
constexpr std::size_t kMostKeys = 64;        // of one map, compared one by one
constexpr std::uint32_t kLongestKey = 1000;  // libyaml looks 1024 characters ahead for the ":"
// With so few no one can nest too deeply, whatever stands between them.
constexpr std::size_t kMostBrackets = kLimits.yaml_depth;

// Beyond ASCII, what libyaml refuses or takes for a line end.
constexpr bool is_odd(char32_t c) {
  return c < 0xA0 || c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

// Whether every character may stand in what we read. Lines end with LF or CRLF,
// and tabs are left to libyaml.
bool is_ordinary(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      const utf8::Decoded next = utf8::decode(text.substr(at));
      if (!next.valid || is_odd(next.code_point)) return false;
      at += next.length - 1;
    } else if (byte == '\r') {
      if (at + 1 == text.size() || text[at + 1] != '\n') return false;
    } else if (byte < 0x20 && byte != '\n') {
      return false;
    }
  }
  return true;
}

bool has_few_brackets(std::string_view text) {
  std::size_t count = 0;
  for (const char bracket : {'[', '{'}) {
    for (std::size_t at = text.find(bracket); at != text.npos; at = text.find(bracket, at + 1)) {
      if (++count > kMostBrackets) return false;
    }
  }
  return true;
}

// What no unquoted text begins with; "-" may, before anything but a space.
constexpr std::array<bool, 256> kIndicators = [] {
  std::array<bool, 256> indicators{};
  for (const char c : std::string_view("-?:,[]{}#&*!|>'\"%@`")) {
    indicators[static_cast<unsigned char>(c)] = true;
  }
  return indicators;
}();

constexpr bool is_indicator(char c) { return kIndicators[static_cast<unsigned char>(c)]; }

class PlainReader {
 public:
  PlainReader(std::string_view text, Span within)
      : text_(text.substr(0, within.end)), next_line_(within.begin) {}

  // Nothing when it gives up. Every other function that can says false.
  std::optional<YamlNode> read() {
    YamlNode root;
    open_.reserve(kMostOpen);
    if (!next_line() || column_ != 0 || begins_item()) return std::nullopt;
    open(root, YamlKind::kMap, at_);
    do {
      if (!read_line()) return std::nullopt;
    } while (next_line());
    while (!open_.empty()) close();
    return root;
  }

 private:
  // A list or map that later lines may add to. Nothing is put beside the node
  // while it is open, so it stays where it is.
  struct Open {
    YamlNode* node;
    std::uint32_t column;  // where its items or keys begin
    bool awaits = false;   // its last key has no value yet
  };

  struct Scalar {
    Span span;
    std::string_view text;  // between the quotes
    bool quoted = false;
    bool doubled = false;  // has a '' that means '
    bool is_key = false;   // a ":" follows, and we are there; else the line is over
  };

  // --- lines -------------------------------------------------------------------

  bool at_end() const { return at_ == end_; }
  bool blank_at(std::uint32_t at) const { return at == end_ || text_[at] == ' '; }
  bool begins_item() const { return text_[at_] == '-' && blank_at(at_ + 1); }
  bool begins_plain() const { return !is_indicator(text_[at_]); }

  // Whether nothing but a comment is left of the line.
  bool line_is_over() {
    const bool blank = blank_at(at_);
    skip_spaces();
    return at_end() || (blank && text_[at_] == '#');
  }
  void skip_spaces() {
    while (!at_end() && text_[at_] == ' ') ++at_;
  }

  // Moves to the next line that says something.
  bool next_line() {
    while (next_line_ < text_.size()) {
      const std::uint32_t begin = next_line_;
      const void* const hit = std::memchr(text_.data() + begin, '\n', text_.size() - begin);
      end_ = hit == nullptr
                 ? static_cast<std::uint32_t>(text_.size())
                 : static_cast<std::uint32_t>(static_cast<const char*>(hit) - text_.data());
      next_line_ = hit == nullptr ? end_ : end_ + 1;
      if (end_ > begin && text_[end_ - 1] == '\r') --end_;
      at_ = begin;
      skip_spaces();
      if (at_end() || text_[at_] == '#') continue;
      column_ = at_ - begin;
      return true;
    }
    return false;
  }

  bool read_line() {
    if (column_ == 0 && is_document_mark()) return false;
    const bool item = begins_item();
    while (open_.back().column > column_ || ends_level_list(item)) close();
    const Open& around = open_.back();
    const bool level = around.column == column_;
    if (level && around.node->is_list() == item) return item ? read_item() : read_entry();
    // The value of the key above. Items may stand as far left as their key.
    if (!around.awaits || (level && !item)) return false;
    if (!open(*around.node->entries.back().value, item ? YamlKind::kList : YamlKind::kMap, at_)) {
      return false;
    }
    return item ? read_item() : read_entry();
  }

  bool is_document_mark() const {
    if (end_ - at_ < 3 || !blank_at(at_ + 3)) return false;
    const std::string_view head = text_.substr(at_, 3);
    return head == "---" || head == "...";
  }

  // A key ends the list whose items stand as far left as it does.
  bool ends_level_list(bool item) const {
    return !item && open_.back().column == column_ && open_.back().node->is_list();
  }

  // --- collections -------------------------------------------------------------

  bool open(YamlNode& node, YamlKind kind, std::uint32_t begin) {
    if (open_.size() == kMostOpen) return false;
    if (!open_.empty()) open_.back().awaits = false;
    constexpr std::size_t kUsual = 4;
    node.kind = kind;
    node.span = {begin, begin};
    if (kind == YamlKind::kList) node.items.reserve(kUsual);
    if (kind == YamlKind::kMap) node.entries.reserve(open_.empty() ? 4 * kUsual : kUsual);
    open_.push_back({&node, column_});
    return true;
  }

  void close() {
    const std::uint32_t end = open_.back().node->span.end;
    open_.pop_back();
    if (!open_.empty()) reach(end);
  }

  // A collection ends with the last thing in it.
  void reach(std::uint32_t end) { open_.back().node->span.end = end; }

  bool read_item() {
    YamlNode& item = open_.back().node->items.emplace_back();
    const std::uint32_t dash = at_++;
    item.span = {at_, at_};
    if (line_is_over()) {
      reach(item.span.end);
      return true;
    }
    if (text_[at_] == '[') return read_flow_list(item);
    Scalar scalar;
    column_ += at_ - dash;
    if (!read_scalar(scalar)) return false;
    // "- key: value": more keys may follow below this one.
    if (scalar.is_key) return open(item, YamlKind::kMap, scalar.span.begin) && add_entry(scalar);
    store(scalar, item);
    return true;
  }

  bool read_entry() {
    Scalar key;
    return read_scalar(key) && key.is_key && add_entry(key);
  }

  // At the ":" after the key.
  bool add_entry(const Scalar& key) {
    Open& map = open_.back();
    auto& entries = map.node->entries;
    if (at_ - key.span.begin > kLongestKey || entries.size() == kMostKeys) return false;
    if (entries.empty()) entries.reserve(open_.size() == 1 ? 24 : 4);  // as metadata mostly has
    YamlEntry entry{text_of(key), key.span, std::make_unique<YamlNode>()};
    if (entry.key == "<<" || map.node->find_entry(entry.key) != nullptr) return false;
    YamlNode& value = *entries.emplace_back(std::move(entry)).value;
    ++at_;
    value.span = {at_, at_};
    map.awaits = line_is_over();
    if (map.awaits) {
      reach(value.span.end);
      return true;
    }
    if (text_[at_] == '[') return read_flow_list(value);
    Scalar scalar;
    if (!read_scalar(scalar) || scalar.is_key) return false;
    store(scalar, value);
    return true;
  }

  // On one line, of scalars alone.
  bool read_flow_list(YamlNode& list) {
    list.kind = YamlKind::kList;
    list.span.begin = at_;
    do {
      ++at_;  // the "[" or ","
      skip_spaces();
      if (at_end()) return false;
      if (text_[at_] == ']') break;
      Scalar scalar;
      if (!read_flow_scalar(scalar)) return false;
      YamlNode& item = list.items.emplace_back();
      store(scalar, item);
      skip_spaces();
      if (at_end()) return false;
    } while (text_[at_] == ',');
    if (text_[at_] != ']') return false;
    ++at_;
    list.span.end = at_;
    reach(at_);
    return line_is_over();
  }

  // --- scalars -----------------------------------------------------------------

  // A scalar and what follows it on its line: a ":" or nothing.
  bool read_scalar(Scalar& scalar) {
    if (text_[at_] == '"' || text_[at_] == '\'') {
      if (!read_quoted(scalar)) return false;
      scalar.is_key = !at_end() && text_[at_] == ':' && blank_at(at_ + 1);
      return scalar.is_key || line_is_over();
    }
    if (!begins_plain() && (text_[at_] != '-' || blank_at(at_ + 1))) return false;
    const std::uint32_t begin = at_;
    while (!at_end() && !scalar.is_key) {
      const char c = text_[at_];
      if (c == '#' && text_[at_ - 1] == ' ') break;
      scalar.is_key = c == ':' && blank_at(at_ + 1);
      if (!scalar.is_key) ++at_;
    }
    end_plain(scalar, begin);
    return true;
  }

  bool read_flow_scalar(Scalar& scalar) {
    if (text_[at_] == '"' || text_[at_] == '\'') return read_quoted(scalar);
    if (!begins_plain()) return false;
    const std::uint32_t begin = at_;
    for (; !at_end() && text_[at_] != ',' && text_[at_] != ']'; ++at_) {
      if (std::string_view(":?#[{}").find(text_[at_]) != std::string_view::npos) return false;
    }
    end_plain(scalar, begin);
    return true;
  }

  void end_plain(Scalar& scalar, std::uint32_t begin) const {
    std::uint32_t end = at_;
    while (end > begin && text_[end - 1] == ' ') --end;
    scalar.span = {begin, end};
    scalar.text = scalar.span.of(text_);
  }

  // From quote to quote on one line, without escapes.
  bool read_quoted(Scalar& scalar) {
    const char quote = text_[at_];
    const std::uint32_t begin = at_++;
    while (!at_end()) {
      const char c = text_[at_++];
      if (c == '\\' && quote == '"') return false;
      if (c != quote) continue;
      if (quote == '\'' && !at_end() && text_[at_] == '\'') {
        scalar.doubled = true;
        ++at_;
        continue;
      }
      scalar.span = {begin, at_};
      scalar.text = text_.substr(begin + 1, at_ - begin - 2);
      scalar.quoted = true;
      return true;
    }
    return false;
  }

  static std::string text_of(const Scalar& scalar) {
    if (!scalar.doubled) return std::string(scalar.text);
    std::string text;
    for (std::size_t i = 0; i < scalar.text.size(); ++i) {
      text += scalar.text[i];
      if (scalar.text[i] == '\'') ++i;
    }
    return text;
  }

  void store(const Scalar& scalar, YamlNode& node) {
    node.span = scalar.span;
    node.quoted = scalar.quoted;
    node.text = text_of(scalar);
    reach(node.span.end);
  }

  std::string_view text_;
  std::uint32_t next_line_;
  std::uint32_t at_ = 0;
  std::uint32_t end_ = 0;     // of the line, without its line end
  std::uint32_t column_ = 0;  // of what the line begins with
  std::vector<Open> open_;
};

}  // namespace

std::optional<YamlNode> read_plain_yaml(const Source& source, Span within) {
  const std::string_view text = source.text(within);
  const ByteKinds& kinds = source.byte_kinds();
  if ((kinds.control || kinds.beyond_ascii) && !is_ordinary(text)) return std::nullopt;
  if (text.find('\x7F') != text.npos || !has_few_brackets(text)) return std::nullopt;
  // A value takes two characters at least: what is shorter cannot have too many.
  if (text.size() > 2 * kLimits.yaml_values) return std::nullopt;
  return PlainReader(source.text(), within).read();
}

}  // namespace milepost
