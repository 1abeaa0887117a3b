#include "base/finding.h"

namespace milepost {

std::optional<Severity> parse_severity(std::string_view text) {
  for (const auto severity :
       {Severity::kOff, Severity::kInfo, Severity::kWarning, Severity::kError}) {
    if (name(severity) == text) return severity;
  }
  return std::nullopt;
}

Finding& Sink::report(Severity severity, const Source& source, Span span, std::string message) {
  Finding finding;
  finding.code = rule_.code;
  finding.name = rule_.name;
  finding.severity = severity;
  finding.source = &source;
  finding.span = span;
  finding.message = std::move(message);
  return found_.emplace_back(std::move(finding));
}

}  // namespace milepost
