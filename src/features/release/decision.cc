#include "features/release/decision.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/calendar.h"
#include "features/release/freeze_state.h"
#include "process/moves.h"
#include "process/validate.h"

namespace milepost::release {

namespace {

bool is_of_exceptions(ReleaseAction action) {
  return action == ReleaseAction::kException || action == ReleaseAction::kDecide;
}

// The status that a closed proposal may be opened again to; "" when there is none.
std::string reopened(const Process& process, const Status& status) {
  for (const Move& move : status.moves) {
    const Status* const to = process.find_status(move.to);
    if (to && !to->closed) return to->id;
  }
  return {};
}

}  // namespace

ActionDecider::ActionDecider(const ReleaseContext& context, const ReleaseActionOptions& options,
                             const Card& card, Actor actor)
    : context_(context),
      options_(options),
      card_(card),
      actor_(std::move(actor)),
      name_(context.name()),
      stage_(stage_called(context.process(), options.stage)) {}

Result<void> ActionDecider::prepare() {
  const ReleaseAction action = options_.action;
  const bool needs_reason = action == ReleaseAction::kRemove || action == ReleaseAction::kDefer ||
                            action == ReleaseAction::kException ||
                            action == ReleaseAction::kRestore ||
                            (action == ReleaseAction::kDecide && !options_.approve);
  if (needs_reason && trim(options_.reason).empty()) {
    return failure("a reason is needed: say it with --reason \"…\"");
  }
  if (action == ReleaseAction::kOptIn) return check_in();
  if (action == ReleaseAction::kDefer) return check_to();
  if (!is_of_exceptions(action)) return {};
  TRY(freeze_, find_freeze(context_.process().calendar, options_.freeze));
  if (options_.until.empty()) return {};
  until_ = read_deadline(context_.process().calendar, options_.until);
  if (!until_) {
    return failure(
        fmt::format("--until is a day such as 2026-01-31 or an instant such as "
                    "2026-01-31T12:00:00Z, not \"{}\"",
                    options_.until));
  }
  const auto deadline = context_.release.date(freeze_->id);
  if (!(actor_.now < *until_) || (deadline && !(*deadline < *until_))) {
    return failure(fmt::format(
        "until {} is no later than {}", options_.until,
        deadline && !(*deadline < *until_) ? "the " + freeze_->title : std::string("now")));
  }
  return {};
}

// What is over, and what no release is for, goes into none.
Result<void> ActionDecider::check_in() const {
  const Process& process = context_.process();
  if (!has_releases(process, card_.kind)) {
    return failure(
        fmt::format("{} is of kind {}, which goes into no release; it waits for none either",
                    called(card_), card_.kind));
  }
  TRY(check_stage());
  const Status* const status = process.find_status(card_.status);
  if (!status || !status->closed) return {};
  const std::string open = reopened(process, *status);
  return failure(fmt::format(
      "{} is {}, so nothing of it goes into a release any more; {}", called(card_), status->id,
      status->successor ? "opt in the proposal that takes its place"
      : open.empty()
          ? std::string("a new proposal can")
          : fmt::format("milepost promote {} --to {} opens it again", called(card_), open)));
}

// The stage aimed at is one of the process's, and none that lies behind.
Result<void> ActionDecider::check_stage() const {
  const Process& process = context_.process();
  const std::string& to = stage_;
  if (to.empty()) return {};
  if (!process.has_stage(to)) return failure(unknown("stage", to, process.stage_names()));
  if (!has_stages(process, card_.kind)) {
    return failure(fmt::format("a proposal of kind {} has no stages; leave --to out", card_.kind));
  }
  const std::string_view now = card_.metadata->known_stage;
  if (now.empty() || now == to || ladder_of(process, now) != ladder_of(process, to) ||
      !process.reached(now, to)) {
    return {};
  }
  return failure(fmt::format("{} is at {}, which comes after {}", called(card_), now, to));
}

Result<void> ActionDecider::check_to() {
  if (options_.to.empty()) return {};
  const auto to = parse_version(options_.to);
  if (!to || *to <= context_.release.version) {
    return failure(fmt::format("--to is a release after {}, not \"{}\"", name_, options_.to));
  }
  to_ = to_string(*to);
  std::vector<std::string> later;
  for (const Release& release : context_.releases.all()) {
    if (context_.release.version < release.version) later.push_back(to_string(release.version));
  }
  // One that nobody has planned yet is taken where nothing is.
  if (later.empty() || std::ranges::find(later, to_) != later.end()) return {};
  return failure(fmt::format("{} has no release {}; after {} come {}",
                             context_.process().calendar.file, to_, name_, fmt::join(later, ", ")));
}

// Nobody is taken out of what they are not in.
Result<void> ActionDecider::check_concerned(const Participation* part) const {
  const bool has_part = part && part->state != ParticipationState::kUndecided &&
                        part->state != ParticipationState::kOut;
  if (has_part || aims_at(context_.process(), card_, context_.release.version)) return {};
  return failure(fmt::format(
      "{} is not to be in {}: its files {}, and {}. If it is to be, milepost release opt-in {} {} "
      "comes first",
      called(card_), name_,
      card_.latest_milestone.empty() ? "name no release" : "aim at " + card_.latest_milestone,
      part && part->state == ParticipationState::kOut
          ? "it was opted out " + action_text(part->action)
          : std::string("nobody has opted in"),
      name_, called(card_)));
}

Result<Decision> ActionDecider::decide(const ProposalState& state,
                                       ReleaseActionResult& result) const {
  result.notes.clear();
  const Participation* const part = state.find_participation(name_);
  const ParticipationState now = part ? part->state : ParticipationState::kUndecided;
  const Action* const last = part ? &part->action : nullptr;
  if (options_.action == ReleaseAction::kOptIn) return opt_in(state, result);
  if (options_.action == ReleaseAction::kOptOut) return opt_out(part, result);
  if (options_.action == ReleaseAction::kDecide) return rule(state, result);
  if (options_.action == ReleaseAction::kRestore) return restore(part, result);
  TRY(check_concerned(part));
  if (options_.action == ReleaseAction::kException) return ask(state, result);
  if (options_.action == ReleaseAction::kRemove) {
    return record(events::Removed{{name_, reason()}}, now == ParticipationState::kRemoved, last,
                  "removed it from " + name_, result);
  }
  return record(events::Deferred{name_, to_, reason()},
                now == ParticipationState::kDeferred && part->to == to_, last,
                to_.empty() ? "deferred it from " + name_
                            : fmt::format("deferred it from {} to {}", name_, to_),
                result);
}

std::string ActionDecider::reason() const { return std::string(trim(options_.reason)); }

Decision ActionDecider::record(events::Encoded what, bool already, const Action* last,
                               std::string done, ReleaseActionResult& result) const {
  const bool says_more = last && !reason().empty() && reason() != last->comment;
  result.done = std::move(done);
  result.already = already && !says_more;
  if (result.already) return {};
  return {{event_of(card_, actor_, std::move(what))}, {}};
}

// Who was removed comes back by an exception alone.
Result<Decision> ActionDecider::opt_in(const ProposalState& state,
                                       ReleaseActionResult& result) const {
  const Participation* const part = state.find_participation(name_);
  if (part && part->state == ParticipationState::kRemoved) {
    return failure(fmt::format(
        "{} was removed from {} {}; ask for an exception: milepost "
        "release exception request {} {} --freeze {} (what was removed by mistake comes "
        "back by milepost release restore)",
        called(card_), name_, action_text(part->action), name_, called(card_),
        part->freeze.empty() ? std::string("FREEZE") : part->freeze));
  }
  const bool is_in = part && part->state == ParticipationState::kIn;
  const bool already = is_in && (stage_.empty() || stage_ == part->stage) &&
                       (options_.text.empty() || options_.text == part->text);
  if (!is_in) result.notes = missed(state);
  std::string done = "opted in to " + name_;
  if (!stage_.empty()) done += " for " + stage_;
  if (!options_.text.empty()) done += ", as in " + options_.text;
  return record(events::OptedIn{{name_, reason()}, stage_, options_.text}, already,
                part ? &part->action : nullptr, std::move(done), result);
}

// The freezes that work must meet to go into the release, and that passed before this.
std::vector<std::string> ActionDecider::missed(const ProposalState& state) const {
  const Calendar& calendar = context_.process().calendar;
  const auto admits =
      std::ranges::find_if(calendar.dates.rbegin(), calendar.dates.rend(), &CalendarDate::admits);
  const auto end = admits == calendar.dates.rend() ? calendar.dates.end() : admits.base();
  std::vector<std::string> notes;
  for (auto date = calendar.dates.begin(); date != end; ++date) {
    const auto deadline = date->gate.empty() ? std::nullopt : context_.release.date(date->id);
    if (!deadline || actor_.now < *deadline || state.find_exception(name_, date->id)) continue;
    const Instant last = ask_until(*deadline);
    notes.push_back(
        actor_.now < last
            ? fmt::format("the {} has passed, and an exception to it is needed: milepost release "
                          "exception request {} {} --freeze {} --until DAY --reason \"…\"",
                          date->title, name_, called(card_), date->id)
            : fmt::format("the {} has passed, and an exception to it, which is needed, could be "
                          "asked for until {}: it is not admitted",
                          date->title, to_string(last)));
  }
  return notes;
}

Result<Decision> ActionDecider::opt_out(const Participation* part,
                                        ReleaseActionResult& result) const {
  const ParticipationState now = part ? part->state : ParticipationState::kUndecided;
  if (now == ParticipationState::kRemoved || now == ParticipationState::kDeferred) {
    return failure(
        fmt::format("{} is {} {} already", called(card_),
                    now == ParticipationState::kRemoved ? "removed from" : "deferred from", name_));
  }
  // Nobody has opted in, but the files aim at it: then it is said that it is not to be in.
  const bool already = now == ParticipationState::kOut ||
                       (now == ParticipationState::kUndecided &&
                        !aims_at(context_.process(), card_, context_.release.version));
  return record(events::OptedOut{{name_, reason()}}, already, part ? &part->action : nullptr,
                "opted out of " + name_, result);
}

// What was removed or deferred by mistake is in the release as it was before.
Result<Decision> ActionDecider::restore(const Participation* part,
                                        ReleaseActionResult& result) const {
  if (!part) {
    return failure(
        fmt::format("{} was neither removed nor deferred from {}", called(card_), name_));
  }
  if (part->state == ParticipationState::kOut) {
    return failure(
        fmt::format("{} was opted out of {} {}; milepost release opt-in {} {} brings it in",
                    called(card_), name_, action_text(part->action), name_, called(card_)));
  }
  const bool out =
      part->state == ParticipationState::kRemoved || part->state == ParticipationState::kDeferred;
  result.done = "restored it to " + name_;
  result.already = !out;
  if (!out) return Decision{};
  return Decision{{event_of(card_, actor_, events::Restored{{name_, reason()}})}, {}};
}

std::string ActionDecider::about() const {
  return fmt::format("the {} of {}", freeze_->title, name_);
}

events::OfException ActionDecider::of_exception() const {
  events::OfException of{name_, freeze_->id, {}, reason()};
  if (until_) of.until = to_string(*until_);
  return of;
}

bool ActionDecider::is_other(const ExceptionState& exception) const {
  return until_ && to_string(*until_) != exception.until;
}

Instant ActionDecider::ask_until(Instant deadline) const {
  const std::size_t days = context_.process().calendar.exception_days;
  return {deadline.seconds + static_cast<std::int64_t>(days) * kDay};
}

Result<Decision> ActionDecider::ask(const ProposalState& state, ReleaseActionResult& result) const {
  const ExceptionState* const exception = state.find_exception(name_, freeze_->id);
  if (exception && exception->decided) {
    return failure(fmt::format("the exception to {} was {} {}, which is final", about(),
                               exception->approved ? "approved" : "rejected",
                               action_text(*exception->decided)));
  }
  const auto deadline = context_.release.date(freeze_->id);
  if (deadline && !(actor_.now < ask_until(*deadline))) {
    return failure(fmt::format("an exception to {} could be asked for until {}", about(),
                               to_string(ask_until(*deadline))));
  }
  return record(events::ExceptionRequested{of_exception()}, exception && !is_other(*exception),
                exception ? &exception->requested : nullptr, "asked for an exception to " + about(),
                result);
}

Result<Decision> ActionDecider::rule(const ProposalState& state,
                                     ReleaseActionResult& result) const {
  const ExceptionState* const exception = state.find_exception(name_, freeze_->id);
  if (!exception) return failure(fmt::format("nobody asked for an exception to {}", about()));
  const std::string_view word = options_.approve ? "approved" : "rejected";
  const std::string_view reason = trim(options_.reason);
  const bool other =
      exception->decided && (exception->approved != options_.approve || is_other(*exception) ||
                             (!reason.empty() && reason != exception->decided->comment));
  if (other) {
    return failure(fmt::format("the exception to {} was {} {}{}, which is final", about(),
                               exception->approved ? "approved" : "rejected",
                               action_text(*exception->decided),
                               exception->approved && until_ ? " until " + exception->until : ""));
  }
  if (options_.approve && !exception->decided && !until_) {
    const auto asked = parse_instant(exception->until);
    if (!asked) return failure("until when? Say it with --until DAY");
    if (!(actor_.now < *asked)) {
      return failure(fmt::format("it was asked for until {}, which has passed: say --until DAY",
                                 exception->until));
    }
  }
  return record(options_.approve ? events::Encoded(events::ExceptionApproved{of_exception()})
                                 : events::ExceptionRejected{of_exception()},
                exception->decided.has_value(), nullptr,
                fmt::format("{} the exception to {}", word, about()), result);
}

}  // namespace milepost::release
