// Who somebody at the command line says they are. It is claimed, not proven.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "process/process.h"

namespace milepost {

// The handle, without an @: the one `claimed` (--as or MILEPOST_AS), else git's
// setting milepost.handle, else whom the process's `people` knows by git's
// user.email. "" when nothing tells. An address is never taken for a handle.
Result<std::string> find_identity(const Process& process, const std::string& root,
                                  std::string_view claimed);

// The same of somebody who acts: fails when nothing tells, and says how to.
Result<std::string> need_identity(const Process& process, const std::string& root,
                                  std::string_view claimed);

// A handle as somebody writes it, without the @; `what` names it in the error.
Result<std::string> read_claim(std::string_view claimed, std::string_view what);

// Whom @me stands for in a query; not looked up for one without it.
Result<std::string> find_me(std::string_view query, const Process& process, const std::string& root,
                            std::string_view claimed);

}  // namespace milepost
