#include "process/yaml_reader.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

void YamlReader::fail(Span span, const std::string& message) {
  // What is no map lacks each of its keys.
  if (std::ranges::find(no_maps_, span.begin) != no_maps_.end()) return;
  errors_.add(place(span), message);
}

std::optional<Error> YamlReader::error() const {
  if (errors_.empty()) return std::nullopt;
  return Error{to_string(errors_.all().front())};
}

void YamlReader::expect_keys(const YamlNode& map, std::initializer_list<std::string_view> known) {
  if (!map.is_map()) {
    fail(map.span, "a map of keys and values is expected here");
    no_maps_.push_back(map.span.begin);
    return;
  }
  for (const YamlEntry& entry : map.entries) {
    if (std::ranges::find(known, entry.key) != known.end()) continue;
    const std::string_view meant = nearest(entry.key, known);
    fail(entry.key_span,
         fmt::format("`{}` is not known here{}", entry.key,
                     meant.empty() ? std::string() : fmt::format("; did you mean `{}`?", meant)));
  }
}

void YamlReader::replace(const YamlNode& map, std::string_view key, std::string& text) {
  if (map.find(key)) text = this->text(map, key);
}

void YamlReader::replace(const YamlNode& map, std::string_view key,
                         std::vector<std::string>& texts) {
  if (map.find(key)) texts = this->texts(map, key);
}

std::string YamlReader::text(const YamlNode& map, std::string_view key) {
  const YamlNode* node = map.find(key);
  if (!node) return {};
  if (!node->is_scalar()) fail(node->span, fmt::format("`{}` must be a single value", key));
  return node->text;
}

std::string YamlReader::required_text(const YamlNode& map, std::string_view key) {
  std::string value = text(map, key);
  if (value.empty()) fail(map.span, fmt::format("`{}` is missing here", key));
  return value;
}

std::size_t YamlReader::number(const YamlNode& map, std::string_view key, std::size_t otherwise) {
  const YamlNode* node = map.find(key);
  if (!node) return otherwise;
  std::size_t value = 0;
  const char* const end = node->text.data() + node->text.size();
  const auto [stop, fault] = std::from_chars(node->text.data(), end, value);
  if (!node->is_scalar() || node->text.empty() || fault != std::errc() || stop != end) {
    fail(node->span, fmt::format("`{}` must be a whole number", key));
  }
  return value;
}

bool YamlReader::boolean(const YamlNode& map, std::string_view key, bool otherwise) {
  const YamlNode* node = map.find(key);
  if (!node) return otherwise;
  if (node->text != "true" && node->text != "false") {
    fail(node->span, fmt::format("`{}` must be true or false", key));
  }
  return node->text == "true";
}

const std::vector<YamlNode>& YamlReader::list(const YamlNode& map, std::string_view key) {
  static const std::vector<YamlNode> kEmpty;
  const YamlNode* node = map.find(key);
  if (!node || (node->is_scalar() && node->text.empty())) return kEmpty;
  if (!node->is_list()) {
    fail(node->span, fmt::format("`{}` must be a list", key));
    return kEmpty;
  }
  return node->items;
}

const YamlNode* YamlReader::map(const YamlNode& parent, std::string_view key) {
  const YamlNode* node = parent.find(key);
  if (!node || (node->is_scalar() && node->text.empty())) return nullptr;
  if (node->is_map()) return node;
  fail(node->span, fmt::format("`{}` must be a map of keys and values", key));
  return nullptr;
}

std::vector<std::string> YamlReader::texts(const YamlNode& map, std::string_view key,
                                           std::vector<Place>* places) {
  std::vector<std::string> values;
  const auto add = [&](const YamlNode& node) {
    if (!node.is_scalar()) return fail(node.span, fmt::format("`{}` must hold single values", key));
    values.push_back(node.text);
    if (places) places->push_back(place(node.span));
  };
  const YamlNode* node = map.find(key);
  if (!node) return values;
  if (node->is_list()) {
    for (const YamlNode& item : node->items) add(item);
  } else if (!node->is_scalar() || !node->text.empty()) {
    add(*node);
  }
  return values;
}

}  // namespace milepost
