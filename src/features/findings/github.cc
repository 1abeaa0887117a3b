#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/findings/formats.h"
#include "features/findings/region.h"

namespace milepost::findings {

namespace {

// Control characters are escaped first, so that of those that delimit commands
// only these are left.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : printable(text)) {
    if (special.find(c) == special.npos) {
      out.push_back(c);
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string command_data(std::string_view text) { return escaped(text, "%"); }
std::string command_property(std::string_view text) { return escaped(text, "%:,"); }

std::string_view command(Severity severity) {
  if (severity == Severity::kError) return "error";
  return severity == Severity::kWarning ? "warning" : "notice";
}

std::string annotation(const Finding& finding) {
  std::string where;
  if (finding.source != nullptr) {
    Region place = Regions().of(finding);
    if (place.end_line > place.line && place.end_column == 1) --place.end_line;
    where = fmt::format("file={},line={},endLine={},", command_property(path_of(finding)),
                        place.line, place.end_line);
    // GitHub refuses columns of a range over several lines.
    if (place.line == place.end_line && place.end_column > place.column) {
      where += fmt::format("col={},endColumn={},", place.column, place.end_column);
    }
  }
  return fmt::format("::{} {}title={}::{}\n", command(finding.severity), where,
                     command_property(fmt::format("{} {}", finding.code, finding.name)),
                     command_data(full_message(finding)));
}

std::string annotation(const ReadError& read_error) {
  const std::string where =
      read_error.path.empty() ? "" : fmt::format("file={},", command_property(read_error.path));
  return fmt::format("::error {}title=could not be checked::{}\n", where,
                     command_data(read_error.message));
}

std::size_t unlisted(const Run& run, Severity severity) {
  std::size_t count = 0;
  for (const Unlisted& rest : run.unlisted) count += rest.severity == severity ? rest.count : 0;
  return count;
}

}  // namespace

std::string render_github(const Run& run) {
  std::vector<const Finding*> findings;
  findings.reserve(run.findings.size());
  for (const auto severity :
       {Severity::kError, Severity::kWarning, Severity::kInfo, Severity::kOff}) {
    for (const auto& finding : run.findings) {
      if (finding.severity == severity) findings.push_back(&finding);
    }
  }

  std::string out;
  std::size_t room = kGithubAnnotations;
  std::size_t read_errors = run.read_errors.size();
  for (const auto& read_error : run.read_errors) {
    if (room == 0) break;
    out += annotation(read_error);
    --room;
    --read_errors;
  }
  const std::size_t shown = std::min(room, findings.size());
  for (std::size_t i = 0; i < shown; ++i) out += annotation(*findings[i]);

  std::string rest;
  const auto count = [&](std::size_t number, std::string_view noun) {
    if (number == 0) return;
    if (!rest.empty()) rest += ", ";
    rest += counted(number, noun);
  };
  count(read_errors, "unreadable file");
  for (const auto severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    const auto hidden = std::ranges::count(findings.begin() + static_cast<std::ptrdiff_t>(shown),
                                           findings.end(), severity, &Finding::severity);
    count(static_cast<std::size_t>(hidden) + unlisted(run, severity), name(severity));
  }
  if (!rest.empty()) {
    out += fmt::format("::notice title=milepost::and {} more; milepost check lists them\n", rest);
  }
  return out;
}

}  // namespace milepost::findings
