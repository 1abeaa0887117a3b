#include "features/diff/field_diff.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "text/yaml.h"

namespace milepost::diff {

namespace {

struct FlatField {
  std::string name;
  bool list = false;
  std::vector<std::string> values;  // sorted
};

// One line for a value in a list; its own fields joined where it has some.
std::string value_text(const YamlNode& node) {
  if (node.is_scalar()) return node.text;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  // Metadata is shallow: deeper values count as one.
  for (const YamlNode& item : node.items) add(item.is_scalar() ? item.text : "…");
  for (const YamlEntry& entry : node.entries) {
    std::string inner = entry.value->text;
    for (const YamlNode& item : entry.value->items) {
      inner += (inner.empty() ? "" : " ") + item.text;
    }
    add(entry.key + ": " + inner);
  }
  return text;
}

void flatten(const std::string& name, const YamlNode& node, std::vector<FlatField>& fields) {
  FlatField field{name, node.is_list(), {}};
  if (node.is_scalar() && !node.text.empty()) field.values.push_back(node.text);
  for (const YamlNode& item : node.items) {
    if (std::string text = value_text(item); !text.empty()) field.values.push_back(std::move(text));
  }
  std::ranges::sort(field.values);
  fields.push_back(std::move(field));
}

std::vector<FlatField> flat_fields(const Metadata& metadata) {
  std::vector<FlatField> fields;
  if (!metadata.yaml) return fields;
  for (const YamlEntry& entry : metadata.yaml->root().entries) {
    if (!entry.value->is_map()) {
      flatten(entry.key, *entry.value, fields);
      continue;
    }
    for (const YamlEntry& inner : entry.value->entries) {
      flatten(entry.key + "." + inner.key, *inner.value, fields);
    }
  }
  return fields;
}

}  // namespace

std::vector<FieldChange> diff_fields(const Metadata& before, const Metadata& after) {
  const auto olds = flat_fields(before);
  const auto news = flat_fields(after);
  std::map<std::string_view, const FlatField*> left;
  for (const FlatField& field : olds) left.emplace(field.name, &field);
  std::vector<FieldChange> changes;
  const FlatField none;
  const auto compare = [&](const FlatField& was, const FlatField& is) {
    FieldChange change{is.name.empty() ? was.name : is.name, was.list || is.list, {}, {}};
    std::ranges::set_difference(was.values, is.values, std::back_inserter(change.removed));
    std::ranges::set_difference(is.values, was.values, std::back_inserter(change.added));
    if (!change.removed.empty() || !change.added.empty()) changes.push_back(std::move(change));
  };
  for (const FlatField& field : news) {
    const auto old = left.find(field.name);
    compare(old == left.end() ? none : *old->second, field);
    if (old != left.end()) left.erase(old);
  }
  for (const FlatField& field : olds) {
    if (left.contains(field.name)) compare(field, none);
  }
  return changes;
}

}  // namespace milepost::diff
