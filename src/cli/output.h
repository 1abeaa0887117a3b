// What verbs share in how they show things.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/change_set.h"
#include "base/read_error.h"
#include "cli/console.h"
#include "cli/options.h"

namespace milepost {

inline constexpr std::string_view kTextOrJson[] = {"text", "json"};

inline constexpr Option kQuietOption{"--quiet", "-q", "", "text without infos and summary"};

// Says on standard error what was assumed.
void report_notes(const std::vector<std::string>& notes, Console& console);

// Says on standard error what could not be read.
void report_read_errors(const std::vector<ReadError>& read_errors, Console& console);

// A change as shown_diff shows it.
std::string shown_change(const FileChange& change, const Console& console);

// A diff as it is for a program; for a terminal without what it would obey.
std::string shown_diff(std::string diff, const Console& console);

}  // namespace milepost
