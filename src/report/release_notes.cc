#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "report/card_json.h"
#include "report/json_value.h"
#include "report/printable.h"
#include "report/release_report.h"

namespace milepost {

namespace {

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

// What would be markup in a line of Markdown is text.
std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_[]<>").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string note_line(const ReleaseNote& note) {
  const std::string called = note.number.empty() ? note.title : note.number;
  return fmt::format("- {} ([{}]({}){})\n", markdown_text(note.text), markdown_text(called),
                     printable_path(note.path),
                     note.group.empty() ? "" : ", " + markdown_text(note.group));
}

void add_part(std::string& out, const ReleaseNotes& notes, const std::string& stage) {
  bool begun = false;
  for (const ReleaseNote& note : notes.notes) {
    if (note.stage != stage) continue;
    if (!begun) {
      out += fmt::format("\n## {}\n\n", stage.empty() ? "Other" : capital(printable(stage)));
    }
    begun = true;
    out += note_line(note);
  }
}

void add_entries(std::string& out, std::string_view title, const std::vector<ReleaseEntry>& entries,
                 std::string_view command) {
  if (entries.empty()) return;
  out += fmt::format("\n{}\n", title);
  for (const ReleaseEntry& entry : entries) {
    out += fmt::format("  {} {} ({})\n", printable(entry.called()), printable(entry.title),
                       name(entry.standing));
    if (command.empty()) continue;
    out += fmt::format("      milepost promote {} {}\n", printable(entry.called()), command);
  }
}

Json entries_json(const std::vector<ReleaseEntry>& entries) {
  Json list = Json::array();
  for (const ReleaseEntry& entry : entries) {
    Json one;
    one["proposal"] = number_json(entry.number);
    one["title"] = entry.title;
    one["path"] = entry.path;
    one["stage"] = entry.stage;
    one["state"] = name(entry.standing);
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

std::string render_notes_markdown(const ReleaseNotes& notes) {
  std::string out = fmt::format("# {}\n", notes.release);
  if (notes.notes.empty()) return out + "\nNo proposal is in it.\n";
  for (const std::string& stage : notes.stages) add_part(out, notes, stage);
  add_part(out, notes, "");
  return out;
}

std::string render_notes_json(const ReleaseNotes& notes) {
  Json value;
  value["release"] = notes.release;
  Json list = Json::array();
  for (const ReleaseNote& note : notes.notes) {
    Json one;
    one["proposal"] = number_json(note.number);
    one["title"] = note.title;
    one["path"] = note.path;
    one["group"] = note.group;
    one["stage"] = note.stage;
    one["text"] = note.text;
    list.push_back(std::move(one));
  }
  value["notes"] = std::move(list);
  return json_text(value);
}

std::string render_rollover_text(const Rollover& rollover) {
  std::string out = fmt::format(
      "{}: {} {} with it{}\n", rollover.release, counted(rollover.opt_ins, "opt-in"),
      rollover.opt_ins == 1 ? "ends" : "end",
      rollover.next.empty() ? std::string() : fmt::format("; {} begins with none", rollover.next));
  add_entries(out,
              rollover.finished_status.empty()
                  ? "finished, and still open"
                  : "finished: to be moved to " + rollover.finished_status,
              rollover.finished,
              rollover.finished_status.empty() ? "" : "--to " + rollover.finished_status);
  add_entries(out, "not in it, though their files say so", rollover.left_behind,
              rollover.next.empty() ? "" : "--release " + rollover.next);
  if (rollover.finished.empty() && rollover.left_behind.empty()) out += "nothing is left to do\n";
  return out;
}

std::string render_rollover_json(const Rollover& rollover) {
  Json value;
  value["release"] = rollover.release;
  value["next"] = text_or_null(rollover.next);
  value["optIns"] = rollover.opt_ins;
  value["finishedStatus"] = text_or_null(rollover.finished_status);
  value["finished"] = entries_json(rollover.finished);
  value["leftBehind"] = entries_json(rollover.left_behind);
  return json_text(value);
}

}  // namespace milepost
