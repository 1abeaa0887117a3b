#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/release/formats.h"
#include "render/deadline.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::release {

namespace {

constexpr std::size_t kBar = 42;

// "tracked  ███████  23   8 prr · 5 sections"
std::string bar_line(const ReleaseView& view, FreezeState state, std::size_t most) {
  const std::size_t count = view.count(state);
  std::string bar;
  const std::size_t filled = most == 0 ? 0 : std::max<std::size_t>(count * kBar / most, 1);
  for (std::size_t i = 0; i < kBar; ++i) bar += count > 0 && i < filled ? "█" : " ";
  return fmt::format("  {:<8} {}{:>5}", name(state), bar, count);
}

// What is missing most, in the proposals that stand so.
std::string reasons(const ReleaseView& view, FreezeState state) {
  constexpr std::size_t kShown = 3;
  std::map<std::string, std::size_t> counts;
  for (const ReleaseEntry& entry : view.entries) {
    if (entry.state != state || !entry.decisive()) continue;
    for (const Verdict& verdict : entry.decisive()->missing) ++counts[verdict.id];
  }
  std::vector<std::pair<std::string, std::size_t>> most(counts.begin(), counts.end());
  std::ranges::stable_sort(most, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(most.size(), kShown); ++i) {
    texts.push_back(fmt::format("{} {}", most[i].second, printable(most[i].first)));
  }
  return fmt::format("{}", fmt::join(texts, " · "));
}

// A mark for each freeze: met, missed, or what else.
std::string marks(const ReleaseEntry& entry) {
  constexpr std::string_view kMarks[] = {"✓", "✗", "?", "+", "-", "-", "-"};
  std::string text;
  for (const FreezeEntry& freeze : entry.freezes) {
    text += kMarks[static_cast<std::size_t>(freeze.state)];
  }
  return text;
}

std::string state_text(const ReleaseEntry& entry) {
  const FreezeEntry* const freeze = entry.decisive();
  if (entry.state == FreezeState::kException && freeze && freeze->deadline) {
    return fmt::format("exception until {}", to_string(*freeze->deadline));
  }
  if (entry.state == FreezeState::kDeferred && entry.participation &&
      !entry.participation->to.empty()) {
    return "deferred to " + printable(entry.participation->to);
  }
  return std::string(name(entry.state));
}

std::string title_of(const ProposalRef& proposal) {
  if (proposal.unmerged.empty()) return proposal.title;
  return fmt::format("{} ({})", proposal.title, proposal.unmerged);
}

std::string missing_text(const ReleaseEntry& entry) {
  std::vector<std::string> ids;
  const FreezeEntry* const freeze = entry.decisive();
  if (freeze && entry.state != FreezeState::kTracked) {
    for (const Verdict& verdict : freeze->missing) ids.push_back(printable(verdict.id));
  }
  return fmt::format("{}", fmt::join(ids, ", "));
}

std::string head_line(const ReleaseView& view, std::uint32_t columns) {
  constexpr std::size_t kShown = 2;  // freezes that come next
  const std::string count = counted(view.entries.size(), "proposal");
  std::string head = view.calendar.release;
  std::size_t shown = 0;
  for (const ReleaseDate& date : view.calendar.dates) {
    if (!date.at || *date.at <= view.now || shown == kShown) continue;
    const std::string next =
        fmt::format(" · {} {}", printable(date.title), from_now(*date.at, view.now));
    if (shown > 0 && utf8::width(head + next + count) + 2 > columns) break;
    head += next;
    ++shown;
  }
  if (shown == 0) head += " · all its dates have passed";
  const std::uint32_t used = utf8::width(head) + utf8::width(count);
  return head + std::string(used + 2 <= columns ? columns - used : 2, ' ') + count + "\n";
}

std::string legend(const ReleaseView& view, std::uint32_t columns) {
  std::vector<std::string> titles;
  for (const ReleaseDate& date : view.calendar.dates) {
    if (date.freeze) titles.push_back(printable(date.title));
  }
  std::string out;
  for (const std::string& line :
       wrap(fmt::format("freezes: {}", fmt::join(titles, ", ")), columns, columns)) {
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string_view name(ReleaseKind kind) {
  constexpr std::string_view kNames[] = {"net new", "graduating", "deprecation", "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::size_t ReleaseView::count(FreezeState state) const {
  return static_cast<std::size_t>(std::ranges::count(entries, state, &ReleaseEntry::state));
}

std::string render_release_text(const ReleaseView& view, const TextOptions& options) {
  const std::uint32_t columns = std::max(options.columns, 60U);
  std::string out = head_line(view, columns);
  if (view.entries.empty()) return out;
  const std::size_t most =
      std::max(view.count(FreezeState::kTracked), view.count(FreezeState::kAtRisk));
  out += bar_line(view, FreezeState::kTracked, most) + "\n";
  const std::string why = reasons(view, FreezeState::kAtRisk);
  out += bar_line(view, FreezeState::kAtRisk, most) + (why.empty() ? "" : "   " + why) + "\n";
  std::vector<std::string> rest;
  for (const FreezeState state : kFreezeStates) {
    const std::size_t count = view.count(state);
    if (count == 0 || state == FreezeState::kTracked || state == FreezeState::kAtRisk) continue;
    rest.push_back(fmt::format("{} {}", name(state), count));
  }
  if (!rest.empty()) out += fmt::format("  {}\n", fmt::join(rest, "   "));
  if (options.quiet) return out;

  Table table{{{"number", true},
               {"title", false, true},
               {"group"},
               {"stage"},
               {"freezes"},
               {"state"},
               {"missing", false, true}},
              {}};
  for (const ReleaseEntry& entry : view.entries) {
    table.rows.push_back({printable(entry.proposal.number), printable(title_of(entry.proposal)),
                          printable(entry.proposal.group), printable(entry.stage), marks(entry),
                          state_text(entry), missing_text(entry)});
  }
  out += "\n" + render_table_text(table, options.terminal ? columns : 0);
  return out + legend(view, columns);
}

}  // namespace milepost::release
