#include <algorithm>

#include <fmt/format.h>

#include "base/beneath.h"
#include "process/validate.h"
#include "process/validate_parts.h"

namespace milepost {

namespace {

Result<void> validate_roles(const Process& process) {
  for (const Role& role : process.roles) {
    if (!role.field.empty()) {
      const Field* field = process.find_field(role.field);
      if (!field) {
        return failure_at(role.place, unknown("field", role.field, ids(process.fields)));
      }
      if (!field->holds_people()) {
        return failure_at(role.place, fmt::format("the field `{}` holds no people", role.field));
      }
    }
    if (!role.roster.empty() && !process.find_roster(role.roster)) {
      return failure_at(role.place, unknown("roster", role.roster, ids(process.rosters)));
    }
    for (const std::string& other : role.excludes) {
      const Role* const excluded = process.find_role(other);
      if (!excluded) return failure_at(role.place, unknown("role", other, ids(process.roles)));
      if (!excluded->excludes.empty()) {
        return failure_at(role.place,
                          fmt::format("`not` names the role {}, which has a `not` itself", other));
      }
    }
  }
  return {};
}

Result<void> validate_checklists(const Process& process) {
  for (const Checklist& list : process.checklists) {
    if (list.sections.empty()) {
      return failure_at(list.place, fmt::format("checklist `{}` has no `sections`", list.id));
    }
    for (const ChecklistItem& item : list.items) {
      if (item.from.empty() || process.has_stage(item.from)) continue;
      return failure_at(item.place, unknown("stage", item.from, process.stage_names()));
    }
  }
  return {};
}

// What a condition names must be there, and be all that its type needs.
Result<void> validate_names(const Process& process, const Condition& condition) {
  if (condition.type == ConditionType::kFields) {
    for (const std::string& name : condition.names) {
      if (process.find_field(name)) continue;
      return failure_at(condition.place, unknown("field", name, ids(process.fields)));
    }
  }
  if (condition.type == ConditionType::kStatus) {
    for (const std::string& name : condition.names) {
      if (process.find_status(name)) continue;
      return failure_at(condition.place, unknown("status", name, ids(process.statuses)));
    }
  }
  if (condition.type == ConditionType::kSections && !has_own_template(process)) {
    for (const std::string& name : condition.names) {
      if (any_template_has(process, name)) continue;
      return failure_at(condition.place, fmt::format("no template has the section `{}`", name));
    }
  }
  const bool needs_names = condition.type == ConditionType::kFields ||
                           condition.type == ConditionType::kStatus ||
                           condition.type == ConditionType::kLinks;
  if (needs_names && condition.names.empty()) {
    return failure_at(condition.place,
                      fmt::format("condition `{}` names nothing to look at", condition.id));
  }
  return {};
}

std::vector<std::string> statuses_and_stages(const Process& process) {
  std::vector<std::string> names = ids(process.statuses);
  const std::vector<std::string> stages = process.stage_names();
  names.insert(names.end(), stages.begin(), stages.end());
  return names;
}

std::vector<std::string> keys_of_items(const TrackingForm& form) {
  std::vector<std::string> keys;
  for (const TrackedList& list : form.lists) {
    for (const TrackedItem& item : list.items) keys.push_back(item.key);
  }
  return keys;
}

// What a remedy names must be there: nobody is to be told to do what cannot be done.
Result<void> validate_remedy(const Process& process, const RemedyForm& remedy) {
  const auto expect = [&](std::string_view what,
                          const std::vector<std::string>& known) -> Result<void> {
    if (std::ranges::find(known, remedy.argument) != known.end()) return {};
    return failure_at(remedy.place, unknown(what, remedy.argument, known));
  };
  const TrackingForm& form = process.tracking;
  switch (remedy.is) {
    case RemedyKind::kApprove: return expect("role", ids(process.roles));
    case RemedyKind::kPromote: return expect("status or stage", statuses_and_stages(process));
    case RemedyKind::kLinkPullRequest: return expect("kind of links", form.link_kinds);
    case RemedyKind::kTick: return expect("item", keys_of_items(form));
    case RemedyKind::kLabel: return expect("label", ids(form.labels));
    case RemedyKind::kOptIn: break;
  }
  if (!process.calendar.file.empty()) return {};
  return failure_at(remedy.place, "only a process with a `calendar` has releases to opt in to");
}

}  // namespace

Result<void> validate_condition(const Process& process, const Condition& condition) {
  for (const std::string& kind : condition.kinds) {
    if (process.find_kind(kind)) continue;
    return failure_at(condition.place, unknown("kind", kind, ids(process.kinds)));
  }
  if (!condition.from.empty() && !process.has_stage(condition.from)) {
    return failure_at(condition.place, unknown("stage", condition.from, process.stage_names()));
  }
  if (!condition.role.empty() && !process.find_role(condition.role)) {
    return failure_at(condition.place, unknown("role", condition.role, ids(process.roles)));
  }
  const bool asks_approval =
      condition.type == ConditionType::kApproval || condition.type == ConditionType::kAgreed;
  if (asks_approval && condition.role.empty()) {
    return failure_at(condition.place, "an approval needs the `role` that gives it");
  }
  if (condition.type == ConditionType::kReview && !process.find_review(condition.review)) {
    return failure_at(condition.place, unknown("review", condition.review, ids(process.reviews)));
  }
  if (condition.type == ConditionType::kChecklist && !process.find_checklist(condition.checklist)) {
    return failure_at(condition.place,
                      unknown("checklist", condition.checklist, ids(process.checklists)));
  }
  if (!condition.freeze.empty() && !process.calendar.find(condition.freeze)) {
    return failure_at(condition.place, unknown("date of the calendar", condition.freeze,
                                               ids(process.calendar.dates)));
  }
  if (condition.remedy) {
    if (auto valid = validate_remedy(process, *condition.remedy); !valid) return valid;
  }
  return validate_names(process, condition);
}

namespace {

Result<void> validate_calendar(const Process& process) {
  for (const CalendarDate& date : process.calendar.dates) {
    if (date.gate.empty() || process.find_gate(date.gate)) continue;
    return failure_at(date.place, unknown("gate", date.gate, ids(process.gates)));
  }
  for (const auto& [action, roles] : process.calendar.by) {
    for (const std::string& role : roles) {
      if (process.find_role(role)) continue;
      return failure_at(process.calendar.by_place, unknown("role", role, ids(process.roles)));
    }
  }
  return {};
}

Result<void> validate_kind(const Process& process, const Kind& kind) {
  for (const std::string& name : kind.excludes) {
    if (process.find_field(name) || process.find_review(name)) continue;
    return failure_at(kind.excludes_place, unknown("field or review", name, ids(process.fields)));
  }
  return {};
}

Result<void> validate_start(const Process& process) {
  for (const StartingFile& file : process.start) {
    if (is_path_beneath(file.to)) continue;
    return failure_at(file.place, fmt::format("`{}` is no path below the repository", file.to));
  }
  return {};
}

}  // namespace

Result<void> validate_lifecycle(const Process& process) {
  TRY(validate_roles(process));
  TRY(validate_checklists(process));
  for (const Gate& gate : process.gates) {
    for (const Condition& condition : gate.conditions) {
      TRY(validate_condition(process, condition));
    }
  }
  for (const Kind& kind : process.kinds) {
    TRY(validate_kind(process, kind));
  }
  TRY(validate_calendar(process));
  TRY(validate_start(process));
  const FinalPlace& final_place = process.layout.final_place;
  if (!final_place.path.empty() && !process.has_stage(final_place.stage)) {
    return failure_at(final_place.place,
                      unknown("stage", final_place.stage, process.stage_names()));
  }
  return {};
}

}  // namespace milepost
