// MP102 directive-unclosed: a directive does not end with `-->`, so that a
// Markdown reader takes everything up to the next comment's end for a comment.
#include <fmt/format.h>

#include "base/strings.h"
#include "process/template.h"
#include "rules/all.h"

namespace milepost {

namespace {

// The headings a Markdown reader would lose to it.
std::size_t swallowed(const Template& subject, Span directive) {
  const std::string_view text = subject.document().text();
  const std::size_t close = text.find("-->", directive.end);
  const std::size_t until = close == text.npos ? text.size() : close;
  std::size_t count = 0;
  for (const TemplateSection& section : subject.sections()) {
    if (section.span.begin >= directive.end && section.span.begin < until) ++count;
  }
  return count;
}

}  // namespace

void directive_unclosed(const TemplateInput& in, Sink& sink) {
  const Source& source = in.subject.document().source();
  for (const TemplateProblem& problem : in.subject.problems()) {
    if (problem.fault != DirectiveFault::kUnclosed) continue;
    const std::size_t lost = swallowed(in.subject, problem.span);
    std::string message = "the directive is not closed by `-->` on its line";
    if (lost > 0)
      message += fmt::format("; a Markdown reader loses {} to it", counted(lost, "heading"));
    Span tail = problem.span;
    const std::string_view written = trim(source.text(problem.span));
    tail.end = problem.span.begin + static_cast<std::uint32_t>(written.size());
    tail.begin = tail.end;
    while (tail.begin > problem.span.begin &&
           (source.text()[tail.begin - 1] == '>' || source.text()[tail.begin - 1] == '-')) {
      --tail.begin;
    }
    sink.report(source, problem.span, std::move(message))
        .fixes.push_back({"close the directive", {{tail, "-->"}}});
  }
}

}  // namespace milepost
