// What a condition of a gate asks for, in words.
#pragma once

#include <string>

#include "process/process.h"

namespace milepost::process {

// "Test Plan is filled", "each approver approves".
std::string condition_text(const Process& process, const Condition& condition);

}  // namespace milepost::process
