#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/release/board_text.h"
#include "features/release/formats.h"
#include "features/release/reasons.h"
#include "render/excerpt.h"
#include "render/wrapped_table.h"

namespace milepost::release {

namespace {

// From how many columns on a row has room for them.
constexpr std::uint32_t kRoomForGroup = 110;
constexpr std::uint32_t kRoomForMissing = 160;

std::uint32_t bar_width(std::uint32_t columns) { return columns < kRoomForGroup ? 24 : 42; }

// The code of the terminal's colour for how bad a state is; 0 for none.
int colour_of(FreezeState state) {
  switch (state) {
    case FreezeState::kMissed: return 31;
    case FreezeState::kAtRisk:
    case FreezeState::kPending:
    case FreezeState::kException:
    case FreezeState::kOut: return 33;
    case FreezeState::kTracked:
    case FreezeState::kDone: return 32;
    case FreezeState::kRemoved:
    case FreezeState::kDeferred:
    case FreezeState::kNotDue: break;
  }
  return 0;
}

// "tracked  ███████  23"
std::string bar_line(const ReleaseView& view, FreezeState state, std::size_t most,
                     std::uint32_t width) {
  const std::size_t count = view.count(state);
  std::string bar;
  const std::size_t filled = most == 0 ? 0 : std::max<std::size_t>(count * width / most, 1);
  for (std::size_t i = 0; i < width; ++i) bar += count > 0 && i < filled ? "█" : " ";
  return fmt::format("  {:<8} {}{:>5}", name(state), bar, count);
}

// What is missing most, in the proposals that stand so, as far as there is room for it:
// "8 sections · 5 no production-readiness review".
std::string most_missing(const ReleaseView& view, FreezeState state, std::uint32_t room) {
  std::map<std::string, std::size_t> counts;
  for (const ReleaseEntry& entry : view.entries) {
    if (entry.state != state) continue;
    std::vector<std::string> seen;
    for (const Reason& reason : reasons_of(entry)) {
      if (std::ranges::find(seen, reason.what) != seen.end()) continue;
      seen.push_back(reason.what);
      ++counts[reason.what + (reason.count > 0 ? "s" : "")];
    }
  }
  std::vector<std::pair<std::string, std::size_t>> most(counts.begin(), counts.end());
  std::ranges::stable_sort(most, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (const auto& [what, count] : most) {
    const std::string one =
        fmt::format("{}{} × {}", out.empty() ? "" : " · ", count, printable(what));
    if (utf8::width(out + one) <= room) out += one;
  }
  return out;
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

std::string counts_text(const ReleaseView& view, std::uint32_t columns, bool colour) {
  constexpr FreezeState kBars[] = {FreezeState::kTracked, FreezeState::kAtRisk,
                                   FreezeState::kMissed};
  std::size_t most = 0;
  for (const FreezeState state : kBars) most = std::max(most, view.count(state));
  std::string out;
  for (const FreezeState state : kBars) {
    if (state == FreezeState::kMissed && view.count(state) == 0) continue;
    std::string line = bar_line(view, state, most, bar_width(columns));
    const std::uint32_t used = utf8::width(line) + 3;
    const std::string why = most_missing(view, state, columns > used ? columns - used : 0);
    if (!why.empty()) line += "   " + why;
    if (colour && view.count(state) > 0) {
      const std::string word = fmt::format("{}", name(state));
      line.replace(line.find(word), word.size(),
                   fmt::format("\x1b[{}m{}\x1b[0m", colour_of(state), word));
    }
    out += line + "\n";
  }
  std::vector<std::string> rest;
  for (const FreezeState state : kFreezeStates) {
    if (view.count(state) == 0 || std::ranges::find(kBars, state) != std::end(kBars)) continue;
    rest.push_back(fmt::format("{} {}", name(state), view.count(state)));
  }
  if (!rest.empty()) out += fmt::format("  {}\n", fmt::join(rest, "   "));
  return out;
}

void add_wrapped(std::string& out, const std::string& text, std::uint32_t columns) {
  for (const std::string& line : wrap(text, columns, columns)) out += line + "\n";
}

// What the marks mean, those that are there.
std::string legend(const Board& board, std::uint32_t columns) {
  std::string out;
  std::vector<std::string> marks;
  for (const auto& [mark, meaning] : marks_in(board)) {
    marks.push_back(fmt::format("{} {}", mark, meaning));
  }
  add_wrapped(out, fmt::format("{}", fmt::join(marks, ", ")), columns);
  std::vector<std::string> dated, undated;
  for (const ReleaseDate& date : board.view.calendar.dates) {
    if (date.freeze) (date.at ? dated : undated).push_back(printable(date.title));
  }
  if (!dated.empty()) {
    add_wrapped(out, fmt::format("freezes: {}", fmt::join(dated, ", ")), columns);
  }
  if (!undated.empty()) {
    add_wrapped(out, fmt::format("without a date: {}", fmt::join(undated, ", ")), columns);
  }
  return out;
}

// A group has a column of its own where there is room for it, and so have reasons; what has
// none stands below the rest of the row.
std::string render_list(const Board& board, std::uint32_t width, bool colour) {
  const bool has_group = width == 0 || width >= kRoomForGroup;
  const bool has_missing = width == 0 || width >= kRoomForMissing;
  Table table{{{"number", true}, {"proposal", false, true}}, {}};
  if (has_group) table.columns.push_back({"group"});
  table.columns.push_back({"step", false, true});
  table.columns.push_back({"freezes"});
  table.columns.push_back({"state", false, true});
  if (has_missing) table.columns.push_back({"missing", false, true});
  std::vector<std::string> notes;
  ColumnColours colours{table.columns.size() - (has_missing ? 2 : 1)};
  for (const std::size_t i : board.shown) {
    const ReleaseEntry& entry = board.view.entries[i];
    if (colour) colours.codes.push_back(colour_of(entry.state));
    const std::string missing = missing_text(entry, board.view.now);
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {number_text(entry), title_text(entry)};
    if (has_group) row.push_back(entry.proposal.group);
    row.insert(row.end(), {step_text(entry), freeze_marks(entry), state_text(entry)});
    if (has_missing) row.push_back(missing);
    std::string& note = notes.emplace_back(has_group ? "" : entry.proposal.group);
    if (!has_missing && !missing.empty()) note += (note.empty() ? "" : " · ") + missing;
  }
  return render_table_wrapped(table, notes, width, colours);
}

}  // namespace

std::string_view name(ReleaseKind kind) {
  constexpr std::string_view kNames[] = {"net new", "graduating", "staying", "deprecation",
                                         "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::size_t ReleaseView::count(FreezeState state) const {
  return static_cast<std::size_t>(std::ranges::count(entries, state, &ReleaseEntry::state));
}

std::string render_board_text(const Board& board, const TextOptions& options) {
  const std::uint32_t columns = std::max(options.columns, 60U);
  const ReleaseView& view = board.view;
  std::string out = head_line(view, columns);
  if (view.entries.empty()) return out;
  out += counts_text(view, columns, options.colour);
  if (options.quiet) return out;
  if (!board.shown.empty()) {
    // In a pipe a proposal is a line.
    out += "\n" + render_list(board, options.terminal ? columns : 0, options.colour);
    out += "\n" + legend(board, columns);
  }
  if (board.shown.size() < view.entries.size()) {
    out += fmt::format("{} of {}\n", board.shown.size(), counted(view.entries.size(), "proposal"));
  }
  return out;
}

}  // namespace milepost::release
