// Who may do what with a tracking issue.
#include <algorithm>

#include <fmt/format.h>

#include "base/quote_title.h"
#include "base/strings.h"
#include "gates/gate.h"
#include "gates/roles.h"
#include "gates/tracker.h"
#include "process/validate.h"
#include "proposal/facts.h"

namespace milepost {

namespace {

bool holds_role(const TrackerInput& input, std::span<const std::string> roles,
                std::string_view handle) {
  return !roles.empty() &&
         may_act(input.process, roles, input.card, input.rosters, handle) == May::kYes;
}

Result<void> check_roles(const TrackerInput& input, std::span<const std::string> roles,
                         std::string_view handle, std::string_view action) {
  return check_roles(input.process, roles, input.card, input.rosters, handle, action);
}

std::string_view verb_of(ItemAction action) {
  switch (action) {
    case ItemAction::kTick: return "tick";
    case ItemAction::kUntick: return "untick";
    case ItemAction::kNotApplicable: return "set aside";
    case ItemAction::kDisagree: return "take back the approval of";
    case ItemAction::kAgree: break;
  }
  return "approve";
}

Result<void> check_tick(const TrackerInput& input, const ItemView& item, std::string_view handle) {
  // The approval of somebody who can give it comes with the tick.
  const bool agrees = !item.approved && !item.approval().empty() &&
                      holds_role(input, {&item.approval(), 1}, handle);
  std::vector<Lack> lacking = item.lacking;
  if (agrees) std::erase_if(lacking, [](const Lack& lack) { return lack.approval; });
  const TrackedItem* form = item.item->form;
  if (form && form->days > 0) {
    if (item.state && item.state->started) return failure("its time has begun: " + item.evidence);
    return {};  // the tick begins it
  }
  if (item.computed && item.known) {
    return failure(fmt::format("{} is computed, not ticked: {}", quote_title(item.item->title),
                               item.evidence.empty() ? "it cannot be known" : item.evidence));
  }
  if (item.computed) return {};  // what cannot be computed here people may know
  if (lacking.empty()) return {};
  return failure(fmt::format("{} cannot be ticked yet: {}", quote_title(item.item->title),
                             fmt::join(texts_of(lacking), "; ")));
}

// Nobody sets aside what a program answers, what is known to concern the proposal, or
// what a team has to approve, the team excepted.
Result<void> check_setting_aside(const TrackerInput& input, const ItemView& item,
                                 std::string_view handle) {
  const TrackedItem* form = item.item->form;
  if (!form) return {};
  if (form->group || form->computed) {
    return failure(fmt::format("{} is computed, not set aside: {}", quote_title(item.item->title),
                               item.evidence));
  }
  if (form->only.limited()) {
    if (item.status == ItemStatus::kNotApplicable || item.evidence.empty()) return {};
    return failure(fmt::format("{} applies: {}", quote_title(item.item->title), item.evidence));
  }
  if (item.approved || holds_role(input, {&form->approval, 1}, handle)) return {};
  return failure(
      fmt::format("{} cannot be set aside without the approval of {}",
                  quote_title(item.item->title), input.process.find_role(form->approval)->title),
      ErrorKind::kForbidden);
}

}  // namespace

Result<void> may_mark(const TrackerInput& input, const ItemView& item, ItemAction action,
                      std::string_view handle) {
  const std::string act = fmt::format("{} {}", verb_of(action), quote_title(item.item->title));
  if (item.item->absent) {
    return failure(
        fmt::format("{} is missing from the issue: milepost track check {} says how to put it back",
                    quote_title(item.item->title), called(input.card)));
  }
  if (action == ItemAction::kAgree) {
    if (item.approval().empty()) {
      return failure(fmt::format("{} waits for nobody's approval", quote_title(item.item->title)));
    }
    return check_roles(input, {&item.approval(), 1}, handle, act);
  }
  if (action == ItemAction::kDisagree) {
    if (!item.state || !item.state->agreed) {
      return failure(fmt::format("nobody has approved {}", quote_title(item.item->title)));
    }
    if (equal_ignoring_case(item.state->agreed->by, handle)) return {};
    return check_roles(input, {&item.approval(), 1}, handle, act);
  }
  std::vector<std::string> roles = item.by;
  if (!roles.empty() && !item.approval().empty()) roles.push_back(item.approval());
  if (auto allowed = check_roles(input, roles, handle, act); !allowed) return allowed;
  if (action == ItemAction::kTick) return check_tick(input, item, handle);
  if (action == ItemAction::kNotApplicable) return check_setting_aside(input, item, handle);
  const bool timed = item.item->form && item.item->form->days > 0;
  if (item.computed && !timed) {
    return failure(fmt::format("{} is computed, not ticked: {}", quote_title(item.item->title),
                               item.evidence));
  }
  return {};
}

Result<LabelAct> may_label(const TrackerInput& input, const Tracker& tracker,
                           const TrackedLabel& label, bool remove, std::string_view handle) {
  if (label.fact != LabelFact::kSet) {
    return failure(fmt::format("{} is computed from the record: nobody sets it", label.id));
  }
  const bool confirms = label.by.empty() || holds_role(input, label.by, handle);
  const bool claims = confirms || holds_role(input, label.claim, handle);
  const LabelState* set = input.state.find_label(label.id);
  if (remove && claims && (confirms || !set || !set->confirmed)) return LabelAct::kRemove;
  if (remove || !claims) {
    std::vector<std::string> roles = label.by;
    if (!remove) roles.insert(roles.begin(), label.claim.begin(), label.claim.end());
    TRY(check_roles(input, roles, handle,
                    fmt::format("{} the label {}", remove ? "take away" : "set", label.id)));
  }
  // Whoever confirms a claim sees to what comes first.
  if (!confirms) return LabelAct::kClaim;
  for (const std::string& key : label.after) {
    const auto item = tracker.find(key);
    if (!item || tracker.items[*item].status != ItemStatus::kOpen) continue;
    return failure(fmt::format("{} comes after {}, which is not done", label.id,
                               quote_title(tracker.items[*item].item->title)));
  }
  return LabelAct::kConfirm;
}

Result<void> may_edit(const Process& process, const Card& card, const Rosters& rosters,
                      std::string_view handle) {
  return check_roles(process, process.tracking_of(card.kind).by, card, rosters, handle,
                     "edit the issue");
}

std::string_view status_of(const TrackingForm& form, const ProposalState& state) {
  if (!state.tracker.status.empty()) return state.tracker.status;
  return form.status.values.empty() ? std::string_view()
                                    : std::string_view(form.status.values.front().id);
}

Result<void> may_set_status(const TrackerInput& input, std::string_view to, std::string_view handle,
                            StatusChange change) {
  const TrackerStatusForm& form = input.issue.form->status;
  if (form.label.empty()) return failure("tracking issues of this process have no status");
  if (!form.find(to)) return failure(unknown(form.label, to, ids(form.values)));
  if (auto allowed = check_roles(input, form.by, handle, "set " + form.label); !allowed) {
    return allowed;
  }
  const std::string_view from = status_of(*input.issue.form, input.state);
  const TrackerValue* const now = form.find(from);
  const bool legal = !now || change == StatusChange::kCorrection || from == to ||
                     std::ranges::find(now->moves, to) != now->moves.end();
  if (legal) return {};
  return failure(now->moves.empty() ? fmt::format("{} leads nowhere else", from)
                                    : fmt::format("{} leads to {}, not to {}", from,
                                                  fmt::join(now->moves, ", "), to));
}

}  // namespace milepost
