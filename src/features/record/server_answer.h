// What a server answers who records through it, and what it is sent, as texts of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/store.h"

namespace milepost::record {

struct SentAppend;

std::string append_text(const SentAppend& sent, const Sha256& sha256);
Result<Appended> read_appended(std::string_view body);
// Nothing when it is another problem.
std::optional<Conflict> read_conflict(std::string_view body);
// Whose the token is.
Result<std::string> read_person(std::string_view body);
// The detail of a problem, else its status.
std::string problem_text(int status, std::string_view body);

}  // namespace milepost::record
