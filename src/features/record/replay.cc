#include "features/record/replay.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/record/replay_freeze.h"
#include "features/record/sent_event.h"
#include "features/release/actions.h"
#include "features/review/review.h"
#include "features/track/track.h"
#include "store/events.h"
#include "store/record.h"

namespace milepost::record {

namespace {

using Events = std::vector<NewEvent>;

// Which of a proposal's events say what was done; the others follow from it.
class Replay {
 public:
  Replay(const Workspace& workspace, const std::string& person, const Events& sent,
         std::span<const std::string> texts)
      : workspace_(workspace), person_(person), sent_(sent), texts_(texts) {}

  Result<Events> run() {
    TRY(subject_, find_subject());
    for (const auto replayed :
         {&Replay::whole_issue, &Replay::review, &Replay::item, &Replay::issue, &Replay::release}) {
      if (auto events = (this->*replayed)()) return *std::move(events);
    }
    return failure(fmt::format("\"{}\" is not recorded through a server; do it where the record is",
                               sent_.front().kind));
  }

 private:
  template <typename T>
  std::optional<T> find() const {
    for (const NewEvent& event : sent_) {
      if (auto found = events::decode<T>(event)) return found;
    }
    return std::nullopt;
  }

  bool are_sent(const Events& events) const { return std::ranges::equal(sent_, events, is_same); }

  Result<std::string> find_subject() const {
    std::string name = called_in(sent_.front().stream);
    const Index& index = workspace_.index();
    if (find<events::Announced>() && plain_number(name) == name) return name;
    if (!std::ranges::all_of(name, is_digit)) {
      if (index.by_path.contains(name)) return workspace_.root() + "/" + name;
    } else if (index.by_number.contains(name)) {
      return name;
    }
    return failure(fmt::format("there is no proposal {} here", name), ErrorKind::kNotFound);
  }

  // --- reviews ---

  std::optional<Result<Events>> review() const {
    using review::ReviewAction;
    if (const auto e = find<events::Approved>())
      return act(ReviewAction::kApprove, e->role, e->stage, e->comment);
    if (const auto e = find<events::Withdrew>())
      return act(ReviewAction::kWithdraw, e->role, e->stage, e->comment);
    if (const auto e = find<events::Concern>())
      return act(ReviewAction::kConcern, e->role, e->stage, e->comment);
    if (const auto e = find<events::Resolved>()) {
      return act(ReviewAction::kResolve, "", "", e->comment,
                 e->concern ? std::to_string(*e->concern) : "");
    }
    if (const auto e = find<events::Held>()) return act(ReviewAction::kHold, "", "", e->comment);
    if (const auto e = find<events::Unheld>())
      return act(ReviewAction::kUnhold, "", "", e->comment);
    if (const auto e = find<events::Confirmed>()) {
      return act(ReviewAction::kConfirm, "", "", e->comment, "", e->criteria);
    }
    return std::nullopt;
  }

  Result<Events> act(review::ReviewAction action, std::string role, std::string stage,
                     std::string comment, std::string concern = {},
                     std::vector<std::string> criteria = {}) const {
    const review::ReviewOptions options{subject_,
                                        action,
                                        std::move(role),
                                        std::move(stage),
                                        std::move(comment),
                                        std::move(concern),
                                        person_,
                                        true,
                                        std::move(criteria)};
    return review::record_review(workspace_, options).map([](review::ReviewOutcome outcome) {
      return std::move(outcome.events);
    });
  }

  // --- tracking issues ---

  template <typename Options>
  Options tracked(std::string comment, std::string release = {}) const {
    Options options;
    options.subject = subject_;
    options.person = person_;
    options.comment = std::move(comment);
    options.release = std::move(release);
    options.dry_run = true;
    return options;
  }

  static Result<Events> events_of(Result<track::TrackOutcome> outcome) {
    return std::move(outcome).map([](track::TrackOutcome done) { return std::move(done.events); });
  }

  // One mark, or all of those that the list in the document has.
  Result<Events> mark(ItemAction action, const events::OfItem& of) const {
    auto options = tracked<track::MarkOptions>(of.comment, of.release);
    options.item = of.item;
    options.action = action;
    auto one = events_of(track::mark_item(workspace_, options));
    if (one && are_sent(*one)) return one;
    auto all = settle(track::ListSide::kDocument, of.release);
    return all && are_sent(*all) ? all : one;
  }

  Result<Events> settle(track::ListSide right, const std::string& release) const {
    auto options = tracked<track::SettleOptions>("", release);
    options.right = right;
    return track::settle_lists(workspace_, options).map([](track::Settlement settled) {
      return std::move(settled.outcome.events);
    });
  }

  // Of many events, marks of items among them.
  std::optional<Result<Events>> whole_issue() const {
    if (const auto e = find<events::Imported>()) return kept_text(*e);
    if (const auto e = find<events::Announced>()) return announce(*e, "");
    if (const auto e = find<events::Retracted>())
      return events_of(track::retract(workspace_, tracked<track::TrackOptions>(e->comment)));
    return std::nullopt;
  }

  std::optional<Result<Events>> item() const {
    if (const auto e = find<events::Ticked>()) return mark(ItemAction::kTick, *e);
    if (const auto e = find<events::Started>()) return mark(ItemAction::kTick, *e);
    if (const auto e = find<events::Unticked>()) return mark(ItemAction::kUntick, *e);
    if (const auto e = find<events::NotApplicable>()) return mark(ItemAction::kNotApplicable, *e);
    if (const auto e = find<events::Disagreed>()) return mark(ItemAction::kDisagree, *e);
    if (const auto e = find<events::Agreed>()) return mark(ItemAction::kAgree, *e);
    return std::nullopt;
  }

  std::optional<Result<Events>> issue() const {
    if (const auto e = find<events::Labelled>()) {
      auto options = tracked<track::LabelOptions>(e->comment);
      options.label = e->label;
      options.remove = e->state == events::LabelChange::kRemoved;
      return events_of(track::set_label(workspace_, options));
    }
    if (const auto e = find<events::TrackerStatus>()) {
      auto options = tracked<track::TrackerStatusOptions>(e->comment);
      options.to = e->to;
      options.correct = !e->corrects.empty();
      return events_of(track::set_tracker_status(workspace_, options));
    }
    const auto said = find<events::Commented>();
    if (!said && find<events::Linked>()) return links();
    if (const auto e = find<events::Linked>()) {
      return link(pull_of(*e), said);
    }
    if (const auto e = find<events::Unlinked>()) {
      return link({e->reference, e->kind, true, true, {}, false}, said);
    }
    if (const auto e = find<events::Tracked>()) {
      if (e->texts.size() != 1) return std::nullopt;
      if (e->texts.front().first == events::IssueText::kTitle)
        return settle(track::ListSide::kMetadata, "");
      if (e->texts.front().first != events::IssueText::kDescription) return std::nullopt;
      auto options = tracked<track::DescribeOptions>("");
      options.text = e->texts.front().second;
      return events_of(track::describe_issue(workspace_, options));
    }
    if (!said) return std::nullopt;
    return events_of(track::add_comment(workspace_, tracked<track::TrackOptions>(said->comment)));
  }

  // Where the text that is kept comes from says what was done.
  Result<Events> kept_text(const events::Imported& imported) const {
    if (imported.from == "document") return settle(track::ListSide::kDocument, imported.release);
    if (imported.from == "metadata") return settle(track::ListSide::kMetadata, imported.release);
    if (imported.from != "template") return import(imported);
    const auto announced = find<events::Announced>();
    return announced ? announce(*announced, imported.release) : new_issue(imported.release);
  }

  // Whoever imported it may have said which side is right.
  Result<Events> import(const events::Imported& imported) const {
    const auto text = sent_text(imported.copy.empty() ? imported.text : imported.copy);
    if (!text) return failure("the text of the issue was not sent");
    auto options = tracked<track::ImportOptions>("", imported.release);
    if (const auto announced = find<events::Announced>()) options.title = announced->title;
    Result<track::ImportReport> first;
    for (const auto settle : {track::Settle::kAsk, track::Settle::kRecord, track::Settle::kFile}) {
      options.settle = settle;
      auto report = track::import_kept(workspace_, options, {*text, imported.from, {}});
      if (report && are_sent(report->events)) return std::move(report->events);
      if (settle == track::Settle::kAsk) first = std::move(report);
    }
    if (!first) return tl::unexpected(std::move(first.error()));
    if (first->refused.empty()) return failure(kDecidesOtherwise, ErrorKind::kConflict);
    const auto& [what, why] = first->refused.front();
    return failure(fmt::format("{}: {}", what, why), ErrorKind::kForbidden);
  }

  std::optional<std::string> sent_text(const std::string& key) const {
    const auto& record = workspace_.record();
    if (!record) return std::nullopt;
    const auto found = std::ranges::find_if(texts_, [&](const std::string& text) {
      return (*record)->store().sha256().of(text).hex() == key;
    });
    return found == texts_.end() ? std::nullopt : std::optional(*found);
  }

  // What was said of an issue when it was made.
  track::NewIssueOptions in_own_words(const std::string& release) const {
    auto options = tracked<track::NewIssueOptions>("", release);
    const auto said = find<events::Tracked>().value_or(events::Tracked());
    const auto given = [&](events::IssueText which) {
      const auto found =
          std::ranges::find(said.texts, which, &std::pair<events::IssueText, std::string>::first);
      return found == said.texts.end() ? std::string() : found->second;
    };
    using events::IssueText;
    options.title = given(IssueText::kTitle);
    if (given(IssueText::kProposed).empty()) options.description = given(IssueText::kDescription);
    options.contact = given(IssueText::kContact);
    options.discussion = given(IssueText::kDiscussion);
    return options;
  }

  static Result<Events> events_of(Result<track::IssueDraft> draft) {
    return std::move(draft).map(
        [](track::IssueDraft made) { return std::move(made.outcome.events); });
  }

  // Anybody may make one of what the proposal says; other words are those of its editors.
  Result<Events> new_issue(const std::string& release) const {
    const auto plain = tracked<track::NewIssueOptions>("", release);
    TRY(auto events, events_of(track::new_issue(workspace_, plain)));
    if (are_sent(events)) return events;
    return events_of(track::new_issue(workspace_, in_own_words(release)));
  }

  Result<Events> announce(const events::Announced& says, const std::string& release) const {
    auto options = in_own_words(release);
    options.title = says.title;
    options.group = says.group;
    options.text = says.text;
    options.comment = says.comment;
    for (const NewEvent& event : sent_) {
      const auto said = events::decode<events::Commented>(event);
      if (!said) continue;
      for (const IssueCriterion& criterion : workspace_.process().tracking.criteria) {
        if (said->comment == track::confirmation_of(criterion)) {
          options.confirmed.push_back(criterion.id);
        }
      }
    }
    return events_of(track::announce(workspace_, options));
  }

  // Those of a list: nothing is said on the issue, a comment stands with each link.
  Result<Events> links() const {
    Events all;
    for (const NewEvent& one : sent_) {
      auto linked = events::decode<events::Linked>(one);
      if (!linked) {
        return failure(fmt::format("\"{}\" is not recorded together with links", one.kind));
      }
      TRY(auto events, link(pull_of(*linked), std::nullopt));
      if (events.empty()) return failure("it is so already", ErrorKind::kConflict);
      linked->reference = events::decode<events::Linked>(events.front())->reference;
      events.front().fields = events::Encoded(*linked).fields;
      all.push_back(std::move(events.front()));
    }
    return all;
  }

  static track::PullRequest pull_of(const events::Linked& linked) {
    return {linked.reference, linked.kind,
            linked.merged,    false,
            linked.paths,     linked.state == events::Linked::kClosed};
  }

  Result<Events> link(track::PullRequest pull, const std::optional<events::Commented>& said) const {
    auto options = tracked<track::LinkOptions>(said ? said->comment : "");
    options.pull = std::move(pull);
    return events_of(track::link_pull_request(workspace_, options));
  }

  // --- releases ---

  std::optional<Result<Events>> release() const {
    if (const auto e = find<events::OptedIn>()) {
      auto what = of_release(ReleaseAction::kOptIn, e->comment);
      what.stage = e->stage;
      what.text = e->text;
      return act(e->release, what);
    }
    if (const auto e = find<events::OptedOut>())
      return act(e->release, of_release(ReleaseAction::kOptOut, e->comment));
    if (const auto e = find<events::Removed>(); e && e->freeze.empty())
      return act(e->release, of_release(ReleaseAction::kRemove, e->comment));
    if (const auto e = find<events::Restored>(); e && e->freeze.empty())
      return act(e->release, of_release(ReleaseAction::kRestore, e->comment));
    if (const auto e = find<events::Deferred>()) {
      auto what = of_release(ReleaseAction::kDefer, e->comment);
      what.to = e->to;
      return act(e->release, what);
    }
    if (const auto e = find<events::ExceptionRequested>())
      return act(e->release, of_exception(ReleaseAction::kException, *e));
    if (const auto e = find<events::ExceptionApproved>())
      return act(e->release, of_exception(ReleaseAction::kDecide, *e, true));
    if (const auto e = find<events::ExceptionRejected>())
      return act(e->release, of_exception(ReleaseAction::kDecide, *e));
    return std::nullopt;
  }

  static release::ReleaseActionOptions of_release(ReleaseAction action, std::string reason) {
    release::ReleaseActionOptions what;
    what.action = action;
    what.reason = std::move(reason);
    return what;
  }

  static release::ReleaseActionOptions of_exception(ReleaseAction action,
                                                    const events::OfException& of,
                                                    bool approve = false) {
    auto what = of_release(action, of.comment);
    what.freeze = of.freeze;
    what.until = of.until.value_or("");
    what.approve = approve;
    return what;
  }

  Result<Events> act(std::string release, const release::ReleaseActionOptions& what) const {
    const release::ReleaseActionsOptions options{
        std::move(release), {subject_}, what, person_, true};
    TRY(auto results, release::act_on_release(workspace_, options));
    release::ReleaseActionResult& result = results.front();
    if (!result.refused.empty()) return failure(result.refused, result.why);
    return std::move(result.events);
  }

  const Workspace& workspace_;
  const std::string& person_;
  const Events& sent_;
  const std::span<const std::string> texts_;
  std::string subject_;
};

Result<void> check_same(const Events& sent, const Events& here) {
  if (std::ranges::equal(sent, here, is_same)) return {};
  if (here.empty()) return failure("it is so already", ErrorKind::kConflict);
  const bool of_issue =
      std::ranges::find(sent, events::Imported::kKind, &NewEvent::kind) != sent.end();
  const bool other_text = !of_issue && sent.size() == here.size() &&
                          !std::ranges::equal(sent, here, {}, &NewEvent::texts, &NewEvent::texts);
  return failure(other_text ? "the text that you approve is not the one the server has: bring your "
                              "files and its to the same commit, read it again, then approve"
                            : kDecidesOtherwise,
                 ErrorKind::kConflict);
}

Result<void> check_sender(const NewEvent& event, const std::string& person, Instant now) {
  if (!equal_ignoring_case(event.by, person)) {
    return failure(fmt::format("the token is @{}'s, and this is to be recorded as done by @{}",
                               person, event.by),
                   ErrorKind::kForbidden);
  }
  if (!is_proposal(event.stream)) {
    return failure(fmt::format("\"{}\" is not recorded through a server; do it where the record is",
                               event.kind));
  }
  if (std::abs(event.time.seconds - now.seconds) <= kClocksDiffer) return {};
  return failure(
      fmt::format("this is for {}, and here it is {}: through a server things are "
                  "recorded when they happen",
                  to_string(event.time), to_string(now)));
}

}  // namespace

Result<std::vector<NewEvent>> replay(const Workspace& workspace, const std::string& person,
                                     const SentAppend& sent) {
  std::vector<std::string> streams;  // in the order in which they were sent
  std::map<std::string, Events> by_stream;
  for (const NewEvent& event : sent.events) {
    TRY(check_sender(event, person, workspace.now()));
    if (!by_stream.contains(event.stream)) streams.push_back(event.stream);
    by_stream[event.stream].push_back(event);
  }
  if (auto events = replay_freeze(workspace, person, sent.events)) return *std::move(events);
  Events all;
  for (const std::string& stream : streams) {
    const Events& wanted = by_stream[stream];
    TRY(auto here, Replay(workspace, person, wanted, sent.texts).run());
    TRY(check_same(wanted, here));
    for (NewEvent& event : here) {
      event.stream = stream;
      event.claimed = false;
    }
    std::ranges::move(here, std::back_inserter(all));
  }
  return all;
}

}  // namespace milepost::record
