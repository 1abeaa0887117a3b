#include "features/release/decision.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/freeze_state.h"
#include "process/moves.h"

namespace milepost::release {

namespace {

bool is_of_exceptions(ReleaseDeed deed) {
  return deed == ReleaseDeed::kException || deed == ReleaseDeed::kDecide;
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

ReleaseAct::ReleaseAct(const ReleaseDesk& desk, const ReleaseDeedRequest& request, const Card& card,
                       Actor actor)
    : desk_(desk),
      request_(request),
      card_(card),
      actor_(std::move(actor)),
      name_(to_string(desk.release.version)) {}

Result<void> ReleaseAct::prepare() {
  const ReleaseDeed deed = request_.deed;
  const bool needs_reason = deed == ReleaseDeed::kRemove || deed == ReleaseDeed::kDefer ||
                            deed == ReleaseDeed::kException ||
                            (deed == ReleaseDeed::kDecide && !request_.approve);
  if (needs_reason && trim(request_.reason).empty()) {
    return failure("a reason is needed: say it with --reason \"…\"");
  }
  if (deed == ReleaseDeed::kOptIn) return check_in();
  if (deed == ReleaseDeed::kDefer) return check_to();
  if (!is_of_exceptions(deed)) return {};
  const auto freeze = find_freeze(desk_.process().calendar, request_.freeze);
  if (!freeze) return tl::unexpected(freeze.error());
  freeze_ = *freeze;
  if (request_.until.empty()) return {};
  until_ = read_deadline(desk_.process().calendar, request_.until);
  if (!until_) {
    return failure(
        fmt::format("--until is a day such as 2026-01-31 or an instant such as "
                    "2026-01-31T12:00:00Z, not \"{}\"",
                    request_.until));
  }
  const auto deadline = desk_.release.date(freeze_->id);
  if (!(actor_.now < *until_) || (deadline && !(*deadline < *until_))) {
    return failure(fmt::format(
        "--until {} is no later than {}", request_.until,
        deadline && !(*deadline < *until_) ? "the " + freeze_->title : std::string("now")));
  }
  return {};
}

// What is over, and what no release is for, goes into none.
Result<void> ReleaseAct::check_in() const {
  const Process& process = desk_.process();
  if (!has_releases(process, card_.kind)) {
    return failure(
        fmt::format("{} is of kind {}, which goes into no release; it waits for none either",
                    called(), card_.kind));
  }
  const Status* const status = process.find_status(card_.status);
  if (!status || !status->closed) return {};
  const std::string open = reopened(process, *status);
  return failure(fmt::format(
      "{} is {}, so nothing of it goes into a release any more; {}", called(), status->id,
      status->successor ? "opt in the proposal that takes its place"
      : open.empty()    ? std::string("a new proposal can")
                     : fmt::format("milepost promote {} --to {} opens it again", called(), open)));
}

Result<void> ReleaseAct::check_to() {
  if (request_.to.empty()) return {};
  const auto to = parse_version(request_.to);
  if (!to || *to <= desk_.release.version) {
    return failure(fmt::format("--to is a release after {}, not \"{}\"", name_, request_.to));
  }
  to_ = to_string(*to);
  std::vector<std::string> later;
  for (const Release& release : desk_.releases.all()) {
    if (desk_.release.version < release.version) later.push_back(to_string(release.version));
  }
  // One that nobody has planned yet is taken where nothing is.
  if (later.empty() || std::ranges::find(later, to_) != later.end()) return {};
  return failure(fmt::format("{} has no release {}; after {} come {}",
                             desk_.process().calendar.file, to_, name_, fmt::join(later, ", ")));
}

// Nobody is taken out of what they are not in.
Result<void> ReleaseAct::check_concerned(const PartState* part) const {
  const bool has_part = part && part->part != Part::kUndecided && part->part != Part::kOut;
  if (has_part || aims_at(desk_.process(), card_, desk_.release.version)) return {};
  return failure(fmt::format(
      "{} is not to be in {}: its files {}, and {}. If it is to be, milepost release opt-in {} {} "
      "comes first",
      called(), name_,
      card_.latest_milestone.empty() ? "name no release" : "aim at " + card_.latest_milestone,
      part && part->part == Part::kOut ? "it was opted out " + deed_text(part->deed)
                                       : std::string("nobody has opted in"),
      name_, called()));
}

Result<Decision> ReleaseAct::decide(const ProposalState& state, ReleaseActed& acted) const {
  acted.notes.clear();
  const PartState* const part = state.find_part(name_);
  const Part now = part ? part->part : Part::kUndecided;
  const Deed* const last = part ? &part->deed : nullptr;
  if (request_.deed == ReleaseDeed::kOptIn) return opt_in(state, acted);
  if (request_.deed == ReleaseDeed::kOptOut) return opt_out(part, acted);
  if (request_.deed == ReleaseDeed::kDecide) return rule(state, acted);
  if (auto concerned = check_concerned(part); !concerned) {
    return tl::unexpected(std::move(concerned.error()));
  }
  if (request_.deed == ReleaseDeed::kException) return ask(state, acted);
  if (request_.deed == ReleaseDeed::kRemove) {
    return put(events::Removed{{name_, reason()}}, now == Part::kRemoved, last,
               "removed it from " + name_, acted);
  }
  return put(events::Deferred{name_, to_, reason()}, now == Part::kDeferred && part->to == to_,
             last,
             to_.empty() ? "deferred it from " + name_
                         : fmt::format("deferred it from {} to {}", name_, to_),
             acted);
}

std::string ReleaseAct::reason() const { return std::string(trim(request_.reason)); }

Decision ReleaseAct::put(events::Encoded what, bool already, const Deed* last, std::string done,
                         ReleaseActed& acted) const {
  const bool says_more = last && !reason().empty() && reason() != last->comment;
  acted.done = std::move(done);
  acted.already = already && !says_more;
  if (acted.already) return {};
  return {{event_of(card_, actor_, std::move(what))}, {}};
}

// Who was removed comes back by an exception alone.
Result<Decision> ReleaseAct::opt_in(const ProposalState& state, ReleaseActed& acted) const {
  const PartState* const part = state.find_part(name_);
  if (part && part->part == Part::kRemoved) {
    return failure(
        fmt::format("{} was removed from {} {}; ask for an exception: milepost "
                    "release exception request {} {} --freeze FREEZE",
                    called(), name_, deed_text(part->deed), name_, called()));
  }
  const bool already = part && part->part == Part::kIn;
  if (!already) acted.notes = missed(state);
  return put(events::OptedIn{{name_, reason()}}, already, part ? &part->deed : nullptr,
             "opted in to " + name_, acted);
}

// The freezes that work must meet to go into the release, and that passed before this.
std::vector<std::string> ReleaseAct::missed(const ProposalState& state) const {
  const Calendar& calendar = desk_.process().calendar;
  const auto admits =
      std::ranges::find_if(calendar.dates.rbegin(), calendar.dates.rend(), &CalendarDate::admits);
  const auto end = admits == calendar.dates.rend() ? calendar.dates.end() : admits.base();
  std::vector<std::string> notes;
  for (auto date = calendar.dates.begin(); date != end; ++date) {
    const auto deadline = date->gate.empty() ? std::nullopt : desk_.release.date(date->id);
    if (!deadline || actor_.now < *deadline || state.find_exception(name_, date->id)) continue;
    const Instant last = ask_until(*deadline);
    notes.push_back(
        actor_.now < last
            ? fmt::format("the {} has passed, and an exception to it is needed: milepost release "
                          "exception request {} {} --freeze {} --until DAY --reason \"…\"",
                          date->title, name_, called(), date->id)
            : fmt::format("the {} has passed, and an exception to it, which is needed, could be "
                          "asked for until {}: it is not admitted",
                          date->title, to_string(last)));
  }
  return notes;
}

Result<Decision> ReleaseAct::opt_out(const PartState* part, ReleaseActed& acted) const {
  const Part now = part ? part->part : Part::kUndecided;
  if (now == Part::kRemoved || now == Part::kDeferred) {
    return failure(fmt::format("{} is {} {} already", called(),
                               now == Part::kRemoved ? "removed from" : "deferred from", name_));
  }
  // Nobody has opted in, but the files aim at it: then it is said that it is not to be in.
  const bool already =
      now == Part::kOut ||
      (now == Part::kUndecided && !aims_at(desk_.process(), card_, desk_.release.version));
  return put(events::OptedOut{{name_, reason()}}, already, part ? &part->deed : nullptr,
             "opted out of " + name_, acted);
}

std::string ReleaseAct::about() const { return fmt::format("the {} of {}", freeze_->title, name_); }

events::OfException ReleaseAct::of_exception() const {
  events::OfException of{name_, freeze_->id, {}, reason()};
  if (until_) of.until = to_string(*until_);
  return of;
}

bool ReleaseAct::is_other(const ExceptionState& exception) const {
  return until_ && to_string(*until_) != exception.until;
}

Instant ReleaseAct::ask_until(Instant deadline) const {
  const std::size_t days = desk_.process().calendar.exception_days;
  return {deadline.seconds + static_cast<std::int64_t>(days) * kDay};
}

Result<Decision> ReleaseAct::ask(const ProposalState& state, ReleaseActed& acted) const {
  const ExceptionState* const exception = state.find_exception(name_, freeze_->id);
  if (exception && exception->decided) {
    return failure(fmt::format("the exception to {} was {} {}, which is final", about(),
                               exception->approved ? "approved" : "rejected",
                               deed_text(*exception->decided)));
  }
  const auto deadline = desk_.release.date(freeze_->id);
  if (deadline && !(actor_.now < ask_until(*deadline))) {
    return failure(fmt::format("an exception to {} could be asked for until {}", about(),
                               to_string(ask_until(*deadline))));
  }
  return put(events::ExceptionRequested{of_exception()}, exception && !is_other(*exception),
             exception ? &exception->requested : nullptr, "asked for an exception to " + about(),
             acted);
}

Result<Decision> ReleaseAct::rule(const ProposalState& state, ReleaseActed& acted) const {
  const ExceptionState* const exception = state.find_exception(name_, freeze_->id);
  if (!exception) return failure(fmt::format("nobody asked for an exception to {}", about()));
  const std::string_view word = request_.approve ? "approved" : "rejected";
  const std::string_view reason = trim(request_.reason);
  const bool other =
      exception->decided && (exception->approved != request_.approve || is_other(*exception) ||
                             (!reason.empty() && reason != exception->decided->comment));
  if (other) {
    return failure(fmt::format("the exception to {} was {} {}{}, which is final", about(),
                               exception->approved ? "approved" : "rejected",
                               deed_text(*exception->decided),
                               exception->approved && until_ ? " until " + exception->until : ""));
  }
  if (request_.approve && !exception->decided && !until_) {
    const auto asked = parse_instant(exception->until);
    if (!asked) return failure("until when? Say it with --until DAY");
    if (!(actor_.now < *asked)) {
      return failure(fmt::format("it was asked for until {}, which has passed: say --until DAY",
                                 exception->until));
    }
  }
  return put(request_.approve ? events::Encoded(events::ExceptionApproved{of_exception()})
                              : events::ExceptionRejected{of_exception()},
             exception->decided.has_value(), nullptr,
             fmt::format("{} the exception to {}", word, about()), acted);
}

}  // namespace milepost::release
