// How a release comes along, for the weekly report, for its notes and for its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "features/release/model.h"

namespace milepost::release {

// A proposal that stands elsewhere than it did; "" where it was, or is, none of the
// release.
struct ReleaseChange {
  ProposalRef proposal;
  std::string from, to;
};

struct ReleaseReport {
  ReleaseView view;
  std::optional<Date> since;  // nothing: how it was is not known
  std::vector<ReleaseChange> changes;
};

// What differs between two views, by number.
std::vector<ReleaseChange> changes_between(const ReleaseView& before, const ReleaseView& after);

std::string render_report_markdown(const ReleaseReport& report);
std::string render_report_json(const ReleaseReport& report);
std::string render_report_csv(const ReleaseReport& report);

struct ReleaseNote {
  ProposalRef proposal;
  std::string stage;
  std::string text;  // one sentence
};

struct ReleaseNotes {
  std::string release;
  std::vector<std::string> stages;  // in the order of the ladders, the most finished first
  std::vector<ReleaseNote> notes;
};

std::string render_notes_markdown(const ReleaseNotes& notes);
std::string render_notes_json(const ReleaseNotes& notes);

// What is left to do when a release is out.
struct Rollover {
  std::string release;
  std::optional<Instant> out;  // when it is, or was, released; nothing: not known
  Instant now;
  std::string next;                    // the release after it; "" when the calendar has none
  std::string finished_status;         // that finished proposals get: "implemented"
  std::vector<ReleaseEntry> finished;  // at the top of their ladder and still open
  struct LeftBehind {
    ReleaseEntry entry;
    std::string stage, to;  // what it is to aim at instead; `to` is "" when that is not known
  };
  std::vector<LeftBehind> left_behind;  // whose files name the release they are not in
  std::size_t opt_ins = 0;              // that end with the release
};

std::string render_rollover_text(const Rollover& rollover);
std::string render_rollover_json(const Rollover& rollover);

}  // namespace milepost::release
