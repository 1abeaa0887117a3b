// What an entry of a log tells beside its kind, for every format that people read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/log/model.h"

namespace milepost::log {

// "opted in" for "opted-in"
std::string kind_words(std::string_view kind);
// Whether a field is for people: digests are for programs.
bool is_for_people(std::string_view field);
std::vector<std::string_view> lines_of(std::string_view text);
std::string in_one_line(const std::string& text);
// "stage alpha → beta"
std::string change_text(const FieldChange& change);

// "release v1.38, freeze prr", or what a commit changed. The release that is understood is left
// out.
std::string details_text(const LogEntry& entry, std::string_view understood = {});

}  // namespace milepost::log
