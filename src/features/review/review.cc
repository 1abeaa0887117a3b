#include "features/review/review.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/review/approve.h"
#include "gates/roles.h"
#include "process/moves.h"
#include "process/validate.h"
#include "proposal/unmerged.h"
#include "store/events.h"
#include "store/record.h"
#include "workspace/approvals.h"
#include "workspace/examine.h"
#include "workspace/identity.h"

namespace milepost::review {

namespace {

class Reviewer {
 public:
  Reviewer(const Selected& selected, const ReviewOptions& options)
      : options_(options),
        selected_(selected),
        workspace_(*selected.at),
        card_(*selected.card),
        process_(workspace_.process()),
        rosters_(workspace_.facts().rosters()) {}

  Result<ReviewOutcome> run() {
    TRY(auto person, need_identity(process_, workspace_.root(), options_.person));
    actor_ = {std::move(person), workspace_.now()};
    outcome_.proposal = ref_of(card_, workspace_.repository());
    outcome_.person = actor_.handle;
    TRY(prepare());
    TRY(const auto record, open_record());
    kept_text_ = [&](const std::string& key) {
      auto text = record->text(key);
      return text ? std::move(*text) : std::nullopt;
    };
    const auto decide = [&](const ProposalState& state) -> Result<Decision> {
      TRY(undo_files());
      edit_ = {};
      TRY(auto decision, this->decide(state, record->store().sha256()));
      outcome_.already = decision.events.empty() && edit_.changes.empty();
      outcome_.events = decision.events;
      if (options_.dry_run) {
        decision.events.clear();
      } else {
        TRY(write_files());
      }
      return decision;
    };
    if (auto recorded = record->act(card_, decide); !recorded) {
      const auto undone = undo_files();
      return tl::unexpected(undone ? recorded.error()
                                   : Error(recorded.error()).within(undone.error().message));
    }
    outcome_.changes = std::move(edit_.changes);
    return outcome_;
  }

 private:
  // Files come first, and are undone when the event cannot be recorded: whoever is cut
  // off in between has named themselves in a file, or closed a gate, but opened none.
  Result<void> write_files() {
    if (edit_.changes.empty()) return {};
    if (card_.unmerged) {
      return failure(
          fmt::format("{} is not merged, and its review belongs to it: enter the "
                      "approval there, in {}",
                      short_place(card_.unmerged->place), edit_.changes.front().path));
    }
    auto made = apply_changes(workspace_.root(), edit_.changes);
    if (!made) return failure("nothing was changed: " + made.error().message);
    written_ = edit_.changes;
    return {};
  }

  Result<void> undo_files() {
    if (written_.empty()) return {};
    return apply_changes(workspace_.root(), reversed(std::exchange(written_, {})));
  }

  // What does not depend on the record.
  Result<void> prepare() {
    if (options_.action == ReviewAction::kConcern && options_.comment.empty()) {
      return failure("what is the concern? Say it in quotes after the proposal, or with --comment");
    }
    TRY(find_names());
    // An approval is for whoever gave it to withdraw, whatever they have become since.
    if (role_ && options_.action != ReviewAction::kWithdraw) {
      TRY(check_may());
    }
    if (options_.action == ReviewAction::kConfirm) return prepare_criteria();
    if (options_.action != ReviewAction::kApprove) return {};
    examined_ = examine(selected_, stage_);
    if (!examined_->proposal) {
      const ReadError& first = examined_->read_errors.front();
      return failure(first.path + ": " + first.message);
    }
    if (examined_->proposal->document_missing) return failure("there is no text to approve");
    return {};
  }

  // Those who write the proposal know what it is.
  Result<void> prepare_criteria() {
    const Field* const authors = process_.field(FieldRole::kAuthors);
    for (const Role& role : process_.roles) {
      if (!authors || role.field != authors->id) continue;
      TRY(check_roles(process_, {&role.id, 1}, card_, rosters_, actor_.handle, "confirm criteria"));
    }
    examined_ = examine(selected_, stage_);
    if (!examined_->proposal) return failure("there is no text to tell its kind by");
    const Kind& kind = *examined_->judgement.kind;
    if (kind.criteria.empty()) {
      return failure(
          fmt::format("{} is of the kind {}, which has no criteria", called(card_), kind.id));
    }
    if (const Field* const field = process_.field(FieldRole::kCriteria);
        field && !field->own_lacks) {
      return failure(fmt::format("{} keeps criteria in its metadata: add what holds to {}",
                                 called(card_), field->id));
    }
    const std::vector<std::string> known = ids(kind.criteria);
    for (const std::string& id : options_.criteria) {
      if (id != "all" && std::ranges::find(known, id) == known.end()) {
        return failure(unknown("criterion", id, known));
      }
    }
    return {};
  }

  Result<void> find_names() {
    if (!options_.role.empty()) {
      role_ = process_.find_role(options_.role);
      if (!role_) return failure(unknown("role", options_.role, ids(process_.roles)));
    }
    const bool approves =
        options_.action == ReviewAction::kApprove || options_.action == ReviewAction::kWithdraw;
    stage_ = stage_called(process_, options_.stage);
    if (options_.action == ReviewAction::kWithdraw) {
      TRY(find_given());
    } else if (approves && !role_) {
      TRY(find_only_role());
    }
    if (approves && stage_.empty()) take_stage();
    if (!stage_.empty() && !process_.has_stage(stage_)) {
      return failure(unknown("stage", stage_, process_.stage_names()));
    }
    if (!approves) return {};
    review_ = review_given_by(process_, role_->id);
    if (review_ && stage_.empty()) return failure("for which stage? Say it with --to");
    return {};
  }

  Result<void> find_only_role() {
    const std::vector<std::string> all = approving_roles(process_);
    std::vector<std::string> held;
    for (const std::string& id : all) {
      if (may_act(process_, {&id, 1}, card_, rosters_, actor_.handle) == May::kYes) {
        held.push_back(id);
      }
    }
    if (held.empty() && !all.empty()) {
      return check_roles(process_, all, card_, rosters_, actor_.handle, "approve");
    }
    if (held.size() != 1) {
      return failure(fmt::format("as what do you approve? Say it with --role{}{}",
                                 held.empty() ? "" : ": you are ", fmt::join(held, ", ")));
    }
    role_ = process_.find_role(held.front());
    outcome_.taken.push_back(
        fmt::format("--role {}, the only one that you can approve as", held.front()));
    return {};
  }

  // Once.
  Result<std::shared_ptr<Record>> open_record() {
    if (record_) return record_;
    TRY(record_, workspace_.open_record(options_.dry_run ? Access::kRead : Access::kWrite));
    return record_;
  }

  // The approval that somebody may take back: the only one of theirs that fits what they said.
  Result<void> find_given() {
    if (role_ && !stage_.empty()) return {};
    TRY(const auto record, open_record());
    TRY(const auto state, record->state_of(card_));
    std::vector<const ApprovalState*> given;
    for (const ApprovalState& approval : state.approvals) {
      if (equal_ignoring_case(approval.action.by, actor_.handle) &&
          (!role_ || approval.role == role_->id) && (stage_.empty() || approval.stage == stage_)) {
        given.push_back(&approval);
      }
    }
    if (given.size() != 1 && role_) return {};
    if (given.size() != 1) {
      std::vector<std::string> names;
      for (const ApprovalState* approval : given) {
        names.push_back(fmt::format("--role {}{}{}", approval->role,
                                    approval->stage.empty() ? "" : " --to ", approval->stage));
      }
      return failure(names.empty()
                         ? fmt::format("the record has no approval of {} by @{}; say which "
                                       "you gave with --role",
                                       called(card_), actor_.handle)
                         : fmt::format("which approval? You gave {}", fmt::join(names, "; ")));
    }
    const ApprovalState& only = *given.front();
    if (!role_)
      outcome_.taken.push_back(
          fmt::format("--role {}, the only approval that you gave", only.role));
    role_ = process_.find_role(only.role);
    if (!role_) return failure(unknown("role", only.role, ids(process_.roles)));
    stage_ = only.stage;
    return {};
  }

  // The proposal's own; one that has none yet can only be approved for the first where a review
  // asks for a stage.
  void take_stage() {
    stage_ = card_.stage;
    const bool first = stage_.empty() && role_ && review_given_by(process_, role_->id) &&
                       has_stages(process_, card_.kind);
    if (first) stage_ = process_.first_stage();
    if (stage_.empty() || (!options_.role.empty() && !first)) return;
    outcome_.taken.push_back(
        fmt::format("--to {}, {}", stage_, first ? "since it has none yet" : "which it aims at"));
  }

  Result<void> check_may() const {
    return check_roles(
        process_, {&role_->id, 1}, card_, rosters_, actor_.handle,
        options_.action == ReviewAction::kApprove ? "approve" : "speak as " + role_->title);
  }

  Result<Decision> decide(const ProposalState& state, const Sha256& sha256) {
    switch (options_.action) {
      case ReviewAction::kApprove: return approve(state, sha256);
      case ReviewAction::kWithdraw: return withdraw(state);
      case ReviewAction::kConcern: return concern();
      case ReviewAction::kResolve: return resolve(state);
      case ReviewAction::kHold: return hold(state);
      case ReviewAction::kUnhold: return unhold(state);
      case ReviewAction::kConfirm: return confirm(state);
    }
    return Decision{};
  }

  std::string for_stage() const { return stage_.empty() ? "" : " for " + stage_; }

  const ApprovalState* own_approval(const ProposalState& state) const {
    const auto found = std::ranges::find_if(state.approvals, [&](const ApprovalState& other) {
      return equal_ignoring_case(other.action.by, actor_.handle) && other.role == role_->id &&
             other.stage == stage_;
    });
    return found == state.approvals.end() ? nullptr : &*found;
  }

  Result<Decision> approve(const ProposalState& state, const Sha256& sha256) {
    const JudgedText text{*examined_->proposal, examined_->judgement};
    const CoveredDigests digests = digests_of(process_, text, *role_, sha256);
    outcome_.what = fmt::format("approved{} as {}", for_stage(), role_->title);
    if (review_) {
      const auto recorded = judge_approvals(
          {process_, workspace_.judged().judge, text, state, sha256, kept_text_, false}, role_->id,
          stage_);
      TRY(edit_, enter_approval(selected_, *review_, stage_, actor_.handle, recorded));
      if (!edit_.replaced.empty()) outcome_.what += ", in place of " + edit_.replaced;
    }
    const ApprovalState* const before = own_approval(state);
    const bool says_more =
        before && !options_.comment.empty() && options_.comment != before->action.comment;
    if (before && before->sections == digests && !says_more) return Decision{};
    const std::string whole(examined_->proposal->document.source().text());
    const Digest key = sha256.of(whole);
    Decision decision;
    decision.events.push_back(event_of(
        card_, actor_, events::Approved{role_->id, stage_, key.hex(), digests, options_.comment}));
    decision.events.back().texts = {key};
    decision.texts = {whole};
    return decision;
  }

  Result<Decision> withdraw(const ProposalState& state) {
    if (review_) {
      TRY(edit_, take_out_approval(selected_, *review_, stage_, actor_.handle));
    }
    if (!own_approval(state) && edit_.changes.empty()) {
      return failure(fmt::format("@{} has not approved {} as {}{}", actor_.handle, called(card_),
                                 role_->title, for_stage()),
                     ErrorKind::kNotFound);
    }
    outcome_.what = fmt::format("withdrew the approval{} as {}", for_stage(), role_->title);
    return one(events::Withdrew{role_->id, stage_, options_.comment});
  }

  Result<Decision> concern() {
    outcome_.what = "raised a concern";
    return one(events::Concern{options_.role, stage_, options_.comment});
  }

  Result<Decision> resolve(const ProposalState& state) {
    std::vector<const ConcernState*> open;
    for (const ConcernState& other : state.concerns) {
      const bool meant = options_.concern.empty() || options_.concern == std::to_string(other.id);
      if (!other.resolved && meant) open.push_back(&other);
    }
    if (open.empty()) {
      return failure(options_.concern.empty() ? fmt::format("{} has no open concern", called(card_))
                                              : fmt::format("{} has no open concern {}",
                                                            called(card_), options_.concern),
                     ErrorKind::kNotFound);
    }
    if (open.size() > 1) {
      std::vector<std::string> numbers;
      for (const ConcernState* other : open) numbers.push_back(std::to_string(other->id));
      return failure(fmt::format("which concern? There are {}", fmt::join(numbers, ", ")));
    }
    TRY(may_settle(open.front()->action, "resolve a concern of"));
    outcome_.what = fmt::format("resolved the concern of @{}", open.front()->action.by);
    return one(events::Resolved{open.front()->id, options_.comment});
  }

  Result<Decision> hold(const ProposalState& state) {
    if (state.hold) {
      return failure(fmt::format("@{} holds it already", state.hold->by), ErrorKind::kConflict);
    }
    if (options_.comment.empty())
      return failure("why? Say it in quotes after the proposal, or with --comment");
    outcome_.what = "holds it";
    return one(events::Held{options_.comment});
  }

  Result<Decision> unhold(const ProposalState& state) {
    if (!state.hold)
      return failure(fmt::format("nobody holds {}", called(card_)), ErrorKind::kConflict);
    TRY(may_settle(*state.hold, "lift a hold of"));
    outcome_.what = "lifted the hold";
    return one(events::Unheld{options_.comment});
  }

  Result<Decision> confirm(const ProposalState& state) {
    const Kind& kind = *examined_->judgement.kind;
    const ConfirmedState* const before = state.find_confirmed(kind.id);
    events::Confirmed confirmed{kind.id, {}, options_.comment};
    for (const Criterion& criterion : kind.criteria) {
      const auto holds = [&](const std::vector<std::string>& list, std::string_view id) {
        return std::ranges::find(list, id) != list.end();
      };
      const bool said = holds(options_.criteria, criterion.id) || holds(options_.criteria, "all");
      if (said && !(before && holds(before->criteria, criterion.id))) {
        confirmed.criteria.push_back(criterion.id);
      }
    }
    outcome_.what = fmt::format("confirmed criteria of the kind {}: {}", kind.id,
                                fmt::join(confirmed.criteria, ", "));
    if (!confirmed.criteria.empty()) return one(std::move(confirmed));
    outcome_.what = fmt::format("confirmed criteria of the kind {}", kind.id);
    return Decision{};
  }

  // The one who did it; else somebody with a say in the proposal who is not its author.
  Result<void> may_settle(const Action& action, std::string_view doing) const {
    if (equal_ignoring_case(action.by, actor_.handle)) return {};
    const std::vector<std::string> others = settlers(process_, card_, rosters_);
    if (std::ranges::any_of(others, [&](const std::string& name) {
          return equal_ignoring_case(name, actor_.handle);
        })) {
      return {};
    }
    return failure(fmt::format("@{} may not {} @{}: it is for {}", actor_.handle, doing, action.by,
                               describe_settlers(process_, card_, rosters_, action.by)),
                   ErrorKind::kForbidden);
  }

  Decision one(events::Encoded what) const {
    return {{event_of(card_, actor_, std::move(what))}, {}};
  }

  const ReviewOptions& options_;
  const Selected& selected_;
  const Workspace& workspace_;
  const Card& card_;
  const Process& process_;
  const Rosters& rosters_;
  Actor actor_;
  const Role* role_ = nullptr;
  const Review* review_ = nullptr;  // that the role gives, and a file keeps
  std::string stage_;
  ReviewEdit edit_;
  std::vector<FileChange> written_;  // files as the last try has left them
  std::optional<Examined> examined_;
  std::shared_ptr<Record> record_;  // once it is asked for
  KeptText kept_text_;
  ReviewOutcome outcome_;
};

}  // namespace

std::vector<std::string> approving_roles(const Process& process) {
  std::vector<std::string> roles;
  for (const Role& role : process.roles) {
    const bool asked = std::ranges::any_of(process.gates, [&](const Gate& gate) {
      return std::ranges::any_of(gate.conditions, [&](const Condition& condition) {
        return condition.type == ConditionType::kApproval && condition.role == role.id;
      });
    });
    if (asked || review_given_by(process, role.id)) roles.push_back(role.id);
  }
  return roles;
}

Result<ReviewOutcome> record_review(const Workspace& workspace, const ReviewOptions& options) {
  TRY(const auto selection, workspace.select_one(options.subject));
  return Reviewer(selection.proposals.front(), options).run();
}

}  // namespace milepost::review
