#include "rules/issues.h"

#include "base/strings.h"
#include "proposal/metadata.h"

namespace milepost {

const std::string& title_of(const IssueField& field) {
  return field.section.empty() ? field.labels.front() : field.section;
}

bool says_nothing(const IssueInput& in, const IssueFieldText& text) {
  return text.value.empty() || is_unset(in.process, text.value);
}

bool is_pull_request(std::string_view text) {
  if (text.find("/pull/") != text.npos) return true;
  const std::size_t hash = text.find('#');
  if (hash == 0 || hash == text.npos || hash + 1 == text.size()) return false;
  const bool bare = text.find("://") == text.npos && text.find(' ') == text.npos;
  return bare && text.find('/') != text.npos && is_digit(text[hash + 1]);
}

}  // namespace milepost
