#include <algorithm>

#include <fmt/format.h>

#include "process/validate.h"
#include "process/validate_parts.h"

namespace milepost {

namespace {

void validate_roles(PackErrors& errors, const Process& process,
                    const std::vector<std::string>& roles, const Place& place) {
  for (const std::string& role : roles) {
    if (!process.find_role(role)) {
      errors.unknown(place, "role", role, ids(process.roles));
    }
  }
}

void validate_links(PackErrors& errors, const TrackingForm& form,
                    const std::vector<std::string>& kinds, const Place& place) {
  for (const std::string& kind : kinds) {
    if (std::ranges::find(form.link_kinds, kind) == form.link_kinds.end()) {
      errors.unknown(place, "kind of links", kind, form.link_kinds);
    }
  }
}

void validate_stage(PackErrors& errors, const Process& process, const std::string& stage,
                    const Place& place) {
  if (stage.empty() || process.has_stage(stage)) return;
  errors.unknown(place, "stage", stage, process.stage_names());
}

void validate_goes_with(PackErrors& errors, const Process& process, const GoesWith& with,
                        const Place& place) {
  for (const std::string& stage : with.stages) {
    validate_stage(errors, process, stage, place);
  }
  for (const std::string& status : with.statuses) {
    if (!process.find_status(status)) {
      errors.unknown(place, "status", status, ids(process.statuses));
    }
  }
}

bool in_issue(const TrackingForm& form, std::string_view id) {
  return std::ranges::any_of(form.lists, [&](const TrackedList& list) {
    return list.id == id || list.find(id) != nullptr;
  });
}

void validate_item(PackErrors& errors, const Process& process, const TrackingForm& form,
                   const TrackedItem& item) {
  validate_stage(errors, process, item.from, item.place);
  std::vector<std::string> roles = item.by;
  roles.insert(roles.end(), item.cc.begin(), item.cc.end());
  if (!item.approval.empty()) roles.push_back(item.approval);
  validate_roles(errors, process, roles, item.place);
  validate_links(errors, form, item.merged, item.place);
  validate_links(errors, form, item.only.kinds, item.place);
  if (!item.only.field.empty() && !process.find_field(item.only.field)) {
    errors.unknown(item.place, "field", item.only.field, ids(process.fields));
  }
  if (item.bound && item.approval.empty()) {
    errors.add(item.place, fmt::format("item `{}` is bound to no `approval`", item.key));
  }
  if ((item.group ? 1 : 0) + (item.computed ? 1 : 0) + (item.days > 0 ? 1 : 0) > 1) {
    errors.add(item.place, fmt::format("item `{}` is one of these: a `group`, `computed`, "
                                       "or done after some `days`",
                                       item.key));
  }
  if (!item.computed) return;
  if (item.computed->type == ConditionType::kRecord && in_issue(form, item.computed->id)) {
    errors.add(item.place, fmt::format("item `{}` is computed from `{}`, which is a part of "
                                       "the issue itself",
                                       item.key, item.computed->id));
  }
  validate_condition(errors, process, *item.computed);
}

void validate_list(PackErrors& errors, const Process& process, const TrackingForm& form,
                   const TrackedList& list) {
  if (list.sections.empty()) {
    errors.add(list.place, fmt::format("list `{}` has no `sections`", list.id));
  }
  validate_roles(errors, process, list.by, list.place);
  if (!list.checklist.empty() && !process.find_checklist(list.checklist)) {
    errors.unknown(list.place, "checklist", list.checklist, ids(process.checklists));
  }
  for (const TrackedItem& item : list.items) {
    validate_item(errors, process, form, item);
  }
}

void validate_label(PackErrors& errors, const Process& process, const TrackingForm& form,
                    const TrackedLabel& label) {
  validate_roles(errors, process, label.by, label.place);
  validate_roles(errors, process, label.claim, label.place);
  validate_goes_with(errors, process, label.with, label.place);
  const bool set = !label.by.empty() || !label.claim.empty() || !label.after.empty();
  if (label.fact != LabelFact::kSet && set) {
    errors.add(label.place, fmt::format("label `{}` is computed, so nobody sets it", label.id));
  }
  for (const std::string& key : label.after) {
    const bool known = std::ranges::any_of(
        form.lists, [&](const TrackedList& list) { return list.find(key) != nullptr; });
    if (known) continue;
    std::vector<std::string> keys;
    for (const TrackedList& list : form.lists) {
      for (const TrackedItem& item : list.items) keys.push_back(item.key);
    }
    errors.unknown(label.place, "item", key, keys);
  }
}

void validate_status(PackErrors& errors, const Process& process, const TrackerStatusForm& status) {
  validate_roles(errors, process, status.by, status.place);
  for (const TrackerValue& value : status.values) {
    validate_goes_with(errors, process, value.with, value.place);
    for (const std::string& to : value.moves) {
      if (!status.find(to)) {
        errors.unknown(value.place, "value of the status", to, ids(status.values));
      }
    }
  }
  if (status.label.empty() == status.values.empty()) return;
  errors.add(status.place, "a tracker's status has a `label` and `values`");
}

}  // namespace

void validate_tracking(PackErrors& errors, const Process& process, const TrackingForm& form) {
  validate_roles(errors, process, form.by, form.by_place);
  for (const IssueField& field : form.fields) {
    validate_stage(errors, process, field.stage, field.place);
    validate_links(errors, form, field.kinds, field.place);
    if (field.is == IssueValue::kTarget && field.stage.empty()) {
      errors.add(field.place, "a target has the `stage` it is for");
    }
  }
  for (const TrackedList& list : form.lists) {
    validate_list(errors, process, form, list);
  }
  for (const TrackedLabel& label : form.labels) {
    validate_label(errors, process, form, label);
  }
  validate_status(errors, process, form.status);
  for (const LinkPlaceholder& placeholder : form.placeholders) {
    validate_links(errors, form, placeholder.kinds, placeholder.place);
  }
}

}  // namespace milepost
