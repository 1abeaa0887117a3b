// The files of a tree with some of them edited, as an editor holds them before they are
// saved. Edits are by the path of the file itself: a link to it shows what it was.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/file_tree.h"

namespace milepost {

// By path from the root of the tree; nothing: the file is deleted.
using FileEdits = std::map<std::string, std::optional<std::string>>;

std::shared_ptr<const FileTree> overlay_tree(std::shared_ptr<const FileTree> below,
                                             FileEdits edits);

}  // namespace milepost
