// What keeps proposals from their next freeze or step, for queries.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "gates/gate.h"
#include "proposal/query.h"
#include "workspace/workspace.h"

namespace milepost::list {

// Of one verdict that closes a gate, what queries ask for.
struct GateNeed {
  std::vector<std::string> words;  // that `missing:` knows it by
  std::string role;
  std::vector<std::string> who;    // in lower case
  std::vector<std::string> teams;  // rosters that give the role
};

GateNeed need_of(const Process& process, const Card& card, const Verdict& verdict);

class GateNeeds {
 public:
  GateNeeds(const Process& process, const Rosters& rosters)
      : process_(process), rosters_(rosters) {}

  void add(const Card& card, const std::vector<Verdict>& missing);
  bool holds(const Card& card, const RecordTerm& term) const;

 private:
  bool waits_for(const GateNeed& need, const std::string& whom) const;

  const Process& process_;
  const Rosters& rosters_;
  std::unordered_map<std::string, std::vector<GateNeed>> needs_;  // by stream
};

// What keeps each of these proposals, which are the workspace's, from its next freeze or step:
// parallel to them. An error for one whose document cannot be read.
using MissingOfEach = std::vector<Result<std::vector<Verdict>>>;
Result<MissingOfEach> judge_next(const Workspace& workspace, const std::vector<const Card*>& cards);

// Those of these proposals, which are the workspace's. One whose document cannot be read is noted,
// and lacks nothing that is known.
Result<GateNeeds> judge_next_gates(const Workspace& workspace,
                                   const std::vector<const Card*>& cards,
                                   std::vector<std::string>& notes);

}  // namespace milepost::list
