#include "features/release/freeze_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/common/card_json.h"
#include "features/common/remedy_text.h"
#include "features/release/json.h"
#include "render/deadline.h"
#include "render/excerpt.h"
#include "render/json_value.h"

namespace milepost::release {

namespace {

// "@tlind, @iduarte"
std::string people(const std::vector<std::string>& handles) {
  std::vector<std::string> texts;
  for (const std::string& handle : handles) texts.push_back(printable(person_text(handle)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string greeting(const ReleaseEntry& entry) {
  return entry.authors.empty() ? std::string() : fmt::format("Hello {}. ", people(entry.authors));
}

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

// One line for each thing, with whom it waits for and what to do.
std::string missing_list(const FreezeEntry& freeze) {
  std::string list;
  for (const Verdict& verdict : freeze.missing) {
    list += "- " + printable(verdict.message);
    std::string who = printable(verdict.role_title);
    if (!verdict.who.empty()) {
      who += fmt::format("{}@{}", who.empty() ? "" : ": ",
                         printable(fmt::format("{}", fmt::join(verdict.who, ", @"))));
    }
    if (!who.empty()) list += fmt::format(" ({})", who);
    for (const std::string& line : details_of(verdict)) list += "\n  - " + line;
    const std::string how = how_text(verdict);
    if (!how.empty()) list += fmt::format("\n  → {}", printable(how));
    list += "\n";
  }
  return list;
}

// The next freeze after this one.
const ReleaseDate* next_freeze(const FreezePlan& plan) {
  bool after = false;
  for (const ReleaseDate& date : plan.view.calendar.dates) {
    if (after && date.freeze && date.at) return &date;
    if (date.id == plan.id) after = true;
  }
  return nullptr;
}

std::string when(const FreezePlan& plan, Instant instant) {
  return deadline_text(instant, plan.view.calendar.anywhere_on_earth);
}

std::string how_to_ask(const FreezePlan& plan, const ReleaseEntry& entry) {
  if (!plan.ask_until) return {};
  return fmt::format("\nAn exception can be asked for until {}:\n\n    {}\n",
                     to_string(*plan.ask_until),
                     command_text(remedy::RequestException{
                         plan.view.calendar.release, printable(entry.proposal.called()), plan.id}));
}

constexpr FreezeAction kActions[] = {FreezeAction::kRemove, FreezeAction::kWait,
                                     FreezeAction::kKeep, FreezeAction::kNothing};

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
    case FreezeAction::kNothing: break;
  }
  return fmt::format("decided before: {}", proposals);
}

}  // namespace

std::string freeze_message(const FreezePlan& plan, const ReleaseEntry& entry, FreezeAction action) {
  const FreezeEntry& freeze = entry.freezes[plan.freeze];
  const std::string& release = plan.view.calendar.release;
  const std::string of = fmt::format("{} of {}", printable(plan.title), release);
  switch (action) {
    case FreezeAction::kKeep: {
      const ReleaseDate* const next = next_freeze(plan);
      return fmt::format(
          "{}{} **tracked** for {}.{}\n", greeting(entry),
          plan.passed() ? fmt::format("The {} has passed; this proposal met it and is", of)
                        : fmt::format("This proposal is ready for the {}, and is", of),
          release,
          next ? fmt::format(" Next: {}, {}.", printable(next->title), when(plan, *next->at)) : "");
    }
    case FreezeAction::kRemove:
      if (!plan.passed()) {
        return fmt::format("{}This proposal is **at risk** for the {}{}. What is missing:\n\n{}",
                           greeting(entry), of,
                           plan.deadline ? fmt::format(" ({})", when(plan, *plan.deadline)) : "",
                           missing_list(freeze));
      }
      return fmt::format(
          "{}The {} has passed and this proposal did not meet it: it is **removed from {}**. "
          "What was missing:\n\n{}{}",
          greeting(entry), of, release, missing_list(freeze), how_to_ask(plan, entry));
    case FreezeAction::kWait:
      if (freeze.state == FreezeState::kException) {
        return fmt::format("{}This proposal has an exception to the {}{}. What is missing:\n\n{}",
                           greeting(entry), of,
                           freeze.deadline ? " until " + when(plan, *freeze.deadline) : "",
                           missing_list(freeze));
      }
      return fmt::format("{}The exception to the {} is not decided yet. What is missing:\n\n{}",
                         greeting(entry), of, missing_list(freeze));
    case FreezeAction::kNothing: break;
  }
  return {};
}

std::string render_freeze_text(const FreezePlan& plan, const TextOptions& options) {
  const std::uint32_t room = std::max(options.columns, 60U) - 6;
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
      if (step.action != action) continue;
      const ReleaseEntry& entry = plan.view.entries[step.entry];
      out += fmt::format("  {} {}\n", printable(entry.proposal.called()),
                         printable(entry.proposal.title));
      if (options.quiet || action == FreezeAction::kKeep) continue;
      for (const Verdict& verdict : entry.freezes[plan.freeze].missing) {
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
  }
  if (plan.steps.empty()) out += "no proposal is to be in it\n";
  if (!plan.applied && plan.passed()) {
    out += fmt::format(
        "\nmilepost release freeze {0} {1} --apply            records it\n"
        "milepost release freeze {0} {1} --format markdown  gives what to post\n",
        plan.view.calendar.release, plan.id);
  }
  return out;
}

std::string render_freeze_json(const FreezePlan& plan) {
  Json value;
  value["release"] = plan.view.calendar.release;
  value["freeze"] = plan.id;
  value["deadline"] = plan.deadline ? Json(to_string(*plan.deadline)) : Json();
  value["passed"] = plan.passed();
  value["applied"] = plan.applied;
  Json steps = Json::array();
  for (const FreezeStep& step : plan.steps) {
    Json one;
    one["action"] = name(step.action);
    one["message"] = freeze_message(plan, plan.view.entries[step.entry], step.action);
    one["proposal"] = entry_json(plan.view.entries[step.entry]);
    steps.push_back(std::move(one));
  }
  value["steps"] = std::move(steps);
  return json_text(value);
}

std::string render_freeze_markdown(const FreezePlan& plan) {
  std::string out;
  for (const FreezeStep& step : plan.steps) {
    const ReleaseEntry& entry = plan.view.entries[step.entry];
    const std::string message = freeze_message(plan, entry, step.action);
    if (message.empty()) continue;
    out +=
        fmt::format("{}## {} {}\n\n{}", out.empty() ? "" : "\n", printable(entry.proposal.called()),
                    printable(entry.proposal.title), message);
  }
  return out;
}

}  // namespace milepost::release
