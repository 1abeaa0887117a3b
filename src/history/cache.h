// A History as bytes, to be kept beside the record and continued later. It can be
// deleted at any time; one that cannot be read is made anew.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "history/history.h"

namespace milepost {

// `made_by` stands for what it was read with: another process reads other things
// out of the same commits.
std::string write_history(const History& history, std::string_view made_by);

// Nothing when it is of another version, made by something else, or damaged.
std::optional<History> read_history(std::string_view text, std::string_view made_by);

}  // namespace milepost
