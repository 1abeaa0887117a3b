#include "features/release/board_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "features/common/person.h"
#include "features/release/formats.h"
#include "features/release/reasons.h"
#include "render/table.h"

namespace milepost::release {

namespace {

using MarkMeaning = std::pair<std::string_view, std::string_view>;

// They read without colour.
MarkMeaning mark_of(FreezeState state) {
  switch (state) {
    case FreezeState::kTracked:
    case FreezeState::kDone: return {"✓", "ready or met"};
    case FreezeState::kAtRisk: return {"!", "missing and due next"};
    case FreezeState::kMissed: return {"✗", "missed"};
    case FreezeState::kNotDue: return {"·", "missing, not due yet"};
    case FreezeState::kPending: return {"?", "exception asked for"};
    case FreezeState::kException: return {"+", "has an exception"};
    case FreezeState::kOut:
    case FreezeState::kRemoved:
    case FreezeState::kDeferred: break;
  }
  return {"-", "not in the release"};
}

constexpr MarkMeaning kUncommitted{"*", "uncommitted changes"};

// Whom what is missing waits for, each once.
std::string people_waited_for(const ReleaseEntry& entry) {
  std::vector<std::string> people;
  const FreezeEntry* const freeze = entry.decisive();
  if (!freeze || reasons_of(entry).empty()) return {};
  for (const Verdict& verdict : freeze->missing) {
    for (const std::string& handle : verdict.who) {
      const std::string person = person_text(handle);
      if (std::ranges::find(people, person) == people.end()) people.push_back(person);
    }
  }
  return fmt::format("{}", fmt::join(people, " "));
}

std::string deadline_of(const ReleaseEntry& entry) {
  const FreezeEntry* const freeze = entry.decisive();
  return freeze && freeze->deadline ? to_string(*freeze->deadline) : std::string();
}

// A column for each freeze, with the state at it.
Table data_table(const Board& board) {
  Table table{{{"number", true},
               {"title"},
               {"group"},
               {"from"},
               {"to"},
               {"kind"},
               {"state"},
               {"freeze"},
               {"deadline"},
               {"missing"},
               {"waiting for"},
               {"uncommitted"},
               {"path"}},
              {}};
  for (const ReleaseDate& date : board.view.calendar.dates) {
    if (date.freeze) table.columns.push_back({date.id});
  }
  for (const std::size_t i : board.shown) {
    const ReleaseEntry& entry = board.view.entries[i];
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {entry.proposal.number,
           entry.proposal.title,
           entry.proposal.group,
           entry.from_stage,
           entry.to_stage,
           std::string(name(entry.kind)),
           std::string(name(entry.state)),
           entry.decisive() ? entry.decisive()->id : std::string(),
           deadline_of(entry),
           reasons_text(entry),
           people_waited_for(entry),
           entry.uncommitted ? "yes" : "no",
           entry.proposal.path};
    for (const FreezeEntry& freeze : entry.freezes) row.emplace_back(name(freeze.state));
  }
  return table;
}

}  // namespace

std::string number_text(const ReleaseEntry& entry) {
  return entry.proposal.number + (entry.uncommitted ? std::string(kUncommitted.first) : "");
}

std::string title_text(const ReleaseEntry& entry) {
  if (entry.proposal.unmerged.empty()) return entry.proposal.title;
  return fmt::format("{} ({})", entry.proposal.title, entry.proposal.unmerged);
}

std::string step_text(const ReleaseEntry& entry) {
  if (entry.to_stage.empty()) return entry.status;
  if (entry.from_stage == entry.to_stage) return "stays " + entry.to_stage;
  return fmt::format("{} → {}", entry.from_stage.empty() ? "new" : entry.from_stage,
                     entry.to_stage);
}

std::string state_text(const ReleaseEntry& entry) {
  const FreezeEntry* const freeze = entry.decisive();
  if (entry.state == FreezeState::kException && freeze && freeze->deadline) {
    return fmt::format("exception until {}", to_string(date_of(*freeze->deadline)));
  }
  if (entry.state == FreezeState::kDeferred && entry.participation &&
      !entry.participation->to.empty()) {
    return "deferred to " + entry.participation->to;
  }
  return std::string(name(entry.state));
}

std::string freeze_marks(const ReleaseEntry& entry) {
  std::string text;
  for (const FreezeEntry& freeze : entry.freezes) {
    if (freeze.due != FreezeDue::kUnset) text += mark_of(freeze.state).first;
  }
  return text;
}

std::string missing_text(const ReleaseEntry& entry, Instant now) {
  const std::string reasons = reasons_text(entry);
  const FreezeEntry* const freeze = entry.decisive();
  if (reasons.empty() || !freeze->deadline) return reasons;
  return fmt::format("{} {}: {}", freeze->title, from_now(*freeze->deadline, now), reasons);
}

std::vector<MarkMeaning> marks_in(const Board& board) {
  constexpr FreezeState kInOrder[] = {
      FreezeState::kTracked, FreezeState::kAtRisk,    FreezeState::kMissed, FreezeState::kNotDue,
      FreezeState::kPending, FreezeState::kException, FreezeState::kOut};
  const auto shows = [&](const auto& is_so) {
    return std::ranges::any_of(board.shown,
                               [&](std::size_t i) { return is_so(board.view.entries[i]); });
  };
  std::vector<MarkMeaning> marks;
  for (const FreezeState state : kInOrder) {
    const MarkMeaning mark = mark_of(state);
    if (shows([&](const ReleaseEntry& entry) {
          return freeze_marks(entry).find(mark.first) != std::string::npos;
        })) {
      marks.push_back(mark);
    }
  }
  if (shows([](const ReleaseEntry& entry) { return entry.uncommitted; })) {
    marks.push_back(kUncommitted);
  }
  return marks;
}

std::string render_board_csv(const Board& board, bool for_terminal) {
  return render_table_csv(data_table(board), for_terminal);
}

std::string render_board_markdown(const Board& board) {
  Table table{
      {{"number", true}, {"proposal"}, {"group"}, {"step"}, {"freezes"}, {"state"}, {"missing"}},
      {}};
  for (const std::size_t i : board.shown) {
    const ReleaseEntry& entry = board.view.entries[i];
    table.rows.push_back({number_text(entry), title_text(entry), entry.proposal.group,
                          step_text(entry), freeze_marks(entry), state_text(entry),
                          missing_text(entry, board.view.now)});
  }
  std::string out = render_table_markdown(table) + "\n";
  for (const auto& [mark, meaning] : marks_in(board)) {
    out += fmt::format("- {} {}\n", markdown_text(mark), meaning);
  }
  return out;
}

}  // namespace milepost::release
