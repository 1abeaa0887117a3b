// Conditions on what people have said: approvals, reviews, the record.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/conditions.h"
#include "gates/not_yet.h"
#include "gates/roles.h"
#include "proposal/review_edit.h"

namespace milepost {

namespace {

std::string named(const std::vector<std::string>& handles) {
  return fmt::format("@{}", fmt::join(handles, ", @"));
}

remedy::Approve approve_as(const GateInput& input, const std::string& role) {
  return {called(input.in.card), role, input.step.to_stage};
}

// Whose approval counts and is not there yet.
std::vector<std::string> still_missing(const std::vector<std::string>& people,
                                       const std::vector<Approval>& approvals) {
  std::vector<std::string> missing;
  for (const std::string& person : people) {
    const bool given = std::ranges::any_of(approvals, [&](const Approval& approval) {
      return approval.valid && equal_ignoring_case(approval.by, person);
    });
    if (!given) missing.push_back(person);
  }
  return missing;
}

// Those of the people who have approved what the text was.
std::vector<std::string> void_for(const std::vector<std::string>& people,
                                  const std::vector<Approval>& approvals) {
  std::vector<std::string> names;
  for (const std::string& person : people) {
    const bool is_void = std::ranges::any_of(approvals, [&](const Approval& approval) {
      return !approval.valid && equal_ignoring_case(approval.by, person);
    });
    if (is_void) names.push_back(person);
  }
  return names;
}

// "@jane (claimed) on 2026-02-03": the record takes people at their word.
std::string signature(const Approval& approval) {
  return fmt::format("@{}{} on {}", approval.by, approval.claimed ? " (claimed)" : "",
                     approval.when);
}

// The same for each approval that counts, with what it leaves open.
std::vector<std::string> given_by(const std::vector<std::string>& people,
                                  const std::vector<Approval>& approvals) {
  std::vector<std::string> texts;
  for (const Approval& approval : approvals) {
    const bool counts = approval.valid && std::ranges::any_of(people, [&](const std::string& name) {
                          return equal_ignoring_case(approval.by, name);
                        });
    if (!counts) continue;
    texts.push_back(signature(approval) +
                    (approval.note.empty() ? "" : fmt::format(" ({})", approval.note)));
  }
  return texts;
}

// One that is given; when it is void, what has changed since, and how to see it.
void add_approval(const GateInput& input, const std::string& role, const Approval& approval,
                  Verdict& verdict) {
  const auto add = [&](std::string text) -> Detail& {
    Detail& detail = verdict.details.emplace_back();
    detail.text = std::move(text);
    detail.by = approval.by;
    return detail;
  };
  add(signature(approval)).note = approval.note;
  if (!approval.valid) {
    add("  shown by").remedy = remedy::CompareApproved{called(input.in.card), role, approval.by};
  }
  for (const std::string& change : approval.changes) add("  " + change);
}

// For whom those work whose approvals count.
struct ApprovingCompanies {
  std::vector<std::string> names;    // each once, in the order of their approvals
  std::vector<std::string> nowhere;  // approvers of whom that is not known
  bool has(std::string_view company) const {
    return std::ranges::any_of(
        names, [&](const std::string& name) { return equal_ignoring_case(name, company); });
  }
};

ApprovingCompanies companies_of(const Rosters& rosters, const std::vector<std::string>& people,
                                const std::vector<Approval>& approvals) {
  ApprovingCompanies found;
  for (const Approval& approval : approvals) {
    const bool counts = approval.valid && std::ranges::any_of(people, [&](const std::string& name) {
                          return equal_ignoring_case(approval.by, name);
                        });
    if (!counts) continue;
    const std::string_view company = rosters.company_of(approval.by);
    if (company.empty()) {
      found.nowhere.emplace_back(approval.by);
    } else if (!found.has(company)) {
      found.names.emplace_back(company);
    }
  }
  return found;
}

// "each of @ann, @bob"; of one who is asked alone the name is enough.
std::string described(const std::vector<std::string>& people, std::size_t asked) {
  if (people.size() == 1 && asked <= 1) return named(people);
  return asked == 0 ? "each of " + named(people) : fmt::format("{} of {}", asked, named(people));
}

// "the approvals are of 1 company (Harbour), of 2 that are needed; …"
std::string too_few_companies(const Process& process, const ApprovingCompanies& companies,
                              std::size_t needed) {
  std::string text = fmt::format(
      "the approvals are of {}{}; {} needed", counted(companies.names.size(), "company"),
      companies.names.empty() ? "" : fmt::format(" ({})", fmt::join(companies.names, ", ")),
      needed == 1 ? std::string("one is") : fmt::format("{} are", needed));
  if (!companies.nowhere.empty()) {
    text += fmt::format("; no company is known of {}: add {} to {}", named(companies.nowhere),
                        companies.nowhere.size() == 1 ? "it" : "them",
                        process.companies.file.empty() ? "`companies:`" : process.companies.file);
  }
  return text;
}

}  // namespace

void judge_approval(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const RuleInput& in = input.in;
  const Role& role = *in.process.find_role(condition.role);
  const auto people = holders(in.process, role, in.card, in.facts.rosters());
  // So many companies are so many people.
  const std::size_t asked = std::max(condition.least, condition.companies);
  if (people && people->empty()) {
    verdict.holds = Holds::kNo;
    verdict.message = fmt::format("nobody is named who is {}", role.title);
    if (role.field.empty()) return;
    verdict.remedies = {remedy::NamePeople{role.field}};
    if (const Role* const author = author_role(in.process)) wait_for(input, *author, verdict);
    return;
  }
  const auto approvals = input.evidence.approvals(in.card, role.id, input.step.to_stage);
  // Where nobody has used the record, merging the change settles it as ever.
  const bool silent = !approvals || (condition.merge && approvals->empty());
  if (!people || silent) {
    if (!people) {
      verdict.message =
          fmt::format("nobody is known as {}: {}", role.title,
                      why_unknown(in.process, role.roster, in.card, in.facts.rosters()));
    } else {
      verdict.message =
          fmt::format("approval by {}{}", described(*people, asked),
                      condition.merge ? " comes with merging the change" : ": no record of it");
    }
    verdict.remedies = {approve_as(input, role.id)};
    return;
  }
  const std::vector<std::string> missing = still_missing(*people, *approvals);
  const std::size_t given = people->size() - missing.size();
  const std::size_t least = asked == 0 ? people->size() : asked;
  const ApprovingCompanies companies = companies_of(in.facts.rosters(), *people, *approvals);
  const bool of_enough = companies.names.size() >= condition.companies;
  verdict.holds = given >= least && of_enough ? Holds::kYes : Holds::kNo;
  if (verdict.holds == Holds::kYes) {
    verdict.message = fmt::format("approved by {}, text unchanged since",
                                  fmt::join(given_by(*people, *approvals), ", "));
    if (condition.companies > 0) {
      verdict.message += fmt::format(", of {}", fmt::join(companies.names, " and "));
    }
    return;
  }
  const std::string& file = in.process.companies.file;
  if (given >= least && !file.empty() && !in.facts.rosters().has_file(file)) {
    verdict.holds = Holds::kUnknown;
    verdict.message = fmt::format(
        "for whom people work is not known: {} is not there, or no map of people to companies",
        file);
    return;
  }
  for (const Approval& approval : *approvals) add_approval(input, role.id, approval, verdict);
  verdict.again = void_for(missing, *approvals);
  verdict.remedies = {approve_as(input, role.id)};
  if (given >= least) {
    verdict.who.clear();
    for (const std::string& person : missing) {
      const std::string_view company = in.facts.rosters().company_of(person);
      if (!company.empty() && !companies.has(company)) verdict.who.push_back(person);
    }
    verdict.message = too_few_companies(in.process, companies, condition.companies);
    return;
  }
  verdict.who = missing;
  verdict.message = fmt::format("{} of {} {} missing", least - given, counted(least, "approval"),
                                least - given == 1 ? "is" : "are");
  if (condition.companies > 0 && !of_enough) {
    verdict.message += "; " + too_few_companies(in.process, companies, condition.companies);
  }
}

namespace {

// The approvals of a review for the stage of the step, by all roles that give it.
std::vector<Approval> approvals_of(const GateInput& input, const Review& review) {
  std::vector<Approval> all;
  for (const Role& role : input.in.process.roles) {
    if (review_given_by(input.in.process, role.id) != &review) continue;
    auto approvals = input.evidence.approvals(input.in.card, role.id, input.step.to_stage);
    if (approvals) std::ranges::move(*approvals, std::back_inserter(all));
  }
  return all;
}

// What the file of a review says; the record may know that it is out of date.
void judge_review_file(const GateInput& input, const Review& review,
                       const std::vector<Approval>& approvals, Verdict& verdict) {
  const RuleInput& in = input.in;
  const std::string& stage = input.step.to_stage;
  verdict.holds = Holds::kNo;
  verdict.remedies = {{approve_as(input, review.id), "after the answers"}};
  const ReviewFile* file = find_review(in.facts, in.card, review);
  if (!file) {
    const std::string path = review_path(review, in.card);
    verdict.message = fmt::format("no {} for {}: there is no file for it", review.title, stage);
    if (!path.empty()) verdict.spot = Spot{input.repository.shown_path(path), 0, 0};
    return;
  }
  verdict.spot = spot_of(*file->source, {});
  const YamlNode* approver = file->approver(stage);
  const std::vector<Scalar> people = people_in(in.process, approver);
  if (approver) verdict.spot = spot_of(*file->source, approver->span);
  if (people.empty()) {
    const bool asked = file->yaml->root().find(stage) != nullptr;
    verdict.message =
        asked ? fmt::format("the {} for {} is asked for and not given", review.title, stage)
              : fmt::format("no {} for {}", review.title, stage);
    if (!file->yaml->complete()) verdict.holds = Holds::kUnknown;
    return;
  }
  for (const Scalar& person : people) {
    const auto handle = read_handle(person.text);
    const std::string_view name = handle ? handle->name : person.text;
    if (!in.facts.rosters().knows(review.roster)) {
      verdict.holds = Holds::kUnknown;
      verdict.message =
          fmt::format("whether @{} may approve is not known: {}", name,
                      why_unknown(in.process, review.roster, in.card, in.facts.rosters()));
      verdict.remedies.clear();
      return;
    }
    if (in.facts.rosters().has(review.roster, name)) {
      const auto outdated = std::ranges::find_if(approvals, [&](const Approval& approval) {
        return !approval.valid && equal_ignoring_case(approval.by, name);
      });
      if (outdated != approvals.end()) {
        verdict.message =
            fmt::format("@{}{} approved {} on {}, but the text has changed since", name,
                        outdated->claimed ? " (claimed)" : "", stage, outdated->when);
        verdict.who = verdict.again = {std::string(name)};
        add_approval(input, review.id, *outdated, verdict);
        return;
      }
      verdict.holds = Holds::kYes;
      verdict.message = fmt::format("{} for {} by @{}", review.title, stage, name);
      return;
    }
    verdict.message =
        fmt::format("@{}, who approved {}, may not: they are not on the roster", name, stage);
  }
}

}  // namespace

void judge_review(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const Review& review = *input.in.process.find_review(condition.review);
  const std::vector<Approval> approvals = approvals_of(input, review);
  judge_review_file(input, review, approvals, verdict);
  if (verdict.holds == Holds::kYes) return;
  // An approval counts once it is given, whether or not somebody has entered it yet.
  for (const Approval& approval : approvals) {
    if (!approval.valid || !input.in.facts.rosters().has(review.roster, approval.by)) continue;
    verdict.holds = Holds::kYes;
    verdict.message = fmt::format("{} for {} by {}, not entered in its file", review.title,
                                  input.step.to_stage, signature(approval));
    verdict.who.clear();
    verdict.again.clear();
    verdict.details.clear();
    return;
  }
}

namespace {

// Whether there is to be a tracking issue, and none is recorded.
bool lacks_issue(const GateInput& input) {
  const Card& card = input.in.card;
  return input.in.process.tracking_of(card.kind).present() && !input.evidence.issue(card);
}

}  // namespace

void judge_record(const GateInput& input, const Condition& condition, Verdict& verdict) {
  const std::string title = condition.title.empty() ? condition.id : condition.title;
  const auto recorded =
      input.evidence.recorded(input.in.card, condition.record, input.step.release);
  if (!recorded) {
    verdict.message = condition.merge ? fmt::format("{}: merging the change says so", title)
                                      : fmt::format("{}: no record of it", title);
    if (condition.record.fact == RecordFact::kIssue && lacks_issue(input)) {
      verdict.remedies = {remedy::TrackIssue{called(input.in.card)}};
    }
    return;
  }
  const std::string& evidence = recorded->evidence;
  verdict.holds = recorded->holds ? Holds::kYes : Holds::kNo;
  if (recorded->holds) {
    verdict.message = evidence.empty() ? title : evidence;
  } else {
    verdict.message =
        not_yet(title) + (evidence.empty() ? std::string() : fmt::format(" ({})", evidence));
  }
}

}  // namespace milepost
