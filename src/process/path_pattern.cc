#include "process/path_pattern.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"

namespace milepost {

namespace {

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> segments;
  while (!path.empty()) {
    const auto [segment, rest] = cut(path, '/');
    if (!segment.empty()) segments.push_back(segment);
    path = rest;
  }
  return segments;
}

}  // namespace

namespace {

// Of 20190711 or 2019-07-11 at the beginning, whether or not there is such a day; else 0.
std::size_t length_of_day(std::string_view text) {
  for (const std::string_view form : {"dddd-dd-dd", "dddddddd"}) {
    if (text.size() < form.size()) continue;
    const bool fits = std::ranges::equal(form, text.substr(0, form.size()), [](char f, char c) {
      return f == 'd' ? is_digit(c) : f == c;
    });
    const bool more = text.size() > form.size() && is_digit(text[form.size()]);
    if (fits && !more) return form.size();
  }
  return 0;
}

}  // namespace

std::string_view PathParts::find(std::string_view name) const {
  for (const auto& [part, value] : parts_) {
    if (part == name) return value;
  }
  return {};
}

void PathParts::set(std::string_view name, std::string_view value) {
  for (auto& [part, old] : parts_) {
    if (part == name) {
      old = value;
      return;
    }
  }
  parts_.emplace_back(name, value);
}

PathPattern::PathPattern(std::string_view pattern) : pattern_(pattern) {
  for (std::string_view text : split(pattern)) {
    Segment& segment = segments_.emplace_back();
    if (text == PathParts::kFolders) continue;
    while (!text.empty()) {
      const std::size_t open = text.find('{');
      const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
      if (close == text.npos) {
        segment.push_back({false, std::string(text)});
        break;
      }
      if (open > 0) segment.push_back({false, std::string(text.substr(0, open))});
      segment.push_back({true, std::string(text.substr(open + 1, close - open - 1))});
      text.remove_prefix(close + 1);
    }
  }
}

bool PathPattern::names(std::string_view part) const {
  return std::ranges::any_of(segments_, [&](const Segment& segment) {
    return std::ranges::any_of(
        segment, [&](const Piece& piece) { return piece.named && piece.text == part; });
  });
}

bool PathPattern::has_folders() const {
  return std::ranges::any_of(segments_, [](const Segment& segment) { return segment.empty(); });
}

bool PathPattern::match_segment(const Segment& segment, std::string_view text, PathParts& parts) {
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const Piece& piece = segment[i];
    if (!piece.named) {
      if (!text.starts_with(piece.text)) return false;
      text.remove_prefix(piece.text.size());
      continue;
    }
    std::size_t length = text.size();
    if (piece.text == "date") {
      length = length_of_day(text);
    } else if (piece.text == "number") {
      length = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    } else if (i + 1 < segment.size() && !segment[i + 1].named) {
      // The last part before a literal at the end reaches up to it: a slug may
      // hold dots.
      const std::string& literal = segment[i + 1].text;
      length = i + 2 == segment.size() && text.ends_with(literal) ? text.size() - literal.size()
                                                                  : text.find(literal);
    }
    if (length == 0 || length == text.npos) return false;
    parts.set(piece.text, text.substr(0, length));
    text.remove_prefix(length);
  }
  return text.empty();
}

std::optional<PathParts> PathPattern::match(std::string_view path) const {
  const std::vector<std::string_view> found = split(path);
  if (segments_.empty()) return std::nullopt;
  // Up to `**` the segments fit from the front, after it from the back. A
  // second `**` would be ambiguous and is read as one segment of any name.
  const auto any = std::ranges::find_if(segments_, &Segment::empty);
  const auto before = static_cast<std::size_t>(any - segments_.begin());
  const bool folders = any != segments_.end();
  const std::size_t after = folders ? segments_.size() - before - 1 : 0;
  if (folders ? found.size() < before + after : found.size() != before) return std::nullopt;

  PathParts parts;
  for (std::size_t i = 0; i < before; ++i) {
    if (!match_segment(segments_[i], found[i], parts)) return std::nullopt;
  }
  for (std::size_t i = 0; i < after; ++i) {
    const Segment& segment = segments_[segments_.size() - after + i];
    if (!segment.empty() && !match_segment(segment, found[found.size() - after + i], parts)) {
      return std::nullopt;
    }
  }
  std::string between;
  for (std::size_t i = before; i + after < found.size(); ++i) {
    if (!between.empty()) between += '/';
    between += found[i];
  }
  if (!between.empty()) parts.set(PathParts::kFolders, between);
  return parts;
}

std::string PathPattern::fixed_folder() const {
  const std::size_t varies = pattern_.find_first_of("{*");
  const std::size_t slash = pattern_.rfind('/', varies);
  return slash == pattern_.npos ? std::string() : pattern_.substr(0, slash);
}

std::string PathPattern::fill(const PathParts& parts) const {
  std::string path;
  for (const Segment& segment : segments_) {
    const std::string_view folders =
        segment.empty() ? parts.find(PathParts::kFolders) : std::string_view();
    if (segment.empty() && folders.empty()) continue;
    if (!path.empty()) path += '/';
    path += folders;
    for (const Piece& piece : segment) {
      const std::string_view text = piece.named ? parts.find(piece.text) : piece.text;
      if (text.empty()) return {};
      path += text;
    }
  }
  return path;
}

std::string fault_of_braces(std::string_view pattern, const std::vector<std::string>& known) {
  std::vector<std::string_view> named;
  for (std::string_view rest = pattern;;) {
    const std::size_t brace = rest.find_first_of("{}");
    if (brace == rest.npos) return {};
    const std::size_t close = rest.find_first_of("{}", brace + 1);
    if (rest[brace] == '}' || close == rest.npos || rest[close] == '{') {
      return fmt::format("`{}` has a brace without its other half", pattern);
    }
    const std::string_view part = rest.substr(brace + 1, close - brace - 1);
    if (!known.empty() && std::ranges::find(known, part.substr(0, part.find(':'))) == known.end()) {
      return fmt::format("`{}`: `{{{}}}` is no part that this pattern knows; it knows {{{}}}",
                         pattern, part, fmt::join(known, "}, {"));
    }
    if (known.empty() && std::ranges::find(named, part) != named.end()) {
      return fmt::format("`{}` names {{{}}} twice", pattern, part);
    }
    named.push_back(part);
    rest.remove_prefix(close + 1);
  }
}

}  // namespace milepost
