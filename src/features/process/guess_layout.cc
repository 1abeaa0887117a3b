#include "features/process/guess_layout.h"

#include <algorithm>
#include <map>
#include <span>

#include <fmt/format.h>

#include "base/date.h"
#include "base/strings.h"
#include "process/path_pattern.h"

namespace milepost::process {

namespace {

// A few strays do not change where the rest lies.
constexpr double kMostPaths = 0.9;
constexpr double kMostNames = 0.6;
constexpr std::size_t kLongestPrefix = 8;

using PathSegments = std::vector<std::string>;

PathSegments segments_of(std::string_view path) {
  PathSegments parts;
  while (!path.empty()) {
    const auto [part, rest] = cut(path, '/');
    parts.emplace_back(part);
    path = rest;
  }
  return parts;
}

std::string ending_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return std::string(dot == name.npos ? std::string_view() : name.substr(dot));
}

bool is_most(std::size_t count, std::size_t all, double share) {
  return static_cast<double>(count) >= share * static_cast<double>(all);
}

// How long a day at the beginning is: yyyymmdd, or yyyy-mm-dd; 0 for none.
std::size_t date_length(std::string_view text) {
  if (text.size() >= 8 && std::ranges::all_of(text.substr(0, 8), is_digit) &&
      (text.size() == 8 || !is_digit(text[8]))) {
    const std::string day =
        fmt::format("{}-{}-{}", text.substr(0, 4), text.substr(4, 2), text.substr(6, 2));
    if (parse_date(day)) return 8;
  }
  if (text.size() >= 10 && parse_date(text.substr(0, 10))) return 10;
  return 0;
}

UnitShape shape_of(std::string_view unit) {
  if (const std::size_t date = date_length(unit); date > 0) {
    const char after = date < unit.size() ? unit[date] : '\0';
    if (after == '-' || after == '_') return {UnitKind::kDateSlug, {}, after};
  }
  std::size_t at = 0;
  while (at < unit.size() && is_alpha(unit[at])) ++at;
  if (at > 0 && at < unit.size() && (unit[at] == '-' || unit[at] == '_')) ++at;
  if (at > kLongestPrefix || at == unit.size() || !is_digit(unit[at])) return {};
  UnitShape shape{UnitKind::kNumber, std::string(unit.substr(0, at)), '-'};
  while (at < unit.size() && is_digit(unit[at])) ++at;
  if (at == unit.size()) return shape;
  if (unit[at] != '-' && unit[at] != '_') return {};
  return {UnitKind::kNumberSlug, shape.prefix, unit[at]};
}

std::string pattern_of(const UnitShape& shape) {
  switch (shape.kind) {
    case UnitKind::kSlug: return "{slug}";
    case UnitKind::kNumber: return shape.prefix + "{number}";
    case UnitKind::kNumberSlug:
      return fmt::format("{}{{number}}{}{{slug}}", shape.prefix, shape.separator);
    case UnitKind::kDateSlug: return fmt::format("{{date}}{}{{slug}}", shape.separator);
  }
  return {};
}

UnitShape usual_shape(const std::vector<std::string>& units) {
  std::vector<std::pair<UnitShape, std::size_t>> counts;
  for (const std::string& unit : units) {
    const UnitShape shape = shape_of(unit);
    auto known = std::ranges::find(counts, shape, &std::pair<UnitShape, std::size_t>::first);
    if (known == counts.end()) known = counts.insert(counts.end(), {shape, 0});
    ++known->second;
  }
  const auto best =
      std::ranges::max_element(counts, {}, &std::pair<UnitShape, std::size_t>::second);
  return is_most(best->second, units.size(), kMostNames) ? best->first : UnitShape{};
}

// The name that nearly all files have, where each lies in a folder of its own.
std::string usual_file(const std::vector<PathSegments>& paths) {
  std::map<std::string, std::size_t> counts;
  for (const PathSegments& path : paths) {
    if (path.size() > 1) ++counts[path.back()];
  }
  for (const auto& [name, count] : counts) {
    if (count > 1 && is_most(count, paths.size(), kMostNames)) return name;
  }
  return {};
}

// The longest folder that nearly all lie in.
PathSegments usual_base(const std::vector<PathSegments>& folders) {
  PathSegments base;
  for (;;) {
    std::map<std::string, std::size_t> next;
    for (const PathSegments& folder : folders) {
      if (folder.size() > base.size() &&
          std::ranges::equal(base, std::span(folder).first(base.size()))) {
        ++next[folder[base.size()]];
      }
    }
    const auto best =
        std::ranges::max_element(next, {}, &std::pair<const std::string, std::size_t>::second);
    if (best == next.end() || !is_most(best->second, folders.size(), kMostPaths)) return base;
    base.push_back(best->first);
  }
}

bool lies_in(const PathSegments& folder, const PathSegments& base) {
  return folder.size() >= base.size() &&
         std::ranges::equal(base, std::span(folder).first(base.size()));
}

}  // namespace

std::string number_in(std::string_view unit, const UnitShape& shape) {
  if (shape.kind != UnitKind::kNumber && shape.kind != UnitKind::kNumberSlug) return {};
  if (shape_of(unit) != shape) return {};
  const std::string_view rest = unit.substr(shape.prefix.size());
  return std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
}

std::string unit_of(const LayoutGuess& layout, std::string_view path) {
  const PathSegments parts = segments_of(path);
  if (layout.file.empty()) {
    const std::string& name = parts.back();
    return name.substr(0, name.size() - ending_of(name).size());
  }
  return parts.size() < 2 ? std::string() : parts[parts.size() - 2];
}

LayoutGuess guess_layout(const std::vector<std::string>& paths) {
  LayoutGuess guess;
  std::vector<PathSegments> parts;
  for (const std::string& path : paths) parts.push_back(segments_of(path));
  guess.file = usual_file(parts);
  const std::size_t own = guess.file.empty() ? 1 : 2;  // segments that are the proposal's own

  std::vector<std::string> units;
  std::vector<PathSegments> folders;
  std::map<std::string, std::size_t> endings;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].size() < own || (own == 2 && parts[i].back() != guess.file)) continue;
    units.push_back(unit_of(guess, paths[i]));
    folders.emplace_back(parts[i].begin(), parts[i].end() - static_cast<std::ptrdiff_t>(own));
    ++endings[ending_of(parts[i].back())];
  }
  guess.unit = usual_shape(units);
  const PathSegments base = usual_base(folders);
  guess.base = fmt::format("{}", fmt::join(base, "/"));

  // How many folders lie between the base and the proposals.
  std::size_t least = SIZE_MAX;
  std::size_t most = 0;
  std::map<std::size_t, std::size_t> depths;
  for (const PathSegments& folder : folders) {
    if (!lies_in(folder, base)) continue;
    const std::size_t depth = folder.size() - base.size();
    least = std::min(least, depth);
    most = std::max(most, depth);
    ++depths[depth];
  }
  // As the path names them, and as the patterns of documents do.
  std::string named;
  std::string any;
  if (most > 0) {
    const bool flat = is_most(depths[1], folders.size(), kMostPaths);
    guess.group = least > 0 || flat;
    guess.folders = !flat;
    named = guess.group ? (guess.folders ? "{group}/**/" : "{group}/") : "**/";
    any = guess.folders ? "**/" : "*/";
  }
  const std::string ending =
      std::ranges::max_element(endings, {}, &std::pair<const std::string, std::size_t>::second)
          ->first;
  const std::string before = guess.base.empty() ? "" : guess.base + "/";
  const std::string last = guess.file.empty() ? ending : "/" + guess.file;
  guess.path = before + named + pattern_of(guess.unit) + last;
  const std::string star =
      guess.unit.kind == UnitKind::kSlug || guess.unit.kind == UnitKind::kDateSlug
          ? "*"
          : guess.unit.prefix + "*";
  guess.documents = {before + any + star + last};

  const PathPattern pattern(guess.path);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string unit = unit_of(guess, paths[i]);
    const bool fits = pattern.match(paths[i]).has_value() &&
                      (guess.unit.kind == UnitKind::kSlug || shape_of(unit) == guess.unit);
    if (!fits) continue;
    ++guess.fit;
    if (std::string number = number_in(unit, guess.unit); !number.empty()) {
      guess.numbers.push_back(std::move(number));
    }
  }
  return guess;
}

}  // namespace milepost::process
