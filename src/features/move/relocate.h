// Moving a document to its final place: the links in it, and those that lead to
// it, follow.
#pragma once

#include <string>
#include <vector>

#include "base/change_set.h"
#include "workspace/workspace.h"

namespace milepost::move {

// The place the document goes to on this stage; "" when it stays.
std::string final_place_of(const Process& process, const Card& card, std::string_view stage);

// Turns the changes of a move, by path, into those of a move that also puts the
// document at `to`. Fails when something is there already.
Result<void> relocate(const Workspace& workspace, const Card& card, const std::string& to,
                      std::vector<FileChange>& changes);

}  // namespace milepost::move
