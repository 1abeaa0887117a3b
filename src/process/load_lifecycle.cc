#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/load_parts.h"
#include "process/new_place.h"
#include "process/validate.h"

namespace milepost {

namespace {

// What the names of a condition are, by its type; "" when it has none.
std::string_view names_key(ConditionType type) {
  switch (type) {
    case ConditionType::kFindings: return "rules";
    case ConditionType::kFields: return "fields";
    case ConditionType::kAgreed:
    case ConditionType::kStatus: return "statuses";
    case ConditionType::kSections:
    case ConditionType::kLinks: return "sections";
    default: return {};
  }
}

// `opt-in`, or a map with what it `is` and its argument.
void read_remedy(YamlReader& in, const YamlNode& parent, std::optional<RemedyForm>& remedy) {
  const YamlNode* node = parent.find("do");
  if (!node) return;
  std::string kind = node->text;
  if (!node->is_scalar()) {
    if (!(node = in.map(parent, "do"))) return;
    in.expect_keys(*node, {"is", "role", "to", "kind", "item", "label"});
    kind = in.required_text(*node, "is");
  }
  const auto parsed = parse_remedy_kind(kind);
  if (!parsed) {
    const YamlNode* at = node->find("is");
    return in.fail(at ? at->span : node->span, unknown("remedy", kind, remedy_kind_names()));
  }
  const std::string_view wanted = argument_key(*parsed);
  for (const YamlEntry& entry : node->entries) {
    if (entry.key == "is" || entry.key == wanted) continue;
    in.fail(entry.key_span, fmt::format("the remedy `{}` has no `{}`", kind, entry.key));
  }
  RemedyForm& form = remedy.emplace();
  form.is = *parsed;
  form.place = in.place(node->span);
  if (wanted.empty()) return;
  form.argument = in.text(*node, wanted);
  if (form.argument.empty()) {
    in.fail(node->span, fmt::format("the remedy `{}` needs its `{}`", kind, wanted));
  }
}

// Of approvals: how many people, which `least` says as well, and of how many companies.
void read_many(YamlReader& in, const YamlNode& node, std::string_view type, Condition& condition) {
  for (const std::string_view key : {"people", "companies"}) {
    const YamlNode* const at = node.find(key);
    if (!at) continue;
    if (condition.type != ConditionType::kApproval) {
      in.fail(at->span, fmt::format("a condition on `{}` has no `{}`", type, key));
    }
    const std::size_t many = in.number(node, key, 0);
    if (many == 0) in.fail(at->span, fmt::format("`{}` is how many there must be", key));
    (key == "people" ? condition.least : condition.companies) = many;
  }
  if (node.find("people") && node.find("least")) {
    in.fail(node.find("least")->span, "`least` says the same as `people`; leave one of them out");
  }
}

}  // namespace

Condition read_condition(YamlReader& in, const YamlNode& node) {
  in.expect_keys(node, {"id",     "is",       "title",    "kinds",     "from",   "rules",
                        "fields", "statuses", "sections", "role",      "review", "checklist",
                        "freeze", "least",    "severity", "all",       "below",  "evidence",
                        "advice", "how",      "do",       "most-open", "people", "companies"});
  Condition condition;
  condition.id = in.required_text(node, "id");
  condition.place = in.place(node.span);
  const std::string type = in.required_text(node, "is");
  const auto parsed = parse_condition_type(type);
  if (!parsed) {
    const YamlNode* at = node.find("is");
    in.fail(at ? at->span : node.span, unknown("condition", type, condition_type_names()));
    return condition;
  }
  condition.type = *parsed;
  condition.title = in.text(node, "title");
  condition.kinds = in.texts(node, "kinds");
  condition.from = in.text(node, "from");
  for (const std::string_view key : {"rules", "fields", "statuses", "sections"}) {
    const YamlNode* names = node.find(key);
    if (!names) continue;
    if (key != names_key(condition.type)) {
      in.fail(names->span, fmt::format("a condition on `{}` has no `{}`", type, key));
    }
    condition.names = in.texts(node, key);
  }
  condition.role = in.text(node, "role");
  condition.review = in.text(node, "review");
  condition.checklist = in.text(node, "checklist");
  condition.freeze = in.text(node, "freeze");
  condition.least = in.number(node, "least", 0);
  read_many(in, node, type, condition);
  if (const YamlNode* severity = node.find("severity")) {
    const auto least = parse_severity(severity->text);
    if (!least) in.fail(severity->span, "a severity is off, info, warning or error");
    condition.severity = least.value_or(Severity::kError);
  }
  condition.all = in.boolean(node, "all", false);
  condition.below = in.boolean(node, "below", true);
  condition.most_open = in.number(node, "most-open", 0);
  if (const YamlNode* evidence = node.find("evidence")) {
    condition.merge = evidence->text == "merge";
    if (!condition.merge) in.fail(evidence->span, "`evidence` is `merge`, or left out");
  }
  condition.advice = in.boolean(node, "advice", false);
  if (condition.type == ConditionType::kRecord) {
    condition.record = parse_record_question(condition.id);
  }
  condition.how = in.text(node, "how");
  read_remedy(in, node, condition.remedy);
  return condition;
}

namespace {

// Who may do what about a release.
void read_release_roles(YamlReader& in, const YamlNode& parent, Calendar& calendar) {
  const YamlNode* node = in.map(parent, "by");
  if (!node) return;
  in.expect_keys(*node, {"opt-in", "opt-out", "remove", "defer", "exception", "decide", "restore"});
  calendar.by_place = in.place(node->span);
  for (const ReleaseAction action :
       {ReleaseAction::kOptIn, ReleaseAction::kOptOut, ReleaseAction::kRemove,
        ReleaseAction::kDefer, ReleaseAction::kException, ReleaseAction::kDecide,
        ReleaseAction::kRestore}) {
    if (!node->find(name(action))) continue;
    std::erase_if(calendar.by, [&](const auto& entry) { return entry.first == action; });
    calendar.by.emplace_back(action, in.texts(*node, name(action)));
  }
}

}  // namespace

void read_role(YamlReader& in, const YamlNode& node, Role& role) {
  in.expect_keys(node, {"id", "title", "field", "roster", "not", "answers-for"});
  role.place = in.place(node.span);
  in.replace(node, "title", role.title);
  in.replace(node, "field", role.field);
  in.replace(node, "roster", role.roster);
  in.replace(node, "not", role.excludes);
  in.replace(node, "answers-for", role.sections);
  if (role.title.empty()) role.title = role.id;
  if (role.field.empty() && role.roster.empty()) {
    in.fail(node.span, "a role's holders are named by a `field` or a `roster`");
  }
}

void read_checklist(YamlReader& in, const YamlNode& node, Checklist& checklist) {
  in.expect_keys(node, {"id", "sections", "mark", "items"});
  checklist.place = in.place(node.span);
  if (node.find("sections")) checklist.sections = in.texts(node, "sections");
  in.replace(node, "mark", checklist.mark);
  if (!node.find("items")) return;
  checklist.items.clear();
  for (const YamlNode& item : in.list(node, "items")) {
    in.expect_keys(item, {"text", "from", "required"});
    checklist.items.push_back({in.required_text(item, "text"), in.text(item, "from"),
                               in.boolean(item, "required", false), in.place(item.span)});
  }
}

void read_calendar(YamlReader& in, const YamlNode& node, Calendar& calendar) {
  in.expect_keys(node,
                 {"file", "anywhere-on-earth", "dates", "by", "exception-days", "issue-first"});
  in.replace(node, "file", calendar.file);
  read_release_roles(in, node, calendar);
  calendar.exception_days = in.number(node, "exception-days", calendar.exception_days);
  calendar.issue_first = in.boolean(node, "issue-first", calendar.issue_first);
  calendar.anywhere_on_earth = in.boolean(node, "anywhere-on-earth", calendar.anywhere_on_earth);
  if (!node.find("dates")) return;
  calendar.dates.clear();
  for (const YamlNode& date : in.list(node, "dates")) {
    in.expect_keys(date, {"id", "title", "deadline", "week", "gate", "admits"});
    CalendarDate read{in.required_text(date, "id"), in.text(date, "title"),
                      in.boolean(date, "deadline", false), in.place(date.span)};
    if (date.find("week")) read.week = in.number(date, "week", 0);
    read.gate = in.text(date, "gate");
    if (!read.gate.empty() && !read.deadline) {
      in.fail(date.find("gate")->span, "only what is a `deadline` has a `gate`");
    }
    read.admits = in.boolean(date, "admits", false);
    if (read.admits && read.gate.empty()) {
      in.fail(date.find("admits")->span, "only what has a `gate` admits to a release");
    }
    if (read.title.empty()) read.title = read.id;
    calendar.dates.push_back(std::move(read));
  }
}

void read_moves(YamlReader& in, const YamlNode& parent, std::vector<Move>& moves) {
  const YamlNode* list = parent.find("moves");
  if (!list) return;
  moves.clear();
  if (list->is_scalar()) {
    moves.push_back({list->text, {}, false, in.place(list->span)});
    return;
  }
  for (const YamlNode& node : in.list(parent, "moves")) {
    Move& move = moves.emplace_back();
    move.place = in.place(node.span);
    if (node.is_scalar()) {
      move.to = node.text;
      continue;
    }
    in.expect_keys(node, {"to", "by", "reason"});
    move.to = in.required_text(node, "to");
    move.by = in.texts(node, "by");
    move.reason = in.boolean(node, "reason", false);
  }
}

void read_conditions(YamlReader& in, const YamlNode& parent, std::vector<Condition>& conditions) {
  for (const YamlNode& node : in.list(parent, "conditions")) {
    conditions.push_back(read_condition(in, node));
  }
}

void read_out_of_order(YamlReader& in, const YamlNode& parent, std::string_view key,
                       OutOfOrder& rule) {
  const YamlNode* node = parent.find(key);
  if (!node) return;
  if (node->text == "free") {
    rule = OutOfOrder::kFree;
  } else if (node->text == "reason") {
    rule = OutOfOrder::kReason;
  } else if (node->text == "closed") {
    rule = OutOfOrder::kClosed;
  } else {
    in.fail(node->span, fmt::format("`{}` is free, reason or closed", key));
  }
}

void read_numbering(YamlReader& in, const YamlNode& parent, Layout& layout) {
  const YamlNode* node = parent.find("numbers");
  Numbering& numbering = layout.numbering;
  if (!node) {
    // A path that has a number gets it from somebody.
    const bool numbered = std::ranges::any_of(
        paths_of_new(layout), [](const PathPattern& path) { return path.names("number"); });
    numbering = numbered ? Numbering::kGiven : Numbering::kUnnumbered;
  } else if (node->text == "given") {
    numbering = Numbering::kGiven;
  } else if (node->text == "next") {
    numbering = Numbering::kNext;
  } else if (node->text == "none") {
    numbering = Numbering::kUnnumbered;
  } else {
    in.fail(node->span, "`numbers` are given, next or none");
  }
}

void read_final_place(YamlReader& in, const YamlNode& parent, FinalPlace& place) {
  const YamlNode* node = in.map(parent, "final");
  if (!node) return;
  in.expect_keys(*node, {"path", "stage"});
  place = {PathPattern(in.required_text(*node, "path")), in.required_text(*node, "stage"),
           in.place(node->span)};
}

void read_criteria(YamlReader& in, const YamlNode& parent, std::vector<Criterion>& criteria) {
  if (!parent.find("criteria")) return;
  criteria.clear();
  for (const YamlNode& node : in.list(parent, "criteria")) {
    in.expect_keys(node, {"id", "question"});
    criteria.push_back({in.required_text(node, "id"), in.required_text(node, "question")});
  }
}

// Addresses are compared without regard to case, as mail is delivered.
void read_people(YamlReader& in, const YamlNode& parent,
                 std::vector<std::pair<std::string, std::string>>& people) {
  const YamlNode* node = in.map(parent, "people");
  if (!node) return;
  for (const YamlEntry& entry : node->entries) {
    std::string_view handle = trim(entry.value->text);
    if (handle.starts_with('@')) handle.remove_prefix(1);
    if (!entry.value->is_scalar() || handle.empty() || handle.find('@') != handle.npos) {
      in.fail(entry.value->span, "`people` gives the handle that belongs to an e-mail address");
      continue;
    }
    const auto same = std::ranges::find_if(
        people, [&](const auto& known) { return equal_ignoring_case(known.first, entry.key); });
    if (same == people.end()) {
      people.emplace_back(entry.key, handle);
    } else {
      same->second = handle;
    }
  }
}

void read_start(YamlReader& in, const YamlNode& parent, std::vector<StartingFile>& files) {
  if (!parent.find("start")) return;
  files.clear();
  for (const YamlNode& node : in.list(parent, "start")) {
    in.expect_keys(node, {"from", "to"});
    files.push_back({in.required_text(node, "from"), in.required_text(node, "to"),
                     in.place(node.span), nullptr});
  }
}

void read_rewrite(YamlReader& in, const YamlNode& parent, Rewrite& rewrite) {
  const YamlNode* node = in.map(parent, "rewrite");
  if (!node) return;
  in.expect_keys(*node, {"lines", "percent"});
  rewrite.lines = in.number(*node, "lines", rewrite.lines);
  rewrite.percent = in.number(*node, "percent", rewrite.percent);
}

}  // namespace milepost
