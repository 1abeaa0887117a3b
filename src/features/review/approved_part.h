// The Markdown that an approval of a role is about: the sections that the role answers for, or all
// of the text.
#pragma once

#include <string>

#include "process/process.h"
#include "proposal/text_change.h"

namespace milepost::review {

std::string approved_markdown(const Process& process, const JudgedText& text, const Role& role);

}  // namespace milepost::review
