// Writing a move down in a proposal's history: the section that the process names
// for it.
#pragma once

#include <optional>
#include <string>

#include "base/finding.h"
#include "workspace/examine.h"

namespace milepost::move {

// Adds the entry to the list that the section has, or begins one; a section that is
// missing is added where the template has it. Nothing when the process has no
// history, or the document no place for it.
std::optional<Edit> history_edit(const Selected& selected, const Examined& examined,
                                 const std::string& entry);

}  // namespace milepost::move
