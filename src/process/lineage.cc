#include "process/lineage.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "process/place.h"
#include "process/template.h"
#include "text/inline.h"
#include "text/yaml.h"

namespace milepost {

namespace {

// "### Goals" or "* How can …?" (a bold question) without its marker.
std::string_view title_of(std::string_view heading) {
  const std::size_t space = heading.find(' ');
  return space == heading.npos ? std::string_view() : trim(heading.substr(space));
}

// The headings of one version while reading: key → called optional.
using Outline = std::unordered_map<std::string, bool>;

// As the version being read, the last so far, writes it.
void know_title(Lineage& lineage, const std::string& heading) {
  lineage.titles.emplace(without_optional(title_of(heading)));
  lineage.marked_titles.insert(heading);
  lineage.spellings[heading_key(title_of(heading))].push_back({lineage.versions.size(), heading});
}

// Turns the outline of the version before into that of the version at `node`.
Result<void> apply_changes(const Source& source, const YamlNode& node, Outline& outline,
                           Lineage& lineage) {
  if (const YamlNode* removed = node.find("removed")) {
    for (const YamlNode& heading : removed->items)
      outline.erase(heading_key(title_of(heading.text)));
  }
  if (const YamlNode* renamed = node.find("renamed")) {
    for (const YamlNode& pair : renamed->items) {
      const std::string_view from = title_of(pair.scalar("from"));
      const std::string_view to = title_of(pair.scalar("to"));
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
      outline[heading_key(title_of(heading.text))] = says_optional(heading.text);
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

void read_hashes(std::string_view text, std::unordered_set<std::uint64_t>& hashes) {
  hashes.reserve(text.size() / 12);
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    std::uint64_t hash = 0;
    const auto [stop, fault] = std::from_chars(at, end, hash, 16);
    if (fault == std::errc()) hashes.insert(hash);
    at = std::max(stop, at + 1);
  }
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
  std::vector<Outline> outlines;
  for (const YamlNode& node : versions->items) {
    const auto date = parse_date(node.scalar("date"));
    if (node.scalar("id").empty() || !date) {
      return failure_at({&source, node.span}, "a version needs an id and a date (yyyy-mm-dd)");
    }
    if (!lineage.versions.empty() && *date < lineage.versions.back().date) {
      return failure_at({&source, node.span}, "versions must stand in the order of their dates");
    }
    Outline outline = outlines.empty() ? Outline() : outlines.back();
    if (auto applied = apply_changes(source, node, outline, lineage); !applied) {
      return tl::unexpected(std::move(applied.error()));
    }
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
  read_hashes(yaml.root().scalar("lines"), lineage.lines);
  return lineage;
}

// --- writing ---------------------------------------------------------------------

namespace {

struct Line {
  std::string text;  // "### Goals"
  std::string key;
  friend bool operator==(const Line& a, const Line& b) { return a.text == b.text; }
};

Line make_line(std::string marker, std::string_view title) {
  return {std::move(marker) + " " + std::string(title), heading_key(title)};
}

// Headings and bold questions, in order.
std::vector<Line> outline(const Template& version) {
  const Document& document = version.document();
  std::vector<Line> lines;
  std::size_t bold = 0;
  const auto& questions = document.bold_items();
  const auto take_questions_before = [&](std::uint32_t offset) {
    for (; bold < questions.size() && questions[bold].span.begin < offset; ++bold) {
      if (questions[bold].text.ends_with('?'))
        lines.push_back(make_line("*", questions[bold].text));
    }
  };
  for (const TemplateSection& section : version.sections()) {
    take_questions_before(section.span.begin);
    lines.push_back(
        make_line(std::string(static_cast<std::size_t>(section.level), '#'), section.title));
  }
  take_questions_before(document.source().size());
  return lines;
}

struct Changes {
  std::vector<std::string> added, removed, moved;
  std::vector<std::pair<std::string, std::string>> renamed;
};

// The keys beside a heading, by which one that changed all its words is known.
std::pair<std::string_view, std::string_view> neighbours(const std::vector<Line>& lines,
                                                         std::size_t at) {
  return {at > 0 ? std::string_view(lines[at - 1].key) : std::string_view(),
          at + 1 < lines.size() ? std::string_view(lines[at + 1].key) : std::string_view()};
}

Changes compare(const std::vector<Line>& before, const std::vector<Line>& after) {
  Changes changes;
  const auto find_key = [](const std::vector<Line>& lines, const std::string& key) {
    return std::ranges::find(lines, key, &Line::key);
  };
  std::vector<std::size_t> gone;
  std::vector<std::size_t> come;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (find_key(after, before[i].key) == after.end()) gone.push_back(i);
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto old = find_key(before, after[i].key);
    if (old == before.end()) {
      come.push_back(i);
    } else if (old->text != after[i].text) {
      const bool same_title = title_of(old->text) == title_of(after[i].text);
      if (same_title) changes.moved.push_back(after[i].text);
      if (!same_title) changes.renamed.emplace_back(old->text, after[i].text);
    }
  }
  const auto pair_up = [&](auto&& alike) {
    std::erase_if(gone, [&](std::size_t g) {
      const auto match = std::ranges::find_if(come, [&](std::size_t c) { return alike(g, c); });
      if (match == come.end()) return false;
      changes.renamed.emplace_back(before[g].text, after[*match].text);
      come.erase(match);
      return true;
    });
  };
  pair_up([&](std::size_t g, std::size_t c) {
    return similarity(before[g].key, after[c].key, 0.75) >= 0.75;
  });
  pair_up([&](std::size_t g, std::size_t c) {
    const auto [g_prev, g_next] = neighbours(before, g);
    const auto [c_prev, c_next] = neighbours(after, c);
    return g_prev == c_prev && g_next == c_next;
  });
  for (const std::size_t g : gone) changes.removed.push_back(before[g].text);
  for (const std::size_t c : come) changes.added.push_back(after[c].text);
  return changes;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

void write_list(std::string& out, std::string_view key, const std::vector<std::string>& headings) {
  if (headings.empty()) return;
  out += fmt::format("    {}:\n", key);
  for (const std::string& heading : headings) out += fmt::format("      - {}\n", quoted(heading));
}

void write_version(std::string& out, std::size_t number, const Date& date, const Changes& changes) {
  out += fmt::format("  - id: \"{}\"\n    date: {}\n", number, to_string(date));
  write_list(out, "added", changes.added);
  write_list(out, "removed", changes.removed);
  write_list(out, "moved", changes.moved);
  if (changes.renamed.empty()) return;
  out += "    renamed:\n";
  for (const auto& [from, to] : changes.renamed) {
    out += fmt::format("      - from: {}\n        to: {}\n", quoted(from), quoted(to));
  }
}

}  // namespace

std::string write_lineage(const std::vector<DatedTemplate>& versions) {
  std::string out = "schema: 1\nversions:\n";
  std::unordered_set<std::uint64_t> hashes;
  std::vector<Line> before;
  std::size_t number = 0;
  for (const DatedTemplate& dated : versions) {
    hashes.insert(dated.version->lines().begin(), dated.version->lines().end());
    std::vector<Line> after = outline(*dated.version);
    if (number > 0 && after == before) continue;
    write_version(out, ++number, dated.date, compare(before, after));
    before = std::move(after);
  }
  std::vector<std::uint64_t> sorted(hashes.begin(), hashes.end());
  std::ranges::sort(sorted);
  out += "# Hashes of every line that any version contained.\nlines: >-";
  constexpr std::size_t kPerLine = 7;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    out += fmt::format("{}{:x}", i % kPerLine == 0 ? "\n  " : " ", sorted[i]);
  }
  return out + "\n";
}

}  // namespace milepost
