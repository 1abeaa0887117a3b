#include "history/flow.h"

#include <algorithm>
#include <optional>

namespace milepost {

namespace {

constexpr int kMostMonths = 600;

int month_number(const Date& date) { return date.year * 12 + date.month - 1; }

Date last_day_of(int month) {
  const Date next{(month + 1) / 12, (month + 1) % 12 + 1, 1};
  return date_of({start_of(next).seconds - kDay});
}

// From this day on the proposal was in the state, or in none.
struct Change {
  Date day;
  std::optional<std::size_t> state;
};

std::vector<Change> changes_of(const History& history, const Lifespan& lifespan,
                               const States& states) {
  std::vector<Change> changes;
  std::string status;
  std::string stage;
  for (const ProposalVersion& version : lifespan.versions) {
    if (!version.snapshot) continue;
    // A field that says nothing for a while leaves the proposal what it was.
    if (!version.snapshot->status.empty()) status = version.snapshot->status;
    if (!version.snapshot->stage.empty()) stage = version.snapshot->stage;
    const auto state = states.of(status, stage);
    if (!changes.empty() && changes.back().state == state) continue;
    changes.push_back({date_of(history.commits[version.commit].time), state});
  }
  if (lifespan.deleted) {
    changes.push_back({date_of(history.commits[*lifespan.deleted].time), std::nullopt});
  }
  return changes;
}

}  // namespace

std::vector<FlowMonth> flow_of(const History& history, const States& states, const Date& since,
                               const Date& today) {
  std::vector<std::vector<Change>> lifespans;
  Date first = today;
  for (const Lifespan& lifespan : history.lifespans) {
    lifespans.push_back(changes_of(history, lifespan, states));
    if (!lifespans.back().empty()) first = std::min(first, lifespans.back().front().day);
  }
  const int last_month = month_number(today);
  const int first_month =
      std::max({month_number(first), month_number(since), last_month - kMostMonths});
  std::vector<FlowMonth> months;
  for (int month = first_month; month <= last_month; ++month) {
    months.push_back(
        {std::min(last_day_of(month), today), std::vector<std::size_t>(states.all().size(), 0)});
  }
  for (const std::vector<Change>& changes : lifespans) {
    std::size_t at = 0;
    for (FlowMonth& month : months) {
      while (at < changes.size() && changes[at].day <= month.end) ++at;
      if (at > 0 && changes[at - 1].state) ++month.counts[*changes[at - 1].state];
    }
  }
  return months;
}

}  // namespace milepost
