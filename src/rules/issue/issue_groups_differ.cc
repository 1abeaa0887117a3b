#include <fmt/format.h>

#include "issue/issue.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/issue/issues.h"
#include "text/inline.h"

namespace milepost {

namespace {

// Takes the words out of a text of words; false when they are not there.
bool take_words(std::string& text, const std::string& words) {
  const std::string padded = " " + words + " ";
  const std::size_t at = text.find(padded);
  if (words.empty() || at == text.npos) return false;
  text.replace(at, padded.size(), "  ");
  return true;
}

}  // namespace

// MP705 issue-groups-differ: the issue names the groups that the metadata names, the
// owning group at least.
void issue_groups_differ(const IssueInput& in, Sink& sink) {
  const IssueFieldText* const text = in.issue.find(IssueValue::kGroups);
  if (!text || !in.card || in.card->group.empty() || says_nothing(in, *text)) return;
  const Source& source = in.issue.document.source();
  std::string left = " " + heading_words(plain_text(text->value)) + " ";
  if (!take_words(left, heading_words(in.card->group))) {
    sink.report(source, text->span,
                fmt::format("\"{}\" does not name {}, which owns the proposal",
                            title_of(*text->field), in.card->group));
  }
  for (const std::string& group : in.card->participating_groups) {
    take_words(left, heading_words(group));
  }
  while (take_words(left, "and")) {
  }
  const std::size_t begin = left.find_first_not_of(' ');
  if (begin == left.npos) return;
  const std::size_t end = left.find_last_not_of(' ') + 1;
  sink.report(source, text->span,
              fmt::format("\"{}\" names \"{}\", which the metadata does not",
                          title_of(*text->field), left.substr(begin, end - begin)));
}

}  // namespace milepost
