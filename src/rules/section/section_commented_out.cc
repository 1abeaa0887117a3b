// MP205 section-commented-out: sections that are due stand inside comments,
// where no reader sees them. One finding for all of them.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool in_closed_comment(const RuleInput& in, const SectionVerdict& verdict) {
  if (verdict.hidden_in.empty() || verdict.hidden_in_code) return false;
  return in.proposal.document.text(verdict.hidden_in).ends_with("-->");
}

// Headings, and what the template itself says below them.
bool has_only_template_text(const RuleInput& in, Span comment) {
  std::string_view text = in.proposal.document.text(comment);
  text.remove_prefix(std::min<std::size_t>(text.size(), 4));
  if (text.ends_with("-->")) text.remove_suffix(3);
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    text = rest;
    const std::string_view said = trim(line);
    if (said.empty() || said.starts_with('#') || said == "<!--" || said == "-->") continue;
    if (!in.judgement.fills->is_template_line(said)) return false;
  }
  return true;
}

// Those in comments that are due, or, asked for later, that are not.
std::vector<std::size_t> commented_out(const RuleInput& in, bool due) {
  std::vector<std::size_t> found;
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const bool hidden = in.judgement.missing(t) && in_closed_comment(in, in.judgement.sections[t]);
    if (hidden && in.judgement.lacking(t) == due) found.push_back(t);
  }
  return found;
}

void report_commented_out(const RuleInput& in, Severity severity,
                          const std::vector<std::size_t>& found, Sink& sink) {
  const Source& source = in.proposal.document.source();
  std::vector<std::string_view> titles;
  bool template_only = true;
  for (const std::size_t t : found) {
    titles.push_back(in.judgement.wanted(t).title);
    template_only = template_only && has_only_template_text(in, in.judgement.sections[t].hidden_in);
  }
  const bool one = found.size() == 1;
  const Span place = in.judgement.sections[found.front()].hidden_in;
  sink.report(severity, source, first_line(source, place),
              fmt::format("{} commented out{}: {}; {}",
                          one ? "a section is" : fmt::format("{} sections are", found.size()),
                          template_only ? ", with only the template's text" : "", listed(titles),
                          one ? "take it out of the comment" : "take them out of the comments") +
                  (template_only ? one ? " and answer it" : " and answer them" : ""))
      .section = titles.front();
}

}  // namespace

void section_commented_out(const RuleInput& in, Sink& sink) {
  const Source& source = in.proposal.document.source();
  const std::vector<std::size_t> due = commented_out(in, true);
  const std::vector<std::size_t> later = commented_out(in, false);
  if (!due.empty()) {
    report_commented_out(in, severity_of_gap(in), due, sink);
  } else if (!later.empty()) {
    report_commented_out(in, Severity::kInfo, later, sink);  // worth knowing
  }
  // The heading is there, but all of its text is in the author's own comment.
  for (std::size_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.fill != Fill::kCommented || !unanswered(in, t)) continue;
    sink.report(severity_of_unanswered(in, t), source, first_line(source, verdict.fill_at),
                fmt::format("all of \"{}\" is inside a comment; {}",
                            path_of(in.judgement.pattern(), t), due_text(in, t)))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
