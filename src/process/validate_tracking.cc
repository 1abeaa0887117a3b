#include <algorithm>

#include <fmt/format.h>

#include "process/validate.h"
#include "process/validate_parts.h"

namespace milepost {

namespace {

Result<void> validate_roles(const Process& process, const std::vector<std::string>& roles,
                            const Place& place) {
  for (const std::string& role : roles) {
    if (!process.find_role(role)) {
      return failure_at(place, unknown("role", role, ids(process.roles)));
    }
  }
  return {};
}

Result<void> validate_links(const TrackingForm& form, const std::vector<std::string>& kinds,
                            const Place& place) {
  for (const std::string& kind : kinds) {
    if (std::ranges::find(form.link_kinds, kind) == form.link_kinds.end()) {
      return failure_at(place, unknown("kind of links", kind, form.link_kinds));
    }
  }
  return {};
}

Result<void> validate_stage(const Process& process, const std::string& stage, const Place& place) {
  if (stage.empty() || process.has_stage(stage)) return {};
  return failure_at(place, unknown("stage", stage, process.stage_names()));
}

Result<void> validate_goes_with(const Process& process, const GoesWith& with, const Place& place) {
  for (const std::string& stage : with.stages) {
    TRY(validate_stage(process, stage, place));
  }
  for (const std::string& status : with.statuses) {
    if (!process.find_status(status)) {
      return failure_at(place, unknown("status", status, ids(process.statuses)));
    }
  }
  return {};
}

bool in_issue(const TrackingForm& form, std::string_view id) {
  return std::ranges::any_of(form.lists, [&](const TrackedList& list) {
    return list.id == id || list.find(id) != nullptr;
  });
}

Result<void> validate_item(const Process& process, const TrackingForm& form,
                           const TrackedItem& item) {
  TRY(validate_stage(process, item.from, item.place));
  std::vector<std::string> roles = item.by;
  roles.insert(roles.end(), item.cc.begin(), item.cc.end());
  if (!item.approval.empty()) roles.push_back(item.approval);
  TRY(validate_roles(process, roles, item.place));
  TRY(validate_links(form, item.merged, item.place));
  TRY(validate_links(form, item.only.kinds, item.place));
  if (!item.only.field.empty() && !process.find_field(item.only.field)) {
    return failure_at(item.place, unknown("field", item.only.field, ids(process.fields)));
  }
  if (item.bound && item.approval.empty()) {
    return failure_at(item.place, fmt::format("item `{}` is bound to no `approval`", item.key));
  }
  if ((item.group ? 1 : 0) + (item.computed ? 1 : 0) + (item.days > 0 ? 1 : 0) > 1) {
    return failure_at(item.place, fmt::format("item `{}` is one of these: a `group`, `computed`, "
                                              "or done after some `days`",
                                              item.key));
  }
  if (!item.computed) return {};
  if (item.computed->type == ConditionType::kRecord && in_issue(form, item.computed->id)) {
    return failure_at(item.place, fmt::format("item `{}` is computed from `{}`, which is a part of "
                                              "the issue itself",
                                              item.key, item.computed->id));
  }
  return validate_condition(process, *item.computed);
}

Result<void> validate_list(const Process& process, const TrackingForm& form,
                           const TrackedList& list) {
  if (list.sections.empty()) {
    return failure_at(list.place, fmt::format("list `{}` has no `sections`", list.id));
  }
  TRY(validate_roles(process, list.by, list.place));
  if (!list.checklist.empty() && !process.find_checklist(list.checklist)) {
    return failure_at(list.place, unknown("checklist", list.checklist, ids(process.checklists)));
  }
  for (const TrackedItem& item : list.items) {
    TRY(validate_item(process, form, item));
  }
  return {};
}

Result<void> validate_label(const Process& process, const TrackingForm& form,
                            const TrackedLabel& label) {
  TRY(validate_roles(process, label.by, label.place));
  TRY(validate_roles(process, label.claim, label.place));
  TRY(validate_goes_with(process, label.with, label.place));
  const bool set = !label.by.empty() || !label.claim.empty() || !label.after.empty();
  if (label.fact != LabelFact::kSet && set) {
    return failure_at(label.place,
                      fmt::format("label `{}` is computed, so nobody sets it", label.id));
  }
  for (const std::string& key : label.after) {
    const bool known = std::ranges::any_of(
        form.lists, [&](const TrackedList& list) { return list.find(key) != nullptr; });
    if (known) continue;
    std::vector<std::string> keys;
    for (const TrackedList& list : form.lists) {
      for (const TrackedItem& item : list.items) keys.push_back(item.key);
    }
    return failure_at(label.place, unknown("item", key, keys));
  }
  return {};
}

Result<void> validate_status(const Process& process, const TrackerStatusForm& status) {
  TRY(validate_roles(process, status.by, status.place));
  for (const TrackerValue& value : status.values) {
    TRY(validate_goes_with(process, value.with, value.place));
    for (const std::string& to : value.moves) {
      if (!status.find(to)) {
        return failure_at(value.place, unknown("value of the status", to, ids(status.values)));
      }
    }
  }
  if (status.label.empty() == status.values.empty()) return {};
  return failure_at(status.place, "a tracker's status has a `label` and `values`");
}

}  // namespace

Result<void> validate_tracking(const Process& process, const TrackingForm& form) {
  TRY(validate_roles(process, form.by, form.by_place));
  for (const IssueField& field : form.fields) {
    TRY(validate_stage(process, field.stage, field.place));
    TRY(validate_links(form, field.kinds, field.place));
    if (field.is == IssueValue::kTarget && field.stage.empty()) {
      return failure_at(field.place, "a target has the `stage` it is for");
    }
  }
  for (const TrackedList& list : form.lists) {
    TRY(validate_list(process, form, list));
  }
  for (const TrackedLabel& label : form.labels) {
    TRY(validate_label(process, form, label));
  }
  TRY(validate_status(process, form.status));
  for (const LinkPlaceholder& placeholder : form.placeholders) {
    TRY(validate_links(form, placeholder.kinds, placeholder.place));
  }
  return {};
}

}  // namespace milepost
