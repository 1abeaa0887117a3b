// What several rules on tracking issues go by.
#pragma once

#include <string>
#include <string_view>

#include "issue/issue.h"
#include "rules/rule.h"

namespace milepost {

// What people call a field: its label, or its section.
const std::string& title_of(const IssueField& field);

// Nothing, or a word the process takes for nothing.
bool says_nothing(const IssueInput& in, const IssueFieldText& text);

// Whether a text refers to a pull request: by its address, or as owner/repo#12.
bool is_pull_request(std::string_view text);

}  // namespace milepost
