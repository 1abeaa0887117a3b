// What is known of a proposal beyond its files: approvals, ticks, opt-ins. The
// gate engine asks through this interface and does not care who answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/lifecycle.h"

namespace milepost {

struct Card;
struct Tracker;

struct Approval {
  std::string by;                    // a handle
  std::string when;                  // a day
  bool claimed = true;               // who they are is not proved
  bool valid = true;                 // false: the text has changed since
  std::string note;                  // what has, in short; of a valid one, what it leaves open
  std::vector<std::string> changes;  // the sections that have, each with how much
};

// Something that closes every gate until it is settled: a concern, or a hold.
struct Objection {
  std::optional<std::uint64_t> concern;  // its number; none: a hold
  std::string by, when, text;
};

// Whether something is so, and how that is known.
struct Recorded {
  bool holds = false;
  std::string evidence;  // "opted in by @jane on 2026-01-12"
};

// What the record knows of a tracking issue.
struct KnownIssue {
  // Where it says that the proposal is; "": nowhere. Nothing: its form does not ask.
  std::optional<std::string> link;
  bool text_merged = false;  // the proposal that it is about
};

class Evidence {
 public:
  virtual ~Evidence() = default;

  // The approvals of a role for a stage ("" for none); nothing when they cannot be
  // known.
  virtual std::optional<std::vector<Approval>> approvals(const Card& card, std::string_view role,
                                                         std::string_view stage) const = 0;
  // Whether what a condition asks for is on record; nothing when it cannot be known.
  virtual std::optional<Recorded> recorded(const Card& card, const RecordQuestion& question,
                                           std::string_view release) const = 0;
  virtual std::vector<Objection> objections(const Card& card) const = 0;

  // The criteria of a kind that are confirmed beside those in the metadata, by id.
  virtual std::vector<std::string> confirmed(const Card&, std::string_view) const { return {}; }

  // The tracking issue; nothing when none is recorded.
  virtual std::optional<KnownIssue> issue(const Card&) const { return std::nullopt; }
  // Whether the branch that others build on has the metadata as it is here.
  virtual bool is_merged(const Card&) const { return false; }
  // The items of the proposal's lists; null when they cannot be known.
  virtual const Tracker* tracker(const Card&) const { return nullptr; }
};

// Knows nothing: what is not in the files is unknown.
class NoEvidence final : public Evidence {
 public:
  std::optional<std::vector<Approval>> approvals(const Card&, std::string_view,
                                                 std::string_view) const override {
    return std::nullopt;
  }
  std::optional<Recorded> recorded(const Card&, const RecordQuestion&,
                                   std::string_view) const override {
    return std::nullopt;
  }
  std::vector<Objection> objections(const Card&) const override { return {}; }
};

}  // namespace milepost
