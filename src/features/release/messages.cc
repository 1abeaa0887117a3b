#include "features/release/messages.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/actions.h"
#include "features/release/freeze.h"
#include "features/release/rows.h"
#include "store/events.h"
#include "workspace/names.h"

namespace milepost::release {

namespace {

// Those that are asked for and have something to say.
Result<std::vector<FreezeMessage>> choose(const Workspace& workspace, const FreezePlan& plan,
                                          const MessagesOptions& options) {
  std::set<std::string> wanted;
  for (const std::string& word : options.subjects) {
    TRY(const auto stream, stream_meant(workspace, word));
    if (std::ranges::find(plan.view.entries, stream, &ReleaseEntry::stream) ==
        plan.view.entries.end()) {
      TRY(const Card* const card, find_meant(workspace, word));
      if (!card) return tl::unexpected(unnamed(workspace, word));
      return failure(fmt::format("{} is not in {}", called(*card), plan.view.calendar.release));
    }
    wanted.insert(stream);
  }
  std::vector<FreezeMessage> messages;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const ReleaseEntry& entry = plan.view.entries[plan.steps[i].entry];
    if (!wanted.empty() && !wanted.contains(entry.stream)) continue;
    if (options.unposted && is_posted(plan, entry)) continue;
    const auto kind = message_kind(plan, plan.steps[i]);
    if (kind) messages.push_back({i, *kind});
  }
  return messages;
}

// Records that the messages were posted; one that was is not recorded twice. With --dry-run what
// would be recorded is planned.
void post(const ReleaseContext& context, Record& record, FreezeMessages& made, const Actor& actor,
          const MessagesOptions& options, std::vector<NewEvent>& planned) {
  CardsByStream by_stream(context.selection);
  std::vector<const Card*> cards;
  std::vector<FreezeRow> rows;
  for (const FreezeMessage& message : made.messages) {
    const ReleaseEntry& entry = made.entry(message);
    if (made.plan.passed() && is_posted(made.plan, entry)) continue;
    const Card& card = by_stream.card(entry.stream);
    const auto may = check_may(context.workspace, card, ReleaseAction::kRemove, actor.handle);
    if (!may) {
      made.rows.push_back({entry.proposal, {}, {}, may.error().message});
      continue;
    }
    cards.push_back(&card);
    rows.push_back({entry.proposal, std::string(events::Notified::kKind),
                    fmt::format("the message about the {} is posted", made.plan.title)});
  }
  const std::string& release = made.plan.view.calendar.release;
  const events::Notified notified{release, made.plan.id, std::string(trim(options.where))};
  const auto refused =
      act_on_rows(record, cards, [&](std::size_t i, const ProposalState&) -> Result<Decision> {
        NewEvent event = event_of(*cards[i], actor, notified);
        if (!options.dry_run) return Decision{{std::move(event)}, {}};
        planned.push_back(std::move(event));
        return Decision{};
      });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (refused[i]) rows[i].refused = refused[i]->message;
    made.rows.push_back(std::move(rows[i]));
  }
}

Result<FreezeMessages> make_messages(const Workspace& workspace, const MessagesOptions& options,
                                     std::vector<NewEvent>& planned) {
  const auto whole = workspace.from_root();
  const bool writes = options.posted && !options.dry_run;
  TRY(const auto context, find_context(*whole, {options.release}));
  TRY(const auto record, whole->open_record(writes ? Access::kWrite : Access::kRead));
  FreezeMessages made;
  TRY(made.plan, plan_messages(context, *record, options.freeze));
  TRY(made.messages, choose(workspace, made.plan, options));
  if (!options.posted) return made;
  TRY(const auto handle, actor_of(workspace, options.actor));
  post(context, *record, made, {handle, workspace.now()}, options, planned);
  return made;
}

}  // namespace

Result<FreezeMessages> freeze_messages(const Workspace& workspace, const MessagesOptions& options) {
  std::vector<NewEvent> planned;
  return make_messages(workspace, options, planned);
}

Result<std::vector<NewEvent>> posted_events(const Workspace& workspace, MessagesOptions options) {
  options.posted = options.dry_run = true;
  std::vector<NewEvent> planned;
  return make_messages(workspace, options, planned).map([&](const FreezeMessages&) {
    return std::move(planned);
  });
}

}  // namespace milepost::release
