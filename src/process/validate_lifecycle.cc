#include <algorithm>

#include <fmt/format.h>

#include "base/beneath.h"
#include "process/validate.h"
#include "process/validate_parts.h"

namespace milepost {

namespace {

void validate_roles(PackErrors& errors, const Process& process) {
  for (const Role& role : process.roles) {
    if (!role.field.empty()) {
      const Field* field = process.find_field(role.field);
      if (!field) {
        errors.unknown(role.place, "field", role.field, ids(process.fields));
      } else if (!field->holds_people()) {
        errors.add(role.place, fmt::format("the field `{}` holds no people", role.field));
      }
    }
    if (!role.roster.empty() && !process.find_roster(role.roster)) {
      errors.unknown(role.place, "roster", role.roster, ids(process.rosters));
    }
    for (const std::string& other : role.excludes) {
      const Role* const excluded = process.find_role(other);
      if (!excluded) {
        errors.unknown(role.place, "role", other, ids(process.roles));
      } else if (!excluded->excludes.empty()) {
        errors.add(role.place,
                   fmt::format("`not` names the role {}, which has a `not` itself", other));
      }
    }
  }
}

void validate_checklists(PackErrors& errors, const Process& process) {
  for (const Checklist& list : process.checklists) {
    if (list.sections.empty()) {
      errors.add(list.place, fmt::format("checklist `{}` has no `sections`", list.id));
    }
    for (const ChecklistItem& item : list.items) {
      if (item.from.empty() || process.has_stage(item.from)) continue;
      errors.unknown(item.place, "stage", item.from, process.stage_names());
    }
  }
}

// What a condition names must be there, and be all that its type needs.
void validate_names(PackErrors& errors, const Process& process, const Condition& condition) {
  if (condition.type == ConditionType::kFields) {
    for (const std::string& name : condition.names) {
      if (process.find_field(name)) continue;
      errors.unknown(condition.place, "field", name, ids(process.fields));
    }
  }
  if (condition.type == ConditionType::kStatus) {
    for (const std::string& name : condition.names) {
      if (process.find_status(name)) continue;
      errors.unknown(condition.place, "status", name, ids(process.statuses));
    }
  }
  if (condition.type == ConditionType::kSections && !has_own_template(process)) {
    for (const std::string& name : condition.names) {
      if (any_template_has(process, name)) continue;
      errors.no_section(condition.place, name, section_titles(process));
    }
  }
  const bool needs_names = condition.type == ConditionType::kFields ||
                           condition.type == ConditionType::kStatus ||
                           condition.type == ConditionType::kLinks;
  if (needs_names && condition.names.empty()) {
    errors.add(condition.place,
               fmt::format("condition `{}` names nothing to look at", condition.id));
  }
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
void validate_remedy(PackErrors& errors, const Process& process, const RemedyForm& remedy) {
  const auto expect = [&](std::string_view what, const std::vector<std::string>& known) {
    if (std::ranges::find(known, remedy.argument) != known.end()) return;
    errors.unknown(remedy.place, what, remedy.argument, known);
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
  if (!process.calendar.file.empty()) return;
  errors.add(remedy.place, "only a process with a `calendar` has releases to opt in to");
}

}  // namespace

void validate_condition(PackErrors& errors, const Process& process, const Condition& condition) {
  for (const std::string& kind : condition.kinds) {
    if (process.find_kind(kind)) continue;
    errors.unknown(condition.place, "kind", kind, ids(process.kinds));
  }
  if (!condition.from.empty() && !process.has_stage(condition.from)) {
    errors.unknown(condition.place, "stage", condition.from, process.stage_names());
  }
  if (!condition.role.empty() && !process.find_role(condition.role)) {
    errors.unknown(condition.place, "role", condition.role, ids(process.roles));
  }
  const bool asks_approval =
      condition.type == ConditionType::kApproval || condition.type == ConditionType::kAgreed;
  if (asks_approval && condition.role.empty()) {
    errors.add(condition.place, "an approval needs the `role` that gives it");
  }
  if (condition.type == ConditionType::kReview && !process.find_review(condition.review)) {
    errors.unknown(condition.place, "review", condition.review, ids(process.reviews));
  }
  if (condition.type == ConditionType::kChecklist && !process.find_checklist(condition.checklist)) {
    errors.unknown(condition.place, "checklist", condition.checklist, ids(process.checklists));
  }
  if (!condition.freeze.empty() && !process.calendar.find(condition.freeze)) {
    errors.unknown(condition.place, "date of the calendar", condition.freeze,
                   ids(process.calendar.dates));
  }
  if (condition.remedy) validate_remedy(errors, process, *condition.remedy);
  validate_names(errors, process, condition);
}

namespace {

void validate_calendar(PackErrors& errors, const Process& process) {
  for (const CalendarDate& date : process.calendar.dates) {
    if (date.gate.empty() || process.find_gate(date.gate)) continue;
    errors.unknown(date.place, "gate", date.gate, ids(process.gates));
  }
  for (const auto& [action, roles] : process.calendar.by) {
    for (const std::string& role : roles) {
      if (process.find_role(role)) continue;
      errors.unknown(process.calendar.by_place, "role", role, ids(process.roles));
    }
  }
}

void validate_kind(PackErrors& errors, const Process& process, const Kind& kind) {
  for (const std::string& name : kind.excludes) {
    if (process.find_field(name) || process.find_review(name)) continue;
    errors.unknown(kind.excludes_place, "field or review", name, ids(process.fields));
  }
}

void validate_start(PackErrors& errors, const Process& process) {
  for (const StartingFile& file : process.start) {
    if (is_path_beneath(file.to)) continue;
    errors.add(file.place, fmt::format("`{}` is no path below the repository", file.to));
  }
}

}  // namespace

void validate_lifecycle(PackErrors& errors, const Process& process) {
  validate_roles(errors, process);
  validate_checklists(errors, process);
  for (const Gate& gate : process.gates) {
    for (const Condition& condition : gate.conditions) {
      validate_condition(errors, process, condition);
    }
  }
  for (const Kind& kind : process.kinds) {
    validate_kind(errors, process, kind);
  }
  validate_calendar(errors, process);
  validate_start(errors, process);
  const FinalPlace& final_place = process.layout.final_place;
  if (!final_place.path.empty() && !process.has_stage(final_place.stage)) {
    errors.unknown(final_place.place, "stage", final_place.stage, process.stage_names());
  }
}

}  // namespace milepost
