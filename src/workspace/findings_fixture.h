// Findings written out, so that tests can compare them in every field.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "workspace/examine.h"
#include "workspace/kept_findings.h"

namespace milepost {

inline std::string described(const std::vector<Finding>& findings,
                             const std::vector<ReadError>& read_errors, std::size_t files,
                             bool is_proposal) {
  std::string all = fmt::format("{} files, proposal: {}\n", files, is_proposal);
  for (const ReadError& read_error : read_errors) {
    all += fmt::format("{}: {}\n", read_error.path, read_error.message);
  }
  for (const Finding& finding : findings) {
    all += fmt::format("{} {} {} {} ({} bytes) {}-{}\n  {}\n  {}\n  {}\n", finding.code,
                       finding.name, name(finding.severity), finding.source->path(),
                       finding.source->size(), finding.span.begin, finding.span.end,
                       finding.message, finding.note, finding.section);
    all += fmt::format("  {}\n", finding.source->text(finding.span));
    for (const Fix& fix : finding.fixes) {
      all += fmt::format("  fix {}\n", fix.title);
      for (const Edit& edit : fix.edits) {
        all += fmt::format("    {}-{} {}\n", edit.span.begin, edit.span.end, edit.text);
      }
    }
  }
  return all;
}

inline std::string described(const ProposalFindings& found) {
  return described(found.findings, found.read_errors, found.files, found.is_proposal);
}
inline std::string described(const Examined& examined) {
  return described(examined.findings, examined.read_errors, examined.files,
                   examined.proposal.has_value());
}

// How many findings point into something that is not kept with them.
inline std::size_t pointing_nowhere(const ProposalFindings& found) {
  const auto is_lost = [&](const Finding& finding) {
    return std::ranges::none_of(found.sources,
                                [&](const auto& source) { return source.get() == finding.source; });
  };
  return static_cast<std::size_t>(std::ranges::count_if(found.findings, is_lost));
}

}  // namespace milepost
