#include "rules/issue/issues.h"

#include "issue/pull_request.h"
#include "proposal/metadata.h"

namespace milepost {

const std::string& title_of(const IssueField& field) {
  return field.section.empty() ? field.labels.front() : field.section;
}

bool says_nothing(const IssueInput& in, const IssueFieldText& text) {
  return text.value.empty() || is_unset(in.process, text.value);
}

bool is_pull_request(std::string_view text) {
  return !find_pull_requests(text, {0, static_cast<std::uint32_t>(text.size())}).empty();
}

}  // namespace milepost
