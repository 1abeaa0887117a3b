// MP403 successor-missing: the status needs a successor, and none is named. One that says
// elsewhere that it takes this one's place is entered by the fix.
#include <algorithm>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "rules/all.h"
#include "text/yaml_write.h"

namespace milepost {

namespace {

bool is_named(const RuleInput& in) {
  const auto entries = scalars(in.proposal.metadata->find(in.process, FieldRole::kSupersededBy));
  return std::ranges::any_of(
      entries, [&](const Scalar& entry) { return !is_unset(in.process, entry.text); });
}

// What has moved is there, and another rule says where. Of a document on its own
// nothing is known.
bool is_there(const RuleInput& in) {
  const auto& references = in.facts.references_of(in.card);
  return references.empty() || std::ranges::any_of(references, [](const Reference& reference) {
           const bool lost =
               reference.kind == ReferenceKind::kNothing || reference.kind == ReferenceKind::kProse;
           return reference.role == FieldRole::kSupersededBy && (!lost || reference.moved_to);
         });
}

// A line for a key that is not there, after the last of the map.
Edit new_line(const Source& source, const YamlNode& root, std::string_view key,
              std::string_view value) {
  const YamlEntry& last = root.entries.back();
  std::uint32_t end = std::max(last.value->span.end, last.key_span.end);
  while (end > last.key_span.end && is_space(source.text()[end - 1])) --end;
  const std::uint32_t at = source.next_line_begin(source.line_at(end));
  const std::string_view line_end = line_end_of(source.text());
  const bool ended = source.text().substr(0, at).ends_with('\n');
  return {{at, at},
          fmt::format("{}{}: {}{}", ended ? "" : line_end, key, value, ended ? line_end : "")};
}

void add_successor(const RuleInput& in, const Field& field, Finding& finding) {
  const std::vector<const Card*> successors = in.facts.naming(in.card, FieldRole::kReplaces);
  if (successors.size() != 1) return;
  const Metadata& metadata = *in.proposal.metadata;
  finding.note = fmt::format("{} says that it replaces this", successors.front()->path);
  const YamlNode& root = metadata.yaml->root();
  const bool in_braces = metadata.source->text(root.span).starts_with('{');
  if (metadata.source.get() != metadata.status.source || in_braces) return;
  const std::string written = fmt::format("\"/{}\"", successors.front()->path);
  const YamlEntry* entry = root.find_entry(field.id);
  const std::string list = field.is_list() ? fmt::format("[{}]", written) : written;
  const Edit edit = !entry            ? new_line(*metadata.source, root, field.id, list)
                    : field.is_list() ? set_list(*metadata.source, *entry, {written})
                                      : set_scalar(*metadata.source, *entry, written);
  finding.fixes.push_back({"name the successor", {edit}});
}

}  // namespace

void successor_missing(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const Status* status = in.process.find_status(metadata.known_status);
  const Field* field = in.process.field(FieldRole::kSupersededBy);
  if (!status || !status->successor || !field || !metadata.complete()) return;
  if (!is_named(in)) {
    add_successor(in, *field,
                  sink.report(*metadata.status.source, metadata.status.span,
                              fmt::format("status \"{}\" needs a successor; name it in `{}`",
                                          status->id, field->id)));
  } else if (!is_there(in)) {
    sink.report(*metadata.status.source, metadata.status.span,
                fmt::format("status \"{}\" needs a successor, but nothing that `{}` names is there",
                            status->id, field->id));
  }
}

}  // namespace milepost
