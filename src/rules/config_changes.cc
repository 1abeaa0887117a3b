#include "rules/config_changes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "text/yaml.h"

namespace milepost {

namespace {

// Where something stands in a file: its keys, with "*" for the name of a record.
struct KeyPath {
  std::string shown;  // "fields.status.needed"
  std::string form;   // "fields.*.needed"

  KeyPath key(const std::string& name) const { return {joined(shown, name), joined(form, name)}; }
  KeyPath record(const std::string& id) const { return {joined(shown, id), joined(form, "*")}; }

 private:
  static std::string joined(const std::string& path, const std::string& name) {
    return path.empty() ? name : fmt::format("{}.{}", path, name);
  }
};

// The order of their keys or records decides which of two settings wins, or pack and file are laid
// over each other: these are compared as they are loaded.
constexpr std::string_view kLoaded[] = {
    "process",
    "rules",
    "paths",
    "layout.ignore",
    "layout.documents",
    "fields.*.needed",
    "reviews.*.needed",
    "rosters.*.names",
};
// Words for people, and what is only used to begin something.
constexpr std::string_view kHarmless[] = {"title", "start", "layout.new"};
constexpr std::string_view kHarmlessEnds[] = {".title", ".how", ".do"};
// Lists that ask the more the longer they are.
constexpr std::string_view kStrictLists[] = {
    "strict",
    "words.placeholders",
    "words.title-placeholders",
    "words.promises.marks",
    "words.promises.open",
    "words.promises.openings",
    "substance.paragraphs",
};

template <typename List>
bool has(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

bool is_harmless(const KeyPath& path) {
  return has(kHarmless, path.form) || std::ranges::any_of(kHarmlessEnds, [&](std::string_view end) {
           return path.form.ends_with(end);
         });
}

// What a record of a list is known by; "" when it is none.
std::string_view id_of(const YamlNode& node) {
  for (const std::string_view key : {"id", "key"}) {
    if (const std::string_view id = node.scalar(key); !id.empty()) return id;
  }
  return {};
}

using Records = std::map<std::string_view, const YamlNode*>;

// By their ids; nothing when the items of the list are no records.
std::optional<Records> records_of(const YamlNode& list) {
  Records records;
  for (const YamlNode& item : list.items) {
    const std::string_view id = id_of(item);
    if (id.empty() || !records.emplace(id, &item).second) return std::nullopt;
  }
  return records;
}

// The ids of a list that another has, too, in their order.
std::vector<std::string_view> shared_ids(const YamlNode& list, const Records& others) {
  std::vector<std::string_view> both;
  for (const YamlNode& item : list.items) {
    if (others.contains(id_of(item))) both.push_back(id_of(item));
  }
  return both;
}

Records entries_of(const YamlNode& map) {
  Records entries;
  for (const YamlEntry& entry : map.entries) entries.emplace(entry.key, entry.value.get());
  return entries;
}

bool is_same(const YamlNode& one, const YamlNode& other) {
  if (one.kind != other.kind || one.text != other.text) return false;
  const auto same_entry = [](const YamlEntry& a, const YamlEntry& b) {
    return a.key == b.key && is_same(*a.value, *b.value);
  };
  return std::ranges::equal(one.items, other.items, is_same) &&
         std::ranges::equal(one.entries, other.entries, same_entry);
}

// A list of words, or one word in its place.
std::optional<std::set<std::string_view>> words_of(const YamlNode& node) {
  if (node.is_scalar()) return std::set<std::string_view>{node.text};
  std::set<std::string_view> words;
  for (const YamlNode& item : node.items) {
    if (!item.is_scalar()) return std::nullopt;
    words.insert(item.text);
  }
  if (!node.is_list()) return std::nullopt;
  return words;
}

bool has_grown(const YamlNode& before, const YamlNode& after) {
  const auto were = words_of(before);
  const auto are = words_of(after);
  return were && are && std::ranges::includes(*are, *were);
}

std::string brief(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return text.size() <= kMost ? std::string(text) : fmt::format("{}…", text.substr(0, kMost));
}

class ConfigComparer {
 public:
  ConfigComparer(std::shared_ptr<const Source> after, ConfigCompared compared)
      : after_(std::move(after)), compared_(compared) {}

  void compare(const YamlNode& before, const YamlNode& after, const KeyPath& path, Span at) {
    if (is_passed_over(path)) return;
    if (before.is_map() && after.is_map()) return compare_maps(before, after, path, at);
    if (before.is_list() && after.is_list()) {
      const auto olds = records_of(before);
      const auto news = records_of(after);
      if (olds && news) return compare_records(before, *olds, after, *news, path, at);
    }
    if (is_same(before, after)) return;
    const bool grown = has(kStrictLists, path.form) && has_grown(before, after);
    if (before.is_scalar() && after.is_scalar()) {
      return report(
          path, at, grown,
          fmt::format("is \"{}\" instead of \"{}\"", brief(after.text), brief(before.text)));
    }
    report(path, at, grown, "is changed");
  }

  std::vector<ProcessChange> found() { return std::move(found_); }

 private:
  bool is_passed_over(const KeyPath& path) const {
    return compared_ == ConfigCompared::kUnloaded && has(kLoaded, path.form);
  }

  void compare_maps(const YamlNode& before, const YamlNode& after, const KeyPath& path, Span at) {
    const Records olds = entries_of(before);
    const Records news = entries_of(after);
    for (const YamlEntry& entry : before.entries) {
      if (!news.contains(entry.key)) lose(path.key(entry.key), at);
    }
    for (const YamlEntry& entry : after.entries) {
      const KeyPath key = path.key(entry.key);
      if (const auto was = olds.find(entry.key); was != olds.end()) {
        compare(*was->second, *entry.value, key, entry.key_span);
      } else {
        gain(*entry.value, key, entry.key_span);
      }
    }
    // The first pattern that fits a folder names its group.
    constexpr std::string_view kOrdered = "layout.group-folders";
    if (path.form == kOrdered &&
        !std::ranges::equal(before.entries, after.entries, {}, &YamlEntry::key, &YamlEntry::key)) {
      report(path, at, false, "is changed");
    }
  }

  void compare_records(const YamlNode& before, const Records& olds, const YamlNode& after,
                       const Records& news, const KeyPath& path, Span at) {
    for (const YamlNode& was : before.items) {
      const std::string_view id = id_of(was);
      if (!news.contains(id)) lose(path.record(std::string(id)), at);
    }
    for (const YamlNode& is : after.items) {
      const KeyPath record = path.record(std::string(id_of(is)));
      if (const auto was = olds.find(id_of(is)); was != olds.end()) {
        compare(*was->second, is, record, is.span);
      } else {
        gain(is, record, is.span);
      }
    }
    // The first of them is often what is meant where nothing is said.
    if (shared_ids(before, news) != shared_ids(after, olds)) {
      report(path, at, false, "has another order");
    }
  }

  // What was not there, down to the keys that are compared elsewhere.
  void gain(const YamlNode& after, const KeyPath& path, Span at) {
    if (is_passed_over(path) || path.form == "schema") return;
    const auto is_elsewhere = [&](const YamlEntry& entry) {
      return is_passed_over(path.key(entry.key));
    };
    if (after.is_map() && std::ranges::any_of(after.entries, is_elsewhere)) {
      for (const YamlEntry& entry : after.entries) {
        gain(*entry.value, path.key(entry.key), entry.key_span);
      }
      return;
    }
    report(path, at, false, "is new");
  }

  void lose(const KeyPath& path, Span at) {
    if (!is_passed_over(path)) report(path, at, false, "is gone");
  }

  void report(const KeyPath& path, Span at, bool asks_more, std::string_view what) {
    const std::string name = path.shown.empty() ? "the configuration" : "`" + path.shown + "`";
    const bool weakens = !asks_more && !is_harmless(path);
    found_.push_back({after_, at, fmt::format("{} {}", name, what), weakens});
  }

  std::shared_ptr<const Source> after_;
  ConfigCompared compared_;
  std::vector<ProcessChange> found_;
};

}  // namespace

std::vector<ProcessChange> config_changes(const Source* before,
                                          const std::shared_ptr<const Source>& after,
                                          ConfigCompared compared) {
  const Source nothing("", "");
  const Yaml was(before ? *before : nothing);
  const Yaml is(*after);
  if (!was.problems().empty() || !is.problems().empty()) {
    return {{after, {0, 0}, "the configuration cannot be read", true}};
  }
  ConfigComparer comparer(after, compared);
  comparer.compare(was.root(), is.root(), {}, {0, 0});
  return comparer.found();
}

Span first_new_line(const Source& before, const Source& after) {
  const std::string_view was = before.text();
  const std::string_view is = after.text();
  const auto [old_end, new_end] = std::ranges::mismatch(was, is);
  const auto at = static_cast<std::uint32_t>(new_end - is.begin());
  const std::size_t begin = at == 0 ? 0 : is.rfind('\n', at - 1) + 1;
  const std::size_t end = is.find('\n', at);
  return {static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(end == is.npos ? is.size() : end)};
}

}  // namespace milepost
