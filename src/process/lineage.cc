#include "process/lineage.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/place.h"
#include "text/yaml.h"

namespace milepost {

std::string_view lineage_title(std::string_view heading) {
  const std::size_t space = heading.find(' ');
  return space == heading.npos ? std::string_view() : trim(heading.substr(space));
}

namespace {

// The headings of one version while reading: key → called optional.
using HeadingSet = std::unordered_map<std::string, bool>;

// As the version being read, the last so far, writes it.
void know_title(Lineage& lineage, const std::string& heading) {
  lineage.titles.emplace(without_optional(lineage_title(heading)));
  lineage.marked_titles.insert(heading);
  lineage.spellings[heading_key(lineage_title(heading))].push_back(
      {lineage.versions.size(), heading});
}

// Turns the outline of the version before into that of the version at `node`.
Result<void> apply_changes(const Source& source, const YamlNode& node, HeadingSet& outline,
                           Lineage& lineage) {
  if (const YamlNode* removed = node.find("removed")) {
    for (const YamlNode& heading : removed->items)
      outline.erase(heading_key(lineage_title(heading.text)));
  }
  if (const YamlNode* renamed = node.find("renamed")) {
    for (const YamlNode& pair : renamed->items) {
      const std::string_view from = lineage_title(pair.scalar("from"));
      const std::string_view to = lineage_title(pair.scalar("to"));
      if (from.empty() || to.empty()) {
        return failure_at({&source, pair.span}, "a renamed heading needs `from` and `to`");
      }
      know_title(lineage, std::string(pair.scalar("to")));
      const std::string old_key = heading_key(from);
      const std::string new_key = heading_key(to);
      outline.erase(old_key);
      outline[new_key] = says_optional(to);
      lineage.renames.erase(new_key);  // it may be an old name come back
      if (old_key != new_key) lineage.renames[old_key] = new_key;
    }
  }
  if (const YamlNode* added = node.find("added")) {
    for (const YamlNode& heading : added->items) {
      know_title(lineage, heading.text);
      outline[heading_key(lineage_title(heading.text))] = says_optional(heading.text);
    }
  }
  if (const YamlNode* moved = node.find("moved")) {
    for (const YamlNode& heading : moved->items) know_title(lineage, heading.text);
  }
  return {};
}

// Follows renames to the name in use today. Bounded, lest a circle hang.
std::string current_key(const Lineage& lineage, const std::string& key) {
  const std::string* at = &key;
  for (std::size_t step = 0; step <= lineage.renames.size(); ++step) {
    const auto next = lineage.renames.find(*at);
    if (next == lineage.renames.end()) break;
    at = &next->second;
  }
  return *at;
}

// Puts what headings were called under the names in use today.
void rename_spellings(Lineage& lineage) {
  std::unordered_map<std::string, std::vector<HeadingSpelling>> renamed;
  for (auto& [key, spellings] : lineage.spellings) {
    auto& all = renamed[current_key(lineage, key)];
    std::ranges::move(spellings, std::back_inserter(all));
    std::ranges::stable_sort(all, {}, &HeadingSpelling::since);
  }
  lineage.spellings = std::move(renamed);
}

template <typename Take>
void read_hashes(std::string_view text, Take take) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    std::uint64_t hash = 0;
    const auto [stop, fault] = std::from_chars(at, end, hash, 16);
    if (fault == std::errc()) take(hash);
    at = std::max(stop, at + 1);
  }
}

// "3-13": by their places among all, from 1.
std::optional<VersionRange> read_range(std::string_view text, std::size_t versions) {
  const auto number = [&](std::string_view digits) -> std::uint32_t {
    std::uint32_t value = 0;
    const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = stop == digits.data() + digits.size();
    return fault == std::errc() && whole && value <= versions ? value : 0;
  };
  const auto [first, last] = cut(text, '-');
  const VersionRange range{number(first), number(last)};
  if (range.first == 0 || range.last < range.first) return std::nullopt;
  return VersionRange{range.first - 1, range.last - 1};
}

// One text for all versions, or a text for each range of them.
Result<void> read_lines(const Source& source, const YamlNode& lines, Lineage& lineage) {
  const std::size_t versions = lineage.versions.size();
  constexpr std::size_t kHashBytes = 13;  // of the file for each
  lineage.lines.reserve((lines.span.end - lines.span.begin) / kHashBytes);
  if (lines.is_scalar()) {
    read_hashes(lines.text, [&](std::uint64_t hash) { lineage.lines.insert(hash); });
    return {};
  }
  lineage.line_versions.reserve((lines.span.end - lines.span.begin) / kHashBytes);
  for (const YamlEntry& entry : lines.entries) {
    const auto range = read_range(entry.key, versions);
    if (!range) {
      return failure_at({&source, entry.key_span},
                        fmt::format("lines stand under the first and the last version that had "
                                    "them, such as 1-{}",
                                    versions));
    }
    const bool telling = range->first > 0 || range->last + 1 < versions;
    read_hashes(entry.value->text, [&](std::uint64_t hash) {
      lineage.lines.insert(hash);
      if (telling) lineage.line_versions.emplace(hash, *range);
    });
  }
  return {};
}

}  // namespace

std::string_view Lineage::spelling(const std::string& key, std::size_t version) const {
  const Presence* presence = find(key);
  const auto all = spellings.find(key);
  if (!presence || !presence->has(version) || all == spellings.end()) return {};
  std::string_view found;
  for (const HeadingSpelling& spelling : all->second) {
    if (spelling.since <= version) found = spelling.marked;
  }
  return found;
}

Result<Lineage> parse_lineage(const Source& source) {
  // Shipped with the program or named by the repository's own configuration:
  // trusted to be larger than a proposal's metadata.
  constexpr std::size_t kMaxBytes = 512 * 1024;
  const Yaml yaml(source, Span{0, source.size()}, kMaxBytes);
  if (!yaml.problems().empty()) {
    const YamlProblem& problem = yaml.problems().front();
    return failure_at({&source, problem.span}, problem.message);
  }
  Lineage lineage;
  const YamlNode* versions = yaml.root().find("versions");
  if (!versions || !versions->is_list() || versions->items.empty()) {
    return failure_at({&source, yaml.root().span}, "a lineage needs a list of `versions`");
  }
  if (versions->items.size() > Lineage::kMaxVersions) {
    return failure_at({&source, versions->span},
                      fmt::format("a lineage has at most {} versions", Lineage::kMaxVersions));
  }
  std::vector<HeadingSet> outlines;
  for (const YamlNode& node : versions->items) {
    const auto date = parse_date(node.scalar("date"));
    if (node.scalar("id").empty() || !date) {
      return failure_at({&source, node.span}, "a version needs an id and a date (yyyy-mm-dd)");
    }
    if (!lineage.versions.empty() && *date < lineage.versions.back().date) {
      return failure_at({&source, node.span}, "versions must stand in the order of their dates");
    }
    HeadingSet outline = outlines.empty() ? HeadingSet() : outlines.back();
    TRY(apply_changes(source, node, outline, lineage));
    lineage.versions.push_back({std::string(node.scalar("id")), *date, outline.size()});
    outlines.push_back(std::move(outline));
  }
  for (std::size_t v = 0; v < outlines.size(); ++v) {
    for (const auto& [key, optional] : outlines[v]) {
      Presence& presence = lineage.headings[current_key(lineage, key)];
      presence.in |= std::uint64_t{1} << v;
      if (optional) presence.optional |= std::uint64_t{1} << v;
    }
  }
  rename_spellings(lineage);
  for (auto& [old_key, key] : lineage.renames) key = current_key(lineage, key);
  if (const YamlNode* lines = yaml.root().find("lines")) {
    TRY(read_lines(source, *lines, lineage));
  }
  return lineage;
}

}  // namespace milepost
