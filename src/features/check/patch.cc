#include "features/check/patch.h"

#include <utility>

#include "base/edits.h"

namespace milepost::check {

Patched patch(const std::shared_ptr<const Source>& source, const std::vector<Finding>& findings) {
  std::vector<std::vector<Edit>> groups;
  for (const Finding& finding : findings) {
    if (finding.source == source.get() && !finding.fixes.empty()) {
      groups.push_back(finding.fixes.front().edits);
    }
  }
  if (groups.empty()) return {};
  Splice spliced = splice(source->text(), groups);
  if (spliced.text == source->text()) return {};
  return {std::make_shared<const Source>(source->path(), std::move(spliced.text)),
          groups.size() - spliced.left.size()};
}

}  // namespace milepost::check
