#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/common/card_json.h"
#include "features/upgrade/formats.h"
#include "render/json_value.h"
#include "render/table.h"

namespace milepost::upgrade {

namespace {

constexpr std::uint32_t kWidth = 80;
constexpr std::size_t kShown = 5;  // of one kind; JSON has all

using Steps = std::vector<const UpgradeStep*>;

Steps steps_of(const UpgradedProposal& upgraded, UpgradeAct act) {
  Steps found;
  for (const UpgradeStep& step : upgraded.steps) {
    if (step.act == act) found.push_back(&step);
  }
  return found;
}

// "1 section is", "3 sections are".
std::string count_of(const Steps& steps, std::string_view noun) {
  return counted(steps.size(), noun) + (steps.size() == 1 ? " is" : " are");
}

// The line that says what was done to all of them.
std::string headline(UpgradeAct act, const Steps& steps) {
  switch (act) {
    case UpgradeAct::kInserted: return counted(steps.size(), "section") + " inserted";
    case UpgradeAct::kRenamed: return counted(steps.size(), "heading") + " renamed";
    case UpgradeAct::kMoved: return counted(steps.size(), "section") + " moved";
    case UpgradeAct::kLevel: return counted(steps.size(), "section") + " set to another level";
    case UpgradeAct::kQuestion:
      return counted(steps.size(), "bold question") +
             (steps.size() == 1 ? " turned into a heading" : " turned into headings");
    case UpgradeAct::kRefreshed: return "newer instructions in " + counted(steps.size(), "section");
    case UpgradeAct::kItems: return "new boxes in " + counted(steps.size(), "checklist");
    case UpgradeAct::kRemoved:
      return counted(steps.size(), "section") + " removed: empty, and no longer in the template";
    case UpgradeAct::kKept:
      return count_of(steps, "section") + " no longer in the template; keep or merge by hand";
    case UpgradeAct::kConflict:
      return counted(steps.size(), "conflict") +
             ": a comment was edited, and the template changed it; keep one";
  }
  return {};
}

std::string entry(const UpgradedProposal& upgraded, const UpgradeStep& step) {
  const std::string section = step.section.empty() ? "before the title" : printable(step.section);
  switch (step.act) {
    case UpgradeAct::kConflict:
      return fmt::format("{}:{} {}", printable_path(upgraded.proposal.path), step.line, section);
    case UpgradeAct::kRemoved: return section;
    case UpgradeAct::kRenamed:
      return fmt::format("{:>5} {}, was {}", step.line, section, printable(step.detail));
    case UpgradeAct::kMoved:
      return fmt::format("{:>5} {}, now below {}", step.line, section, printable(step.detail));
    case UpgradeAct::kItems: return fmt::format("{:>5} {}: {}", step.line, section, step.detail);
    default: return fmt::format("{:>5} {}", step.line, section);
  }
}

void add_steps(std::string& out, const UpgradedProposal& upgraded, UpgradeAct act) {
  const Steps steps = steps_of(upgraded, act);
  if (steps.empty()) return;
  out += "  " + headline(act, steps) + "\n";
  // What a person has to look at is never left out.
  const bool all = act == UpgradeAct::kConflict || act == UpgradeAct::kKept;
  const std::size_t shown = all || steps.size() <= kShown + 1 ? steps.size() : kShown;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string text = entry(upgraded, *steps[i]);
    const bool whole = act == UpgradeAct::kConflict;  // a place is for copying
    out += "    " + (whole ? text : fitted(text, kWidth - 4)) + "\n";
  }
  if (shown < steps.size()) out += fmt::format("          and {} more\n", steps.size() - shown);
}

std::string of_one(const UpgradedProposal& upgraded) {
  std::string out = printable_path(upgraded.proposal.path) + "\n";
  const std::string to =
      fmt::format("{} ({})", printable(upgraded.to), to_string(upgraded.to_date));
  if (upgraded.from == upgraded.to) {
    out += "  template " + to;
  } else {
    out += fmt::format("  template {} ({}) → {}", printable(upgraded.from),
                       to_string(upgraded.from_date), to);
  }
  out += upgraded.changed ? "\n" : ": nothing to change\n";
  for (const UpgradeAct act :
       {UpgradeAct::kInserted, UpgradeAct::kRenamed, UpgradeAct::kMoved, UpgradeAct::kLevel,
        UpgradeAct::kQuestion, UpgradeAct::kRefreshed, UpgradeAct::kItems, UpgradeAct::kRemoved,
        UpgradeAct::kKept, UpgradeAct::kConflict}) {
    add_steps(out, upgraded, act);
  }
  return out;
}

}  // namespace

std::string render_upgraded_text(const std::vector<UpgradedProposal>& proposals) {
  std::string out;
  for (const UpgradedProposal& proposal : proposals) out += of_one(proposal);
  return out;
}

std::string render_upgraded_json(const std::vector<UpgradedProposal>& proposals) {
  Json all = Json::array();
  for (const UpgradedProposal& upgraded : proposals) {
    Json steps = Json::array();
    for (const UpgradeStep& step : upgraded.steps) {
      Json value = {{"act", name(step.act)}, {"section", text_or_null(step.section)}};
      value["line"] = step.line == 0 ? Json() : Json(step.line);
      if (step.act == UpgradeAct::kRenamed) value["before"] = step.detail;
      if (step.act == UpgradeAct::kMoved) value["below"] = step.detail;
      if (step.act == UpgradeAct::kItems) value["items"] = std::stoul(step.detail);
      steps.push_back(std::move(value));
    }
    all.push_back({{"number", number_json(upgraded.proposal.number)},
                   {"path", upgraded.proposal.path},
                   {"from", upgraded.from},
                   {"to", upgraded.to},
                   {"changed", upgraded.changed},
                   {"steps", std::move(steps)}});
  }
  return json_text(all);
}

}  // namespace milepost::upgrade
