#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "issue/issue.h"
#include "rules/all.h"
#include "rules/issue/issues.h"
#include "text/inline.h"
#include "text/sentence.h"

namespace milepost {

namespace {

// What fits a line of release notes, and what is still one sentence to a reader.
constexpr std::size_t kLongestLine = 160;
constexpr std::size_t kLongestSentence = 200;

// "2 to 3 sentences", "at most 2 sentences"
std::string wanted(const IssueField& field) {
  if (field.most == 0) return fmt::format("at least {}", counted(field.least, "sentence"));
  if (field.least == 0) return fmt::format("at most {}", counted(field.most, "sentence"));
  if (field.least == field.most) return counted(field.most, "sentence");
  return fmt::format("{} to {}", field.least, counted(field.most, "sentence"));
}

}  // namespace

// MP702 issue-description-form: mails and lists show the description, so it has as many
// sentences, lines and characters as the process says.
void issue_description_form(const IssueInput& in, Sink& sink) {
  for (const IssueFieldText& text : in.issue.fields) {
    const IssueField& field = *text.field;
    if (field.is != IssueValue::kDescription || says_nothing(in, text)) continue;
    const Source& source = in.issue.document.source();
    const std::uint32_t lines = source.line_at(text.span.end) - source.line_at(text.span.begin) + 1;
    if (field.lines > 0 && lines > field.lines) {
      sink.report(source, text.span,
                  fmt::format("\"{}\" has {}; write it in {}", title_of(field),
                              counted(lines, "line"), counted(field.lines, "line")));
      continue;
    }
    const std::size_t characters = utf8::count(single_spaced(text.value)).code_points;
    const std::size_t longest =
        field.lines > 0 ? field.lines * kLongestLine : field.most * kLongestSentence;
    if (longest > 0 && characters > longest) {
      sink.report(source, text.span,
                  fmt::format("\"{}\" has {}; write at most {}", title_of(field),
                              counted(characters, "character"), longest));
      continue;
    }
    const std::size_t count = count_sentences(plain_text(text.value));
    if (count < field.least || (field.most > 0 && count > field.most)) {
      sink.report(source, text.span,
                  fmt::format("\"{}\" has {}; write {}", title_of(field),
                              counted(count, "sentence"), wanted(field)));
    }
  }
}

}  // namespace milepost
