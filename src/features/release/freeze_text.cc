#include "features/release/freeze_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "features/common/card_json.h"
#include "features/common/remedy_text.h"
#include "features/release/json.h"
#include "features/release/message_text.h"
#include "features/release/slip.h"
#include "render/excerpt.h"
#include "render/json_value.h"

namespace milepost::release {

namespace {

// What the verdict is about, the first few.
std::vector<std::string> details_of(const Verdict& verdict) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> lines;
  for (const Detail& detail : verdict.details) {
    if (lines.size() == kMost) {
      lines.push_back(fmt::format("and {} more", verdict.details.size() - kMost));
      break;
    }
    lines.push_back(printable(detail_text(detail)));
    if (!detail.note.empty()) lines.back() += ": " + printable(detail.note);
  }
  return lines;
}

std::string when(const FreezePlan& plan, Instant instant) {
  return deadline_text(instant, plan.view.calendar.anywhere_on_earth);
}

constexpr FreezeAction kActions[] = {FreezeAction::kRemove, FreezeAction::kExcept,
                                     FreezeAction::kWait, FreezeAction::kKeep,
                                     FreezeAction::kNothing};

std::string heading(const FreezePlan& plan, FreezeAction action, std::size_t count) {
  const std::string_view release = plan.view.calendar.release;
  const std::string proposals = counted(count, "proposal");
  const bool done = plan.applied;
  switch (action) {
    case FreezeAction::kRemove:
      return plan.passed()
                 ? fmt::format("{} {} from {}", done ? "removed" : "to remove", proposals, release)
                 : fmt::format("at risk: {}", proposals);
    case FreezeAction::kWait:
      return fmt::format("waiting for an exception, or given one: {}", count);
    case FreezeAction::kKeep:
      return fmt::format("{}: {}", plan.passed() ? "met the freeze" : "ready", proposals);
    case FreezeAction::kExcept:
      return fmt::format("{}: {}", done ? "left out" : "to be left out", proposals);
    case FreezeAction::kNothing: break;
  }
  return fmt::format("decided before: {}", proposals);
}

// What was missing of one proposal, below its name.
void add_missing(std::string& out, const FreezeEntry& freeze, std::uint32_t room) {
  for (const Verdict& verdict : freeze.missing) {
    for (const std::string& line : wrap(printable(verdict.message), room, room)) {
      out += fmt::format("      {}\n", line);
    }
    for (const std::string& detail : details_of(verdict)) {
      for (const std::string& line : wrap(detail, room - 2, room - 2)) {
        out += fmt::format("        {}\n", line);
      }
    }
  }
}

void add_step(std::string& out, const FreezePlan& plan, const FreezeStep& step,
              const TextOptions& options) {
  const std::uint32_t room = std::max(options.columns, 60U) - 6;
  const ReleaseEntry& entry = plan.view.entries[step.entry];
  out +=
      fmt::format("  {} {}\n", printable(entry.proposal.called()), printable(entry.proposal.title));
  if (!step.why.empty()) {
    for (const std::string& line : wrap(printable(step.why), room, room)) {
      out += fmt::format("      {}\n", line);
    }
  }
  const bool silent = step.action == FreezeAction::kKeep || step.action == FreezeAction::kNothing;
  if (!options.quiet && !silent) add_missing(out, entry.freezes[plan.freeze], room);
}

std::string next_commands(const FreezePlan& plan) {
  return fmt::format(
      "\nmilepost release freeze {0} {1} --apply  records it\n"
      "milepost release messages {0} {1}        gives what to post\n",
      plan.view.calendar.release, plan.id);
}

std::string would_record(const FreezePlan& plan) {
  std::string out;
  for (const FreezeRow& row : plan.rows) {
    if (!row.refused.empty()) continue;
    out += fmt::format("would record: {}: {}\n", printable(row.proposal.heading()),
                       printable(row.text));
  }
  return out.empty() ? std::string("nothing would be recorded\n") : out;
}

}  // namespace

std::string render_freeze_text(const FreezePlan& plan, const TextOptions& options) {
  if (plan.dry_run) return would_record(plan);
  std::string out = fmt::format("{} of {}", printable(plan.title), plan.view.calendar.release);
  if (plan.deadline) {
    out += fmt::format(" · {} ({})", when(plan, *plan.deadline),
                       from_now(*plan.deadline, plan.view.now));
  }
  out += "\n";
  for (const FreezeAction action : kActions) {
    const auto count =
        static_cast<std::size_t>(std::ranges::count(plan.steps, action, &FreezeStep::action));
    if (count == 0) continue;
    out += "\n" + heading(plan, action, count) + "\n";
    for (const FreezeStep& step : plan.steps) {
      if (step.action == action) add_step(out, plan, step, options);
    }
  }
  if (plan.steps.empty()) out += "no proposal is to be in it\n";
  if (plan.slip) {
    out += "\n";
    const std::string text = slip_text(*plan.slip, plan.view.calendar.release);
    for (const std::string& line : wrap(printable(text), options.columns, options.columns)) {
      out += line + "\n";
    }
  }
  if (!plan.applied && plan.passed()) out += next_commands(plan);
  return out;
}

std::string render_undo_text(const FreezeUndo& undo) {
  std::string out;
  for (const FreezeRow& row : undo.rows) {
    if (!row.refused.empty()) continue;
    out += fmt::format("{}{}: {}\n", undo.dry_run ? "would record: " : "",
                       printable(row.proposal.heading()), printable(row.text));
  }
  if (undo.rows.empty()) {
    out = fmt::format("nothing that the {} of {} recorded is left to undo\n", printable(undo.title),
                      undo.release);
  }
  return out;
}

namespace {

Json rows_json(const std::vector<FreezeRow>& rows, bool refused) {
  Json list = Json::array();
  for (const FreezeRow& row : rows) {
    if (row.refused.empty() == refused) continue;
    Json one = ref_json(row.proposal);
    one["event"] = text_or_null(row.kind);
    one["text"] = refused ? row.refused : row.text;
    list.push_back(std::move(one));
  }
  return list;
}

Json slip_json(const std::optional<Slip>& slip) {
  if (!slip) return {};
  Json value;
  value["deadline"] = to_string(slip->deadline);
  value["removed"] = Json::array();
  value["back"] = Json::array();
  for (const ProposalRef& proposal : slip->removed) value["removed"].push_back(ref_json(proposal));
  for (const ProposalRef& proposal : slip->back) value["back"].push_back(ref_json(proposal));
  value["met"] = slip->met;
  return value;
}

}  // namespace

std::string render_undo_json(const FreezeUndo& undo) {
  Json value;
  value["release"] = undo.release;
  value["freeze"] = undo.id;
  value["dryRun"] = undo.dry_run;
  value["undone"] = rows_json(undo.rows, false);
  value["refused"] = rows_json(undo.rows, true);
  value["notes"] = undo.notes;
  return json_text(value);
}

std::string render_freeze_json(const FreezePlan& plan) {
  Json value;
  value["release"] = plan.view.calendar.release;
  value["freeze"] = plan.id;
  value["deadline"] = plan.deadline ? Json(to_string(*plan.deadline)) : Json();
  value["passed"] = plan.passed();
  value["applied"] = plan.applied;
  value["dryRun"] = plan.dry_run;
  value["moved"] = slip_json(plan.slip);
  Json steps = Json::array();
  for (const FreezeStep& step : plan.steps) {
    const auto kind = message_kind(plan, step);
    Json one;
    one["action"] = name(step.action);
    one["why"] = text_or_null(step.why);
    one["message"] = kind ? message_text(plan, step, *kind).body : std::string();
    one["proposal"] = entry_json(plan.view.entries[step.entry]);
    steps.push_back(std::move(one));
  }
  value["steps"] = std::move(steps);
  value["recorded"] = rows_json(plan.rows, false);
  value["refused"] = rows_json(plan.rows, true);
  return json_text(value);
}

}  // namespace milepost::release
