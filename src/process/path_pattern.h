// Where a process keeps its files, with the parts of the path that mean
// something: `keps/{group}/{number}-{slug}/README.md`.
//
// `{number}` stands for digits, `{date}` for a day (20190711, 2019-07-11), any other name for a
// part of one segment, `**` for any number of whole segments, which are the part kFolders. The same
// pattern reads a path and makes one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace milepost {

class PathParts {
 public:
  // The part that `**` stands for: "kubeadm", "a/b"; it may be missing.
  static constexpr std::string_view kFolders = "**";

  // "" for a part the pattern does not name.
  std::string_view find(std::string_view name) const;
  void set(std::string_view name, std::string_view value);

 private:
  std::vector<std::pair<std::string, std::string>> parts_;
};

class PathPattern {
 public:
  PathPattern() = default;  // matches nothing
  explicit PathPattern(std::string_view pattern);

  bool empty() const { return pattern_.empty(); }
  const std::string& text() const { return pattern_; }
  bool names(std::string_view part) const;
  bool has_folders() const;  // `**`

  std::optional<PathParts> match(std::string_view path) const;
  // The path with these parts; "" when one of them is missing.
  std::string fill(const PathParts& parts) const;
  // The folder before the first part that varies; "" for the root.
  std::string fixed_folder() const;

 private:
  struct Piece {
    bool named = false;
    std::string text;  // the literal, or the part's name
  };
  using Segment = std::vector<Piece>;  // empty: `**`

  static bool match_segment(const Segment& segment, std::string_view text, PathParts& parts);

  std::string pattern_;
  std::vector<Segment> segments_;
};

// What is wrong with braces in a pattern of paths, and what to do; "" for nothing. `known` are the
// parts that it may name, none: any, each once.
std::string fault_of_braces(std::string_view pattern, const std::vector<std::string>& known);

}  // namespace milepost
