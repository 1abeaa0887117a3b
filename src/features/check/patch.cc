#include "features/check/patch.h"

#include <algorithm>
#include <utility>

#include "base/edits.h"

namespace milepost::check {

Patched patch(const std::shared_ptr<const Source>& source, const std::vector<Finding>& findings) {
  std::vector<std::vector<Edit>> groups;
  std::vector<std::string_view> codes;
  for (const Finding& finding : findings) {
    if (finding.source == source.get() && !finding.fixes.empty()) {
      groups.push_back(finding.fixes.front().edits);
      codes.push_back(finding.code);
    }
  }
  if (groups.empty()) return {};
  Splice spliced = splice(source->text(), groups);
  if (spliced.text == source->text()) return {};
  FixedRules rules;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (!std::ranges::binary_search(spliced.left, i)) ++rules[codes[i]];
  }
  return {std::make_shared<const Source>(source->path(), std::move(spliced.text)),
          groups.size() - spliced.left.size(), std::move(rules)};
}

}  // namespace milepost::check
