#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "issue/issue.h"
#include "rules/all.h"
#include "rules/issue/issues.h"
#include "text/inline.h"

namespace milepost {

namespace {

constexpr bool ends_word(char c) {
  return is_space(c) || c == ',' || c == ';' || c == '(' || c == ')' || c == '<' || c == '>' ||
         c == '[' || c == ']';
}

// "@jane", "jane@example.org" or an address, anywhere in it. A handle that is written
// without its "@" counts when it is an author's.
bool names_somebody(const IssueInput& in, std::string_view text) {
  while (!text.empty()) {
    const auto end = std::ranges::find_if(text, ends_word);
    const std::string_view word(text.begin(), end);
    const std::size_t at = word.find('@');
    if (at != word.npos && at + 1 < word.size() && is_alnum(word[at + 1])) return true;
    if (word.find("://") != word.npos) return true;
    const bool author = in.card && std::ranges::any_of(in.card->authors, [&](const auto& name) {
                          return equal_ignoring_case(name, word);
                        });
    if (author) return true;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return false;
}

}  // namespace

// MP712 issue-contact-form: whom to ask is a person one can reach.
void issue_contact_form(const IssueInput& in, Sink& sink) {
  for (const IssueFieldText& text : in.issue.fields) {
    if (text.field->is != IssueValue::kContact || says_nothing(in, text)) continue;
    if (names_somebody(in, plain_text(text.value)) || names_somebody(in, text.value)) continue;
    sink.report(in.issue.document.source(), text.span,
                fmt::format("\"{}\" names nobody one can reach; write a handle, such as @jane, or "
                            "a mail address",
                            title_of(*text.field)));
  }
}

}  // namespace milepost
