// A proposal with its tracking issue, opened: what the use cases of `milepost track`
// share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/instant.h"
#include "base/result.h"
#include "gates/tracker.h"
#include "store/record.h"
#include "workspace/examine.h"
#include "workspace/plan.h"

namespace milepost::track {

struct TrackRequest {
  std::string directory = ".";
  std::string process;  // a pack's name or folder; "" to recognise it
  std::string subject;  // a number or path
  std::string store;    // the record's address; "" for the usual one
  std::string release;  // whose ticks count; "" for the proposal's latest milestone
  std::string person;   // as claimed; "" when nobody has said
  std::string comment;
  Instant now;
  bool dry_run = false;  // decide, and put nothing down
};

// The plan that the request asks for: of all proposals when it names none.
CheckRequest track_plan(const TrackRequest& request);

class TrackedProposal {
 public:
  // Fails when there is no such proposal, or its process has no tracking issues.
  static Result<std::unique_ptr<TrackedProposal>> open(const TrackRequest& request, Access access);
  // One of a plan for several.
  static Result<std::unique_ptr<TrackedProposal>> open(const TrackRequest& request,
                                                       std::shared_ptr<const Plan> plan,
                                                       const Selected& task,
                                                       std::shared_ptr<RecordBook> book);

  const Selected& task() const { return *task_; }
  const Card& card() const { return *task().card; }
  const Process& process() const { return *task().at->judged().process; }
  const TrackingForm& form() const { return process().tracking; }
  const Examined& examined() const { return examined_; }
  const std::string& release() const { return release_; }
  std::string stage() const;  // in force
  RecordBook& book() { return *book_; }
  const RecordBook& book() const { return *book_; }
  const TrackRequest& request() const { return request_; }

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

  // Who acts. Fails when nobody has said.
  Result<Actor> actor() const;
  // Fails when they may not change the issue's fields and links.
  Result<void> check_editor(const Actor& actor) const;
  // Puts down what is decided; with --dry-run, only decides. Gives the events.
  Result<std::vector<NewEvent>> act(const RecordBook::Decide& decide);
  NewEvent event(const Actor& actor, events::Encoded what) const;

 private:
  explicit TrackedProposal(const TrackRequest& request) : request_(request) {}
  Result<void> check_release() const;

  TrackRequest request_;
  std::shared_ptr<const Plan> plan_;
  const Selected* task_ = nullptr;
  Examined examined_;
  Releases releases_;
  std::string release_;
  std::shared_ptr<RecordBook> book_;
  std::map<std::string, std::shared_ptr<const Issue>> issues_;  // by digest
};

}  // namespace milepost::track
