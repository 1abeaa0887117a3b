// What happened to a proposal, or in a release, in the order of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "proposal/proposal_ref.h"

namespace milepost::log {

enum class EntrySource : std::uint8_t { kRecord, kGit };

std::string_view name(EntrySource source);  // "record", "git"

// A field of the metadata, in one commit.
struct FieldChange {
  std::string field, from, to;
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

// What undid an event.
struct Undoing {
  std::string by;  // a handle; "" when nobody is named
  Instant time;
  std::string reference;  // the number of the event that did
  friend bool operator==(const Undoing&, const Undoing&) = default;
};

struct LogEntry {
  EntrySource source = EntrySource::kRecord;
  Instant time;
  std::string reference;  // the number of the event, or the commit
  std::string by;         // a handle; of a commit its author's name; "" when nobody is named
  bool claimed = false;   // of an event: who did it was said, not proved
  // Of an event its kind: "opted-in"; of a commit "opened", "changed" or "deleted".
  std::string kind;
  std::string meaning;  // what the kind is, in a sentence; "" when it is not known here
  std::vector<std::pair<std::string, std::string>> fields;  // of an event, beyond these here
  std::vector<FieldChange> changes;                         // of a commit
  std::string role;     // of an event that somebody did as one: "an approver"; "" when unknown
  std::string comment;  // why
  std::string clock;    // what it was when an event was recorded for another moment
  std::optional<Undoing> undone;  // of an event that was
  ProposalRef proposal;           // that it is about; empty for what is about the release itself
};

struct Log {
  ProposalRef proposal;           // of a proposal
  std::string release;            // of a release, else ""
  std::vector<LogEntry> entries;  // oldest first
  bool bounded = false;           // what is before or after the days asked for is left out
  // How many are left out because others were asked for.
  std::size_t earlier = 0, later = 0;
  std::vector<std::string> notes;
};

}  // namespace milepost::log
