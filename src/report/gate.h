// What stands between proposals and a status or stage, for people and programs.
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
#include "base/trouble.h"
#include "gates/gate.h"
#include "report/text_options.h"

namespace milepost {

struct ProposalGate {
  std::string number;
  std::string title;
  std::string group;
  std::string path;  // as the user sees it
  std::string status;
  std::string stage;
  GateVerdict gate;
};

struct GateRun {
  bool all = false;  // a whole repository was asked about
  bool anywhere_on_earth = false;
  Instant now;
  std::vector<ProposalGate> proposals;
  std::vector<Trouble> troubles;
};

// One proposal in full, or a line for each.
std::string render_gates_text(const GateRun& run, const TextOptions& options);
// One object, or an array of them.
std::string render_gates_json(const GateRun& run);

}  // namespace milepost
