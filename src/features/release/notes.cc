#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "features/common/card_json.h"
#include "features/common/remedy_text.h"
#include "features/release/report_text.h"
#include "render/json_value.h"

namespace milepost::release {

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
  return fmt::format("- {} ([{}]({}){})\n", markdown_text(note.text),
                     markdown_text(note.proposal.short_name()), printable_path(note.proposal.path),
                     note.proposal.group.empty() ? "" : ", " + markdown_text(note.proposal.group));
}

std::string_view source_text(NoteSource source) {
  switch (source) {
    case NoteSource::kDescription: return "the description of its tracking issue";
    case NoteSource::kProposed: return "a proposed description, which nobody has confirmed";
    case NoteSource::kSummary: return "its title, and a sentence of its summary";
    case NoteSource::kTitle: break;
  }
  return "its title: the summary has no sentence that says what users get";
}

void add_part(std::string& out, const ReleaseNotes& notes, const std::string& stage, bool verbose) {
  bool begun = false;
  for (const ReleaseNote& note : notes.notes) {
    if (note.stage != stage) continue;
    if (!begun) {
      out += fmt::format("\n## {}\n\n", stage.empty() ? "Other" : capital(printable(stage)));
    }
    begun = true;
    out += note_line(note);
    if (verbose) out += fmt::format("  <!-- {} -->\n", source_text(note.source));
  }
}

// With the move that is left to make; "": none is.
void add_entry(std::string& out, const ReleaseEntry& entry, const std::string& to,
               const std::string& release) {
  out += fmt::format("  {} {} ({})\n", printable(entry.proposal.called()),
                     printable(entry.proposal.title), name(entry.state));
  if (to.empty()) return;
  const remedy::Promote promote{printable(entry.proposal.called()), to, release};
  out += fmt::format("      {}\n", command_text(promote));
}

Json left_json(const ReleaseEntry& entry) {
  Json one;
  one["proposal"] = number_json(entry.proposal.number);
  one["title"] = entry.proposal.title;
  one["path"] = entry.proposal.path;
  one["stage"] = entry.stage;
  one["state"] = name(entry.state);
  return one;
}

bool is_out(const Rollover& rollover) { return !rollover.out || *rollover.out <= rollover.now; }

}  // namespace

std::string render_notes_markdown(const ReleaseNotes& notes, bool verbose) {
  std::string out = fmt::format("# {}\n", notes.release);
  if (notes.notes.empty()) return out + "\nNo proposal is in it.\n";
  for (const std::string& stage : notes.stages) add_part(out, notes, stage, verbose);
  add_part(out, notes, "", verbose);
  return out;
}

std::string render_notes_json(const ReleaseNotes& notes) {
  Json value;
  value["release"] = notes.release;
  Json list = Json::array();
  for (const ReleaseNote& note : notes.notes) {
    Json one = ref_json(note.proposal);
    one["stage"] = note.stage;
    one["text"] = note.text;
    one["source"] = name(note.source);
    list.push_back(std::move(one));
  }
  value["notes"] = std::move(list);
  return json_text(value);
}

std::string render_rollover_text(const Rollover& rollover) {
  std::string out;
  if (!is_out(rollover)) {
    out = fmt::format("{} is not out yet: it is to be {}, and until then all of this may change\n",
                      rollover.release, from_now(*rollover.out, rollover.now));
  }
  out += fmt::format(
      "{}: {} {} with it{}\n", rollover.release, counted(rollover.opt_ins, "opt-in"),
      rollover.opt_ins == 1 ? "ends" : "end",
      rollover.next.empty() ? std::string() : fmt::format("; {} begins with none", rollover.next));
  const std::string& status = rollover.finished_status;
  if (!rollover.finished.empty()) {
    out += status.empty() ? "\nfinished, and still open\n"
                          : fmt::format("\nfinished: to be moved to {}\n", status);
  }
  for (const ReleaseEntry& entry : rollover.finished) {
    add_entry(out, entry, status, "");
  }
  if (!rollover.left_behind.empty()) out += "\nnot in it, though their files say so\n";
  for (const Rollover::LeftBehind& left : rollover.left_behind) {
    add_entry(out, left.entry, left.to.empty() ? "" : left.stage, left.to);
  }
  if (rollover.finished.empty() && rollover.left_behind.empty()) out += "nothing is left to do\n";
  return out;
}

std::string render_rollover_json(const Rollover& rollover) {
  Json value;
  value["release"] = rollover.release;
  value["next"] = text_or_null(rollover.next);
  value["optIns"] = rollover.opt_ins;
  value["finishedStatus"] = text_or_null(rollover.finished_status);
  value["out"] = is_out(rollover);
  Json finished = Json::array();
  for (const ReleaseEntry& entry : rollover.finished) finished.push_back(left_json(entry));
  value["finished"] = std::move(finished);
  Json behind = Json::array();
  for (const Rollover::LeftBehind& left : rollover.left_behind) {
    Json one = left_json(left.entry);
    one["to"] = text_or_null(left.to);
    behind.push_back(std::move(one));
  }
  value["leftBehind"] = std::move(behind);
  return json_text(value);
}

}  // namespace milepost::release
