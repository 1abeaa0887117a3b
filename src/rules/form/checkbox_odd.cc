// MP609 checkbox-odd: something meant as a box to tick is not one: `[]`, `[✅]`,
// `[ x ]`, or a box with no bullet before it.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// `[/]` or `[-]`: done, half done or struck out, as the author sees it.
bool may_be_either(std::string_view box) {
  constexpr std::string_view kMarks = "/\\-~*+.?!o";
  const std::string_view inner = trim(box.substr(1, box.size() - 2));
  return inner.size() == 1 && kMarks.find(inner.front()) != kMarks.npos;
}

}  // namespace

void checkbox_odd(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source& source = document.source();
  for (const TaskItem& task : document.tasks()) {
    const std::string_view written = document.text(task.box_span);
    const std::string_view bullet = task.bullet ? "" : "- ";  // without one it is no box either
    const std::string right = fmt::format("{}{}", bullet, task.ticked ? "[x]" : "[ ]");
    if (task.box == Box::kOdd && may_be_either(written)) {
      sink.report(source, task.box_span,
                  fmt::format("`{0}` is shown as text, not as a box; write `{1}[x]` or `{1}[ ]`",
                              written, bullet));
    } else if (task.box == Box::kOdd) {
      sink.report(source, task.box_span,
                  fmt::format("`{}` is shown as text, not as a box; write `{}`", written, right))
          .fixes.push_back({"write the box as renderers know it", {{task.box_span, right}}});
    } else if (!task.bullet) {
      // Some templates themselves have a box without a bullet.
      const std::string_view paragraph = document.text(cover(task.box_span, task.text));
      if (in.judgement.fills->has_template_line(paragraph)) continue;
      // Several in a row become one item if only the first gets a bullet.
      const bool more = paragraph.find("\n[") != paragraph.npos;
      Finding& finding = sink.report(source, task.box_span,
                                     fmt::format("a box needs a bullet before it: `{}`", right));
      if (more) continue;
      finding.fixes.push_back(
          {"put a bullet before the box", {{{task.box_span.begin, task.box_span.begin}, "- "}}});
    }
  }
}

}  // namespace milepost
