#include "text/yaml_print.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/strings.h"
#include "text/yaml_write.h"

namespace milepost {

namespace {

constexpr std::size_t kColumns = 100;

bool is_control_char(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string escaped(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (is_control_char(c)) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// Whether a text that stood without quotes can do so anywhere.
bool is_plain_anywhere(std::string_view text) {
  if (text.empty() || is_space(text.front()) || is_space(text.back())) return false;
  constexpr std::string_view kMeaningful = "-?:,[]{}#&*!|>'\"%@`=";
  if (kMeaningful.find(text.front()) != text.npos) return false;
  return text.find_first_of(",[]{}") == text.npos && text.find(": ") == text.npos &&
         text.find(" #") == text.npos && !text.ends_with(':') &&
         std::ranges::none_of(text, is_control_char);
}

std::string written(const YamlNode& scalar) {
  if (scalar.text.empty()) return scalar.quoted ? "\"\"" : "";
  if (!scalar.quoted && is_plain_anywhere(scalar.text)) return scalar.text;
  return escaped(scalar.text);
}

std::string written_key(const std::string& key) {
  return is_plain_anywhere(key) && key.find(':') == key.npos ? key : escaped(key);
}

bool is_flat(const YamlNode& node) {
  return node.is_scalar() ? node.quoted || !node.text.empty() : false;
}

class YamlPrinter {
 public:
  explicit YamlPrinter(const YamlNote& note) : note_(note) {}

  std::string print(const YamlNode& root) {
    for (const YamlEntry& entry : root.entries) {
      const bool spaced = !entry.value->is_scalar() && !out_.empty();
      if (spaced) out_ += '\n';
      print_entry(entry, 0);
    }
    return std::move(out_);
  }

 private:
  void end_line(Span begin) {
    const std::string said = note_ ? note_(begin) : std::string();
    if (!said.empty()) out_ += "  # " + said;
    out_ += '\n';
  }

  void print_entry(const YamlEntry& entry, std::size_t indent) {
    out_.append(indent, ' ');
    print_pair(entry, indent);
  }

  // From the key on; `indent` is that of the map.
  void print_pair(const YamlEntry& entry, std::size_t indent) {
    const YamlNode& value = *entry.value;
    const std::string key = written_key(entry.key);
    out_ += key + ":";
    if (value.is_scalar()) {
      const std::string text = written(value);
      if (!text.empty()) out_ += " " + text;
      end_line(entry.key_span);
    } else if (const std::string flow = flow_of(value); fits(flow, indent + key.size() + 2)) {
      out_ += " " + flow;
      end_line(entry.key_span);
    } else {
      end_line(entry.key_span);
      print_below(value, indent + 2);
    }
  }

  static bool fits(const std::string& flow, std::size_t before) {
    return !flow.empty() && before + flow.size() <= kColumns;
  }

  // A list of values, or a map of them, on one line; "" for what has more to it.
  static std::string flow_of(const YamlNode& node) {
    std::string flow;
    if (node.is_list()) {
      for (const YamlNode& item : node.items) {
        if (!is_flat(item)) return {};
        flow += (flow.empty() ? "" : ", ") + written(item);
      }
      return "[" + flow + "]";
    }
    return node.entries.empty() ? "{}" : "";
  }

  void print_below(const YamlNode& node, std::size_t indent) {
    for (const YamlEntry& entry : node.entries) print_entry(entry, indent);
    for (const YamlNode& item : node.items) print_item(item, indent);
  }

  void print_item(const YamlNode& item, std::size_t indent) {
    out_.append(indent, ' ');
    out_ += '-';
    if (item.is_map() && !item.entries.empty()) {
      out_ += ' ';
      for (std::size_t i = 0; i < item.entries.size(); ++i) {
        if (i > 0) out_.append(indent + 2, ' ');
        print_pair(item.entries[i], indent + 2);
      }
      return;
    }
    const std::string flow = item.is_scalar() ? written(item) : flow_of(item);
    if (!flow.empty() || item.is_scalar()) {
      if (!flow.empty()) out_ += " " + flow;
      end_line(item.span);
    } else {
      end_line(item.span);
      print_below(item, indent + 2);
    }
  }

  const YamlNote& note_;
  std::string out_;
};

}  // namespace

std::string print_yaml(const YamlNode& root, const YamlNote& note) {
  return YamlPrinter(note).print(root);
}

}  // namespace milepost
