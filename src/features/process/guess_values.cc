#include "features/process/guess_values.h"

#include <algorithm>
#include <map>

#include "base/date.h"
#include "base/strings.h"
#include "base/version.h"
#include "process/heading_key.h"
#include "proposal/metadata.h"

namespace milepost::process {

namespace {

constexpr double kMostTyped = 0.8;
// An enum has few values, each of which is said by several.
constexpr std::size_t kMostValues = 6;
constexpr std::size_t kSayings = 3;
constexpr std::size_t kLongestValue = 3;  // words

bool is_path_or_link(std::string_view text) {
  const bool path = text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
  return text.find("://") != text.npos || text.ends_with(".md") || path;
}

FieldType type_of_text(std::string_view text) {
  if (text == "true" || text == "false") return FieldType::kBoolean;
  if (parse_date(text)) return FieldType::kDate;
  if (std::ranges::all_of(text, is_digit)) return FieldType::kNumber;
  // Without the letter it would be found fault with.
  if (text.starts_with('v') && parse_version(text)) return FieldType::kVersion;
  if (handles_in(text).size() > 1) return FieldType::kPeople;
  if (text.starts_with('@') && read_handle(text)) return FieldType::kPerson;
  return is_path_or_link(text) ? FieldType::kLink : FieldType::kText;
}

FieldType list_of(FieldType type) {
  switch (type) {
    case FieldType::kPerson:
    case FieldType::kPeople: return FieldType::kPeople;
    case FieldType::kLink: return FieldType::kLinks;
    default: return FieldType::kTexts;
  }
}

// The type that most of the values have.
template <typename Values>
std::pair<FieldType, std::size_t> most_usual(const Values& types, FieldType otherwise) {
  std::map<FieldType, std::size_t> counts;
  for (const FieldType type : types) ++counts[type];
  for (const auto& [type, count] : counts) {
    if (is_share(count, types.size(), kMostTyped)) return {type, count};
  }
  return {otherwise, types.size()};
}

}  // namespace

bool is_share(std::size_t count, std::size_t all, double share) {
  return all > 0 && static_cast<double>(count) >= share * static_cast<double>(all);
}

bool is_empty(const YamlNode& node) {
  return node.is_scalar() ? trim(node.text).empty() : node.items.empty() && node.entries.empty();
}

TypeGuess guess_type(const KeyValues& values) {
  std::vector<FieldType> whole;
  std::vector<FieldType> items;
  std::size_t lists = 0;
  for (const YamlNode* node : values.nodes) {
    if (is_empty(*node)) continue;
    if (node->is_map()) {
      whole.push_back(FieldType::kAny);
    } else if (node->is_list()) {
      ++lists;
      for (const YamlNode& item : node->items) {
        items.push_back(item.is_scalar() ? type_of_text(trim(item.text)) : FieldType::kRecords);
      }
    } else {
      whole.push_back(type_of_text(trim(node->text)));
    }
  }
  if (lists > 0 && lists * 2 >= lists + whole.size()) {
    const auto [type, count] = most_usual(items, FieldType::kText);
    if (type == FieldType::kRecords) return {type, lists};
    return {list_of(type), lists};
  }
  const bool any_list =
      std::ranges::any_of(values.nodes, [](const YamlNode* node) { return node->is_list(); });
  if (whole.empty()) return {any_list ? FieldType::kTexts : FieldType::kText, 0};
  // One that names several: all are lists, though of one.
  if (std::ranges::find(whole, FieldType::kPeople) != whole.end()) {
    std::ranges::replace(whole, FieldType::kPerson, FieldType::kPeople);
  }
  const auto [type, count] = most_usual(whole, FieldType::kText);
  return {type, count};
}

bool are_handles(const KeyValues& values) {
  std::size_t handles = 0;
  std::size_t others = 0;
  for (const YamlNode* node : values.nodes) {
    for (const Scalar& scalar : scalars(node)) {
      const auto handle = read_handle(scalar.text);
      const bool is_one = (handle && handle->alone) || !handles_in(scalar.text).empty();
      ++(is_one ? handles : others);
    }
  }
  return handles > 0 && is_share(handles, handles + others, kMostTyped);
}

bool is_value(const KeyValues& values, std::string_view text) {
  const auto says = [&](const YamlNode* node) {
    return std::ranges::any_of(scalars(node),
                               [&](const Scalar& scalar) { return scalar.text == text; });
  };
  return std::ranges::count_if(values.nodes, says) > 1;
}

std::vector<std::string> values_of_enum(const KeyValues& values) {
  std::map<std::string, std::size_t> counts;
  for (const YamlNode* node : values.nodes) {
    if (!is_empty(*node)) ++counts[std::string(trim(node->text))];
  }
  std::size_t filled = 0;
  for (const auto& [value, count] : counts) filled += count;
  const bool few = counts.size() <= kMostValues && counts.size() * kSayings <= filled;
  const bool shown = std::ranges::all_of(counts, [](const auto& one) {
    return one.second > 1 && word_count(heading_words(one.first)) <= kLongestValue;
  });
  std::vector<std::string> found;
  if (!few || !shown || counts.size() < 2) return found;
  for (const auto& [value, count] : counts) found.push_back(value);
  return found;
}

}  // namespace milepost::process
