// MP511 approvers-changed: others are to approve than before.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/card.h"
#include "rules/all.h"
#include "rules/lifecycle/changes.h"
#include "rules/lifecycle/cross_cutting.h"

namespace milepost {

namespace {

using People = std::vector<std::string>;

bool has(const People& all, const std::string& one) {
  return std::ranges::any_of(all,
                             [&](const std::string& p) { return equal_ignoring_case(p, one); });
}

People without(const People& all, const People& others) {
  People left;
  for (const std::string& one : all) {
    if (!has(others, one)) left.push_back(one);
  }
  return left;
}

std::string who_agrees(const Process& process, const Card& before, const Card& after,
                       const People& remaining) {
  if (!remaining.empty()) return fmt::format("{} must agree", people(remaining));
  const std::string& overseer = process.cross_cutting.group;
  if (!overseer.empty() && concerns_many(process, before)) {
    return fmt::format(
        "none of the former ones is left, so {} must agree, as it cuts across groups", overseer);
  }
  std::vector<std::string> groups;
  if (!after.group.empty()) groups.push_back(after.group);
  for (const std::string& group : before.participating_groups) groups.push_back(group);
  if (groups.empty()) return "none of the former ones is left to agree";
  const bool across = !overseer.empty() && !other_groups(before).empty();
  return fmt::format("none of the former ones is left, so {} must agree{}",
                     fmt::join(groups, " and "),
                     across ? fmt::format(", or {} if it cuts across groups", overseer) : "");
}

}  // namespace

void approvers_changed(const ChangeInput& in, Sink& sink) {
  if (!in.before || !in.after) return;
  if (!in.before->proposal.metadata->complete() || !in.after->proposal.metadata->complete()) return;
  const People& olds = in.before->card.approvers;
  const People& news = in.after->card.approvers;
  const People gone = without(olds, news);
  const People come = without(news, olds);
  if (olds.empty() || (gone.empty() && come.empty())) return;
  const People remaining = without(olds, gone);
  std::string what;
  if (!gone.empty())
    what += fmt::format("{} no longer approve{}", people(gone), gone.size() == 1 ? "s" : "");
  if (!come.empty()) {
    what +=
        fmt::format("{}{} {}", what.empty() ? "" : ", ", people(come),
                    what.empty() ? (come.size() == 1 ? "is a new approver" : "are new approvers")
                                 : (come.size() == 1 ? "is new" : "are new"));
  }
  const YamlNode* value = in.after->proposal.metadata->find(in.process, FieldRole::kApprovers);
  const FindingPlace at = place_of(*in.after, value);
  sink.report(remaining.empty() ? Severity::kWarning : Severity::kInfo, *at.source, at.span,
              fmt::format("{}; {}", what,
                          who_agrees(in.process, in.before->card, in.after->card, remaining)));
}

}  // namespace milepost
