#include "features/track/tracker_rules.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/roles.h"

namespace milepost::track {

namespace {

class RuleWords {
 public:
  RuleWords(const TrackerInput& input, const Tracker& tracker) : input_(input), tracker_(tracker) {}

  std::vector<TrackerRule> rules() {
    const TrackingForm& form = *input_.issue.form;
    for (const ItemView& view : tracker_.items) add(RuleOf::kItem, view.item->key, item_text(view));
    for (const TrackedLabel& label : form.labels) add(RuleOf::kLabel, label.id, label_text(label));
    for (const TrackerValue& value : form.status.values) {
      add(RuleOf::kStatus, value.id, status_text(value));
    }
    for (const LinkPlaceholder& word : form.placeholders) {
      add(RuleOf::kPlaceholder, word.text,
          fmt::format("pull requests that are linked as {}", fmt::join(word.kinds, ", ")));
    }
    add(RuleOf::kIssue, "fields and links", people(form.by) + " edits them");
    return std::move(rules_);
  }

 private:
  void add(RuleOf of, const std::string& name, std::string text) {
    rules_.push_back({of, name, std::move(text)});
  }

  std::string people(std::span<const std::string> roles) const {
    return describe_holders(input_.process, roles, input_.card, input_.rosters);
  }

  static std::string scope_text(const ItemScope& scope) {
    std::vector<std::string> ways;
    if (!scope.field.empty()) ways.push_back(fmt::format("{} says so", scope.field));
    if (!scope.kinds.empty()) {
      ways.push_back(fmt::format("a pull request is linked as {}", fmt::join(scope.kinds, " or ")));
    }
    if (!scope.paths.empty()) {
      std::vector<std::string_view> paths;
      for (const Glob& path : scope.paths) paths.emplace_back(path.pattern());
      ways.push_back(fmt::format("one touches {}", fmt::join(paths, " or ")));
    }
    return fmt::format("only if {}", fmt::join(ways, ", or "));
  }

  static std::string condition_text(const Condition& condition) {
    const std::string& type = condition_type_names()[static_cast<std::size_t>(condition.type)];
    std::string text = "computed from the " + type;
    if (!condition.review.empty()) text += " " + condition.review;
    if (!condition.names.empty()) text += fmt::format(": {}", fmt::join(condition.names, ", "));
    return text;
  }

  std::string done_text(const ItemView& view) const {
    const TrackedItem* const form = view.item->form;
    if (form && form->group) return "done with what is below it";
    if (form && form->computed) return condition_text(*form->computed);
    if (form && form->days > 0) {
      return fmt::format("done {} after {} begins it", counted(form->days, "day"), people(view.by));
    }
    return people(view.by) + " ticks it";
  }

  std::string item_text(const ItemView& view) const {
    std::vector<std::string> parts;
    if (!view.from.empty()) parts.push_back("from " + view.from);
    if (view.required) parts.emplace_back("before a release is targeted");
    const TrackedItem* const form = view.item->form;
    if (form && form->only.limited()) parts.push_back(scope_text(form->only));
    parts.push_back(done_text(view));
    if (!form) return fmt::format("{}", fmt::join(parts, "; "));
    for (const std::string& kind : form->merged) {
      parts.push_back(fmt::format("after its {} pull requests are merged", kind));
    }
    if (!form->approval.empty()) {
      parts.push_back("after the approval of " + people({&form->approval, 1}));
    }
    if (!form->cc.empty()) {
      std::vector<std::string> told;
      for (const std::string& role : form->cc) told.push_back(people({&role, 1}));
      parts.push_back(fmt::format("when it is due, tell {}{}", fmt::join(told, " and "),
                                  form->where.empty() ? "" : ", on " + form->where));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  std::string label_text(const TrackedLabel& label) const {
    std::string text = label.claim.empty() ? "set by " + people(label.by)
                                           : fmt::format("claimed by {}, confirmed by {}",
                                                         people(label.claim), people(label.by));
    if (!label.after.empty()) text += fmt::format(" after {}", fmt::join(label.after, " and "));
    return text;
  }

  std::string status_text(const TrackerValue& value) const {
    if (value.moves.empty()) return "leads nowhere else";
    return fmt::format("leads to {}; set by {}", fmt::join(value.moves, ", "),
                       people(input_.issue.form->status.by));
  }

  const TrackerInput& input_;
  const Tracker& tracker_;
  std::vector<TrackerRule> rules_;
};

}  // namespace

std::string_view name(RuleOf of) {
  constexpr std::string_view kNames[] = {"item", "label", "status", "placeholder", "issue"};
  return kNames[static_cast<std::size_t>(of)];
}

std::vector<TrackerRule> tracker_rules(const TrackerInput& input, const Tracker& tracker) {
  return RuleWords(input, tracker).rules();
}

}  // namespace milepost::track
