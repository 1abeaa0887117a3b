#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/card_json.h"
#include "features/history/formats.h"
#include "render/excerpt.h"
#include "render/json_value.h"
#include "render/table.h"

namespace milepost::history {

namespace {

std::string days_text(int days) {
  return counted(static_cast<std::size_t>(std::max(days, 0)), "day");
}

// "18 days (median 18)"
std::string duration_text(const TimelineEntry& entry) {
  std::vector<std::string> parts;
  if (entry.first) parts.emplace_back("opened");
  if (entry.days) {
    parts.push_back(days_text(*entry.days));
    if (entry.median) parts.back() += fmt::format(" (median {})", *entry.median);
  }
  if (entry.back) parts.emplace_back("a step back");
  if (entry.template_of) {
    parts.push_back(
        fmt::format("template of {:04}-{:02}", entry.template_of->year, entry.template_of->month));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string present_text(const Timeline& timeline) {
  if (!timeline.deleted.empty()) return fmt::format("deleted {}", timeline.deleted);
  std::string text = fmt::format("{} for {}", timeline.state, days_text(timeline.days_in_state));
  if (timeline.longer_than && !timeline.over) {
    text += fmt::format(", longer than {} % of those that went on", *timeline.longer_than);
  }
  if (timeline.releases_in_state) {
    text += fmt::format(" · no move for {} releases", *timeline.releases_in_state);
  }
  return text;
}

// Broken to the columns of a terminal, after an indent; 0 for no limit.
std::string wrapped_text(std::string_view text, std::uint32_t columns, std::uint32_t indent) {
  if (columns <= indent) return printable(text);
  const std::uint32_t room = columns - indent;
  return fmt::format("{}",
                     fmt::join(wrap(printable(text), room, room), "\n" + std::string(indent, ' ')));
}

Table moves_table(const MoveList& list) {
  Table table{{{"date"},
               {"number", true},
               {"path", false, true},
               {"field"},
               {"from"},
               {"to"},
               {"author"},
               {"commit"}},
              {}};
  for (const MoveLine& move : list.moves) {
    table.rows.push_back({to_string(move.day), move.proposal.number, move.proposal.path, move.field,
                          move.from, move.to, move.author, move.commit.substr(0, 10)});
  }
  return table;
}

}  // namespace

std::string render_timeline_text(const Timeline& timeline, const TextOptions& options) {
  const std::uint32_t columns = options.terminal ? options.columns : 0;
  std::string out = wrapped_text(timeline.proposal.heading(), columns, 0) + "\n" +
                    printable_path(timeline.proposal.path) + "\n\n";
  Table table{{{"date"}, {"move"}, {"release"}, {"author", false, true}, {"time"}, {"commit"}}, {}};
  for (const TimelineEntry& entry : timeline.entries) {
    table.rows.push_back({to_string(entry.day), printable(entry.what), printable(entry.release),
                          printable(entry.author), duration_text(entry), entry.commit});
  }
  out += render_table_text(table, columns);
  const std::string today = fmt::format(" {}  ", to_string(timeline.today));
  out += today + wrapped_text(present_text(timeline), columns, utf8::width(today)) + "\n";
  return out;
}

std::string render_timeline_json(const Timeline& timeline) {
  Json value;
  value["number"] = number_json(timeline.proposal.number);
  value["title"] = timeline.proposal.title;
  value["path"] = timeline.proposal.path;
  Json entries = Json::array();
  for (const TimelineEntry& entry : timeline.entries) {
    Json one;
    one["date"] = to_string(entry.day);
    one["move"] = entry.what;
    one["release"] = text_or_null(entry.release);
    one["author"] = entry.author;
    one["commit"] = entry.commit;
    one["days"] = entry.days ? Json(*entry.days) : Json();
    one["median"] = entry.median ? Json(*entry.median) : Json();
    one["back"] = entry.back;
    one["template"] = entry.template_of ? Json(to_string(*entry.template_of)) : Json();
    entries.push_back(std::move(one));
  }
  value["moves"] = std::move(entries);
  value["state"] = timeline.state;
  value["daysInState"] = timeline.days_in_state;
  value["longerThan"] = timeline.longer_than ? Json(*timeline.longer_than) : Json();
  value["releasesInState"] =
      timeline.releases_in_state ? Json(*timeline.releases_in_state) : Json();
  value["deleted"] = text_or_null(timeline.deleted);
  return json_text(value);
}

std::string render_timeline_markdown(const Timeline& timeline) {
  Table table{{{"date"}, {"move"}, {"release"}, {"author"}, {"time"}, {"commit"}}, {}};
  for (const TimelineEntry& entry : timeline.entries) {
    table.rows.push_back({to_string(entry.day), entry.what, entry.release, entry.author,
                          duration_text(entry), entry.commit});
  }
  return fmt::format("{}\n{} {}\n", render_table_markdown(table), to_string(timeline.today),
                     present_text(timeline));
}

std::string render_moves_text(const MoveList& list, const TextOptions& options) {
  if (list.moves.empty()) return "no moves\n";
  Table table = moves_table(list);
  for (auto& row : table.rows) {
    for (std::string& text : row) text = printable(text);
  }
  return render_table_text(table, options.terminal ? options.columns : 0) +
         counted(list.moves.size(), "move") + "\n";
}

std::string render_moves_csv(const MoveList& list, bool for_terminal) {
  return render_table_csv(moves_table(list), for_terminal);
}

std::string render_moves_json(const MoveList& list) {
  Json moves = Json::array();
  for (const MoveLine& move : list.moves) {
    Json one;
    one["number"] = number_json(move.proposal.number);
    one["path"] = move.proposal.path;
    one["field"] = move.field;
    one["from"] = text_or_null(move.from);
    one["to"] = text_or_null(move.to);
    one["date"] = to_string(move.day);
    one["commit"] = move.commit;
    one["author"] = move.author;
    moves.push_back(std::move(one));
  }
  return json_text(moves);
}

}  // namespace milepost::history
