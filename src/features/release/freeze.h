// The action behind `milepost release freeze`: what the release team does at a freeze,
// planned and then recorded.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "features/release/context.h"
#include "features/release/freeze_plan.h"
#include "features/release/view.h"
#include "store/record.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct FreezeOptions {
  std::string release;
  std::string freeze;
  std::string actor = {};  // of applying, as claimed
  bool apply = false;      // record it; once a freeze has passed, by those who may remove
  bool dry_run = false;    // of applying: only say what would be recorded
  std::vector<std::string> except = {};  // proposals that are left out of it
  std::string reason = {};               // why they are
};

// Applying again records nothing twice. What was left out once stays so, until somebody removes it
// or the freeze's date moves to a later day.
Result<FreezePlan> freeze_release(const Workspace& workspace, const FreezeOptions& options);
// The events that applying it would record, of those who may.
Result<std::vector<NewEvent>> freeze_events(const Workspace& workspace, FreezeOptions options);

// Of a freeze, without a view of its proposals and what is to be done about them.
Result<FreezePlan> begin_plan(const ReleaseContext& context, const std::string& freeze);
// What is to be done at a freeze, by a record that is open.
Result<FreezePlan> plan_freeze(const ReleaseContext& context, const Record& record,
                               const std::string& freeze, const ViewOptions& view);
// The same with all that messages tell: what is decided is judged, too, what holds is told, and
// who was left out.
Result<FreezePlan> plan_messages(const ReleaseContext& context, const Record& record,
                                 const std::string& freeze);

// The cards of all proposals of the workspace, by stream.
class CardsByStream {
 public:
  explicit CardsByStream(const Selection& selection);
  // What is left of one whose files are gone is made up.
  const Card& card(const std::string& stream);

 private:
  std::unordered_map<std::string, const Card*> cards_;
  std::unordered_map<std::string, Card> gone_;
};

}  // namespace milepost::release
