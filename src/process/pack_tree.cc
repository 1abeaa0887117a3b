#include "process/pack_tree.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "process/path_pattern.h"
#include "process/validate.h"

namespace milepost {

namespace {

// Lists whose items are records: the key of the list, that of the map it is in ("": the file),
// what each is called by, and what one is called in a message.
struct RecordList {
  std::string_view list;
  std::string_view within;
  std::string_view id;
  std::string_view what;
};

constexpr RecordList kRecordLists[] = {
    {"fields", {}, "id", "field"},
    {"fields", "fields", "id", "field"},
    {"rosters", {}, "id", "roster"},
    {"reviews", {}, "id", "review"},
    {"roles", {}, "id", "role"},
    {"ladders", {}, "id", "ladder"},
    {"statuses", {}, "id", "status"},
    {"moves", "statuses", "to", "move"},
    {"kinds", {}, "id", "kind"},
    {"criteria", "kinds", "id", "criterion"},
    {"gates", {}, "id", "gate"},
    {"conditions", "gates", "id", "condition"},
    {"checklists", {}, "id", "checklist"},
    {"items", "checklists", "text", "item"},
    {"lists", "tracking", "id", "list"},
    {"items", "lists", "key", "item"},
    {"labels", "tracking", "id", "label"},
    {"values", "status", "id", "value of the status"},
    {"placeholders", "tracking", "text", "placeholder"},
    {"criteria", "tracking", "id", "criterion"},
    {"dates", "calendar", "id", "date of the calendar"},
};

// Maps that say one thing together: the later takes the place of the earlier.
constexpr std::string_view kWholeMaps[] = {"needed",        "answer",        "counts-as", "in-code",
                                           "on-by-default", "group-folders", "final",     "do",
                                           "only",          "linked",        "computed"};

// Lists to which a later file adds.
constexpr std::string_view kAddedLists[] = {"renames", "paths"};

// What a pack begins with, whichever of its files says it.
constexpr std::string_view kHead[] = {"schema", "name", "extends", "title"};

// What a file never has from the one it extends.
constexpr std::string_view kNotInherited[] = {"name", "title", "extends"};
constexpr std::string_view kLayoutNotInherited[] = {"recognised-by", "fallback"};

template <typename List>
bool among(std::string_view word, const List& list) {
  return std::ranges::find(list, word) != std::ranges::end(list);
}

const RecordList* record_list(std::string_view list, std::string_view within) {
  const auto found = std::ranges::find_if(kRecordLists, [&](const RecordList& known) {
    return known.list == list && known.within == within;
  });
  return found == std::end(kRecordLists) ? nullptr : found;
}

void shift(YamlNode& node, std::uint32_t by) {
  const auto move = [&](Span& span) { span = {span.begin + by, span.end + by}; };
  move(node.span);
  for (YamlNode& item : node.items) shift(item, by);
  for (YamlEntry& entry : node.entries) {
    move(entry.key_span);
    shift(*entry.value, by);
  }
}

YamlNode* find(YamlNode& map, std::string_view key) {
  const YamlEntry* const entry = map.find_entry(key);
  return entry ? entry->value.get() : nullptr;
}

void erase(YamlNode& map, std::string_view key) {
  std::erase_if(map.entries, [&](const YamlEntry& entry) { return entry.key == key; });
}

bool is_nothing(const YamlNode& node) { return node.is_scalar() && node.text.empty(); }

bool removes(const YamlNode& item) { return item.is_map() && item.find("remove"); }

}  // namespace

// Lays one tree over another.
class PackMerge {
 public:
  PackMerge(PackTree& tree, PackLayerKind kind, PackErrors& errors)
      : tree_(tree), kind_(kind), errors_(errors) {}

  void lay(YamlNode over) {
    if (kind_ != PackLayerKind::kBase) forget_what_follows(over);
    merge_map(tree_.root_, std::move(over), {});
  }

 private:
  void fail(Span span, const std::string& message) { errors_.add(tree_.place(span), message); }

  // What of the files below goes with something that this one says otherwise.
  void forget_what_follows(const YamlNode& over) {
    YamlNode& below = tree_.root_;
    const YamlNode* const layout = over.find("layout");
    if (kind_ == PackLayerKind::kPack) {
      for (const std::string_view key : kNotInherited) erase(below, key);
      if (YamlNode* inherited = find(below, "layout")) {
        for (const std::string_view key : kLayoutNotInherited) erase(*inherited, key);
      }
    }
    // Other files of metadata are read by other tools.
    if (layout && layout->find("metadata")) erase(below, "strict");
    if (layout && layout->find("path")) forget_parts(*layout->find("path"));
    YamlNode* const kinds = find(below, "kinds");
    if (!kinds) return;
    if (over.find("wrap")) {  // a width for all proposals
      for (YamlNode& kind : kinds->items) erase(kind, "wrap");
    }
    const YamlNode* const kinds_over = over.find("kinds");
    if (kind_ != PackLayerKind::kPack || !kinds_over) return;
    for (const YamlNode& kind : kinds_over->items) {
      if (!kind.find("template")) continue;
      // The history of another template.
      for (YamlNode& same : kinds->items) {
        if (same.scalar("id") == kind.scalar("id")) erase(same, "lineage");
      }
    }
  }

  // With other paths, fields repeat no part of them that is not there.
  void forget_parts(const YamlNode& path) {
    const PathPattern pattern(path.text);
    YamlNode* const fields = find(tree_.root_, "fields");
    if (!fields) return;
    for (YamlNode& field : fields->items) {
      if (const YamlNode* part = field.find("path"); part && !pattern.names(part->text)) {
        erase(field, "path");
      }
    }
  }

  void merge_map(YamlNode& below, YamlNode over, std::string_view name) {
    below.span = over.span;
    for (YamlEntry& entry : over.entries) {
      const auto same = std::ranges::find(below.entries, entry.key, &YamlEntry::key);
      if (same == below.entries.end()) {
        YamlEntry& added = below.entries.emplace_back();
        added.key = entry.key;
        added.key_span = entry.key_span;
        added.value = std::make_unique<YamlNode>(nothing_of(*entry.value));
        merge(*added.value, std::move(*entry.value), entry.key, name);
        continue;
      }
      if (is_nothing(*entry.value) && !same->value->is_scalar() && !replaces(*same, name)) continue;
      // Of two settings for one rule, by its name and its code, the later counts.
      if (name == "rules") {
        YamlEntry later = std::move(entry);
        below.entries.erase(same);
        below.entries.push_back(std::move(later));
        continue;
      }
      same->key_span = entry.key_span;
      merge(*same->value, std::move(*entry.value), entry.key, name);
    }
  }

  static YamlNode nothing_of(const YamlNode& node) {
    YamlNode empty;
    empty.kind = node.kind;
    empty.span = node.span;
    return empty;
  }

  // A list of texts that is given empty is empty; records and maps stay.
  static bool replaces(const YamlEntry& below, std::string_view within) {
    return below.value->is_list() && !record_list(below.key, within) &&
           !among(below.key, kAddedLists);
  }

  void merge(YamlNode& below, YamlNode over, const std::string& key, std::string_view within) {
    if (over.is_list() && (below.is_list() || is_nothing(below))) {
      return merge_list(below, std::move(over), key, within);
    }
    const RecordList* const records = record_list(key, within);
    if (records && records->id == "to" && over.is_scalar()) {  // `moves: done`
      YamlNode list;
      list.kind = YamlKind::kList;
      list.span = over.span;
      list.items.push_back(std::move(over));
      return merge(below, std::move(list), key, within);
    }
    const bool whole = among(key, kWholeMaps);
    if (over.is_map() && below.is_map() && !(whole && !below.entries.empty())) {
      return merge_map(below, std::move(over), key);
    }
    below = std::move(over);
  }

  void merge_list(YamlNode& below, YamlNode over, const std::string& key, std::string_view within) {
    below.kind = YamlKind::kList;
    below.text.clear();
    below.span = over.span;
    if (const RecordList* const records = record_list(key, within)) {
      return merge_records(below, std::move(over), *records, key);
    }
    if (std::ranges::any_of(over.items, removes)) return edit_list(below, std::move(over), key);
    if (!among(key, kAddedLists)) below.items.clear();
    for (YamlNode& item : over.items) below.items.push_back(std::move(item));
  }

  // `[{remove: beta}, gamma]`: what lies below without the one, and with the other.
  void edit_list(YamlNode& below, YamlNode over, const std::string& key) {
    const std::string_view id = key == "renames" ? "to" : key == "paths" ? "match" : "";
    for (YamlNode& item : over.items) {
      if (removes(item)) {
        remove(below, item, id, key == "stages" ? "stage" : fmt::format("entry of `{}`", key));
      } else {
        below.items.push_back(std::move(item));
      }
    }
  }

  void merge_records(YamlNode& below, YamlNode over, const RecordList& records,
                     const std::string& key) {
    std::set<std::string> here;
    std::optional<std::size_t> after;  // where the one before it in this file stands
    for (YamlNode& item : over.items) {
      if (removes(item)) {
        remove(below, item, records.id, records.what);
        after.reset();
        continue;
      }
      const std::string id(name_of(item, records.id));
      if (!id.empty() && !here.insert(id).second) {
        fail(item.span, fmt::format("`{}` is defined twice", id));
        continue;
      }
      std::size_t at = position(below, records.id, id);
      if (at == below.items.size()) {
        if (after) at = *after + 1;
        YamlNode added = nothing_of(item);
        below.items.insert(below.items.begin() + static_cast<std::ptrdiff_t>(at), std::move(added));
      }
      merge_record(below.items[at], std::move(item), records, key);
      after = at;
    }
  }

  void merge_record(YamlNode& below, YamlNode over, const RecordList& records,
                    const std::string& key) {
    if (!over.is_map() || (below.is_scalar() && below.text.empty())) {
      if (below.is_map() && over.is_scalar() && !below.entries.empty()) {
        below.span = over.span;  // the record by its name alone: it says nothing new
        return;
      }
      below = std::move(over);
      return;
    }
    if (below.is_scalar()) {  // `moves: [done]`, and later `{to: done, by: lead}`
      YamlNode map;
      map.kind = YamlKind::kMap;
      YamlEntry& entry = map.entries.emplace_back();
      entry.key = std::string(records.id);
      entry.key_span = below.span;
      entry.value = std::make_unique<YamlNode>(std::move(below));
      below = std::move(map);
    }
    // What is something else now keeps nothing of what it was.
    const YamlNode* const is = over.find("is");
    const YamlNode* const was = below.find("is");
    if (key == "conditions" && is && was && is->text != was->text) below.entries.clear();
    merge_map(below, std::move(over), key);
  }

  static std::string_view name_of(const YamlNode& item, std::string_view id) {
    return item.is_scalar() ? std::string_view(item.text) : item.scalar(id);
  }

  static std::size_t position(const YamlNode& list, std::string_view id, std::string_view name) {
    if (name.empty()) return list.items.size();
    const auto found = std::ranges::find_if(
        list.items, [&](const YamlNode& item) { return name_of(item, id) == name; });
    return static_cast<std::size_t>(found - list.items.begin());
  }

  void remove(YamlNode& below, const YamlNode& item, std::string_view id, std::string_view what) {
    for (const YamlEntry& entry : item.entries) {
      if (entry.key != "remove") {
        fail(entry.key_span, "an entry that says what to `remove` says nothing else");
      }
    }
    const YamlNode& names = *item.find("remove");
    const auto remove_one = [&](const YamlNode& name) {
      if (!name.is_scalar()) return fail(name.span, "`remove` must hold single values");
      const std::size_t at = position(below, id, name.text);
      if (at == below.items.size()) {
        std::vector<std::string> known;
        for (const YamlNode& other : below.items) known.emplace_back(name_of(other, id));
        return fail(name.span, unknown(what, name.text, known));
      }
      below.items.erase(below.items.begin() + static_cast<std::ptrdiff_t>(at));
      errors_.removed(tree_.place(name.span), what, name.text);
    };
    if (names.is_list()) {
      for (const YamlNode& name : names.items) remove_one(name);
    } else {
      remove_one(names);
    }
  }

  PackTree& tree_;
  PackLayerKind kind_;
  PackErrors& errors_;
};

void PackTree::lay_over(PackLayer layer, YamlNode root, PackErrors& errors) {
  layer.begin = layers_.empty() ? 0 : layers_.back().begin + layers_.back().source->size() + 1;
  shift(root, layer.begin);
  layers_.push_back(std::move(layer));
  if (!root.is_map()) {
    return errors.add(place(root.span), "a map of keys and values is expected here");
  }
  PackMerge(*this, layers_.back().kind, errors).lay(std::move(root));
  std::ranges::stable_partition(root_.entries, [](const YamlEntry& entry) {
    return std::ranges::find(kHead, entry.key) != std::end(kHead);
  });
}

Place PackTree::place(Span span) const {
  const PackLayer* in = &layers_.front();
  for (const PackLayer& layer : layers_) {
    if (layer.begin <= span.begin) in = &layer;
  }
  const std::uint32_t size = in->source->size();
  const auto within = [&](std::uint32_t at) {
    return std::min(at < in->begin ? 0 : at - in->begin, size);
  };
  return {in->source.get(), {within(span.begin), within(span.end)}};
}

const PackLayer* PackTree::layer_of(const Place& place) const {
  const auto found = std::ranges::find_if(
      layers_, [&](const PackLayer& layer) { return layer.source.get() == place.source; });
  return found == layers_.end() ? nullptr : &*found;
}

}  // namespace milepost
