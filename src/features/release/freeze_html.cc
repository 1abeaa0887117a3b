#include "features/release/freeze_html.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/remedy_html.h"
#include "features/common/values_html.h"
#include "features/release/actions.h"
#include "features/release/board_html.h"
#include "features/release/board_text.h"
#include "features/release/message_text.h"
#include "features/release/slip.h"

namespace milepost::release {

namespace {

std::string freeze_href(const Visit& visit, const FreezePlan& plan, std::string_view page) {
  return fmt::format("{}/release/{}/{}/{}", visit.links.base,
                     http::encode(plan.view.calendar.release), page, http::encode(plan.id));
}

struct PlanPart {
  FreezeAction action;
  std::string_view mark, tone, title, title_ahead, about, about_ahead;
};

// Those that something is to be done about come first.
constexpr PlanPart kPlanParts[] = {
    {FreezeAction::kRemove, "✗", "bad", "Would be removed", "At risk",
     "Something was missing when the freeze passed.",
     "Something is missing; what still is when the freeze passes is removed."},
    {FreezeAction::kExcept, "–", "warn", "Kept", "Kept",
     "Something was missing, and they stay nevertheless.",
     "Something is missing, and they stay nevertheless."},
    {FreezeAction::kWait, "?", "accent", "Wait for an exception, or have one",
     "Wait for an exception, or have one", "They are neither removed nor met.",
     "They are neither removed nor met."},
    {FreezeAction::kKeep, "✓", "good", "Met the freeze", "Ready", "All that is asked for is there.",
     "All that is asked for is there."},
    {FreezeAction::kNothing, "·", "quiet", "Decided before", "Decided before",
     "Met, removed, deferred or opted out already.",
     "Met, removed, deferred or opted out already."},
};

Json step_html(const Visit& visit, const FreezePlan& plan, const FreezeStep& step) {
  const ReleaseEntry& entry = plan.view.entries[step.entry];
  const bool lacks = step.action != FreezeAction::kKeep && step.action != FreezeAction::kNothing;
  Json row = proposal_json(visit, entry.proposal);
  row["group"] = entry.proposal.group;
  row["step"] = step_text(entry);
  row["why"] = step.why;
  row["deciders"] = step.action == FreezeAction::kWait ? step.deciders : std::string();
  row["state"] = state_text(entry);
  row["missing"] = lacks ? missing_rows(visit, entry.freezes[plan.freeze]) : Json::array();
  row["part_href"] = fmt::format("{}/release/{}/proposals/{}", visit.links.base,
                                 http::encode(plan.view.calendar.release),
                                 http::encode(key_of_called(entry.proposal.called())));
  return row;
}

Json plan_head(const Visit& visit, const FreezePlan& plan) {
  Json head = {
      {"release", plan.view.calendar.release},
      {"release_href", page_href(visit, "/release/" + http::encode(plan.view.calendar.release))},
      {"freeze", plan.title},
      {"id", plan.id},
      {"passed", plan.passed()},
      {"when", "no day is set"},
      {"time", Json()},
      {"plan_href", freeze_href(visit, plan, "freeze")},
      {"messages_href", freeze_href(visit, plan, "messages")}};
  if (plan.deadline) {
    head["when"] =
        fmt::format("{}, {}", from_now(*plan.deadline, plan.view.now),
                    deadline_in_full(*plan.deadline, plan.view.calendar.anywhere_on_earth));
    head["time"] = time_json(*plan.deadline, plan.view.now);
  }
  return head;
}

// In words of what becomes of the proposal: who is left out of the freeze is kept in the release.
std::string words_of_kind(std::string kind) {
  if (kind == "left-out") return "kept";
  std::ranges::replace(kind, '-', ' ');
  return kind;
}

// What the rows of a plan are, by the kind of event.
std::map<std::string, std::size_t> counts_of(const FreezePlan& plan) {
  std::map<std::string, std::size_t> counts;
  for (const FreezeRow& row : plan.rows) {
    if (row.refused.empty()) ++counts[row.kind];
  }
  return counts;
}

// Whoever may remove a proposal records what a freeze comes to for it, and that a message about it
// is posted.
Result<void> check_may_here(const Visit& visit, const ReleaseEntry& entry, ReleaseAction action) {
  const Card* const card = visit.workspace->index().find(entry.proposal.path);
  if (card == nullptr)
    return failure(fmt::format("the files of {} are gone", entry.proposal.called()));
  return check_may(*visit.workspace, *card, action, visit.visitor.handle);
}

bool may(const Visit& visit, const ReleaseEntry& entry, ReleaseAction action) {
  return visit.visitor.signed_in() && check_may_here(visit, entry, action).has_value();
}

// Why the visitor can apply the plan to no proposal; "" when they can to some.
std::string refusal_of(const Visit& visit, const FreezePlan& plan) {
  std::string first;
  for (const FreezeStep& step : plan.steps) {
    if (step.action == FreezeAction::kNothing || step.action == FreezeAction::kWait) continue;
    const auto may = check_may_here(visit, plan.view.entries[step.entry], ReleaseAction::kRemove);
    if (may) return {};
    if (first.empty()) first = may.error().message;
  }
  return first;
}

}  // namespace

std::string numbers_of(const FreezePlan& plan) {
  std::vector<std::string> texts;
  for (const auto& [kind, count] : counts_of(plan)) {
    texts.push_back(fmt::format("{} {}", count, words_of_kind(kind)));
  }
  return texts.empty() ? "nothing" : fmt::format("{}", fmt::join(texts, ", "));
}

std::string rows_of(const FreezePlan& plan) {
  std::vector<std::string> texts;
  for (const FreezeRow& row : plan.rows) {
    if (row.refused.empty()) texts.push_back(fmt::format("{} {}", row.proposal.called(), row.kind));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

Json freeze_html(const Visit& visit, const FreezePlan& plan,
                 const std::vector<std::string_view>& kept) {
  Json page = plan_head(visit, plan);
  Json parts = Json::array();
  bool applies = false;
  const std::string refusal = visit.visitor.signed_in() ? refusal_of(visit, plan) : std::string();
  const bool may_apply = visit.visitor.signed_in() && refusal.empty();
  for (const PlanPart& part : kPlanParts) {
    Json rows = Json::array();
    for (const FreezeStep& step : plan.steps) {
      if (step.action != part.action) continue;
      rows.push_back(step_html(visit, plan, step));
      const auto name = rows.back()["name"].get<std::string>();
      rows.back()["chosen"] = std::ranges::find(kept, name) != kept.end();
    }
    if (rows.empty()) continue;
    const bool chooses = part.action == FreezeAction::kRemove && plan.passed();
    applies = applies || chooses || (part.action == FreezeAction::kKeep && plan.passed());
    parts.push_back({{"mark", part.mark},
                     {"tone", part.tone},
                     {"title", plan.passed() ? part.title : part.title_ahead},
                     {"about", plan.passed() ? part.about : part.about_ahead},
                     {"count", rows.size()},
                     {"chooses", chooses && may_apply},
                     {"folded", part.action == FreezeAction::kNothing},
                     {"rows", std::move(rows)}});
  }
  page["parts"] = std::move(parts);
  page["nobody"] = plan.steps.empty();
  page["can_apply"] = applies && may_apply;
  page["may_not"] = applies ? refusal : std::string();
  page["sign_in"] = applies && !visit.visitor.signed_in();
  page["slip"] = plan.slip ? slip_text(*plan.slip, plan.view.calendar.release) : std::string();
  page["can_undo"] = std::ranges::any_of(plan.view.entries, [&](const ReleaseEntry& entry) {
    const bool is_recorded = entry.freezes[plan.freeze].met ||
                             (entry.participation && entry.participation->freeze == plan.id);
    return is_recorded && may(visit, entry, ReleaseAction::kRestore);
  });
  return page;
}

Json confirm_html(const Visit& visit, const FreezePlan& plan,
                  const std::vector<std::string>& except, const std::string& reason) {
  Json page = plan_head(visit, plan);
  Json rows = Json::array();
  Json refused = Json::array();
  for (const FreezeRow& row : plan.rows) {
    Json one = proposal_json(visit, row.proposal);
    one["kind"] = row.kind;
    one["text"] = row.refused.empty() ? row.text : row.refused;
    (row.refused.empty() ? rows : refused).push_back(std::move(one));
  }
  Json counts = Json::array();
  for (const auto& [kind, count] : counts_of(plan)) {
    counts.push_back({{"count", count}, {"title", words_of_kind(kind)}});
  }
  page["nothing"] = rows.empty();
  page["decided"] = rows.empty() && refused.empty();
  page["recorded"] = counted(rows.size(), "event");
  page["rows"] = std::move(rows);
  page["refused_rows"] = std::move(refused);
  page["counts"] = std::move(counts);
  page["numbers"] = numbers_of(plan);
  page["confirmed"] = rows_of(plan);
  page["except"] = except;
  page["reason"] = reason;
  return page;
}

Json messages_html(const Visit& visit, const FreezeMessages& messages) {
  const FreezePlan& plan = messages.plan;
  Json page = plan_head(visit, plan);
  Json list = Json::array();
  std::size_t unposted = 0;
  bool can_mark = false;
  for (const FreezeMessage& message : messages.messages) {
    const ReleaseEntry& entry = messages.entry(message);
    const MessageText text = message_text(plan, plan.steps[message.step], message.kind);
    const bool posted = is_posted(plan, entry);
    if (!posted) ++unposted;
    const bool can = !posted && may(visit, entry, ReleaseAction::kRemove);
    can_mark = can_mark || can;
    Json one = proposal_json(visit, entry.proposal);
    one["can_mark"] = can;
    one["kind"] = name(message.kind);
    one["subject"] = text.subject;
    one["body"] = text.body;
    one["lines"] = std::clamp<std::ptrdiff_t>(std::ranges::count(text.body, '\n') + 1, 4, 20);
    one["issue"] = issue_address(plan, entry);
    one["posted"] = Json();
    if (const auto& told = entry.freezes[plan.freeze].notified; told && posted) {
      one["posted"] = {{"by", told->by}, {"time", time_json(told->time, plan.view.now)}};
    }
    list.push_back(std::move(one));
  }
  page["count"] = counted(list.size(), "message");
  page["none"] = list.empty();
  page["unposted"] = unposted;
  page["can_mark"] = can_mark;
  page["messages"] = std::move(list);
  return page;
}

}  // namespace milepost::release
