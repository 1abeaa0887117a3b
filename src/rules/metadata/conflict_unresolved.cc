// MP330 conflict-unresolved: a merge conflict is left in the document, the metadata, a
// review, a template, the calendar, or a page beside the document.

#include "rules/all.h"
#include "text/merge_conflict.h"

namespace milepost {

namespace {

void report_conflicts(const Source& source, const Document* document, Sink& sink) {
  for (const MergeConflict& conflict : find_conflicts(source)) {
    const Span place = source.line(conflict.first);
    // A document on merging may show one.
    const bool shown = document && is_shown(*document, conflict);
    sink.report(shown ? Severity::kWarning : Severity::kError, source, place, describe(conflict));
  }
}

void report_in_page(const std::shared_ptr<const Source>& source, Sink& sink) {
  if (find_conflicts(*source).empty()) return;
  const Document document(source);
  report_conflicts(*source, source->path().ends_with(".md") ? &document : nullptr, sink);
}

}  // namespace

void conflict_unresolved(const RuleInput& in, Sink& sink) {
  const Document& document = in.proposal.document;
  const Source* const metadata = in.proposal.metadata->source.get();
  if (!in.proposal.document_missing) report_conflicts(document.source(), &document, sink);
  if (metadata && metadata != &document.source()) report_conflicts(*metadata, nullptr, sink);
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    report_conflicts(*file->source, nullptr, sink);
  }
}

void conflict_unresolved_elsewhere(const RepositoryInput& in, Sink& sink) {
  for (const ReviewFile& file : in.facts.reviews()) {
    if (in.facts.proposals_of(file).empty()) report_conflicts(*file.source, nullptr, sink);
  }
  for (const TemplateMetadata& file : in.facts.template_metadata()) {
    report_conflicts(*file.source, nullptr, sink);
  }
  for (const auto& source : in.facts.other_files().conflicted) report_in_page(source, sink);
}

}  // namespace milepost
