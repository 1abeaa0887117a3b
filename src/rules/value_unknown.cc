// MP304 value-unknown: the status, stage or kind is none of the process's.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "rules/all.h"

namespace milepost {

namespace {

// "implemented (alpha)" begins with a value; "imlpemented" is near one.
std::string_view meant_by(std::string_view value, const std::vector<std::string>& known) {
  const std::string words = heading_words(value);
  const std::string_view first = cut(words, ' ').first;
  for (const std::string& name : known) {
    if (name == first) return name;
  }
  return nearest(value, known);
}

void check_value(std::string_view what, const FieldValue& value,
                 const std::vector<std::string>& known, Sink& sink) {
  if (!value.single) {
    sink.report(*value.source, value.span, fmt::format("the {} must be a single value", what));
    return;
  }
  if (!value.present() || value.text.empty() || known.empty()) return;
  if (std::ranges::find(known, value.text) != known.end()) return;
  const bool untouched = value.text.find('|') != value.text.npos;
  Finding& finding = sink.report(
      *value.source, value.span,
      untouched ? fmt::format("the {} still lists the template's alternatives; keep one", what)
                : fmt::format("{} \"{}\" is none of the process's: {}", what, value.text,
                              fmt::join(known, ", ")));
  const std::string_view meant = untouched ? std::string_view() : meant_by(value.text, known);
  if (meant.empty()) return;
  finding.note = fmt::format("did you mean \"{}\"?", meant);
}

}  // namespace

void value_unknown(const RuleInput& in, Sink& sink) {
  std::vector<std::string> statuses;
  for (const Status& status : in.process.statuses) statuses.push_back(status.id);
  std::vector<std::string> kinds;
  for (const Kind& kind : in.process.kinds) kinds.push_back(kind.id);

  const bool as_section = in.proposal.metadata->status_is_section;
  if (!as_section) {
    check_value("status", in.proposal.metadata->status, statuses, sink);
  } else if (in.proposal.metadata->known_status.empty() &&
             !in.proposal.metadata->status.text.empty()) {
    sink.report(*in.proposal.metadata->status.source, in.proposal.metadata->status.span,
                fmt::format("the Status section must hold exactly one of {}",
                            fmt::join(statuses, ", ")))
        .section = "Status";
  }
  check_value("stage", in.proposal.metadata->stage, in.process.stage_names(), sink);
  check_value("kind", in.proposal.metadata->kind, kinds, sink);
}

}  // namespace milepost
