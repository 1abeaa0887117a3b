// The gate engine: whether a step may be made, and if not, exactly what is
// missing, where, who can supply it and how.
//
// It is a pure function of what it is given; one engine answers for the command
// line, for continuous integration, for editors and the server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/instant.h"
#include "gates/evidence.h"
#include "gates/remedy.h"
#include "gates/spot.h"
#include "gates/step.h"
#include "process/releases.h"
#include "proposal/repository.h"
#include "rules/rule.h"

namespace milepost {

enum class Holds : std::uint8_t { kYes, kNo, kUnknown };

std::string_view name(Holds holds);  // "yes", "no", "unknown"

// What a verdict is about.
enum class VerdictKind : std::uint8_t {
  kCondition,  // one of the pack, by its id
  // What no pack names:
  kMove,      // the process has no such move
  kOrder,     // the move leaves the order of a ladder
  kReason,    // the move needs one
  kMover,     // the move is not theirs to make
  kHold,      // somebody holds the proposal
  kConcern,   // somebody has one
  kAim,       // the files aim at another release
  kReadable,  // the files cannot be read
  kThere,     // the proposal was not there yet
  kFiles,     // its files are gone
};

// Its id, or how that begins: "mover", "concern".
std::string_view name(VerdictKind kind);

// One of the things a condition found: a section that is not filled.
struct Detail {
  std::string text;
  std::string note = {};  // "says TBD"
  std::optional<Spot> spot = {};
  bool title = false;   // the text is one, and may be cut short where there is little room
  std::string by = {};  // whose approval it speaks of
  std::optional<Remedy> remedy = {};  // that the text leads to: "shown by"
  auto operator<=>(const Detail&) const = default;
};

struct Verdict {
  std::string id;  // as it is published; what it is about is said by the next three
  VerdictKind kind = VerdictKind::kCondition;
  ConditionType type = ConditionType::kNothing;  // of a condition
  RecordFact fact = RecordFact::kIssue;          // of a condition on the record
  Holds holds = Holds::kUnknown;
  bool merge = false;   // settled by merging the change
  bool advice = false;  // does not close the gate
  std::string message;
  std::optional<Spot> spot;
  std::vector<Detail> details;
  std::string role;  // whom it waits for; "": nobody in particular
  std::string role_title;
  std::vector<std::string> who;    // handles, as far as they are known
  std::vector<std::string> again;  // those of them whose approval is void
  std::vector<Remedy> remedies;    // any of them, the best first
  std::string deadline_title;      // "PRR freeze"
  std::optional<Instant> deadline;

  bool closes() const {
    return !advice && (holds == Holds::kNo || (holds == Holds::kUnknown && !merge));
  }
  // That somebody says the proposal is to be in the release.
  bool asks_opt_in() const { return type == ConditionType::kRecord && fact == RecordFact::kOptIn; }
  bool asks_reason() const {
    return kind == VerdictKind::kReason || type == ConditionType::kReason;
  }
  bool is_objection() const { return kind == VerdictKind::kHold || kind == VerdictKind::kConcern; }
};

// Something that is missing and is no condition of a gate.
Verdict missing_verdict(VerdictKind kind, std::string message, std::vector<Remedy> remedies = {});

struct GateVerdict {
  Step step;
  std::vector<Verdict> conditions;
  bool illegal = false;  // the process has no such way: nothing lifts that

  bool open() const;
};

struct GateInput {
  const RuleInput& in;  // judged as if the step were made
  const std::vector<Finding>& findings;
  const Repository& repository;
  const Step& step;
  const Releases& releases;
  const Evidence& evidence;
  Instant now;
  std::string_view reason;  // of the move; "" when none is given
  std::string_view mover;   // who makes it; "" when nobody has said
};

GateVerdict judge_gate(const GateInput& input);
// One condition by itself. A verdict without a message: it does not concern the step.
Verdict judge_condition(const GateInput& input, const Condition& condition);

// The same by one gate and those it comes after, such as a freeze has: the step only
// says for which stage and release.
GateVerdict judge_gate(const GateInput& input, const Gate& gate);

// The conditions of the gates a step leads through, those of earlier gates
// first; of two with one id, the one nearest to the step.
std::vector<const Condition*> conditions_of(const Process& process, const Step& step,
                                            std::string_view kind);

}  // namespace milepost
