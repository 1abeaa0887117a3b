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
#include "gates/record.h"
#include "gates/step.h"
#include "process/releases.h"
#include "proposal/repository.h"
#include "rules/rule.h"

namespace milepost {

enum class Holds : std::uint8_t { kYes, kNo, kUnknown };

std::string_view name(Holds holds);  // "yes", "no", "unknown"

struct Spot {
  std::string path;        // as the user sees it
  std::uint32_t line = 0;  // from 1; 0: there is no such file, or all of it is meant
  std::uint32_t column = 0;
};

// One of the things a condition found: a section that is not filled.
struct Detail {
  std::string text;
  std::string note;  // "says TBD"
  std::optional<Spot> spot;
  bool title = false;  // the text is one, and may be cut short where there is little room
};

struct Verdict {
  std::string id;
  ConditionType type = ConditionType::kNothing;  // nothing: what no condition asks for
  Holds holds = Holds::kUnknown;
  bool merge = false;   // settled by merging the change
  bool advice = false;  // does not close the gate
  std::string message;
  std::optional<Spot> spot;
  std::vector<Detail> details;
  std::string role;  // who can lift it; "": nobody in particular
  std::string role_title;
  std::vector<std::string> who;    // handles, as far as they are known
  std::vector<std::string> again;  // those of them whose approval is void
  std::string how;
  std::string deadline_title;  // "PRR freeze"
  std::optional<Instant> deadline;

  bool closes() const {
    return !advice && (holds == Holds::kNo || (holds == Holds::kUnknown && !merge));
  }
};

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
  const Record& record;
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
