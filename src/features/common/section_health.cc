#include "features/common/section_health.h"

namespace milepost {

std::string_view name(Health health) {
  constexpr std::string_view kNames[] = {"filled", "not-filled", "missing", "not-asked-for"};
  return kNames[static_cast<std::size_t>(health)];
}

Health health_of(const Judgement& judgement, std::size_t section) {
  const SectionVerdict& verdict = judgement.sections[section];
  const bool asked = verdict.need == Need::kDue;
  if (verdict.covered_by != kNone) return Health::kFilled;
  if (judgement.missing(section)) return asked ? Health::kMissing : Health::kNotAskedFor;
  if (is_answer(verdict.fill)) return Health::kFilled;
  return asked ? Health::kNotFilled : Health::kNotAskedFor;
}

std::vector<Health> health_of_due(const Judgement& judgement) {
  std::vector<Health> all;
  const auto& wanted = judgement.pattern().sections();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].level == 1 || judgement.sections[i].need != Need::kDue) continue;
    all.push_back(health_of(judgement, i));
  }
  return all;
}

}  // namespace milepost
