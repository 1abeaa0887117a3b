#include "process/lineage_write.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/outline.h"
#include "base/utf8.h"
#include "process/heading_key.h"
#include "process/template.h"
#include "text/yaml_write.h"

namespace milepost {

namespace {

using Outline = std::vector<OutlineHeading>;

// As YAML takes it: what no YAML may hold becomes a space.
std::string quoted(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const utf8::Decoded next = utf8::decode(text);
    const bool control =
        next.code_point < 0x20 || (next.code_point >= 0x7F && next.code_point < 0xA0);
    const bool line_end = next.code_point == 0x2028 || next.code_point == 0x2029;
    const bool refused = !next.valid || control || line_end || (next.code_point & 0xFFFE) == 0xFFFE;
    clean += refused ? " " : text.substr(0, next.length);
    text.remove_prefix(next.length);
  }
  return yaml_scalar(clean, true);
}

// Headings and bold questions, in order.
Outline outline_of(const Template& version) {
  const Document& document = version.document();
  Outline outline;
  std::vector<std::uint32_t> places(version.sections().size());  // of sections in it
  std::size_t bold = 0;
  std::uint32_t around = kNowhere;
  const auto& questions = document.bold_items();
  const auto add = [&](const std::string& marker, std::string_view title, std::uint32_t parent) {
    outline.push_back({marker + " " + std::string(title), heading_key(title), parent});
  };
  const auto take_questions_before = [&](std::uint32_t offset) {
    for (; bold < questions.size() && questions[bold].span.begin < offset; ++bold) {
      if (questions[bold].text.ends_with('?')) add("*", questions[bold].text, around);
    }
  };
  for (std::size_t s = 0; s < version.sections().size(); ++s) {
    const TemplateSection& section = version.sections()[s];
    take_questions_before(section.span.begin);
    add(std::string(static_cast<std::size_t>(section.level), '#'), section.title,
        section.parent == kNone ? kNowhere : places[section.parent]);
    around = places[s] = static_cast<std::uint32_t>(outline.size() - 1);
  }
  take_questions_before(document.source().size());
  return outline;
}

std::vector<std::string_view> keys_of(const Outline& outline) {
  std::vector<std::string_view> keys;
  keys.reserve(outline.size());
  for (const OutlineHeading& heading : outline) keys.push_back(heading.key);
  return keys;
}

std::vector<std::uint32_t> parents_of(const Outline& outline) {
  std::vector<std::uint32_t> parents;
  parents.reserve(outline.size());
  for (const OutlineHeading& heading : outline) parents.push_back(heading.parent);
  return parents;
}

// One that changed all its words is known by what stands before and after it.
void pair_by_place(const Outline& before, const Outline& after, OutlinePairs& pairs) {
  for (std::size_t a = 1; a < after.size(); ++a) {
    if (pairs.former[a] != kNowhere || pairs.former[a - 1] == kNowhere) continue;
    const std::size_t b = pairs.former[a - 1] + std::size_t{1};
    if (b >= before.size() || pairs.next[b] != kNowhere) continue;
    const bool last = a + 1 == after.size() && b + 1 == before.size();
    const bool between = a + 1 < after.size() && pairs.former[a + 1] == b + 1;
    const bool question = before[b].text.ends_with('?') == after[a].text.ends_with('?');
    if ((last || between) && question) pairs.pair(b, a);
  }
}

void write_list(std::string& out, std::string_view key,
                const std::vector<std::string_view>& headings) {
  if (headings.empty()) return;
  out += fmt::format("    {}:\n", key);
  for (const std::string_view heading : headings) {
    out += fmt::format("      - {}\n", quoted(heading));
  }
}

// What became of the headings of a version in the next.
void write_changes(std::string& out, const Outline& before, const Outline& after) {
  OutlinePairs pairs(before.size(), after.size());
  pair_same(keys_of(before), keys_of(after), pairs);
  pair_alike(keys_of(before), keys_of(after), pairs);
  pair_by_place(before, after, pairs);
  const std::vector<bool> displaced = find_moved(pairs, parents_of(before), parents_of(after));
  std::vector<std::string_view> added;
  std::vector<std::string_view> removed;
  std::vector<std::string_view> moved;
  std::vector<std::pair<std::string_view, std::string_view>> renamed;
  for (std::size_t a = 0; a < after.size(); ++a) {
    const std::string& text = after[a].text;
    if (pairs.former[a] == kNowhere) {
      added.push_back(text);
      continue;
    }
    const std::string& old = before[pairs.former[a]].text;
    const bool same_title = lineage_title(old) == lineage_title(text);
    if (!same_title) renamed.emplace_back(old, text);
    if (displaced[a] || (same_title && old != text)) moved.push_back(text);
  }
  for (std::size_t b = 0; b < before.size(); ++b) {
    if (pairs.next[b] == kNowhere) removed.push_back(before[b].text);
  }
  write_list(out, "added", added);
  write_list(out, "removed", removed);
  write_list(out, "moved", moved);
  if (renamed.empty()) return;
  out += "    renamed:\n";
  for (const auto& [from, to] : renamed) {
    out += fmt::format("      - from: {}\n        to: {}\n", quoted(from), quoted(to));
  }
}

}  // namespace

void LineageWriter::add(Date date, const Template& version) {
  Outline outline = outline_of(version);
  if (versions_ == 0 || outline != outline_) {
    last_ = versions_ == 0 ? date : std::max(last_, date);
    ++versions_;
    changes_ += fmt::format("  - id: \"{}\"\n    date: {}\n", versions_, to_string(last_));
    write_changes(changes_, outline_, outline);
    outline_ = std::move(outline);
  }
  const auto place = static_cast<std::uint32_t>(versions_ - 1);
  for (const std::uint64_t hash : version.lines()) {
    lines_.try_emplace(hash, VersionRange{place, place}).first->second.last = place;
  }
}

std::string LineageWriter::text() const {
  std::string out =
      "# Made by `milepost template lineage`; headings are facts, lines are hashes.\n"
      "schema: 1\nversions:\n" +
      changes_ +
      "# Hashes of the lines of all versions, by the first and the last that had them.\n"
      "lines:\n";
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint64_t>> ranges;
  for (const auto& [hash, range] : lines_) ranges[{range.first, range.last}].push_back(hash);
  for (auto& [range, hashes] : ranges) {
    std::ranges::sort(hashes);
    out += fmt::format("  {}-{}: >-", range.first + 1, range.second + 1);
    constexpr std::size_t kPerLine = 7;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      out += fmt::format("{}{:x}", i % kPerLine == 0 ? "\n    " : " ", hashes[i]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace milepost
