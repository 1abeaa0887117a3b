#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/track/formats.h"
#include "render/table.h"

namespace milepost::track {

namespace {

// What a row says may be long, and is somebody else's.
constexpr std::uint32_t kMostShown = 200;

std::string shown(std::string_view text) { return fitted(printable(text), kMostShown); }

std::string change_text(const PullOutcome& outcome) {
  switch (outcome.change) {
    case PullChange::kLinked: return "linked, " + outcome.state;
    case PullChange::kUpdated: return fmt::format("{} → {}", outcome.before, outcome.state);
    case PullChange::kUnchanged: return outcome.state + " as before";
    case PullChange::kRefused: break;
  }
  return {};
}

std::string total(const PullReport& report) {
  std::vector<std::string> parts;
  for (const PullChange change :
       {PullChange::kLinked, PullChange::kUpdated, PullChange::kUnchanged, PullChange::kRefused}) {
    const std::size_t count = report.count(change);
    if (count > 0 || change != PullChange::kRefused) {
      parts.push_back(fmt::format("{} {}", count, name(change)));
    }
  }
  parts.push_back(fmt::format("{} not matched", report.unmatched.size()));
  if (!report.bad.empty()) parts.push_back(counted(report.bad.size(), "bad row"));
  return fmt::format("{}: {}\n", counted(report.rows, "pull request"), fmt::join(parts, ", "));
}

// The first few, and how many more there are.
std::string listed(const std::vector<std::string_view>& references, bool all) {
  constexpr std::size_t kFew = 5;
  const std::size_t count = all ? references.size() : std::min(references.size(), kFew);
  std::string text = fmt::format(
      "{}",
      fmt::join(references.begin(), references.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  if (count < references.size()) text += fmt::format(" and {} more", references.size() - count);
  return text;
}

}  // namespace

std::string render_pulls_text(const PullReport& report, bool all) {
  std::string out;
  for (const PullOutcome& outcome : report.outcomes) {
    if (outcome.change == PullChange::kRefused) continue;
    if (outcome.change == PullChange::kUnchanged && !all) continue;
    out += fmt::format("{}: {} {} ({})\n", printable(outcome.proposal.called()), outcome.reference,
                       change_text(outcome), printable(outcome.kind));
  }
  if (all) {
    for (const UnmatchedPull& pull : report.unmatched) {
      out += fmt::format("not matched: {} {}\n", pull.reference, shown(pull.title));
    }
    for (const UnknownMention& mention : report.unknown) {
      out += fmt::format("no proposal: {} in {}\n", shown(mention.text), mention.reference);
    }
  } else if (!report.unknown.empty()) {
    out += fmt::format("{} of no proposal left alone (--verbose names them)\n",
                       counted(report.unknown.size(), "number"));
  }
  return out + total(report);
}

std::string render_pull_errors(const PullReport& report, bool all) {
  std::string out;
  for (const BadRow& row : report.bad) {
    out += fmt::format("{}:{}: {}\n", report.file == "-" ? "<stdin>" : printable_path(report.file),
                       row.line, shown(row.why));
  }
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::string_view>> refused;
  for (const PullOutcome& outcome : report.outcomes) {
    if (outcome.change == PullChange::kRefused) {
      refused[{outcome.proposal.called(), outcome.why}].push_back(outcome.reference);
    }
  }
  for (const auto& [reason, references] : refused) {
    out += fmt::format("{}: {}: {}\n", printable(reason.first), shown(reason.second),
                       listed(references, all));
  }
  return out;
}

}  // namespace milepost::track
