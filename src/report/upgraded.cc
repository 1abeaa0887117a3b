#include "report/upgraded.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/strings.h"
#include "report/json_value.h"
#include "report/printable.h"
#include "rules/wording.h"

namespace milepost {

namespace {

using Steps = std::vector<const UpgradeStep*>;

Steps steps_of(const UpgradedProposal& proposal, UpgradeAct act) {
  Steps found;
  for (const UpgradeStep& step : proposal.steps) {
    if (step.act == act) found.push_back(&step);
  }
  return found;
}

std::string sections_in(const Steps& steps) {
  std::vector<std::string_view> titles;
  for (const UpgradeStep* step : steps) titles.push_back(step->section);
  return printable(listed(titles));
}

// "Caveats" → "Notes/Constraints/Caveats (Optional)", each on a line of its own
// when there are several.
std::string renames_in(const Steps& steps) {
  std::string text;
  for (const UpgradeStep* step : steps) {
    if (steps.size() > 1) text += "\n    ";
    text += fmt::format("\"{}\" → \"{}\"", printable(step->detail), printable(step->section));
  }
  return text;
}

std::string moves_in(const Steps& steps) {
  std::string text;
  for (const UpgradeStep* step : steps) {
    if (steps.size() > 1) text += "\n    ";
    text += fmt::format("\"{}\", now below \"{}\"", printable(step->section),
                        printable(step->detail));
  }
  return text;
}

std::string items_in(const Steps& steps) {
  const UpgradeStep& step = *steps.front();
  return fmt::format("{} in \"{}\"", printable(step.detail), printable(step.section));
}

std::string conflicts_in(const UpgradedProposal& proposal, const Steps& steps) {
  std::string text;
  for (const UpgradeStep* step : steps) {
    text += fmt::format(
        "  conflict {}:{} a comment{} was edited here, and the template changed it; "
        "keep one of the two\n",
        printable_path(proposal.path), step->line,
        step->section.empty() ? std::string()
                              : fmt::format(" in \"{}\"", printable(step->section)));
  }
  return text;
}

void add_line(std::string& out, const Steps& steps, std::string_view noun, std::string_view what,
              std::string (*listed_as)(const Steps&)) {
  if (steps.empty()) return;
  out += fmt::format("  {} {}{}", counted(steps.size(), noun), what, what.empty() ? "" : ": ");
  out += listed_as(steps) + "\n";
}

std::string of_one(const UpgradedProposal& proposal) {
  const auto steps = [&](UpgradeAct act) { return steps_of(proposal, act); };
  std::string out = printable_path(proposal.path) + ": ";
  if (proposal.from == proposal.to) {
    out += fmt::format("template {} ({})", printable(proposal.to), to_string(proposal.to_date));
  } else {
    out += fmt::format("template {} ({}) → {} ({})", printable(proposal.from),
                       to_string(proposal.from_date), printable(proposal.to),
                       to_string(proposal.to_date));
  }
  out += proposal.changed ? "\n" : ", nothing to change\n";
  add_line(out, steps(UpgradeAct::kInserted), "section", "inserted", sections_in);
  add_line(out, steps(UpgradeAct::kRenamed), "heading", "renamed", renames_in);
  add_line(out, steps(UpgradeAct::kMoved), "section", "moved", moves_in);
  add_line(out, steps(UpgradeAct::kLevel), "section", "given the template's level", sections_in);
  add_line(out, steps(UpgradeAct::kQuestion), "bold question", "made a heading", sections_in);
  add_line(out, steps(UpgradeAct::kRefreshed), "section", "with newer instructions", sections_in);
  if (const Steps items = steps(UpgradeAct::kItems); !items.empty()) {
    out += fmt::format("  items added to a checklist: {}\n", items_in(items));
  }
  add_line(out, steps(UpgradeAct::kRemoved), "section",
           "removed, empty and no longer in the template", sections_in);
  add_line(out, steps(UpgradeAct::kKept), "section", "kept, though no longer in the template",
           sections_in);
  return out + conflicts_in(proposal, steps(UpgradeAct::kConflict));
}

}  // namespace

bool UpgradedProposal::has_conflicts() const {
  return std::ranges::any_of(
      steps, [](const UpgradeStep& step) { return step.act == UpgradeAct::kConflict; });
}

std::string render_upgraded_text(const std::vector<UpgradedProposal>& proposals) {
  std::string out;
  for (const UpgradedProposal& proposal : proposals) out += of_one(proposal);
  return out;
}

std::string render_upgraded_json(const std::vector<UpgradedProposal>& proposals) {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? Json() : Json(text);
  };
  Json all = Json::array();
  for (const UpgradedProposal& proposal : proposals) {
    Json steps = Json::array();
    for (const UpgradeStep& step : proposal.steps) {
      Json value = {{"act", name(step.act)}, {"section", text_or_null(step.section)}};
      value["line"] = step.line == 0 ? Json() : Json(step.line);
      if (step.act == UpgradeAct::kRenamed) value["before"] = step.detail;
      if (step.act == UpgradeAct::kMoved) value["below"] = step.detail;
      if (step.act == UpgradeAct::kItems) value["items"] = std::stoul(step.detail);
      steps.push_back(std::move(value));
    }
    all.push_back({{"number", text_or_null(proposal.number)},
                   {"path", proposal.path},
                   {"from", proposal.from},
                   {"to", proposal.to},
                   {"changed", proposal.changed},
                   {"steps", std::move(steps)}});
  }
  return json_text(all);
}

}  // namespace milepost
