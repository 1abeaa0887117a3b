// What the verbs that report findings share: their options, how the report is
// written, and what the shell is told.
#pragma once

#include <chrono>
#include <string_view>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/output.h"
#include "features/findings/formats.h"
#include "features/findings/model.h"
#include "features/findings/statistics_text.h"

namespace milepost::findings {

inline constexpr Option kFormatOption{"--format", "", "FORMAT", "how to write the findings",
                                      kFormatNames};
inline constexpr Option kStrictOption{"--strict", "", "", "warnings fail the run, as errors do"};

inline constexpr std::string_view kFindingsExitStatus =
    "0 nothing wrong (infos never count, warnings only with --strict)\n"
    "1 something is wrong\n"
    "2 could not run, or not everything could be checked";

// 2 when something could not be checked, for then the answer is incomplete; else
// 1 for findings that count; else 0.
int exit_status(const Run& run, bool strict);

// Writes the run in the format asked for, and its read errors to standard error; its
// notes too, where the text does not have them.
int report_findings(const Run& run, const Arguments& arguments, Console& console,
                    std::chrono::steady_clock::time_point begun, Extent extent = Extent::kFindings);

}  // namespace milepost::findings
