// One proposal before its gates, with all that is known of it: its files, the calendar,
// the record and its tracking issue. Whoever judges a gate does it here, so that all are
// told the same.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "gates/gate.h"
#include "gates/tracker.h"
#include "proposal/links.h"
#include "workspace/examine.h"
#include "workspace/stored_evidence.h"
#include "workspace/workspace.h"

namespace milepost {

struct GateSubject {
  const Selected& selected;
  const Examined& examined;  // its document could be read
  const Step& step;
  const Releases& releases;
  const StoredEvidence& evidence;
  Instant now;
  std::string_view reason = {};
  std::string_view mover = {};
};

// Everything that it is given must outlive it. For one thread.
class GateJudge : private TextEvidence::IssueReader {
 public:
  explicit GateJudge(const GateSubject& subject);
  GateJudge(const GateJudge&) = delete;
  GateJudge& operator=(const GateJudge&) = delete;

  // The step of the subject.
  GateVerdict judge() const {
    return with_text(has_text() ? judge_gate(input(evidence_)) : GateVerdict());
  }
  // One gate and those it comes after.
  GateVerdict judge(const Gate& gate) const {
    return with_text(has_text() ? judge_gate(input(evidence_), gate) : GateVerdict());
  }
  // The items of the tracking issue and of the document's lists, computed as the step asks;
  // null when the process has none.
  const Tracker* tracker() const override;
  // What an item of the tracking issue is computed from. It is not told what the issue
  // says, which would be a circle.
  Verdict judge_item(const Condition& condition) const {
    return judge_condition(input(files_and_events_), condition);
  }

 private:
  bool has_text() const { return in_.card.has_text(); }
  // With what is missing where the text that counts cannot be read.
  GateVerdict with_text(GateVerdict gate) const;
  GateInput input(const Evidence& evidence) const;
  // Of the list or the item that `what` names, as far as it is due where the step leads.
  // Nothing when there is no issue, or it has neither.
  std::optional<Recorded> ask(std::string_view what) const override;
  std::optional<KnownIssue> issue() const override;
  bool is_merged() const override;
  const TrackingForm& form() const { return process_.tracking_of(in_.card.kind); }
  const ProposalState& state() const { return subject_.evidence.state_of(in_.card); }
  Result<void> read_issue_once() const;
  std::vector<std::string> changes_of(const ItemState& item, const Role& role) const;

  const GateSubject subject_;
  const Process& process_;
  const Links links_;
  const RuleInput in_;
  const TextEvidence files_and_events_;
  const TextEvidence evidence_;  // that asks the tracking issue, too
  // Read when a condition first asks for it.
  mutable std::optional<Result<void>> read_;
  mutable std::unique_ptr<const Issue> issue_;  // empty when none is recorded
  mutable std::vector<IssueItem> boxes_;        // of the document
  mutable std::optional<Tracker> tracker_;
};

// Why somebody moves a proposal, and who; "" for what is not said.
struct Mover {
  std::string reason = {};
  std::string handle = {};
};

// The step of one proposal that is examined as if it were made, judged by the calendar and at
// the time of its workspace. Fails when its document cannot be read.
Result<GateVerdict> judge_gate(const Selected& selected, const Examined& examined, const Step& step,
                               const StoredEvidence& evidence, const Mover& mover = {});

}  // namespace milepost
