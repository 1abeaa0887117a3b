// Folders in the place of a group that are none (`group-folders` of a layout).
#pragma once

#include <string_view>

#include "process/process.h"

namespace milepost {

// The group that such a folder belongs to; "" for a folder that the layout does not name.
inline std::string_view group_of_folder(const Layout& layout, std::string_view folder) {
  std::string_view group;
  if (folder.empty()) return group;
  for (const GroupFolder& known : layout.group_folders) {
    if (known.pattern.matches(folder)) group = known.group;
  }
  return group;
}

}  // namespace milepost
