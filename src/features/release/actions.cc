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

// The proposal that a number or path names. One whose files are gone is known by what the
// record has of it, and can be taken out; `gone` keeps its card.
Result<const Card*> find_subject(const ReleaseContext& context, const Record& record,
                                 ReleaseAction action, const std::string& subject,
                                 std::deque<Card>& gone) {
  const Workspace& workspace = context.workspace;
  const Index& index = workspace.index();
  const auto found = index.by_number.find(plain_number(subject));
  const bool is_number = !subject.empty() && std::ranges::all_of(subject, is_digit);
  if (found != index.by_number.end() && is_number) {
    if (found->second.size() == 1) return &index.cards[found->second.front()];
    return failure(fmt::format("{} is the number of several proposals", subject));
  }
  std::error_code failed;
  const std::filesystem::path full = std::filesystem::weakly_canonical(
      std::filesystem::path(workspace.options().directory) / subject, failed);
  const std::string path = full.lexically_relative(workspace.root()).string();
  if (const Card* card = index.find(path)) return card;
  if (action != ReleaseAction::kOptIn) {
    Card card = gone_card(is_number ? plain_number(subject) : path);
    TRY(const auto streams, record.streams_in(context.name()));
    if (std::ranges::find(streams, stream_of(card)) != streams.end()) {
      return &gone.emplace_back(std::move(card));
    }
  }
  return failure(fmt::format("there is no proposal {}", subject));
}

// An error of one proposal names it where there are several.
Error about(Error error, const Card& card, std::size_t subjects) {
  if (subjects < 2) return error;
  return std::move(error).within(called(card));
}

}  // namespace

Result<void> check_may(const Workspace& workspace, const Card& card, ReleaseAction action,
                       std::string_view actor) {
  const Process& process = workspace.process();
  constexpr std::string_view kWords[] = {"opt in",
                                         "opt out",
                                         "remove a proposal from a release",
                                         "defer a proposal",
                                         "ask for an exception",
                                         "decide upon an exception"};
  return check_roles(process, process.calendar.roles_of(action), card, workspace.facts().rosters(),
                     actor, kWords[static_cast<std::size_t>(action)]);
}

Result<std::string> actor_of(const Workspace& workspace, std::string_view claimed) {
  return need_identity(workspace.process(), workspace.root(), claimed);
}

Result<std::vector<ReleaseActionResult>> act_on_release(const Workspace& workspace,
                                                        const ReleaseActionsOptions& options) {
  TRY(const auto context, find_context(workspace, {options.release}));
  TRY(const auto record, workspace.open_record(options.dry_run ? Access::kRead : Access::kWrite));
  const auto handle = actor_of(workspace, options.actor);
  std::deque<Card> gone;
  std::vector<const Card*> cards;
  TRY(const auto subjects, workspace.expand(options.subjects));
  for (const std::string& subject : subjects) {
    TRY(const Card* const card, find_subject(context, *record, options.what.action, subject, gone));
    if (std::ranges::find(cards, card) == cards.end()) cards.push_back(card);
  }
  if (!handle) return tl::unexpected(handle.error());
  std::vector<ActionDecider> deciders;
  std::vector<ReleaseActionResult> results;
  for (const Card* card : cards) {
    results.push_back(
        {{card->number, card->path, card->title, card->group}, {}, *handle, false, {}});
    ActionDecider& decider =
        deciders.emplace_back(context, options.what, *card, Actor{*handle, workspace.now()});
    auto ready = check_may(workspace, *card, options.what.action, *handle).and_then([&] {
      return decider.prepare();
    });
    if (!ready) return tl::unexpected(about(std::move(ready.error()), *card, cards.size()));
  }
  const auto decide = [&](std::size_t i, const ProposalState& state) -> Result<Decision> {
    auto decision = deciders[i].decide(state, results[i]);
    if (!decision) {
      return tl::unexpected(about(std::move(decision.error()), *cards[i], cards.size()));
    }
    if (options.dry_run) decision->events.clear();
    return decision;
  };
  TRY(record->act(cards, decide));
  return results;
}

}  // namespace milepost::release
