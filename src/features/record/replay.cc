#include "features/record/replay.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/actions.h"
#include "features/release/freeze.h"
#include "features/review/review.h"
#include "features/track/track.h"
#include "store/events.h"
#include "store/record.h"

namespace milepost::record {

namespace {

using Events = std::vector<NewEvent>;

EventFields without_clock(EventFields fields) {
  std::erase_if(fields, [](const auto& field) { return field.first == kClockField; });
  return fields;
}

bool is_same(const NewEvent& sent, const NewEvent& here) {
  return sent.kind == here.kind && without_clock(sent.fields) == here.fields &&
         sent.texts == here.texts;
}

// Which of a proposal's events say what was done; the others follow from it.
class Replay {
 public:
  Replay(const Workspace& workspace, const std::string& person, const Events& sent)
      : workspace_(workspace), person_(person), sent_(sent) {}

  Result<Events> run() {
    TRY(subject_, find_subject());
    for (const auto replayed : {&Replay::review, &Replay::item, &Replay::issue, &Replay::release}) {
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

  Result<std::string> find_subject() const {
    std::string name = called_in(sent_.front().stream);
    const Index& index = workspace_.index();
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

  Result<Events> mark(ItemAction action, const events::OfItem& of) const {
    auto options = tracked<track::MarkOptions>(of.comment, of.release);
    options.item = of.item;
    options.action = action;
    return events_of(track::mark_item(workspace_, options));
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
    if (find<events::Announced>()) return std::nullopt;
    if (const auto e = find<events::Imported>()) {
      const auto texts = find<events::Tracked>();
      if (!texts || e->from != "template") return std::nullopt;
      return new_issue(*texts, *e);
    }
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
      if (e->texts.size() != 1 || e->texts.front().first != events::IssueText::kDescription) {
        return std::nullopt;
      }
      auto options = tracked<track::DescribeOptions>("");
      options.text = e->texts.front().second;
      return events_of(track::describe_issue(workspace_, options));
    }
    if (!said) return std::nullopt;
    return events_of(track::add_comment(workspace_, tracked<track::TrackOptions>(said->comment)));
  }

  // Anybody may make one of what the proposal says; other words are those of its editors.
  Result<Events> new_issue(const events::Tracked& texts, const events::Imported& imported) const {
    using events::IssueText;
    auto options = tracked<track::NewIssueOptions>("", imported.release);
    TRY(auto draft, track::new_issue(workspace_, options));
    if (std::ranges::equal(sent_, draft.outcome.events, is_same)) {
      return std::move(draft.outcome.events);
    }
    const auto given = [&](IssueText which) {
      const auto found =
          std::ranges::find(texts.texts, which, &std::pair<IssueText, std::string>::first);
      return found == texts.texts.end() ? std::string() : found->second;
    };
    options.title = given(IssueText::kTitle);
    if (given(IssueText::kProposed).empty()) options.description = given(IssueText::kDescription);
    options.contact = given(IssueText::kContact);
    options.discussion = given(IssueText::kDiscussion);
    return track::new_issue(workspace_, options).map([](track::IssueDraft own) {
      return std::move(own.outcome.events);
    });
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
    // What a freeze did as a whole is done where the record is.
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
  std::string subject_;
};

constexpr const char* kDecidesOtherwise =
    "the server decides otherwise by its files: bring yours and its to the same commit, then try "
    "again";

Result<void> check_same(const Events& sent, const Events& here) {
  if (std::ranges::equal(sent, here, is_same)) return {};
  if (here.empty()) return failure("it is so already", ErrorKind::kConflict);
  const bool other_text = sent.size() == here.size() &&
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

// --- freezes ---

struct OfFreeze {
  std::string release, freeze;
  std::string left_out = {};  // why, of one that is
};

// Nothing of what no freeze did as a whole.
std::optional<OfFreeze> freeze_of(const NewEvent& event) {
  if (const auto e = events::decode<events::Met>(event)) return OfFreeze{e->release, e->freeze};
  if (const auto e = events::decode<events::LeftOut>(event)) {
    return OfFreeze{e->release, e->freeze, e->comment};
  }
  const auto e = events::decode<events::Removed>(event);
  if (e && !e->freeze.empty()) return OfFreeze{e->release, e->freeze};
  return std::nullopt;
}

// A freeze is decided about all proposals at once: what was sent must be among it.
Result<Events> replay_freeze(const Workspace& workspace, const std::string& person,
                             std::span<const NewEvent> sent) {
  const OfFreeze first = *freeze_of(sent.front());
  release::FreezeOptions options{first.release, first.freeze, person};
  for (const NewEvent& event : sent) {
    const auto of = freeze_of(event);
    if (!of || of->release != first.release || of->freeze != first.freeze) {
      return failure("what a freeze does is recorded on its own");
    }
    if (of->left_out.empty()) continue;
    options.except.push_back(called_in(event.stream));
    options.reason = of->left_out;
  }
  TRY(auto here, release::freeze_events(workspace, options));
  Events all;
  for (const NewEvent& event : sent) {
    const auto same = std::ranges::find_if(here, [&](const NewEvent& decided) {
      return decided.stream == event.stream && is_same(event, decided);
    });
    if (same == here.end()) return failure(kDecidesOtherwise, ErrorKind::kConflict);
    same->claimed = false;
    all.push_back(std::move(*same));
  }
  return all;
}

}  // namespace

Result<std::vector<NewEvent>> replay(const Workspace& workspace, const std::string& person,
                                     std::span<const NewEvent> sent) {
  std::vector<std::string> streams;  // in the order in which they were sent
  std::map<std::string, Events> by_stream;
  for (const NewEvent& event : sent) {
    TRY(check_sender(event, person, workspace.now()));
    if (!by_stream.contains(event.stream)) streams.push_back(event.stream);
    by_stream[event.stream].push_back(event);
  }
  if (freeze_of(sent.front())) return replay_freeze(workspace, person, sent);
  Events all;
  for (const std::string& stream : streams) {
    const Events& wanted = by_stream[stream];
    TRY(auto here, Replay(workspace, person, wanted).run());
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
