// A proposal with its tracking issue, opened: what the use cases of `milepost track`
// share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "gates/tracker.h"
#include "proposal/text_change.h"
#include "store/record.h"
#include "workspace/examine.h"
#include "workspace/workspace.h"

namespace milepost::track {

struct TrackOptions {
  std::string subject = {};  // a number or path
  std::string release = {};  // whose ticks count; "" for the proposal's latest milestone
  std::string person = {};   // as claimed; "" when nobody has said
  std::string comment = {};
  bool dry_run = false;  // decide, and record nothing
};

// Fails when the process has no tracking issues.
Result<void> need_tracking(const Process& process);

class TrackedProposal {
 public:
  // Fails when the process has no tracking issues, or the proposal cannot be read. Whoever
  // selected it keeps it.
  static Result<std::unique_ptr<TrackedProposal>> make(const Selected& selected,
                                                       std::shared_ptr<const Record> record,
                                                       const TrackOptions& options);
  // The one that the options name, which is then kept. Fails also when there is none.
  static Result<std::unique_ptr<TrackedProposal>> open(const Workspace& workspace,
                                                       const TrackOptions& options, Access access);
  // The first that was selected.
  static Result<std::unique_ptr<TrackedProposal>> open(std::shared_ptr<const Selection> selection,
                                                       const TrackOptions& options, Access access);

  const Selected& selected() const { return selected_; }
  const Workspace& workspace() const { return *selected_.at; }
  const Card& card() const { return *selected_.card; }
  const Process& process() const { return *workspace().judged().process; }
  const TrackingForm& form() const { return process().tracking_of(card().kind); }
  const Examined& examined() const { return examined_; }
  const std::string& release() const { return release_; }
  std::string stage() const;  // in force
  const Record& record() const { return *record_; }

  // The issue as it was last imported or made; null when there is none.
  Result<std::shared_ptr<const Issue>> issue_of(const ProposalState& state);
  // The same, and an error that says what to do when there is none.
  Result<std::shared_ptr<const Issue>> need_issue(const ProposalState& state);
  // Answers what items are computed from, as the record stands, and remembers it.
  using ItemJudge = std::function<Verdict(const Condition&)>;
  ItemJudge judge_by(const ProposalState& state) const;
  TrackerInput input(const ProposalState& state, const Issue& issue) const {
    return input(state, issue, judge_by(state));
  }
  TrackerInput input(const ProposalState& state, const Issue& issue, ItemJudge judge) const;
  // The document's copies of lists; none when they are those of another release.
  const std::vector<IssueItem>& boxes() const { return boxes_; }
  JudgedText judged_text() const { return {*examined_.proposal, examined_.judgement}; }

  // Who acts. Fails when nobody has said.
  Result<Actor> actor() const;
  // Fails when they may not change the issue's fields and links.
  Result<void> check_editor(const Actor& actor) const;
  // Records what is decided; with --dry-run, only decides. Gives the events.
  Result<std::vector<NewEvent>> act(const Record::Decide& decide);
  NewEvent event(const Actor& actor, events::Encoded what) const;

 private:
  TrackedProposal(const Selected& selected, std::shared_ptr<const Record> record,
                  const TrackOptions& options)
      : options_(options), selected_(selected), record_(std::move(record)) {}
  const Releases& releases() const { return *workspace().calendar(); }
  Result<void> check_release() const;
  void read_boxes();
  std::vector<std::string> changes_of(const ProposalState& state, const ItemState& item,
                                      const Role& role) const;

  const TrackOptions options_;
  std::shared_ptr<const Selection> selection_;  // what was selected here
  const Selected selected_;
  Examined examined_;
  std::vector<IssueItem> boxes_;
  std::string release_;
  std::shared_ptr<const Record> record_;
  std::shared_ptr<Record> written_;  // the same; null when nothing is to be written
  std::map<std::string, std::shared_ptr<const Issue>> issues_;  // by digest
};

}  // namespace milepost::track
