#include "report/run.h"

#include <algorithm>

namespace milepost {

std::size_t Run::count(Severity severity) const {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

}  // namespace milepost
