#include "features/release/actions.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/recorded_name.h"
#include "features/release/outlook.h"
#include "features/release/rows.h"
#include "features/release/view.h"
#include "gates/roles.h"
#include "workspace/identity.h"
#include "workspace/names.h"

namespace milepost::release {

namespace {

// The proposal that a word means. One whose files are gone is known by what the record has of it,
// and can be taken out; `gone` keeps its card.
Result<const Card*> find_subject(const ReleaseContext& context, const Record& record,
                                 ReleaseAction action, const std::string& subject,
                                 std::deque<Card>& gone) {
  const Workspace& workspace = context.workspace;
  TRY(const Card* const card, find_meant(workspace, subject));
  if (card) return card;
  const std::string name = recorded_name(subject, workspace);
  if (action != ReleaseAction::kOptIn) {
    Card former = gone_card(name);
    TRY(const auto streams, record.streams_in(context.name()));
    if (std::ranges::find(streams, stream_of(former)) != streams.end()) {
      return &gone.emplace_back(std::move(former));
    }
  }
  Error missing = unnamed(workspace, subject);
  const bool may_come = action == ReleaseAction::kOptIn && !number_in(subject).empty();
  if (may_come) {
    missing.message += fmt::format(
        "; if its text is to come, make its number known first: "
        "milepost track new --number {} --title \"…\" --group GROUP",
        name);
  }
  return tl::unexpected(std::move(missing));
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
                                         "decide upon an exception",
                                         "restore a proposal to a release"};
  return check_roles(process, process.calendar.roles_of(action), card, workspace.facts().rosters(),
                     actor, kWords[static_cast<std::size_t>(action)]);
}

Result<std::string> actor_of(const Workspace& workspace, std::string_view claimed) {
  return need_identity(workspace.process(), workspace.root(), claimed);
}

namespace {

// The results of those that can be acted upon, each once, and what decides of each.
struct Rows {
  std::deque<Card> gone;
  std::vector<ReleaseActionResult> results;  // in the order of the words
  std::vector<const Card*> cards;
  std::vector<std::size_t> places;  // of the cards, among the results
  std::vector<ActionDecider> deciders;
};

void add_row(Rows& rows, const ReleaseContext& context, const Record& record,
             const ReleaseActionsOptions& options, const std::string& subject, const Actor& actor) {
  const auto found = find_subject(context, record, options.what.action, subject, rows.gone);
  if (!found) {
    rows.results.push_back({{.number = subject}, {}, actor.handle, false, found.error().message});
    rows.results.back().why = found.error().kind;
    return;
  }
  const Card& card = **found;
  if (std::ranges::find(rows.cards, stream_of(card),
                        [](const Card* other) { return stream_of(*other); }) != rows.cards.end()) {
    return;
  }
  ActionDecider decider(context, options.what, card, actor);
  const auto ready =
      check_may(context.workspace, card, options.what.action, actor.handle).and_then([&] {
        return decider.prepare();
      });
  rows.results.push_back({{card.number, card.path, card.title, card.group},
                          {},
                          actor.handle,
                          false,
                          ready ? std::string() : ready.error().message});
  if (!ready) {
    rows.results.back().why = ready.error().kind;
    return;
  }
  rows.cards.push_back(&card);
  rows.places.push_back(rows.results.size() - 1);
  rows.deciders.push_back(std::move(decider));
}

// Where what is back stands now.
Result<void> note_outlook(Rows& rows, const ReleaseContext& context, const Record& record) {
  TRY(const auto view, view_release(context, record, {.decided = true}));
  for (std::size_t i = 0; i < rows.cards.size(); ++i) {
    ReleaseActionResult& result = rows.results[rows.places[i]];
    if (!result.refused.empty()) continue;
    const auto entry =
        std::ranges::find(view.entries, stream_of(*rows.cards[i]), &ReleaseEntry::stream);
    if (entry != view.entries.end())
      result.notes.push_back(outlook_text(*entry, view.calendar.anywhere_on_earth));
  }
  return {};
}

}  // namespace

Result<std::vector<ReleaseActionResult>> act_on_release(const Workspace& workspace,
                                                        const ReleaseActionsOptions& options) {
  TRY(const auto context, find_context(workspace, {options.release}));
  TRY(const auto record, workspace.open_record(options.dry_run ? Access::kRead : Access::kWrite));
  TRY(const auto subjects, workspace.expand(options.subjects));
  TRY(const auto handle, actor_of(workspace, options.actor));
  Rows rows;
  for (const std::string& subject : subjects) {
    add_row(rows, context, *record, options, subject, {handle, workspace.now()});
  }
  const auto decide = [&](std::size_t i, const ProposalState& state) -> Result<Decision> {
    TRY(auto decision, rows.deciders[i].decide(state, rows.results[rows.places[i]]));
    rows.results[rows.places[i]].events = decision.events;
    if (options.dry_run) decision.events.clear();
    return decision;
  };
  const auto refused = act_on_rows(*record, rows.cards, decide);
  for (std::size_t i = 0; i < refused.size(); ++i) {
    if (!refused[i]) continue;
    rows.results[rows.places[i]].refused = refused[i]->message;
    rows.results[rows.places[i]].why = refused[i]->kind;
  }
  if (options.what.action == ReleaseAction::kRestore) {
    TRY(note_outlook(rows, context, *record));
  }
  return std::move(rows.results);
}

}  // namespace milepost::release
