#include "features/findings/model.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>

namespace milepost::findings {

std::size_t Run::count(Severity severity) const {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
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
