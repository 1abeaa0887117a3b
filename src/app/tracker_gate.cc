#include "app/tracker_gate.h"

#include <fmt/format.h>

#include "gates/conditions.h"
#include "gates/tracker.h"
#include "proposal/facts.h"

namespace milepost {

std::optional<Recorded> tracker_says(const GateInput& input, const StoredRecord& stored,
                                     std::string_view what) {
  const RuleInput& in = input.in;
  const TrackingForm& form = in.process.tracking;
  const ProposalState& state = stored.state_of(in.card);
  const std::string* const text =
      form.present() && !state.tracker.base.empty() ? stored.text(state.tracker.base) : nullptr;
  if (!text) return std::nullopt;
  const Issue issue = read_issue(
      form, std::make_shared<const Source>(fmt::format("issue {}", called(in.card)), *text));
  const Step& step = input.step;
  const Tracker tracker =
      make_tracker({in.process, in.card, in.facts.rosters, state, issue, step.release,
                    step.to_stage.empty() ? step.from_stage : step.to_stage, input.now,
                    [&](const Condition& condition) { return judge_condition(input, condition); }});
  const auto open = open_items(tracker, what);
  if (!open) return std::nullopt;
  if (open->empty()) return Recorded{true, {}};
  std::vector<std::string_view> keys;
  for (const std::size_t i : *open) keys.push_back(tracker.items[i].item->key);
  return Recorded{false, fmt::format("open: {}", fmt::join(keys, ", "))};
}

}  // namespace milepost
