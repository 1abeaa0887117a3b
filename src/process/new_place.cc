#include "process/new_place.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"
#include "text/yaml.h"

namespace milepost {

namespace {

// What `new` knows of a proposal that is still to be written.
constexpr std::string_view kKnownParts[] = {"date", "group", "number", "slug"};

// Whether something fits two patterns, lists of pieces of which some stand for any number of
// pieces. What can follow each pair of places is known before what stands there is asked.
template <typename List, typename IsAny, typename Alike>
bool can_meet(const List& a, const List& b, const IsAny& is_any, const Alike& alike) {
  const std::size_t width = b.size() + 1;
  std::vector<bool> meet((a.size() + 1) * width, false);
  const auto at = [&](std::size_t i, std::size_t j) { return meet[i * width + j]; };
  for (std::size_t i = a.size() + 1; i-- > 0;) {
    for (std::size_t j = b.size() + 1; j-- > 0;) {
      const bool in_a = i < a.size();
      const bool in_b = j < b.size();
      const bool any_a = in_a && is_any(a[i]);
      const bool any_b = in_b && is_any(b[j]);
      meet[i * width + j] = (!in_a && !in_b) || (any_a && at(i + 1, j)) ||
                            (any_b && at(i, j + 1)) || (any_a && in_b && at(i, j + 1)) ||
                            (any_b && in_a && at(i + 1, j)) ||
                            (in_a && in_b && alike(a[i], b[j]) && at(i + 1, j + 1));
    }
  }
  return at(0, 0);
}

bool can_meet_in_segment(const std::string& a, const std::string& b) {
  return can_meet(
      a, b, [](char c) { return c == '*'; },
      [](char one, char other) { return one == other || one == '?' || other == '?'; });
}

// The segments of a pattern, with `*` for each part in braces: that a number has digits only
// makes no difference where patterns are wrong.
std::vector<std::string> segments_of(std::string_view pattern) {
  std::vector<std::string> segments;
  std::string segment;
  bool braces = false;
  for (const char c : pattern) {
    if (c == '{') segment += '*';
    braces = c == '{' || (braces && c != '}');
    if (braces || c == '}') continue;
    if (c != '/') {
      segment += c;
    } else if (!segment.empty() && segment != ".") {
      segments.push_back(std::exchange(segment, {}));
    } else {
      segment.clear();
    }
  }
  segments.push_back(segment.empty() ? "**" : segment);  // `docs/` is all below it
  return segments;
}

bool can_meet(const PathPattern& path, const Glob& documents) {
  return can_meet(
      segments_of(path.text()), segments_of(documents.pattern()),
      [](const std::string& segment) { return segment == "**"; }, can_meet_in_segment);
}

bool can_be_document(const Layout& layout, const PathPattern& path) {
  return std::ranges::any_of(layout.documents,
                             [&](const Glob& glob) { return can_meet(path, glob); });
}

std::string shown(const std::vector<Glob>& globs) {
  std::vector<std::string> patterns;
  for (const Glob& glob : globs) patterns.push_back(glob.pattern());
  return fmt::format("{}", fmt::join(patterns, ", "));
}

// The names in braces.
std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t open = path.find('{');
    const std::size_t close = open == path.npos ? open : path.find('}', open);
    if (close == path.npos) return parts;
    parts.emplace_back(path.substr(open + 1, close - open - 1));
    path.remove_prefix(close + 1);
  }
}

std::optional<Place> place_in(const Source& file, const std::vector<std::string_view>& keys) {
  const Yaml yaml(file);
  const YamlNode* const layout = yaml.root().find("layout");
  for (const std::string_view key : keys) {
    const YamlNode* const value = layout ? layout->find(key) : nullptr;
    if (value) return Place{&file, value->span};
  }
  return std::nullopt;
}

// Where a file has one of these keys in its `layout`: milepost.yaml, else the pack, else what it
// extends.
Place place_of(const Process& process, const std::vector<std::string_view>& keys) {
  if (process.repository_source) {
    if (const auto place = place_in(*process.repository_source, keys)) return *place;
  }
  for (const auto& source : process.sources) {
    if (!source->path().ends_with(".yaml")) continue;
    if (const auto place = place_in(*source, keys)) return *place;
  }
  return {};
}

// Where no document can be that one of these paths leads to; "" where one can.
std::string fault_of_paths(const Layout& layout, std::string_view key,
                           std::span<const PathPattern> paths) {
  const auto fits = [&](const PathPattern& path) {
    return path.empty() || can_be_document(layout, path);
  };
  if (paths.empty() || layout.documents.empty() || std::ranges::any_of(paths, fits)) return {};
  std::vector<std::string> texts;
  for (const PathPattern& path : paths) texts.push_back(path.text());
  return fmt::format(
      "`documents` are {}, and none can be where `{}` says: {}; let both say the same "
      "places",
      shown(layout.documents), key, fmt::join(texts, ", "));
}

class FaultFinder {
 public:
  explicit FaultFinder(const Process& process) : process_(process), layout_(process.layout) {}

  std::vector<PackError> find() {
    for (const PathPattern& path : paths_of_new(layout_)) {
      if (std::string fault = fault_of_new_path(layout_, path); !fault.empty()) {
        faults_.push_back({place_of(process_, {"numbers", "new", "path"}), std::move(fault)});
      }
    }
    expect_documents("path", {&layout_.path, 1});
    expect_documents("new", layout_.new_paths);
    return std::move(faults_);
  }

 private:
  void expect_documents(std::string_view key, std::span<const PathPattern> paths) {
    std::string fault = fault_of_paths(layout_, key, paths);
    if (fault.empty()) return;
    faults_.push_back({place_of(process_, {"documents", key}), std::move(fault)});
  }

  const Process& process_;
  const Layout& layout_;
  std::vector<PackError> faults_;
};

}  // namespace

std::span<const PathPattern> paths_of_new(const Layout& layout) {
  if (layout.new_paths.empty()) return {&layout.path, 1};
  return layout.new_paths;
}

std::vector<PackError> faults_of_new_place(const Process& process) {
  return FaultFinder(process).find();
}

std::string fault_of_path(const Layout& layout) {
  return fault_of_paths(layout, "path", {&layout.path, 1});
}

std::string fault_of_new_path(const Layout& layout, const PathPattern& path) {
  for (const std::string& part : parts_of(path.text())) {
    if (std::ranges::find(kKnownParts, part) == std::end(kKnownParts)) {
      return fmt::format(
          "`{}`: a new proposal has no {{{}}}, but {{{}}}; say with `new` in "
          "`layout` where it goes",
          path.text(), part, fmt::join(kKnownParts, "}, {"));
    }
  }
  if (layout.numbering != Numbering::kUnnumbered || !path.names("number")) return {};
  return fmt::format("`{}` has a {{number}}, and `numbers` in `layout` is none; say given or next",
                     path.text());
}

std::string fault_of_new_document(const Layout& layout, const std::string& path) {
  const auto fits = [&](const Glob& glob) { return glob.matches(path); };
  if (std::ranges::none_of(layout.documents, fits)) {
    return fmt::format(
        "{} would not be found again: `documents` in `layout` are {}, and `{}` "
        "leads elsewhere; let both say the same places",
        path, shown(layout.documents), layout.new_paths.empty() ? "path" : "new");
  }
  const auto ignored = std::ranges::find_if(layout.ignore, fits);
  if (ignored == layout.ignore.end()) return {};
  return fmt::format(
      "{} would not be found again: `ignore` in `layout` leaves out {}; give it "
      "another title, or a name with --slug",
      path, ignored->pattern());
}

}  // namespace milepost
