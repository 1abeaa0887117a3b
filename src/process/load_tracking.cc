#include <fmt/format.h>

#include "process/load_parts.h"
#include "process/validate.h"

namespace milepost {

namespace {

template <typename T>
class Records {
 public:
  Records(YamlReader& in, std::vector<T>& all, std::string T::* id, std::string_view key)
      : in_(in), all_(all), id_(id), key_(key) {}

  T& of(const YamlNode& node) {
    const std::string id = in_.required_text(node, key_);
    T& record = all_.emplace_back();
    record.*id_ = id;
    record.place = in_.place(node.span);
    return record;
  }

 private:
  YamlReader& in_;
  std::vector<T>& all_;
  std::string T::* id_;
  std::string_view key_;
};

void read_issue_field(YamlReader& in, const YamlNode& node, IssueField& field) {
  in.expect_keys(node, {"is", "label", "section", "stage", "least", "most", "lines", "optional",
                        "links", "placeholders"});
  field.place = in.place(node.span);
  const std::string is = in.required_text(node, "is");
  const auto parsed = parse_issue_value(is);
  if (!parsed) {
    const YamlNode* at = node.find("is");
    in.fail(at ? at->span : node.span, unknown("value of an issue", is, issue_value_names()));
  }
  field.is = parsed.value_or(IssueValue::kDescription);
  field.labels = in.texts(node, "label");
  field.section = in.text(node, "section");
  field.stage = in.text(node, "stage");
  field.least = in.number(node, "least", 0);
  field.most = in.number(node, "most", 0);
  field.lines = in.number(node, "lines", 0);
  field.optional = in.boolean(node, "optional", false);
  field.kinds = in.texts(node, "links");
  field.placeholders = in.texts(node, "placeholders");
  if (field.labels.empty() == field.section.empty()) {
    in.fail(node.span, "a field of an issue has a `label` or a `section`");
  }
}

void read_scope(YamlReader& in, const YamlNode& parent, ItemScope& scope) {
  const YamlNode* node = in.map(parent, "only");
  if (!node) return;
  in.expect_keys(*node, {"field", "links", "paths"});
  scope = {in.text(*node, "field"), in.texts(*node, "links"), {}};
  for (const std::string& path : in.texts(*node, "paths")) scope.paths.emplace_back(path);
}

void read_tracked_item(YamlReader& in, const YamlNode& node, TrackedItem& item) {
  in.expect_keys(node, {"key", "text", "from", "required", "group", "by", "approval", "bound",
                        "only", "cc", "where", "merged", "days", "computed"});
  in.replace(node, "text", item.texts);
  in.replace(node, "from", item.from);
  item.required = in.boolean(node, "required", item.required);
  item.group = in.boolean(node, "group", item.group);
  in.replace(node, "by", item.by);
  in.replace(node, "approval", item.approval);
  item.bound = in.boolean(node, "bound", item.bound);
  read_scope(in, node, item.only);
  in.replace(node, "cc", item.cc);
  in.replace(node, "where", item.where);
  in.replace(node, "merged", item.merged);
  item.days = in.number(node, "days", item.days);
  if (const YamlNode* computed = in.map(node, "computed")) {
    item.computed = read_condition(in, *computed);
  }
  if (item.texts.empty()) in.fail(node.span, fmt::format("item `{}` has no `text`", item.key));
}

void read_tracked_list(YamlReader& in, const YamlNode& node, TrackedList& list) {
  in.expect_keys(node, {"id", "sections", "scope", "mark", "by", "checklist", "items"});
  in.replace(node, "sections", list.sections);
  if (const YamlNode* scope = node.find("scope")) {
    if (scope->text == "release") {
      list.scope = ListScope::kRelease;
    } else if (scope->text == "feature") {
      list.scope = ListScope::kFeature;
    } else {
      in.fail(scope->span, "the `scope` of a list is release or feature");
    }
  }
  in.replace(node, "mark", list.mark);
  in.replace(node, "by", list.by);
  in.replace(node, "checklist", list.checklist);
  Records<TrackedItem> items(in, list.items, &TrackedItem::key, "key");
  for (const YamlNode& item : in.list(node, "items")) read_tracked_item(in, item, items.of(item));
}

void read_goes_with(YamlReader& in, const YamlNode& node, GoesWith& with) {
  in.replace(node, "stages", with.stages);
  in.replace(node, "in", with.statuses);
}

void read_label(YamlReader& in, const YamlNode& node, TrackedLabel& label) {
  in.expect_keys(node, {"id", "is", "by", "claim", "after", "stages", "in"});
  if (const YamlNode* is = node.find("is")) {
    const auto fact = parse_label_fact(is->text);
    if (!fact) in.fail(is->span, unknown("fact of a label", is->text, label_fact_names()));
    label.fact = fact.value_or(LabelFact::kSet);
  }
  read_goes_with(in, node, label.with);
  in.replace(node, "by", label.by);
  in.replace(node, "claim", label.claim);
  in.replace(node, "after", label.after);
}

void read_tracker_status(YamlReader& in, const YamlNode& parent, TrackerStatusForm& status) {
  const YamlNode* node = in.map(parent, "status");
  if (!node) return;
  in.expect_keys(*node, {"label", "by", "values"});
  status.place = in.place(node->span);
  in.replace(*node, "label", status.label);
  in.replace(*node, "by", status.by);
  Records<TrackerValue> values(in, status.values, &TrackerValue::id, "id");
  for (const YamlNode& value : in.list(*node, "values")) {
    in.expect_keys(value, {"id", "moves", "stages", "in"});
    TrackerValue& read = values.of(value);
    read_goes_with(in, value, read.with);
    in.replace(value, "moves", read.moves);
  }
}

}  // namespace

void read_tracking(YamlReader& in, const YamlNode& node, TrackingForm& form) {
  in.expect_keys(node, {"template", "links", "by", "fields", "lists", "labels", "status",
                        "placeholders", "criteria"});
  in.replace(node, "template", form.template_path);
  if (const YamlNode* path = node.find("template")) form.template_place = in.place(path->span);
  in.replace(node, "links", form.link_kinds);
  in.replace(node, "by", form.by);
  if (const YamlNode* by = node.find("by")) form.by_place = in.place(by->span);
  if (node.find("fields")) form.fields.clear();
  for (const YamlNode& field : in.list(node, "fields")) {
    read_issue_field(in, field, form.fields.emplace_back());
  }
  Records<TrackedList> lists(in, form.lists, &TrackedList::id, "id");
  for (const YamlNode& list : in.list(node, "lists")) read_tracked_list(in, list, lists.of(list));
  Records<TrackedLabel> labels(in, form.labels, &TrackedLabel::id, "id");
  for (const YamlNode& label : in.list(node, "labels")) read_label(in, label, labels.of(label));
  read_tracker_status(in, node, form.status);
  Records<LinkPlaceholder> words(in, form.placeholders, &LinkPlaceholder::text, "text");
  for (const YamlNode& placeholder : in.list(node, "placeholders")) {
    in.expect_keys(placeholder, {"text", "kinds"});
    LinkPlaceholder& read = words.of(placeholder);
    in.replace(placeholder, "kinds", read.kinds);
  }
  if (node.find("criteria")) form.criteria.clear();
  for (const YamlNode& criterion : in.list(node, "criteria")) {
    in.expect_keys(criterion, {"id", "question", "by-discussion"});
    IssueCriterion& read = form.criteria.emplace_back();
    read.id = in.required_text(criterion, "id");
    read.question = in.required_text(criterion, "question");
    read.by_discussion = in.boolean(criterion, "by-discussion", false);
  }
}

}  // namespace milepost
