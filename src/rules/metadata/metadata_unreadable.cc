// MP301 metadata-unreadable: the metadata is not YAML, or past the limits. What a merge
// conflict does to it is MP330's.
#include "rules/all.h"
#include "rules/wording.h"
#include "text/merge_conflict.h"

namespace milepost {

namespace {

// The document begins with `---` and a field, and no second `---` follows: what
// was meant as metadata is text.
void report_unclosed_front_matter(const RuleInput& in, Sink& sink) {
  const FrontMatter& front = in.proposal.document.front_matter();
  if (!front.present() || front.closed) return;
  const Source& source = in.proposal.document.source();
  if (source.line_count() < 2 || source.text(source.line(1)).find(':') == std::string_view::npos) {
    return;
  }
  sink.report(source, source.line(0),
              "the metadata that begins here is never closed by a second `---`");
}

// `status: **provisional**|implementable`: who keeps one of them has mended it, and MP304 says so.
bool is_of_alternatives(const RuleInput& in, Span span) {
  const FieldValue& status = in.proposal.metadata->status;
  const bool there = status.span.begin <= span.begin && span.begin < status.span.end;
  return there && status.text.find('|') != std::string::npos;
}

}  // namespace

void metadata_unreadable(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->yaml) return report_unclosed_front_matter(in, sink);
  for (const YamlProblem& problem : in.proposal.metadata->yaml->problems()) {
    if (is_after_conflict(*in.proposal.metadata->source, problem.span.begin)) continue;
    switch (problem.kind) {
      case YamlProblemKind::kSyntax:
        if (is_of_alternatives(in, problem.span)) break;
        [[fallthrough]];
      case YamlProblemKind::kTooLarge:
      case YamlProblemKind::kTooDeep:
        sink.report(*in.proposal.metadata->source,
                    first_line(*in.proposal.metadata->source, problem.span), problem.message);
        break;
      case YamlProblemKind::kDuplicateKey:
      case YamlProblemKind::kAnchor:
      case YamlProblemKind::kTag: break;
    }
  }
}

}  // namespace milepost
