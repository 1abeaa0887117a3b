#include "features/process/condition_text.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost::process {

namespace {

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string role_title(const Process& process, const std::string& id) {
  const Role* const role = process.find_role(id);
  return role && !role->title.empty() ? role->title : id;
}

std::string freeze_title(const Process& process, const std::string& id) {
  const CalendarDate* const date = process.calendar.find(id);
  return date ? date->title : id;
}

std::string sections_asked(const Condition& condition) {
  std::string text =
      condition.names.empty()
          ? std::string("the sections that are due at the stage are filled")
          : listed(condition.names) + (condition.names.size() == 1 ? " is" : " are") + " filled";
  if (condition.most_open > 0) {
    text += fmt::format("; {} may be open", counted(condition.most_open, "answer"));
  }
  return text;
}

std::string approval_asked(const Process& process, const Condition& condition) {
  const std::string who = role_title(process, condition.role);
  if (condition.least == 0) return fmt::format("approved by each who is {}", who);
  return fmt::format("{} by {}", counted(condition.least, "approval"), who);
}

std::string by_type(const Process& process, const Condition& condition) {
  switch (condition.type) {
    case ConditionType::kSections: return sections_asked(condition);
    case ConditionType::kFindings:
      return fmt::format("none of the rules {} reports {}", listed(condition.names),
                         condition.severity == Severity::kError ? "an error" : "anything");
    case ConditionType::kFields: return "the metadata says " + listed(condition.names);
    case ConditionType::kResolved: return "nothing is under debate";
    case ConditionType::kApproval: return approval_asked(process, condition);
    case ConditionType::kReview: {
      const Review* const review = process.find_review(condition.review);
      return fmt::format("the {} names an approver for the stage",
                         review ? review->title : condition.review);
    }
    case ConditionType::kChecklist:
      return fmt::format("{} of the list {} are ticked",
                         condition.all ? "all items" : "the required items", condition.checklist);
    case ConditionType::kMilestone:
      return condition.freeze.empty() ? std::string("the stage names a release")
                                      : fmt::format("the {} of its release has not passed",
                                                    freeze_title(process, condition.freeze));
    case ConditionType::kReleases:
      return fmt::format("{} in the stage before",
                         counted(std::max<std::size_t>(condition.least, 1), "release"));
    case ConditionType::kShipped: return "the release of the stage is out";
    case ConditionType::kStatus:
      return "its status is " + fmt::format("{}", fmt::join(condition.names, " or "));
    case ConditionType::kTop: return "it has reached the last stage of its ladder";
    case ConditionType::kSuccessor: return "its successor is named, and exists";
    case ConditionType::kReason: return "the move has a reason";
    case ConditionType::kCriteria: return "the criteria of its kind are confirmed";
    case ConditionType::kLinks: return listed(condition.names) + " link to something";
    case ConditionType::kPlace: return "the document lies where it is to stay";
    case ConditionType::kTemplate: return "it has the sections of the current template";
    case ConditionType::kMerged: return "its text is merged";
    case ConditionType::kIssue: return "its tracking issue is for the release, and links to it";
    case ConditionType::kAgreed: return "approvers agreed to its status, or merged it";
    case ConditionType::kRecord: return "the record says so: " + condition.id;
    case ConditionType::kNothing: return fmt::format("{} is not asked for any more", condition.id);
  }
  return condition.id;
}

}  // namespace

std::string condition_text(const Process& process, const Condition& condition) {
  return condition.title.empty() ? by_type(process, condition) : condition.title;
}

}  // namespace milepost::process
