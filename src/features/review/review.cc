#include "features/review/review.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/tab_lines.h"
#include "features/review/approve.h"
#include "gates/roles.h"
#include "process/validate.h"
#include "proposal/approved_text.h"
#include "store/record.h"
#include "workspace/approvals.h"
#include "workspace/examine.h"
#include "workspace/identity.h"
#include "workspace/plan.h"

namespace milepost::review {

namespace {

class Speaker {
 public:
  Speaker(const SayRequest& request, const Selected& task)
      : request_(request),
        task_(task),
        card_(*task.card),
        process_(task.at->process()),
        rosters_(task.at->facts().rosters()) {}

  Result<Said> speak() {
    auto person = need_identity(process_, task_.at->repository().root, request_.person);
    if (!person) return tl::unexpected(std::move(person.error()));
    actor_ = {std::move(*person), request_.now};
    said_.number = card_.number;
    said_.title = card_.title;
    said_.person = actor_.handle;
    if (auto ready = prepare(); !ready) return tl::unexpected(std::move(ready.error()));
    auto book = RecordBook::open(task_.at->repository(), request_.store,
                                 request_.dry_run ? Access::kRead : Access::kWrite);
    if (!book) return tl::unexpected(std::move(book.error()));
    const auto decide = [&](const ProposalState& state) -> Result<Decision> {
      if (auto undone = take_back_files(); !undone) return tl::unexpected(undone.error());
      edit_ = {};
      auto decision = this->decide(state, book->store().sha256());
      if (!decision) return decision;
      said_.already = decision->events.empty() && edit_.changes.empty();
      if (request_.dry_run) {
        decision->events.clear();
      } else if (auto written = write_files(); !written) {
        return tl::unexpected(std::move(written.error()));
      }
      return decision;
    };
    if (auto put = book->act(card_, decide); !put) {
      const auto undone = take_back_files();
      return tl::unexpected(undone ? put.error()
                                   : Error(put.error()).within(undone.error().message));
    }
    said_.changes = std::move(edit_.changes);
    return said_;
  }

 private:
  // Files come first, and are taken back when the event cannot be put down: whoever is cut
  // off in between has named themselves in a file, or closed a gate, but opened none.
  Result<void> write_files() {
    if (edit_.changes.empty()) return {};
    auto made = apply_changes(task_.at->repository().root, edit_.changes);
    if (!made) return failure("nothing was changed: " + made.error().message);
    written_ = edit_.changes;
    return {};
  }

  Result<void> take_back_files() {
    if (written_.empty()) return {};
    return apply_changes(task_.at->repository().root, reversed(std::exchange(written_, {})));
  }

  // What does not depend on the record.
  Result<void> prepare() {
    if (request_.saying == Saying::kApprove && request_.role.empty()) {
      return failure("as what do you approve? Say it with --role");
    }
    if (request_.saying == Saying::kWithdraw && request_.role.empty()) {
      return failure("as what did you approve? Say it with --role");
    }
    if (request_.saying == Saying::kConcern && request_.comment.empty()) {
      return failure("what is the concern? Say it with --comment");
    }
    if (auto known = find_names(); !known) return known;
    // What somebody has said is theirs to take back, whatever they have become since.
    if (role_ && request_.saying != Saying::kWithdraw) {
      if (auto may = check_may(); !may) return may;
    }
    if (request_.saying != Saying::kApprove) return {};
    examined_ = examine(task_, stage_);
    if (!examined_->proposal || examined_->proposal->document_missing) {
      return failure("there is no text to approve");
    }
    return {};
  }

  Result<void> find_names() {
    if (!request_.role.empty()) {
      role_ = process_.find_role(request_.role);
      if (!role_) return failure(unknown("role", request_.role, ids(process_.roles)));
    }
    const bool approves =
        request_.saying == Saying::kApprove || request_.saying == Saying::kWithdraw;
    stage_ = approves && request_.stage.empty() ? card_.stage : request_.stage;
    if (!stage_.empty() && !process_.has_stage(stage_)) {
      return failure(unknown("stage", stage_, process_.stage_names()));
    }
    if (!approves) return {};
    review_ = review_given_by(process_, role_->id);
    if (review_ && stage_.empty()) return failure("for which stage? Say it with --stage");
    return {};
  }

  Result<void> check_may() const {
    const std::vector<std::string> roles{role_->id};
    const May may = may_act(process_, roles, card_, rosters_, actor_.handle);
    if (may == May::kYes) return {};
    if (may == May::kUnknown) {
      return failure(fmt::format("whether @{} is {} cannot be known: the roster is not there",
                                 actor_.handle, role_->title));
    }
    const std::string other = excluded_as(process_, *role_, card_, rosters_, actor_.handle);
    return failure(fmt::format(
        "@{} may not {}: {}it is for {}", actor_.handle,
        request_.saying == Saying::kApprove ? "approve" : "speak as " + role_->title,
        other.empty() ? "" : fmt::format("who is {} cannot be {}; ", other, role_->title),
        describe_holders(process_, roles, card_, rosters_)));
  }

  Result<Decision> decide(const ProposalState& state, const Sha256& sha256) {
    switch (request_.saying) {
      case Saying::kApprove: return approve(state, sha256);
      case Saying::kWithdraw: return withdraw(state);
      case Saying::kConcern: return concern();
      case Saying::kResolve: return resolve(state);
      case Saying::kHold: return hold(state);
      case Saying::kUnhold: return unhold(state);
    }
    return Decision{};
  }

  std::string for_stage() const { return stage_.empty() ? "" : " for " + stage_; }

  const ApprovalState* own_approval(const ProposalState& state) const {
    const auto found = std::ranges::find_if(state.approvals, [&](const ApprovalState& other) {
      return equal_ignoring_case(other.deed.by, actor_.handle) && other.role == role_->id &&
             other.stage == stage_;
    });
    return found == state.approvals.end() ? nullptr : &*found;
  }

  Result<Decision> approve(const ProposalState& state, const Sha256& sha256) {
    const JudgedText text{*examined_->proposal, examined_->judgement};
    std::vector<std::string> sections;
    std::vector<std::pair<std::string, std::string>> digests;
    for (const CoveredSection& section :
         covered_text(process_, text, answers_for(process_, *role_))) {
      digests.emplace_back(section.title, digest_of_words(sha256, section.words));
      sections.push_back(section.title);
      sections.push_back(digests.back().second);
    }
    said_.what = fmt::format("approved{} as {}", for_stage(), role_->title);
    if (review_) {
      const auto none = [](const std::string&) { return std::optional<std::string>(); };
      const auto recorded = judge_approvals(
          {process_, task_.at->judged().judge, text, state, sha256, none}, role_->id, stage_);
      auto edit = enter_approval(task_, *review_, stage_, actor_.handle, recorded);
      if (!edit) return tl::unexpected(std::move(edit.error()));
      edit_ = std::move(*edit);
      if (!edit_.replaced.empty()) said_.what += ", in place of " + edit_.replaced;
    }
    const ApprovalState* const before = own_approval(state);
    const bool says_more =
        before && !request_.comment.empty() && request_.comment != before->deed.comment;
    if (before && before->sections == digests && !says_more) return Decision{};
    const std::string whole(examined_->proposal->document.source().text());
    const Digest key = sha256.of(whole);
    Decision decision;
    decision.events.push_back(put("approved", {{"role", role_->id},
                                               {"stage", stage_},
                                               {"text", key.hex()},
                                               {"sections", as_field(sections)},
                                               {"comment", request_.comment}}));
    decision.events.back().texts = {key};
    decision.texts = {whole};
    return decision;
  }

  Result<Decision> withdraw(const ProposalState& state) {
    if (review_) {
      auto edit = take_out_approval(task_, *review_, stage_, actor_.handle);
      if (!edit) return tl::unexpected(std::move(edit.error()));
      edit_ = std::move(*edit);
    }
    if (!own_approval(state) && edit_.changes.empty()) {
      return failure(fmt::format("@{} has not approved {} as {}{}", actor_.handle, called(),
                                 role_->title, for_stage()));
    }
    said_.what = fmt::format("withdrew the approval{} as {}", for_stage(), role_->title);
    return one("withdrew", {{"role", role_->id}, {"stage", stage_}, {"comment", request_.comment}});
  }

  Result<Decision> concern() {
    said_.what = "raised a concern";
    return one("concern",
               {{"role", request_.role}, {"stage", request_.stage}, {"comment", request_.comment}});
  }

  Result<Decision> resolve(const ProposalState& state) {
    std::vector<const ConcernState*> open;
    for (const ConcernState& other : state.concerns) {
      const bool meant = request_.concern.empty() || request_.concern == std::to_string(other.id);
      if (!other.resolved && meant) open.push_back(&other);
    }
    if (open.empty()) {
      return failure(request_.concern.empty()
                         ? fmt::format("{} has no open concern", called())
                         : fmt::format("{} has no open concern {}", called(), request_.concern));
    }
    if (open.size() > 1) {
      std::vector<std::string> numbers;
      for (const ConcernState* other : open) numbers.push_back(std::to_string(other->id));
      return failure(fmt::format("which concern? There are {}", fmt::join(numbers, ", ")));
    }
    if (auto may = may_settle(open.front()->deed, "resolve a concern of"); !may) {
      return tl::unexpected(std::move(may.error()));
    }
    said_.what = fmt::format("resolved the concern of @{}", open.front()->deed.by);
    return one("resolved",
               {{"concern", std::to_string(open.front()->id)}, {"comment", request_.comment}});
  }

  Result<Decision> hold(const ProposalState& state) {
    if (state.hold) {
      return failure(fmt::format("@{} holds it already", state.hold->by));
    }
    if (request_.comment.empty()) return failure("why? Say it with --comment");
    said_.what = "holds it";
    return one("held", {{"comment", request_.comment}});
  }

  Result<Decision> unhold(const ProposalState& state) {
    if (!state.hold) return failure(fmt::format("nobody holds {}", called()));
    if (auto may = may_settle(*state.hold, "lift a hold of"); !may) {
      return tl::unexpected(std::move(may.error()));
    }
    said_.what = "lifted the hold";
    return one("unheld", {{"comment", request_.comment}});
  }

  // The one who said it; else somebody with a say in the proposal who is not its author.
  Result<void> may_settle(const Deed& deed, std::string_view doing) const {
    if (equal_ignoring_case(deed.by, actor_.handle)) return {};
    const std::vector<std::string> others = settlers(process_, card_, rosters_);
    if (std::ranges::any_of(others, [&](const std::string& name) {
          return equal_ignoring_case(name, actor_.handle);
        })) {
      return {};
    }
    return failure(fmt::format("@{} may not {} @{}: it is for {}", actor_.handle, doing, deed.by,
                               describe_settlers(process_, card_, rosters_, deed.by)));
  }

  NewEvent put(std::string_view kind, EventFields fields) const {
    return event_of(card_, kind, actor_, std::move(fields));
  }
  Decision one(std::string_view kind, EventFields fields) const {
    Decision decision;
    decision.events.push_back(put(kind, std::move(fields)));
    return decision;
  }
  std::string called() const { return card_.number.empty() ? card_.path : card_.number; }

  const SayRequest& request_;
  const Selected& task_;
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
  Said said_;
};

}  // namespace

Result<Said> say(const SayRequest& request) {
  CheckRequest check;
  check.directory = request.directory;
  check.process = request.process;
  check.paths = {request.subject};
  check.today = date_of(request.now);
  const auto plan = plan_one(check);
  if (!plan) return tl::unexpected(plan.error());
  return Speaker(request, plan->proposals.front()).speak();
}

}  // namespace milepost::review
