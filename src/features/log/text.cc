#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/common_lines.h"
#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/card_json.h"
#include "features/log/entry_text.h"
#include "features/log/entry_words.h"
#include "features/log/formats.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::log {

namespace {

// Names of people are cut to this on a terminal, lest nothing is left for what they did.
constexpr std::uint32_t kWidestPerson = 16;
constexpr std::uint32_t kLeastText = 27;
constexpr std::uint32_t kBriefCommit = 10;
constexpr std::uint32_t kFolded = 4;  // the indent of what stands below who and when

std::string person(const LogEntry& entry) {
  if (entry.by.empty()) return "nobody named";
  return entry.source == EntrySource::kRecord ? "@" + entry.by : entry.by;
}

std::string reference(const LogEntry& entry) {
  return fmt::format("{} {}", name(entry.source),
                     entry.source == EntrySource::kGit ? entry.reference.substr(0, kBriefCommit)
                                                       : entry.reference);
}

// " (undone by @lead on 2027-02-05)"
std::string undone_text(const LogEntry& entry) {
  if (!entry.undone) return {};
  return fmt::format(" (undone{} on {})",
                     entry.undone->by.empty() ? "" : " by @" + entry.undone->by,
                     to_string(date_of(entry.undone->time)));
}

// "opted it in to v1.38 (undone by @lead on 2027-02-05)"
std::string what_text(const LogEntry& entry, std::string_view understood) {
  return sentence_of(entry, understood) + undone_text(entry);
}

// "2026-01-30T12:00Z ": seconds are for programs. A star when the clock said another time.
std::string minute_text(const LogEntry& entry) {
  return to_string(entry.time).substr(0, 16) + (entry.clock.empty() ? "Z " : "Z*");
}

class LogText {
 public:
  LogText(const Log& log, const TextOptions& options) : log_(log), options_(options) {}

  std::string render() {
    show_head();
    if (log_.entries.empty()) {
      add_wrapped(nothing_text());
      return std::move(out_);
    }
    for (const LogEntry& entry : log_.entries) {
      references_ = std::max(references_, utf8::width(reference(entry)));
      people_ = std::max(people_, utf8::width(printable(person(entry))));
    }
    if (options_.terminal) people_ = std::min(people_, kWidestPerson);
    for (const LogEntry& entry : log_.entries) show(entry);
    show_sources();
    return std::move(out_);
  }

 private:
  void add(std::string_view line) {
    const std::size_t end = line.find_last_not_of(' ');
    out_.append(line.substr(0, end == line.npos ? 0 : end + 1));
    out_.push_back('\n');
  }

  void add_wrapped(std::string_view text) {
    std::vector<std::string> lines;
    append_wrapped(lines, text, 0);
    for (const std::string& line : lines) add(line);
  }

  void show_head() {
    if (!log_.release.empty()) {
      add(printable(log_.release));
    } else {
      add_wrapped(log_.proposal.heading());
      if (!log_.proposal.path.empty()) add(printable_path(log_.proposal.path));
    }
    add("");
  }

  std::string nothing_text() const {
    if (log_.bounded) return "nothing happened in these days";
    return log_.release.empty() ? "nothing is known of it: no events in the record, no moves in git"
                                : "nothing is recorded of this release";
  }

  static std::string padded(const std::string& text, std::uint32_t width) {
    return text + std::string(width - std::min(width, utf8::width(text)), ' ');
  }

  // Broken to what is left of a terminal's width; a pipe gets whole lines.
  void append_wrapped(std::vector<std::string>& lines, std::string_view text,
                      std::uint32_t indent) const {
    if (options_.terminal) {
      std::ranges::move(wrapped(text, indent), std::back_inserter(lines));
    } else {
      lines.push_back(printable(text));
    }
  }

  std::vector<std::string> wrapped(std::string_view text, std::uint32_t indent) const {
    const std::uint32_t room = std::max(options_.columns, indent + kLeastText) - indent;
    return wrap(printable(text), room, room);
  }

  void show(const LogEntry& entry) {
    const std::string who = printable(person(entry));
    const std::string before =
        fmt::format("{} {}  {}  ", minute_text(entry), padded(reference(entry), references_),
                    padded(options_.terminal ? fitted(who, people_) : who, people_));
    const bool folds = options_.terminal && utf8::width(before) + kLeastText > options_.columns;
    const std::uint32_t indent = folds ? kFolded : utf8::width(before);
    std::vector<std::string> lines;
    if (!log_.release.empty()) append_wrapped(lines, subject_text(entry), indent);
    append_wrapped(lines, what_text(entry, log_.release), indent);
    const std::size_t comment = lines.size();
    for (const std::string_view line : lines_of(entry.comment)) {
      append_wrapped(lines, line, indent + 2);
    }
    for (std::size_t i = comment; i < lines.size(); ++i) lines[i].insert(0, "│ ");
    if (folds) add(before);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      add((i == 0 && !folds ? before : std::string(indent, ' ')) + lines[i]);
    }
  }

  static std::string subject_text(const LogEntry& entry) {
    const ProposalRef& proposal = entry.proposal;
    if (proposal == ProposalRef{}) return "the release";
    return proposal.number.empty() ? fmt::format("{} {}", proposal.path, proposal.title)
                                   : proposal.heading();
  }

  void show_sources() {
    const auto events = std::ranges::count(log_.entries, EntrySource::kRecord, &LogEntry::source);
    const auto commits = std::ssize(log_.entries) - events;
    std::string line = counted(static_cast<std::size_t>(events), "event") + " of the record";
    const auto claimed = std::ranges::count_if(log_.entries, &LogEntry::claimed);
    if (claimed > 0 && claimed < events) {
      line += fmt::format(" (who acted is claimed, not proved, in {})", claimed);
    } else if (claimed > 0) {
      line += " (who acted is claimed, not proved)";
    }
    if (log_.release.empty()) {
      line += fmt::format(", {} of git", counted(static_cast<std::size_t>(commits), "commit"));
    }
    add("");
    add_wrapped(line);
    const bool starred = std::ranges::any_of(
        log_.entries, [](const LogEntry& entry) { return !entry.clock.empty(); });
    if (starred) {
      add_wrapped("* recorded for this moment; the clock said another (--format json has it)");
    }
  }

  const Log& log_;
  const TextOptions& options_;
  std::uint32_t references_ = 0, people_ = 0;
  std::string out_;
};

Json undone_json(const LogEntry& entry) {
  if (!entry.undone) return {};
  Json value;
  value["by"] = entry.undone->by.empty() ? Json() : Json("@" + entry.undone->by);
  value["time"] = to_string(entry.undone->time);
  value["event"] = number_json(entry.undone->reference);
  return value;
}

Json entry_json(const LogEntry& entry, bool of_release) {
  const bool event = entry.source == EntrySource::kRecord;
  Json value;
  value["time"] = to_string(entry.time);
  value["source"] = name(entry.source);
  value["event"] = event ? number_json(entry.reference) : Json();
  value["commit"] = event ? Json() : Json(entry.reference);
  value["by"] = entry.by.empty() ? Json() : Json(person(entry));
  value["claimed"] = event ? Json(entry.claimed) : Json();
  value["kind"] = entry.kind;
  value["meaning"] = text_or_null(entry.meaning);
  Json fields = Json::object();
  for (const auto& [key, text] : entry.fields) fields[key] = text;
  value["fields"] = std::move(fields);
  Json changes = Json::array();
  for (const FieldChange& change : entry.changes) {
    changes.push_back({{"field", change.field},
                       {"from", text_or_null(change.from)},
                       {"to", text_or_null(change.to)}});
  }
  value["changes"] = std::move(changes);
  value["comment"] = text_or_null(entry.comment);
  value["clock"] = text_or_null(entry.clock);
  value["undone"] = event ? undone_json(entry) : Json();
  if (of_release) {
    value["about"] = entry.proposal == ProposalRef{} ? Json() : ref_json(entry.proposal);
  }
  return value;
}

}  // namespace

std::string render_log_text(const Log& log, const TextOptions& options) {
  return LogText(log, options).render();
}

std::string render_log_json(const Log& log) {
  const bool of_release = !log.release.empty();
  Json value;
  if (of_release) {
    value["release"] = log.release;
  } else {
    value = ref_json(log.proposal);
  }
  Json entries = Json::array();
  for (const LogEntry& entry : log.entries) entries.push_back(entry_json(entry, of_release));
  value["entries"] = std::move(entries);
  return json_text(value);
}

std::string render_log_csv(const Log& log, bool for_terminal) {
  Table table{{{"time"},
               {"source"},
               {"reference"},
               {"by"},
               {"proposal"},
               {"title"},
               {"kind"},
               {"details"},
               {"comment"},
               {"clock"},
               {"undone"}},
              {}};
  for (const LogEntry& entry : log.entries) {
    const ProposalRef& proposal = log.release.empty() ? log.proposal : entry.proposal;
    table.rows.push_back({to_string(entry.time), std::string(name(entry.source)), entry.reference,
                          entry.by.empty() ? "" : person(entry), proposal.called(), proposal.title,
                          entry.kind, details_text(entry), entry.comment, entry.clock,
                          entry.undone ? entry.undone->reference : std::string()});
  }
  return render_table_csv(table, for_terminal);
}

}  // namespace milepost::log
