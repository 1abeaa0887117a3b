#include "features/process/show_pack.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/embedded.h"
#include "process/load.h"
#include "proposal/repository.h"
#include "text/yaml_print.h"

namespace milepost::process {

namespace {

YamlNode text_node(std::string text, Span span) {
  YamlNode node;
  node.text = std::move(text);
  node.quoted = true;
  node.span = span;
  return node;
}

void add_first(YamlNode& kind, std::string_view key, YamlNode item) {
  auto entry = std::ranges::find(kind.entries, key, &YamlEntry::key);
  if (entry == kind.entries.end()) {
    YamlNode list;
    list.kind = YamlKind::kList;
    list.span = item.span;
    kind.entries.push_back(
        {std::string(key), item.span, std::make_unique<YamlNode>(std::move(list))});
    entry = kind.entries.end() - 1;
  }
  YamlNode& list = *entry->value;
  if (list.is_scalar()) {  // a single text stands for a list of it
    YamlNode one = std::move(list);
    list = YamlNode();
    list.kind = YamlKind::kList;
    list.span = one.span;
    if (!one.text.empty()) list.items.push_back(std::move(one));
  }
  list.items.insert(list.items.begin(), std::move(item));
}

// The tree as that of one pack: it names no other, and the template that milepost.yaml names is
// the repository's own, as it is there.
YamlNode as_one_pack(MergedPack& merged) {
  YamlNode root = merged.tree.take_root();
  std::erase_if(root.entries, [](const YamlEntry& entry) {
    return entry.key == "process" || entry.key == "extends";
  });
  const auto kinds = std::ranges::find(root.entries, "kinds", &YamlEntry::key);
  if (kinds == root.entries.end()) return root;
  for (YamlNode& kind : kinds->value->items) {
    const auto pack = merged.pack_templates.find(std::string(kind.scalar("id")));
    if (pack == merged.pack_templates.end()) continue;
    YamlNode& path = *std::ranges::find(kind.entries, "template", &YamlEntry::key)->value;
    YamlNode own = text_node(path.text, path.span);
    path.text = pack->second;
    add_first(kind, "repository", std::move(own));
  }
  return root;
}

// "kep" of a file that nobody can look into; "" of any other.
std::string built_in_pack_of(const std::string& path) {
  const auto packs = built_in_packs();
  const auto found = std::ranges::find_if(packs, [&](const std::string& pack) {
    return built_in_pack(pack).folder + "process.yaml" == path;
  });
  return found == packs.end() || !find_embedded(path) ? std::string() : *found;
}

}  // namespace

Result<PackText> show_pack(const std::string& directory, const std::string& name) {
  TRY(const auto choice, choose_known_process(directory, name));
  const std::string path = choice.pack.folder + "process.yaml";
  TRY(const auto source, within("reading " + path, choice.pack.read(path)));
  return PackText{choice.name, path, std::string(source->text())};
}

Result<PackText> show_merged_pack(const std::string& directory, const std::string& name) {
  TRY(const auto choice, choose_known_process(directory, name));
  TRY(auto merged, merge_pack(choice.pack, choice.config ? &*choice.config : nullptr));
  const YamlNode root = as_one_pack(merged);
  const std::string own = choice.pack.folder + "process.yaml";
  // Where a line is from, unless from the pack itself.
  std::set<std::string> built_in;
  const auto note = [&](Span begin) -> std::string {
    const Place place = merged.tree.place(begin);
    if (place.source->path() == own) return {};
    const std::string pack = built_in_pack_of(place.source->path());
    if (!pack.empty()) built_in.insert(pack);
    return fmt::format("{}:{}", pack.empty() ? place.source->path() : pack,
                       place.source->position(place.span.begin).line);
  };
  std::string text = print_yaml(root, note);
  for (const std::string& pack : built_in) {
    text.insert(0, fmt::format("# {}:12 is line 12 of `milepost process show {}`.\n", pack, pack));
  }
  return PackText{choice.name, {}, std::move(text)};
}

}  // namespace milepost::process
