// Small pieces that the tables of a report are put together from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "features/insights/data.h"
#include "history/tenure.h"
#include "render/table.h"

namespace milepost::insights {

inline TableColumn text_column(std::string title) { return {std::move(title), false, false}; }
inline TableColumn long_column(std::string title) { return {std::move(title), false, true}; }
inline TableColumn number_column(std::string title) { return {std::move(title), true, false}; }

inline std::string count_text(std::size_t count) { return std::to_string(count); }

// Writes a number into the last row, and remembers what it counts.
inline void add_count(ReportTable& table, Counted counted) {
  std::vector<std::string>& row = table.table.rows.back();
  row.push_back(count_text(counted.size()));
  table.counted[{table.table.rows.size() - 1, row.size() - 1}] = std::move(counted);
}

inline void append(Counted& to, const Counted& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// The middle of some days, and what nine of ten do not exceed; the latter from five on, since
// of fewer it is only the longest.
struct Spread {
  std::size_t count = 0;
  std::optional<int> median, p90;

  std::string median_text() const { return median ? std::to_string(*median) : std::string(); }
  std::string p90_text() const { return p90 ? std::to_string(*p90) : std::string(); }
};

inline Spread spread_of(std::vector<int> days) {
  constexpr std::size_t kEnough = 5;
  std::ranges::sort(days);
  Spread spread{days.size(), std::nullopt, std::nullopt};
  if (!days.empty()) spread.median = percentile(days, 50);
  if (days.size() >= kEnough) spread.p90 = percentile(days, 90);
  return spread;
}

// What a group is called where there is none.
inline const std::string& group_name(const std::string& group) {
  static const std::string none = "(none)";
  return group.empty() ? none : group;
}

// The title, or the path where there is no title.
inline const std::string& title_of(const Card& card) {
  return card.title.empty() ? card.path : card.title;
}

// The part of a report that needs what there is none of.
inline ReportPart unknown_part(ReportPart part, std::string why) {
  part.unknown = std::move(why);
  return part;
}

}  // namespace milepost::insights
