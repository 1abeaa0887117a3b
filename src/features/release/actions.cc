#include "features/release/actions.h"

#include <algorithm>
#include <deque>
#include <filesystem>

#include <fmt/format.h>

#include "base/strings.h"
#include "gates/roles.h"
#include "workspace/identity.h"

namespace milepost::release {

namespace {

// The proposal that a number or path names, among those of the desk. One whose files are
// gone is known by what the record has of it, and can be taken out; `gone` keeps its card.
Result<const Card*> find_subject(const ReleaseDesk& desk, const ReleaseActRequest& request,
                                 const std::string& subject, std::deque<Card>& gone) {
  const Index& index = desk.opened().facts().index();
  const auto found = index.by_number.find(plain_number(subject));
  const bool is_number = !subject.empty() && std::ranges::all_of(subject, is_digit);
  if (found != index.by_number.end() && is_number) {
    if (found->second.size() == 1) return &index.cards[found->second.front()];
    return failure(fmt::format("{} is the number of several proposals", subject));
  }
  std::error_code failed;
  const std::filesystem::path full = std::filesystem::weakly_canonical(
      std::filesystem::path(request.where.directory) / subject, failed);
  const std::string path = full.lexically_relative(desk.opened().repository().root).string();
  if (const Card* card = index.find(path)) return card;
  if (request.what.deed != ReleaseDeed::kOptIn) {
    Card card = gone_card(is_number ? plain_number(subject) : path);
    const auto streams = desk.book.streams_in(to_string(desk.release.version));
    if (!streams) return tl::unexpected(streams.error());
    if (std::ranges::find(*streams, stream_of(card)) != streams->end()) {
      return &gone.emplace_back(std::move(card));
    }
  }
  return failure(fmt::format("there is no proposal {}", subject));
}

// What is wrong is said of one proposal, which has a name where there are several.
Error about(Error error, const Card& card, std::size_t subjects) {
  if (subjects < 2) return error;
  return std::move(error).within(card.number.empty() ? card.path : card.number);
}

}  // namespace

Result<void> check_may(const ReleaseDesk& desk, const Card& card, ReleaseDeed deed,
                       std::string_view actor) {
  const Process& process = desk.process();
  const Rosters& rosters = desk.opened().facts().rosters();
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
  return need_identity(desk.process(), desk.opened().repository().root, claimed);
}

Result<std::vector<ReleaseActed>> act_on_release(const ReleaseActRequest& request) {
  auto desk = open_desk(request.where, request.dry_run ? Access::kRead : Access::kWrite);
  if (!desk) return tl::unexpected(std::move(desk.error()));
  const auto handle = actor_of(*desk, request.actor);
  std::deque<Card> gone;
  std::vector<const Card*> cards;
  for (const std::string& subject : request.subjects) {
    const auto card = find_subject(*desk, request, subject, gone);
    if (!card) return tl::unexpected(card.error());
    if (std::ranges::find(cards, *card) == cards.end()) cards.push_back(*card);
  }
  if (!handle) return tl::unexpected(handle.error());
  std::vector<ReleaseAct> acts;
  std::vector<ReleaseActed> acted;
  for (const Card* card : cards) {
    acted.push_back({card->number, card->title, card->path, {}, *handle, false, {}});
    ReleaseAct& act =
        acts.emplace_back(*desk, request.what, *card, Actor{*handle, request.where.now});
    auto ready =
        check_may(*desk, *card, request.what.deed, *handle).and_then([&] { return act.prepare(); });
    if (!ready) return tl::unexpected(about(std::move(ready.error()), *card, cards.size()));
  }
  const auto decide = [&](std::size_t i, const ProposalState& state) -> Result<Decision> {
    auto decision = acts[i].decide(state, acted[i]);
    if (!decision) {
      return tl::unexpected(about(std::move(decision.error()), *cards[i], cards.size()));
    }
    if (request.dry_run) decision->events.clear();
    return decision;
  };
  if (auto done = desk->book.act(cards, decide); !done) {
    return tl::unexpected(std::move(done.error()));
  }
  return acted;
}

}  // namespace milepost::release
