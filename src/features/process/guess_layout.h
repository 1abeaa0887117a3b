// Where proposals lie, guessed from the paths of examples.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::process {

enum class UnitKind : std::uint8_t { kSlug, kNumber, kNumberSlug, kDateSlug };

// What of a proposal's path names it: "gep-{number}", "{number}-{slug}".
struct UnitShape {
  UnitKind kind = UnitKind::kSlug;
  std::string prefix;    // before the number: "gep-"
  char separator = '-';  // after it
  friend bool operator==(const UnitShape&, const UnitShape&) = default;
};

struct LayoutGuess {
  std::vector<std::string> documents;  // patterns
  std::string path;                    // "teps/{number}-{slug}.md"
  std::string file;                    // "README.md", where each proposal has a folder of its own
  std::size_t fit = 0;                 // so many paths are as `path` says
  UnitShape unit;
  std::vector<std::string> numbers;  // as written, of those that have any
  bool group = false;                // `path` names a group
  bool folders = false;              // `path` has `**`
  std::string base;                  // the folder that all lie in; "" for the root
};

// `paths` are those of examples, from the root; at least one.
LayoutGuess guess_layout(const std::vector<std::string>& paths);

// The number in a name of the shape, as written; "" without one.
std::string number_in(std::string_view unit, const UnitShape& shape);
// What names the proposal at a path: its folder, or its file without the ending.
std::string unit_of(const LayoutGuess& layout, std::string_view path);

}  // namespace milepost::process
