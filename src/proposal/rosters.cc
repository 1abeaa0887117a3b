#include "proposal/rosters.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/files.h"
#include "base/limits.h"
#include "base/strings.h"
#include "text/yaml.h"

namespace milepost {

namespace {

std::string_view without_at(std::string_view name) {
  if (name.starts_with('@')) name.remove_prefix(1);
  return name;
}

// What the star of `*-leads` or `committee-*` stands for in an alias: the part
// that is the name. A pattern that begins with its literal keeps it, since the
// kind of group is a part of its name.
std::string_view name_in(std::string_view pattern, std::string_view alias) {
  const auto [before, after] = cut(pattern, '*');
  if (pattern.find('*') == pattern.npos) return alias == pattern ? alias : std::string_view();
  if (alias.size() <= before.size() + after.size()) return {};
  if (!alias.starts_with(before) || !alias.ends_with(after)) return {};
  return alias.substr(0, alias.size() - after.size());
}

// A file of aliases, parsed: `aliases:` with a list of handles for each.
class AliasFile {
 public:
  explicit AliasFile(std::shared_ptr<const Source> source)
      : source_(std::move(source)), yaml_(*source_, {0, source_->size()}, kLimits.document_bytes) {}

  const Yaml& yaml() const { return yaml_; }
  const std::vector<YamlEntry>& aliases() const {
    static const std::vector<YamlEntry> none;
    const YamlNode* found = yaml_.root().find("aliases");
    return found ? found->entries : none;
  }

 private:
  std::shared_ptr<const Source> source_;
  Yaml yaml_;
};

void add_from(const AliasFile& file, const RosterSource& from, Rosters& rosters) {
  for (const YamlEntry& alias : file.aliases()) {
    for (const std::string& pattern : from.aliases) {
      const std::string_view name = name_in(pattern, alias.key);
      if (!name.empty()) rosters.add(from.id, name);
    }
    if (std::ranges::find(from.members, alias.key) == from.members.end()) continue;
    for (const YamlNode& member : alias.value->items) rosters.add(from.id, trim(member.text));
  }
}

}  // namespace

bool Rosters::knows(std::string_view roster) const {
  return rosters_.contains(std::string(roster));
}

bool Rosters::has(std::string_view roster, std::string_view name) const {
  const auto found = rosters_.find(std::string(roster));
  return found != rosters_.end() && found->second.contains(lower(without_at(name)));
}

std::vector<std::string> Rosters::names(std::string_view roster) const {
  const auto found = rosters_.find(std::string(roster));
  if (found == rosters_.end()) return {};
  std::vector<std::string> names(found->second.begin(), found->second.end());
  std::ranges::sort(names);
  return names;
}

void Rosters::add(const std::string& roster, std::string_view name) {
  rosters_[roster].insert(lower(without_at(name)));
}

Rosters read_rosters(const Repository& repository, std::vector<Trouble>& troubles) {
  Rosters rosters;
  std::map<std::string, std::optional<AliasFile>> files;  // none: not there, or unreadable
  for (const RosterSource& from : repository.process->rosters) {
    for (const std::string& name : from.names) rosters.add(from.id, name);
    if (from.file.empty()) continue;
    const auto [at, fresh] = files.try_emplace(from.file);
    const std::string path = repository.full_path(from.file);
    std::error_code unknown;
    if (fresh && std::filesystem::exists(path, unknown)) {
      auto source = read_source(path, from.file, kLimits.document_bytes);
      if (!source) {
        troubles.push_back({from.file, source.error().message});
      } else {
        at->second.emplace(*source);
        const auto& problems = at->second->yaml().problems();
        if (!problems.empty()) troubles.push_back({from.file, problems.front().message});
      }
    }
    if (at->second) add_from(*at->second, from, rosters);
  }
  return rosters;
}

}  // namespace milepost
