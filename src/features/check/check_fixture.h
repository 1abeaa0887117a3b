// Checks as `milepost check` does it, for tests: opens the repository that the words are about.
#pragma once

#include <optional>

#include "base/date.h"
#include "base/instant.h"
#include "features/check/change.h"
#include "features/check/check.h"
#include "features/check/fix.h"

namespace milepost::check {

inline Instant moment_on(const std::optional<Date>& today) {
  return start_of(today.value_or(today_utc()));
}

inline Result<findings::Run> open_and_check(const WorkspaceOptions& where,
                                            const CheckOptions& options = {},
                                            const std::optional<Date>& today = {}) {
  TRY(const auto workspace, Workspace::open_for(options.words, where, moment_on(today)));
  return check(*workspace, options);
}

inline Result<findings::Run> open_and_check_change(const WorkspaceOptions& where,
                                                   const ChangeScope& scope,
                                                   const ChangeOptions& options = {},
                                                   const std::optional<Date>& today = {},
                                                   const JudgeOptions& judge = {}) {
  TRY(const auto ends, find_change_ends(where.directory, scope));
  TRY(const auto change, open_change(ends, where, moment_on(today), judge));
  return check_change(change, ends, options);
}

inline Result<FixRun> open_and_plan_fixes(const WorkspaceOptions& where,
                                          const FixOptions& options = {}) {
  TRY(const auto workspace, Workspace::open_for(options.words, where, moment_on({})));
  return plan_fixes(*workspace, options);
}

}  // namespace milepost::check
