#include "features/record/replay_freeze.h"

#include <algorithm>
#include <utility>

#include "features/record/sent_event.h"
#include "features/release/freeze.h"
#include "features/release/messages.h"
#include "features/release/undo.h"
#include "store/events.h"
#include "store/record.h"

namespace milepost::record {

namespace {

using Events = std::vector<NewEvent>;

enum class Done : std::uint8_t { kApplied, kLeftOut, kUndone, kPosted };

struct OfFreeze {
  Done done;
  std::string release, freeze;
  std::string comment = {};  // that was given
};

std::optional<OfFreeze> freeze_of(const NewEvent& event) {
  if (const auto e = events::decode<events::Met>(event))
    return OfFreeze{Done::kApplied, e->release, e->freeze};
  if (const auto e = events::decode<events::LeftOut>(event))
    return OfFreeze{Done::kLeftOut, e->release, e->freeze, e->comment};
  if (const auto e = events::decode<events::Unmet>(event))
    return OfFreeze{Done::kUndone, e->release, e->freeze, e->comment};
  if (const auto e = events::decode<events::Notified>(event))
    return OfFreeze{Done::kPosted, e->release, e->freeze, e->comment};
  // Without a freeze somebody did it by hand.
  if (const auto e = events::decode<events::Removed>(event); e && !e->freeze.empty())
    return OfFreeze{Done::kApplied, e->release, e->freeze};
  if (const auto e = events::decode<events::Restored>(event); e && !e->freeze.empty())
    return OfFreeze{Done::kUndone, e->release, e->freeze, e->comment};
  return std::nullopt;
}

// Leaving out is part of applying.
Done action_of(const OfFreeze& of) { return of.done == Done::kLeftOut ? Done::kApplied : of.done; }

Result<Events> decide(const Workspace& workspace, const std::string& person, const OfFreeze& what,
                      std::span<const NewEvent> sent) {
  if (action_of(what) == Done::kPosted) {
    release::MessagesOptions options{what.release, what.freeze};
    options.where = what.comment;
    options.actor = person;
    return release::posted_events(workspace, options);
  }
  release::FreezeOptions options{what.release, what.freeze, person};
  if (what.done == Done::kUndone) {
    options.reason = what.comment;
    return release::undo_events(workspace, options);
  }
  for (const NewEvent& event : sent) {
    const auto of = freeze_of(event);
    if (!of || of->done != Done::kLeftOut) continue;
    options.except.push_back(called_in(event.stream));
    options.reason = of->comment;
  }
  return release::freeze_events(workspace, options);
}

Result<Events> replay_one(const Workspace& workspace, const std::string& person,
                          const OfFreeze& what, std::span<const NewEvent> sent) {
  for (const NewEvent& event : sent) {
    const auto of = freeze_of(event);
    const bool together = of && action_of(*of) == action_of(what) && of->release == what.release &&
                          of->freeze == what.freeze;
    if (!together) return failure("what is done about a freeze is recorded on its own");
  }
  TRY(auto here, decide(workspace, person, what, sent));
  Events all;
  for (const NewEvent& event : sent) {
    const auto same = std::ranges::find_if(here, [&](const NewEvent& decided) {
      return decided.stream == event.stream && is_same(event, decided);
    });
    if (same == here.end()) return failure(kDecidesOtherwise, ErrorKind::kConflict);
    same->claimed = false;
    all.push_back(std::move(*same));
    here.erase(same);
  }
  return all;
}

}  // namespace

std::optional<Result<Events>> replay_freeze(const Workspace& workspace, const std::string& person,
                                            std::span<const NewEvent> sent) {
  const auto first = freeze_of(sent.front());
  if (!first) return std::nullopt;
  return replay_one(workspace, person, *first, sent);
}

}  // namespace milepost::record
