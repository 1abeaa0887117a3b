// Finds which of the files that vanished live on under another name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/git.h"

namespace milepost {

// The content of a changed file before and after; nothing when it cannot be had.
struct ChangedTexts {
  std::function<std::optional<std::string>(const GitChange&)> before;
  std::function<std::optional<std::string>(const GitChange&)> after;
};

// Turns pairs of deleted and added files into renamed ones: those with the same
// content, then those of the same name or folder, or with a folder of their own in
// it, that share at least half of their lines. Keeps the order by path.
void find_renames(std::vector<GitChange>& changes, const ChangedTexts& texts);

// Whether two texts share at least half of the longer one's lines that say
// something.
bool share_half_of_lines(std::string_view one, std::string_view other);

}  // namespace milepost
