#include "process/tracking.h"

#include <algorithm>

namespace milepost {

namespace {

template <typename T>
const T* find_id(const std::vector<T>& all, std::string T::* id, std::string_view wanted) {
  const auto found = std::ranges::find(all, wanted, id);
  return found == all.end() ? nullptr : &*found;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || name.empty() || std::ranges::find(names, name) != names.end();
}

}  // namespace

bool GoesWith::stage(std::string_view stage) const { return holds(stages, stage); }
bool GoesWith::status(std::string_view status) const { return holds(statuses, status); }

const std::vector<std::string>& issue_value_names() {
  static const std::vector<std::string> kNames{"description", "proposal", "discussion",
                                               "contact",     "groups",   "target"};
  return kNames;
}

std::optional<IssueValue> parse_issue_value(std::string_view name) {
  const auto& names = issue_value_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<IssueValue>(found - names.begin());
}

const TrackedItem* TrackedList::find(std::string_view key) const {
  return find_id(items, &TrackedItem::key, key);
}

const TrackerValue* TrackerStatusForm::find(std::string_view id) const {
  return find_id(values, &TrackerValue::id, id);
}

const TrackedList* TrackingForm::find_list(std::string_view id) const {
  return find_id(lists, &TrackedList::id, id);
}

const TrackedLabel* TrackingForm::find_label(std::string_view id) const {
  return find_id(labels, &TrackedLabel::id, id);
}

const IssueField* TrackingForm::find_field(IssueValue is) const {
  const auto found = std::ranges::find(fields, is, &IssueField::is);
  return found == fields.end() ? nullptr : &*found;
}

const std::vector<std::string>& label_fact_names() {
  static const std::vector<std::string> names = {"opted-in", "tracked", "not-tracked"};
  return names;
}

std::optional<LabelFact> parse_label_fact(std::string_view name) {
  const auto& names = label_fact_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<LabelFact>(found - names.begin() + 1);
}

}  // namespace milepost
