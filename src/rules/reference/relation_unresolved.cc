// MP401 relation-unresolved: a related proposal is not where the metadata says.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/address.h"
#include "rules/metadata/fields.h"
#include "rules/reference/named_proposal.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool is_placeholder(const Field& field, const Reference& reference) {
  return std::ranges::find(field.placeholders, reference.text) != field.placeholders.end();
}

// Writes the new path in place of the old one and leaves quotes and words around
// it as they are.
void add_fix(const Reference& reference, const std::string& path, const Source& source,
             Finding& finding) {
  const std::size_t at = source.text(reference.span).find(reference.target);
  const bool web = reference.target.find("://") != std::string::npos;
  if (at == std::string_view::npos || web) return;
  const auto begin = reference.span.begin + static_cast<std::uint32_t>(at);
  const auto end = begin + static_cast<std::uint32_t>(reference.target.size());
  finding.fixes.push_back(
      {"write where it is now",
       {{{begin, end}, (reference.target.starts_with('/') ? "/" : "") + path}}});
}

void check_reference(const RuleInput& in, const Field& field, const Reference& reference,
                     Sink& sink) {
  const Source& source = *in.proposal.metadata->source;
  if (reference.kind == ReferenceKind::kProse) {
    sink.report(Severity::kInfo, source, reference.span,
                fmt::format("`{}` \"{}\" is neither a path, a number nor an address", field.id,
                            reference.text));
    return;
  }
  const Card* const named = named_by(in, reference.target);
  if (reference.moved_to && moved_from(in, reference.target)) {
    const std::string& path = reference.moved_to->path;
    Finding& finding = sink.report(
        Severity::kInfo, source, reference.span,
        fmt::format("`{}` \"{}\" has moved; it is now {}", field.id, reference.text, path));
    add_fix(reference, path, source, finding);
    return;
  }
  if (named) {
    Finding& finding = sink.report(
        warning_while_open(in), source, reference.span,
        fmt::format("`{}` \"{}\" leads nowhere; {} is {}", field.id, reference.text,
                    reference.moved_to ? "the proposal" : number_in_path(reference.target),
                    named->path));
    if (reference.moved_to) add_fix(reference, named->path, source, finding);
    return;
  }
  sink.report(
      warning_while_open(in), source, reference.span,
      fmt::format("`{}` \"{}\" leads nowhere; name a proposal of this repository by its path or "
                  "number, or give an address",
                  field.id, reference.text));
}

}  // namespace

void relation_unresolved(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->complete()) return;  // what is there may be half an entry
  const Reference* marked_up = nullptr;
  const std::vector<Reference> references = in.facts.references_of(in.card);
  for (const Reference& reference : references) {
    const Field* const of_role = in.process.field(reference.role);
    if (!of_role) continue;  // a link of the document, of which MP406 tells
    const Field& field = *of_role;
    if (is_placeholder(field, reference) || is_open_word(in.process, reference.text)) continue;
    if (!read_address(reference.text).fault.empty()) continue;  // MP332
    if (reference.kind == ReferenceKind::kNothing || reference.kind == ReferenceKind::kProse) {
      check_reference(in, field, reference, sink);
    } else if (!marked_up && reference.text.find("](") != std::string::npos) {
      marked_up = &reference;
    }
  }
  if (!marked_up) return;
  sink.report(Severity::kInfo, *in.proposal.metadata->source, marked_up->span,
              fmt::format("`{}` has Markdown, which nothing shows here; write the bare address",
                          in.process.field(marked_up->role)->id));
}

}  // namespace milepost
