#include "proposal/rosters.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/limits.h"
#include "base/strings.h"
#include "proposal/metadata.h"
#include "text/merge_conflict.h"
#include "text/yaml.h"

namespace milepost {

namespace fs = std::filesystem;

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

// The files of a repository, each read once, its trouble said once.
class AliasFiles {
 public:
  AliasFiles(const Repository& repository, std::vector<ReadError>& read_errors)
      : repository_(repository), read_errors_(read_errors) {}

  // Null when it is not there, or not all of it can be read.
  const AliasFile* open(const std::string& name) {
    const auto [at, fresh] = files_.try_emplace(name);
    if (fresh) read(name, at->second);
    return at->second ? &*at->second : nullptr;
  }

 private:
  void read(const std::string& name, std::optional<AliasFile>& file) {
    const FileTree& tree = repository_.judge ? *repository_.judge : *repository_.tree;
    if (name.starts_with('/') || fs::path(name).lexically_normal().string().starts_with("..")) {
      return read_errors_.push_back({name, "lies outside of the repository, and is not read"});
    }
    if (!tree.has(name)) return;
    auto source = tree.read(name, name, kLimits.document_bytes);
    if (!source) return read_errors_.push_back({name, source.error().message});
    file.emplace(*source);
    if (file->yaml().problems().empty()) return;
    const auto conflicts = find_conflicts(**source);
    read_errors_.push_back({name, conflicts.empty() ? file->yaml().problems().front().message
                                                    : describe(conflicts.front())});
    if (!file->yaml().complete()) file.reset();
  }

  const Repository& repository_;
  std::vector<ReadError>& read_errors_;
  std::map<std::string, std::optional<AliasFile>> files_;
};

// The group whose members an alias has, by a pattern such as `{group}-leads`; ""
// when it has none.
std::string_view group_in(std::string_view pattern, std::string_view alias) {
  constexpr std::string_view kGroup = "{group}";
  const std::size_t at = pattern.find(kGroup);
  if (at == pattern.npos) return {};
  const std::string_view before = pattern.substr(0, at);
  const std::string_view after = pattern.substr(at + kGroup.size());
  if (alias.size() <= before.size() + after.size()) return {};
  if (!alias.starts_with(before) || !alias.ends_with(after)) return {};
  return alias.substr(before.size(), alias.size() - before.size() - after.size());
}

void add_from(const AliasFile& file, const RosterSource& from, Rosters& rosters) {
  for (const YamlEntry& alias : file.aliases()) {
    for (const std::string& pattern : from.members) {
      const std::string_view group = group_in(pattern, alias.key);
      if (group.empty()) continue;
      const std::string roster = Rosters::of_group(from.id, group);
      rosters.add_alias(alias.key, roster);
      for (const Scalar& member : scalars(alias.value.get())) rosters.add(roster, member.text);
    }
    for (const std::string& pattern : from.aliases) {
      const std::string_view name = name_in(pattern, alias.key);
      if (!name.empty()) rosters.add(from.id, name);
    }
    for (const Scalar& member : scalars(alias.value.get())) {
      rosters.add_member(alias.key, member.text);
    }
    if (std::ranges::find(from.members, alias.key) == from.members.end()) continue;
    rosters.add_alias(alias.key, from.id);
    for (const Scalar& member : scalars(alias.value.get())) rosters.add(from.id, member.text);
  }
}

// Those whom an OWNERS file names under the keys, at its top or in its `filters`; an alias among
// them stands for its members.
void add_owners(const YamlNode& owners, const AliasFile* aliases, const RosterSource& from,
                Rosters& rosters) {
  const auto add = [&](std::string_view name) {
    const auto is_meant = [&](const YamlEntry& alias) {
      return equal_ignoring_case(alias.key, name);
    };
    if (aliases && std::ranges::any_of(aliases->aliases(), is_meant)) {
      const YamlEntry& alias = *std::ranges::find_if(aliases->aliases(), is_meant);
      rosters.add_alias(alias.key, from.id);
      for (const Scalar& member : scalars(alias.value.get())) {
        rosters.add(from.id, member.text);
        rosters.add_member(alias.key, member.text);
      }
      return;
    }
    rosters.add(from.id, name);
  };
  for (const std::string& key : from.owners) {
    for (const Scalar& name : scalars(owners.find(key))) add(name.text);
    const YamlNode* const filters = owners.find("filters");
    if (!filters) continue;
    for (const YamlEntry& filter : filters->entries) {
      for (const Scalar& name : scalars(filter.value->find(key))) add(name.text);
    }
  }
}

// The aliases that an OWNERS file may use: in its folder, or at the repository's root.
std::vector<std::string> alias_files_of(const std::string& owners) {
  const std::string folder = owners.substr(0, owners.rfind('/') + 1);
  std::vector<std::string> names{folder + "OWNERS_ALIASES"};
  if (!folder.empty()) names.emplace_back("OWNERS_ALIASES");
  return names;
}

void read_companies(const Process& process, AliasFiles& files, Rosters& rosters) {
  const Companies& companies = process.companies;
  const AliasFile* const file = companies.file.empty() ? nullptr : files.open(companies.file);
  if (file) {
    rosters.add_file(companies.file);
    for (const YamlEntry& entry : file->yaml().root().entries) {
      if (entry.value->is_scalar()) rosters.add_company(entry.key, entry.value->text);
    }
  }
  for (const auto& [name, company] : companies.of) rosters.add_company(name, company);
}

}  // namespace

bool Rosters::knows(std::string_view roster) const {
  return rosters_.contains(std::string(roster));
}

bool Rosters::has(std::string_view roster, std::string_view name) const {
  return !spelled(roster, name).empty();
}

std::string_view Rosters::spelled(std::string_view roster, std::string_view name) const {
  const auto names = rosters_.find(std::string(roster));
  if (names == rosters_.end()) return {};
  const auto found = names->second.find(lower(without_at(name)));
  return found == names->second.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string> Rosters::names(std::string_view roster) const {
  const auto found = rosters_.find(std::string(roster));
  if (found == rosters_.end()) return {};
  std::vector<std::string> names;
  for (const auto& [name, written] : found->second) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

std::string Rosters::of_group(std::string_view roster, std::string_view group) {
  return std::string(roster).append("/").append(lower(group));
}

void Rosters::add(const std::string& roster, std::string_view name) {
  name = without_at(name);
  if (!name.empty()) rosters_[roster].emplace(lower(name), name);
}

void Rosters::add_alias(std::string_view alias, const std::string& roster) {
  made_from_[lower(alias)].insert(roster);
}

void Rosters::add_member(std::string_view alias, std::string_view name) {
  members_[lower(alias)].insert(lower(without_at(name)));
}

void Rosters::add_company(std::string_view name, std::string_view company) {
  companies_.insert_or_assign(lower(without_at(trim(name))), std::string(trim(company)));
}

std::string_view Rosters::company_of(std::string_view name) const {
  const auto found = companies_.find(lower(without_at(trim(name))));
  return found == companies_.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string> Rosters::made_from(std::string_view team) const {
  const std::string wanted = lower(without_at(team));
  std::set<std::string> found;
  if (const auto made = made_from_.find(wanted); made != made_from_.end()) found = made->second;
  for (const auto& [roster, names] : rosters_) {
    if (cut(roster, '/').first == wanted) found.insert(roster);
  }
  return {found.begin(), found.end()};
}

bool Rosters::is_on_team(std::string_view alias, std::string_view name) const {
  const auto found = members_.find(lower(without_at(alias)));
  return found != members_.end() && found->second.contains(lower(without_at(name)));
}

std::map<std::string, std::string> Rosters::added_since(const Rosters& before) const {
  std::map<std::string, std::string> added;
  std::set<std::string_view> known;  // a roster is, when the part of one of its groups is
  for (const auto& [roster, names] : before.rosters_) known.insert(cut(roster, '/').first);
  // A name is told with a roster as a whole rather than with the part of a group.
  std::map<std::pair<bool, std::string_view>, const Names*> sorted;
  for (const auto& [roster, names] : rosters_) {
    if (!known.contains(cut(roster, '/').first)) continue;
    sorted.emplace(std::pair(roster.find('/') != roster.npos, std::string_view(roster)), &names);
  }
  for (const auto& [key, names] : sorted) {
    const std::string roster(key.second);
    const auto was = before.rosters_.find(roster);
    for (const auto& [name, written] : *names) {
      if (was == before.rosters_.end() || !was->second.contains(name)) added.emplace(name, roster);
    }
  }
  return added;
}

std::vector<std::string> Rosters::unknown_since(const Rosters& before) const {
  std::vector<std::string> gone;
  for (const auto& [roster, names] : before.rosters_) {
    if (!rosters_.contains(roster)) gone.push_back(roster);
  }
  std::ranges::sort(gone);
  return gone;
}

Fingerprint Rosters::fingerprint() const {
  Fingerprinter print;
  std::map<std::string_view, const Names*> rosters;
  for (const auto& [roster, names] : rosters_) rosters.emplace(roster, &names);
  print.add(rosters.size());
  for (const auto& [roster, names] : rosters) {
    const std::map<std::string_view, std::string_view> sorted(names->begin(), names->end());
    print.add(roster).add(sorted.size());
    for (const auto& [name, written] : sorted) print.add(name).add(written);
  }
  for (const auto* const sets : {&made_from_, &members_}) {
    std::map<std::string_view, const std::set<std::string>*> sorted;
    for (const auto& [alias, names] : *sets) sorted.emplace(alias, &names);
    print.add(sorted.size());
    for (const auto& [alias, names] : sorted) {
      print.add(alias).add(names->size());
      for (const std::string& name : *names) print.add(name);
    }
  }
  print.add(companies_.size());
  for (const auto& [name, company] : companies_) print.add(name).add(company);
  return print.made();
}

Rosters read_rosters(const Repository& repository, std::vector<ReadError>& read_errors) {
  Rosters rosters;
  AliasFiles files(repository, read_errors);
  for (const RosterSource& from : repository.process->rosters) {
    if (!from.file.empty()) {
      const AliasFile* file = files.open(from.file);
      if (!file) continue;
      rosters.add_file(from.file);
      if (from.owners.empty()) {
        add_from(*file, from, rosters);
      } else {
        const AliasFile* aliases = nullptr;
        for (const std::string& name : alias_files_of(from.file)) {
          if (!aliases) aliases = files.open(name);
        }
        add_owners(file->yaml().root(), aliases, from, rosters);
        rosters.add_roster(from.id);
      }
    }
    for (const std::string& name : from.names) rosters.add(from.id, name);
  }
  read_companies(*repository.process, files, rosters);
  return rosters;
}

}  // namespace milepost
