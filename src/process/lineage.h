// The versions of a template over time, so that a proposal is judged by the
// template it was written for. Shipped with a pack as lineage.yaml, which gives
// for each version what changed and, once for all, the hashes of the lines of all
// of them, with the versions that contained each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/date.h"
#include "base/result.h"
#include "base/source.h"

namespace milepost {

struct TemplateVersion {
  std::string id;
  Date date;
  std::size_t headings = 0;  // how many it has
};

// In which versions a heading stood; version v is bit v.
struct Presence {
  std::uint64_t in = 0;
  std::uint64_t optional = 0;  // where the version called it optional

  bool has(std::size_t version) const { return (in >> version & 1) != 0; }
  bool is_optional(std::size_t version) const { return (optional >> version & 1) != 0; }
};

// How a version, and those after it, write a heading.
struct HeadingSpelling {
  std::size_t since = 0;  // a version
  std::string marked;     // "### Goals", or "* How can …?" for a question in bold
};

// The versions from one to another, both counted.
struct VersionRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const VersionRange&, const VersionRange&) = default;
};

struct Lineage {
  static constexpr std::size_t kMaxVersions = 64;

  std::vector<TemplateVersion> versions;                 // oldest first
  std::unordered_map<std::string, Presence> headings;    // by the key of the current name
  std::unordered_map<std::string, std::string> renames;  // an old heading's key → the current key
  std::unordered_set<std::string> titles;         // as some version had them, less "(Optional)"
  std::unordered_set<std::string> marked_titles;  // the same with its level: "### Goals"
  std::unordered_set<std::uint64_t> lines;        // see boilerplate.h
  // By the key of the current name, oldest first.
  std::unordered_map<std::string, std::vector<HeadingSpelling>> spellings;
  // Which versions had a line, where the file says so and it was not all of them.
  std::unordered_map<std::uint64_t, VersionRange> line_versions;

  const Presence* find(const std::string& key) const {
    const auto found = headings.find(key);
    return found == headings.end() ? nullptr : &found->second;
  }
  // As the version writes it; "" when it does not have it.
  std::string_view spelling(const std::string& key, std::size_t version) const;
};

// Fails with file:line:column when the file is not a lineage.
Result<Lineage> parse_lineage(const Source& source);

// The title of "### Goals" or "* How can …?" (a bold question), without its marker.
std::string_view lineage_title(std::string_view heading);

}  // namespace milepost
