// Making a number known before its text is merged.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/track/candidate.h"
#include "features/track/track.h"
#include "proposal/unmerged.h"

namespace milepost::track {

namespace {

// What a new issue asks of whoever makes it, where no text shows that it was done: what is
// recorded of it.
Result<std::vector<std::string>> confirmed_criteria(const TrackingForm& form,
                                                    const NewIssueOptions& options) {
  std::vector<std::string> said;
  std::string open;
  for (const IssueCriterion& criterion : form.criteria) {
    const auto& confirmed = options.confirmed;
    const bool named = std::ranges::find(confirmed, criterion.id) != confirmed.end() ||
                       std::ranges::find(confirmed, "all") != confirmed.end();
    const bool shown = criterion.by_discussion && !options.discussion.empty();
    if (named) said.push_back(confirmation_of(criterion));
    if (named || shown) continue;
    open += fmt::format("\n{}: {}; confirm it with --confirm {}{}", criterion.id,
                        criterion.question, criterion.id,
                        criterion.by_discussion ? ", or show it with --discussion LINK" : "");
  }
  if (open.empty()) return said;
  return failure("before the issue is made:" + open);
}

Result<void> check_description(const TrackingForm& form, const NewIssueOptions& options) {
  const IssueField* const field = form.find_field(IssueValue::kDescription);
  if (!field || field->lines == 1 || field->optional || !trim(options.description).empty()) {
    return {};
  }
  return failure(
      field->least > 0
          ? fmt::format("what is it about? Say it in {} to {} sentences with --description",
                        field->least, field->most)
          : std::string("what is it about? Say it with --description"));
}

// What is given and differs from what is known.
events::Announced news_of(const NewIssueOptions& options, const CandidateState& known) {
  events::Announced news;
  if (options.title != known.title) news.title = options.title;
  if (options.group != known.group) news.group = options.group;
  if (options.text != known.text) news.text = options.text;
  news.comment = options.comment;
  return news;
}

// One that is known already, of which more is said.
Result<IssueDraft> announce_more(const Workspace& workspace, const NewIssueOptions& options) {
  TRY(const auto tracked, TrackedProposal::open(workspace, options, Access::kWrite));
  TRY(const Actor actor, tracked->actor());
  TRY(const auto state, tracked->record().state_of(tracked->card()));
  const bool says = !options.title.empty() || !options.group.empty() || !options.text.empty();
  if (state.tracker.base.empty()) {
    std::vector<NewEvent> first;
    if (says) first.push_back(tracked->event(actor, news_of(options, *state.candidate)));
    return draft_issue(*tracked, options, first);
  }
  if (!says) {
    return failure(fmt::format("{} has a tracking issue already: milepost track show {}",
                               options.subject, options.subject));
  }
  TRY(tracked->check_editor(actor));
  IssueDraft draft;
  TRY(draft.outcome.events, tracked->act([&](const ProposalState& now) -> Result<Decision> {
    const events::Announced news = news_of(options, *now.candidate);
    if (news == events::Announced()) return Decision{};
    return Decision{{tracked->event(actor, news)}, {}};
  }));
  draft.outcome.message = draft.outcome.events.empty()
                              ? fmt::format("that is known of {} already", options.subject)
                              : fmt::format("recorded what is new of {}", options.subject);
  return draft;
}

}  // namespace

std::string confirmation_of(const IssueCriterion& criterion) {
  return "confirmed: " + criterion.question;
}

Result<IssueDraft> announce(const Workspace& workspace, const NewIssueOptions& options) {
  if (!workspace.recognised()) return failure(not_recognised("here"));
  const std::string number = plain_number(options.subject);
  if (const Card* const card = workspace.index().find_number(number)) {
    TRY(const auto known, workspace.candidates());
    const bool is_candidate = card->unmerged && card->unmerged->candidate &&
                              std::ranges::find(known, number, &WantedText::number) != known.end();
    if (is_candidate) return announce_more(workspace, options);
    return failure(
        fmt::format("{0} is a proposal: milepost track new {0} makes its issue", number));
  }
  Candidate candidate{options.subject,
                      {options.title, options.group, options.text, options.comment}};
  if (const auto contact = read_handle(options.contact)) candidate.contact = contact->name;
  TRY(const auto tracked, open_candidate(workspace, candidate, options));
  TRY(check_description(tracked->form(), options));
  TRY(const auto confirmed, confirmed_criteria(tracked->form(), options));
  TRY(const Actor actor, tracked->actor());
  std::vector<NewEvent> first{tracked->event(actor, candidate.says)};
  for (const std::string& comment : confirmed) {
    first.push_back(tracked->event(actor, events::Commented{comment}));
  }
  NewIssueOptions given = options;
  if (given.contact.empty()) given.contact = "@" + actor.handle;
  return draft_issue(*tracked, given, first);
}

Result<TrackOutcome> retract(const Workspace& workspace, const TrackOptions& options) {
  if (trim(options.comment).empty()) {
    return failure("why is it undone? Say it with --reason \"…\"");
  }
  TRY(const auto tracked, TrackedProposal::open(workspace, options, Access::kWrite));
  TRY(const Actor actor, tracked->actor());
  const Card& card = tracked->card();
  TrackOutcome outcome;
  TRY(outcome.events, tracked->act([&](const ProposalState& state) -> Result<Decision> {
    if (!state.candidate || !card.unmerged || !card.unmerged->candidate) {
      return failure(
          fmt::format("{} is a proposal, which is merged: there is nothing to undo", called(card)));
    }
    // Whoever made it known by mistake may take it back, too.
    if (!equal_ignoring_case(state.candidate->action.by, actor.handle)) {
      TRY(tracked->check_editor(actor));
    }
    for (const Participation& part : state.participations) {
      if (part.state != ParticipationState::kIn) continue;
      return failure(fmt::format("{0} is in {1}, {2}: milepost release opt-out {1} {0} comes first",
                                 called(card), part.release, action_text(part.action)));
    }
    return Decision{{tracked->event(actor, events::Retracted{options.comment})}, {}};
  }));
  outcome.message = fmt::format(
      "{} is no candidate any more; the log keeps what was recorded of it", called(card));
  return outcome;
}

}  // namespace milepost::track
