#include "features/findings/model.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace milepost::findings {

std::size_t Run::count(Severity severity) const {
  auto count = static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
  for (const Unlisted& rest : unlisted) count += rest.severity == severity ? rest.count : 0;
  return count;
}

void shorten(Run& run, std::string_view hint) {
  struct Listed {
    std::size_t count = 0;
    std::size_t last = 0;  // among those that stay
    std::map<Severity, std::size_t> rest;
  };
  std::map<std::pair<std::string_view, std::string_view>, Listed> listed;  // by path and code
  std::vector<Finding> kept;
  kept.reserve(std::min(run.findings.size(), std::size_t{4} * kMostListed));
  for (Finding& finding : run.findings) {
    const std::string_view path = finding.source ? finding.source->path() : std::string_view();
    Listed& so_far = listed[{path, finding.code}];
    if (so_far.count == kMostListed) {
      ++so_far.rest[finding.severity];
      continue;
    }
    ++so_far.count;
    so_far.last = kept.size();
    kept.push_back(std::move(finding));
  }
  for (const auto& [key, so_far] : listed) {
    std::size_t more = 0;
    for (const auto& [severity, count] : so_far.rest) {
      run.unlisted.push_back({std::string(key.first), key.second, severity, count});
      more += count;
    }
    if (more == 0) continue;
    kept[so_far.last].message +=
        fmt::format(" ({} more of {} in this file{})", more, key.second, hint);
  }
  run.findings = std::move(kept);
}

void sort_by_place(std::vector<Finding>& findings) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const Finding& finding = findings[i];
    return std::tuple(std::string_view(finding.source->path()), finding.span.begin, finding.code,
                      i);
  });
  std::vector<Finding> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move(findings[i]));
  findings = std::move(sorted);
}

}  // namespace milepost::findings
