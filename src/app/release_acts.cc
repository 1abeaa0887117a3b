#include "app/release_acts.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include <fmt/format.h>

#include "app/identity.h"
#include "base/strings.h"
#include "gates/freeze.h"
#include "gates/roles.h"

namespace milepost {

namespace {

// The proposal that a number or path names, among those of the desk.
Result<const Card*> find_subject(const ReleaseDesk& desk, const std::string& directory,
                                 const std::string& subject) {
  const Index& index = desk.opened().facts->index;
  const auto found = index.by_number.find(plain_number(subject));
  if (found != index.by_number.end() && std::ranges::all_of(subject, is_digit)) {
    if (found->second.size() == 1) return &index.cards[found->second.front()];
    return failure(fmt::format("{} is the number of several proposals", subject));
  }
  std::error_code failed;
  const std::filesystem::path full =
      std::filesystem::weakly_canonical(std::filesystem::path(directory) / subject, failed);
  const std::string path = full.lexically_relative(desk.opened().repository.root).string();
  if (const Card* card = index.find(path)) return card;
  return failure(fmt::format("there is no proposal {}", subject));
}

// Those that the request names, each once.
Result<std::vector<const Card*>> find_subjects(const ReleaseDesk& desk,
                                               const ReleaseActRequest& request) {
  std::vector<const Card*> cards;
  std::unordered_set<const Card*> seen;
  for (const std::string& subject : request.subjects) {
    const auto card = find_subject(desk, request.where.directory, subject);
    if (!card) return tl::unexpected(card.error());
    if (seen.insert(*card).second) cards.push_back(*card);
  }
  return cards;
}

// What was wrong with one of several.
Error about(const Card& card, std::size_t cards, Error error) {
  return cards == 1 ? error
                    : std::move(error).within(card.number.empty() ? card.path : card.number);
}

// What one deed puts down, given what is recorded. A pure decision.
class Act {
 public:
  Act(const ReleaseDesk& desk, const ReleaseActRequest& request, const Card& card, Actor actor)
      : desk_(desk),
        request_(request),
        card_(card),
        actor_(std::move(actor)),
        name_(to_string(desk.release.version)) {}

  // What is wrong whatever is recorded.
  Result<void> prepare() {
    const ReleaseDeed deed = request_.deed;
    const bool needs_reason = deed == ReleaseDeed::kRemove || deed == ReleaseDeed::kDefer ||
                              deed == ReleaseDeed::kException ||
                              (deed == ReleaseDeed::kDecide && !request_.approve);
    if (needs_reason && trim(request_.reason).empty()) {
      return failure("a reason is needed: say it with --reason \"…\"");
    }
    if (deed == ReleaseDeed::kDefer && !request_.to.empty()) {
      const auto to = parse_version(request_.to);
      if (!to || *to <= desk_.release.version) {
        return failure(fmt::format("--to is a release after {}, not \"{}\"", name_, request_.to));
      }
      to_ = to_string(*to);
    }
    if (deed != ReleaseDeed::kException && deed != ReleaseDeed::kDecide) return {};
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

  Result<Decision> decide(const ProposalState& state, ReleaseActed& acted) {
    const PartState* const part = state.find_part(name_);
    const Part now = part ? part->part : Part::kUndecided;
    last_ = part ? &part->deed : nullptr;
    switch (request_.deed) {
      case ReleaseDeed::kOptIn: return opt_in(part, now, acted);
      case ReleaseDeed::kOptOut: return opt_out(now, acted);
      case ReleaseDeed::kRemove:
        return put("removed", now == Part::kRemoved, "removed it from " + name_, {}, acted);
      case ReleaseDeed::kDefer:
        return put("deferred", now == Part::kDeferred && part->to == to_,
                   to_.empty() ? "deferred it from " + name_
                               : fmt::format("deferred it from {} to {}", name_, to_),
                   {{"to", to_}}, acted);
      case ReleaseDeed::kException: return ask(state, acted);
      case ReleaseDeed::kDecide: break;
    }
    return rule(state, acted);
  }

 private:
  Decision put(std::string_view kind, bool already, std::string done, EventFields more,
               ReleaseActed& acted) const {
    const std::string_view reason = trim(request_.reason);
    const bool says_more = last_ && !reason.empty() && reason != last_->comment;
    acted.done = std::move(done);
    acted.already = already && !says_more;
    if (acted.already) return {};
    EventFields fields{{"release", name_}};
    for (auto& field : more) fields.push_back(std::move(field));
    fields.emplace_back("comment", reason);
    return {{event_of(card_, kind, actor_, std::move(fields))}, {}};
  }

  // Who was removed comes back by an exception alone.
  Result<Decision> opt_in(const PartState* part, Part now, ReleaseActed& acted) const {
    if (now == Part::kRemoved) {
      return failure(
          fmt::format("{} was removed from {} {}; ask for an exception: milepost "
                      "release exception request {} {} --freeze FREEZE",
                      called(), name_, deed_text(part->deed), name_, called()));
    }
    return put("opted-in", now == Part::kIn, "opted in to " + name_, {}, acted);
  }

  Result<Decision> opt_out(Part now, ReleaseActed& acted) const {
    if (now == Part::kRemoved || now == Part::kDeferred) {
      return failure(fmt::format("{} is {} {} already", called(),
                                 now == Part::kRemoved ? "removed from" : "deferred from", name_));
    }
    // Nobody has opted in, but the files aim at it: then it is said that it is not to be in.
    const bool already =
        now == Part::kOut ||
        (now == Part::kUndecided && !aims_at(desk_.process(), card_, desk_.release.version));
    return put("opted-out", already, "opted out of " + name_, {}, acted);
  }

  std::string about() const { return fmt::format("the {} of {}", freeze_->title, name_); }

  EventFields exception_fields() const {
    return {{"freeze", freeze_->id}, {"until", until_ ? to_string(*until_) : std::string()}};
  }

  // Whether --until is another deadline than the one of an exception.
  bool is_other(const ExceptionState& exception) const {
    return until_ && to_string(*until_) != exception.until;
  }

  Result<Decision> ask(const ProposalState& state, ReleaseActed& acted) {
    const ExceptionState* const exception = state.find_exception(name_, freeze_->id);
    last_ = exception ? &exception->requested : nullptr;
    if (exception && exception->decided) {
      return failure(fmt::format("the exception to {} was {} {}, which is final", about(),
                                 exception->approved ? "approved" : "rejected",
                                 deed_text(*exception->decided)));
    }
    const std::size_t days = desk_.process().calendar.exception_days;
    const auto deadline = desk_.release.date(freeze_->id);
    const std::int64_t last = deadline ? deadline->seconds + static_cast<std::int64_t>(days) * kDay
                                       : actor_.now.seconds + 1;
    if (actor_.now.seconds >= last) {
      return failure(fmt::format("an exception to {} could be asked for until {}", about(),
                                 to_string(Instant{last})));
    }
    return put("exception-requested", exception && !is_other(*exception),
               "asked for an exception to " + about(), exception_fields(), acted);
  }

  Result<Decision> rule(const ProposalState& state, ReleaseActed& acted) {
    const ExceptionState* const exception = state.find_exception(name_, freeze_->id);
    if (!exception) return failure(fmt::format("nobody asked for an exception to {}", about()));
    const std::string_view word = request_.approve ? "approved" : "rejected";
    const std::string_view reason = trim(request_.reason);
    const bool other =
        exception->decided && (exception->approved != request_.approve || is_other(*exception) ||
                               (!reason.empty() && reason != exception->decided->comment));
    last_ = nullptr;
    if (other) {
      return failure(
          fmt::format("the exception to {} was {} {}{}, which is final", about(),
                      exception->approved ? "approved" : "rejected", deed_text(*exception->decided),
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
    return put(request_.approve ? "exception-approved" : "exception-rejected",
               exception->decided.has_value(), fmt::format("{} the exception to {}", word, about()),
               exception_fields(), acted);
  }

  const std::string& called() const { return card_.number.empty() ? card_.path : card_.number; }

  const ReleaseDesk& desk_;
  const ReleaseActRequest& request_;
  const Card& card_;
  const Actor actor_;
  const std::string name_;
  const Deed* last_ = nullptr;  // that made it so, of what is asked for
  std::string to_;
  const CalendarDate* freeze_ = nullptr;
  std::optional<Instant> until_;
};

}  // namespace

Result<void> check_may(const ReleaseDesk& desk, const Card& card, ReleaseDeed deed,
                       std::string_view actor) {
  const Process& process = desk.process();
  const Rosters& rosters = desk.opened().facts->rosters;
  const std::vector<std::string>& roles = process.calendar.roles_of(deed);
  constexpr std::string_view kWords[] = {"opt in",
                                         "opt out",
                                         "remove a proposal from a release",
                                         "defer a proposal",
                                         "ask for an exception",
                                         "decide upon an exception"};
  const std::string_view word = kWords[static_cast<std::size_t>(deed)];
  const std::string who = describe_holders(process, roles, card, rosters);
  switch (may_act(process, roles, card, rosters, actor)) {
    case May::kYes: return {};
    case May::kUnknown:
      return failure(
          fmt::format("whether @{} may {} cannot be known: it is for {}, and the roster "
                      "is not there",
                      actor, word, who));
    case May::kNo: break;
  }
  return failure(fmt::format("@{} may not {}: it is for {}", actor, word, who));
}

Result<std::string> actor_of(const ReleaseDesk& desk, std::string_view claimed) {
  return need_identity(desk.process(), desk.opened().repository.root, claimed);
}

Result<std::vector<ReleaseActed>> act_on_release(const ReleaseActRequest& request) {
  auto desk = open_desk(request.where, request.dry_run ? Access::kRead : Access::kWrite);
  if (!desk) return tl::unexpected(std::move(desk.error()));
  const auto cards = find_subjects(*desk, request);
  if (!cards) return tl::unexpected(cards.error());
  auto handle = actor_of(*desk, request.actor);
  if (!handle) return tl::unexpected(std::move(handle.error()));
  std::vector<Act> acts;
  std::vector<ReleaseActed> all;
  for (const Card* card : *cards) {
    acts.emplace_back(*desk, request, *card, Actor{*handle, request.where.now});
    all.push_back({card->number, card->title, card->path, {}, *handle, false});
    auto may = check_may(*desk, *card, request.deed, *handle);
    if (may) may = acts.back().prepare();
    if (!may) return tl::unexpected(about(*card, cards->size(), std::move(may.error())));
  }
  const auto decide = [&](std::size_t which, const ProposalState& state) {
    return acts[which].decide(state, all[which]).map_error([&](Error error) {
      return about(*(*cards)[which], cards->size(), std::move(error));
    });
  };
  if (!request.dry_run) {
    if (auto done = desk->book.act(*cards, decide); !done) {
      return tl::unexpected(std::move(done.error()));
    }
    return all;
  }
  for (std::size_t which = 0; which < cards->size(); ++which) {
    const auto state = desk->book.state_of(*(*cards)[which]);
    if (!state) return tl::unexpected(state.error());
    if (const auto decided = decide(which, *state); !decided) {
      return tl::unexpected(decided.error());
    }
  }
  return all;
}

}  // namespace milepost
