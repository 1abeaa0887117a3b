#include "app/say.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/approvals.h"
#include "app/examine.h"
#include "app/identity.h"
#include "app/plan.h"
#include "app/record.h"
#include "base/strings.h"
#include "base/tab_lines.h"
#include "gates/roles.h"
#include "process/validate.h"
#include "proposal/approved_text.h"

namespace milepost {

namespace {

class Speaker {
 public:
  Speaker(const SayRequest& request, const Task& task)
      : request_(request),
        task_(task),
        card_(*task.card),
        process_(*task.at->judged->process),
        rosters_(task.at->facts->rosters) {}

  Result<Said> speak() {
    auto person = need_identity(process_, task_.at->repository.root, request_.person);
    if (!person) return tl::unexpected(std::move(person.error()));
    actor_ = {std::move(*person), request_.now};
    said_.number = card_.number;
    said_.title = card_.title;
    said_.person = actor_.handle;
    if (auto ready = prepare(); !ready) return tl::unexpected(std::move(ready.error()));
    auto book = RecordBook::open(task_.at->repository, request_.store,
                                 request_.dry_run ? Access::kRead : Access::kWrite);
    if (!book) return tl::unexpected(std::move(book.error()));
    const auto decide = [&](const ProposalState& state) -> Result<Decision> {
      said_.already = false;
      auto decision = this->decide(state, book->store().sha256());
      if (decision && request_.dry_run) decision->events.clear();
      return decision;
    };
    if (auto put = book->act(card_, decide); !put) return tl::unexpected(std::move(put.error()));
    return said_;
  }

 private:
  // What does not depend on the record.
  Result<void> prepare() {
    const bool approves =
        request_.saying == Saying::kApprove || request_.saying == Saying::kWithdraw;
    if (approves) return prepare_approval();
    if (request_.saying == Saying::kConcern && request_.comment.empty()) {
      return failure("what is the concern? Say it with --comment");
    }
    return {};
  }

  Result<void> prepare_approval() {
    if (request_.role.empty()) return failure("as what? Say it with --role");
    const Role* const role = process_.find_role(request_.role);
    if (!role) return failure(unknown("role", request_.role, ids(process_.roles)));
    role_ = role;
    stage_ = request_.stage.empty() ? card_.stage : request_.stage;
    if (!stage_.empty() && !process_.has_stage(stage_)) {
      return failure(unknown("stage", stage_, process_.stage_names()));
    }
    const std::vector<std::string> roles{role->id};
    const May may = may_act(process_, roles, card_, rosters_, actor_.handle);
    if (may == May::kUnknown) {
      return failure(fmt::format("whether @{} is {} cannot be known: the roster is not there",
                                 actor_.handle, role->title));
    }
    if (may == May::kNo) {
      return failure(fmt::format("@{} may not {}: it is for {}", actor_.handle,
                                 request_.saying == Saying::kApprove ? "approve" : "withdraw",
                                 describe_holders(process_, roles, card_, rosters_)));
    }
    if (request_.saying == Saying::kWithdraw) return {};
    examined_ = examine(task_, stage_);
    if (!examined_->proposal || examined_->proposal->document_missing) {
      return failure("there is no text to approve");
    }
    return {};
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
    const ApprovalState* const before = own_approval(state);
    if (before && before->sections == digests) {
      said_.already = true;
      return Decision{};
    }
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
    if (!own_approval(state)) {
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
    std::vector<std::string> roles;
    for (const Role& role : process_.roles) {
      const Field* const field = process_.find_field(role.field);
      if (!field || field->role != FieldRole::kAuthors) roles.push_back(role.id);
    }
    const bool is_author = std::ranges::any_of(card_.authors, [&](const std::string& name) {
      return equal_ignoring_case(name, actor_.handle);
    });
    if (!is_author && may_act(process_, roles, card_, rosters_, actor_.handle) == May::kYes) {
      return {};
    }
    return failure(fmt::format("@{} may not {} @{}: it is for @{}, or for {}", actor_.handle, doing,
                               deed.by, deed.by,
                               describe_holders(process_, roles, card_, rosters_)));
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
  const Task& task_;
  const Card& card_;
  const Process& process_;
  const Rosters& rosters_;
  Actor actor_;
  const Role* role_ = nullptr;
  std::string stage_;
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
  return Speaker(request, plan->tasks.front()).speak();
}

}  // namespace milepost
