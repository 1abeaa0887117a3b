#include "features/release/undo.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/actions.h"
#include "features/release/applied_freeze.h"
#include "features/release/calendar.h"
#include "store/events.h"

namespace milepost::release {

namespace {

using Outcome = AppliedFreeze::Outcome;

// What applying the freeze did to each proposal, and takes it back.
class Undoer {
 public:
  Undoer(const ReleaseContext& context, Record& record, const CalendarDate& freeze,
         const FreezeOptions& options, std::vector<NewEvent>& planned)
      : context_(context),
        record_(record),
        options_(options),
        cards_(context.selection),
        planned_(planned) {
    undo_.release = context.name();
    undo_.id = freeze.id;
    undo_.title = freeze.title;
    undo_.dry_run = options.dry_run;
  }

  Result<FreezeUndo> undo(const Actor& actor) {
    TRY(find_concerned());
    // All of it or nothing: a freeze of which half is undone is understood by nobody.
    const auto done =
        record_.act(concerned_, [&](std::size_t i, const ProposalState&) -> Result<Decision> {
          if (i == 0) undo_.rows.clear();
          TRY(auto decision, decide(*concerned_[i], actor));
          const bool last = i + 1 == concerned_.size();
          if (last && undo_.refused()) return failure("what was done since stands");
          return decision;
        });
    if (!done && !undo_.refused()) return tl::unexpected(done.error());
    if (undo_.refused()) {
      std::erase_if(undo_.rows, [](const FreezeRow& row) { return row.refused.empty(); });
    }
    return std::move(undo_);
  }

 private:
  // Whether the card is left out; the words that name one are counted.
  bool is_excepted(const Card& card) {
    bool excepted = false;
    for (const auto& [word, stream] : except_) {
      if (stream != stream_of(card)) continue;
      excepted_.insert(word);
      excepted = true;
    }
    return excepted;
  }

  // Earlier programs did not note which freeze removed a proposal, and anybody may have written
  // the reason: it is left to people.
  void note_unmarked(const Card& card, const Participation& part) {
    if (!part.freeze.empty() || !part.action.comment.starts_with(undo_.title + ": missing "))
      return;
    undo_.notes.push_back(fmt::format(
        "{0} was removed {1}, and which freeze did it is not on record: milepost release "
        "restore {2} {0} --reason \"…\" brings it back",
        called(card), action_text(part.action), undo_.release));
  }

  // What the freeze did to whoever has a part in the release, their events tell.
  Result<void> find_concerned() {
    for (const std::string& word : options_.except) {
      TRY(except_[word], stream_meant(context_.workspace, word));
    }
    TRY(record_.for_each([&](const std::string& stream, const ProposalState& state) {
      const Participation* const part = state.find_participation(undo_.release);
      if (!part && !state.find_met(undo_.release, undo_.id)) return;
      const Card& card = cards_.card(stream);
      if (is_excepted(card)) return;
      if (part && part->state == ParticipationState::kRemoved) note_unmarked(card, *part);
      concerned_.push_back(&card);
    }));
    for (const std::string& word : options_.except) {
      if (excepted_.contains(word)) continue;
      return failure(fmt::format("--except {}: no such proposal is in {}", word, undo_.release));
    }
    return {};
  }

  // By the events, whose order says what was done since.
  Result<Decision> decide(const Card& card, const Actor& actor) {
    TRY(const auto events, record_.events_of(stream_of(card)));
    const AppliedFreeze applied = applied_freeze(events, undo_.release, undo_.id);
    if (applied.outcome == Outcome::kNone) return Decision{};
    if (auto may = check_may(context_.workspace, card, ReleaseAction::kRestore, actor.handle);
        !may) {
      undo_.rows.clear();
      return tl::unexpected(std::move(may.error()));
    }
    FreezeRow& row = undo_.rows.emplace_back();
    row.proposal = ref_of(card, context_.workspace.repository());
    if (applied.since) {
      row.refused = since_text(*applied.since);
      return Decision{};
    }
    const bool met = applied.outcome == Outcome::kMet;
    row.kind = met ? events::Unmet::kKind : events::Restored::kKind;
    row.text = met ? fmt::format("that it met the {} is undone", undo_.title)
                   : fmt::format("restored to {}", undo_.release);
    if (applied.notified) {
      row.text += fmt::format("; the message about it was posted {}: tell its people",
                              by_text(*applied.notified));
    }
    const std::string reason(trim(options_.reason));
    NewEvent event =
        met ? event_of(card, actor, events::Unmet{undo_.release, undo_.id, reason})
            : event_of(card, actor, events::Restored{{undo_.release, reason}, undo_.id});
    if (!options_.dry_run) return Decision{{std::move(event)}, {}};
    planned_.push_back(std::move(event));
    return Decision{};
  }

  const ReleaseContext& context_;
  Record& record_;
  const FreezeOptions& options_;
  CardsByStream cards_;
  std::vector<NewEvent>& planned_;
  FreezeUndo undo_;
  std::vector<const Card*> concerned_;
  std::map<std::string, std::string> except_;  // streams left out, by the words that name them
  std::set<std::string> excepted_;             // the words that named one
};

// With --dry-run what would be recorded is planned.
Result<FreezeUndo> plan_or_undo(const Workspace& workspace, const FreezeOptions& options,
                                std::vector<NewEvent>& planned) {
  TRY(const auto context, find_context(workspace, {options.release}));
  TRY(const CalendarDate* const freeze, find_freeze(context.process().calendar, options.freeze));
  TRY(const auto handle, actor_of(workspace, options.actor));
  if (trim(options.reason).empty()) {
    return failure("a reason is needed: say it with --reason \"…\"");
  }
  TRY(const auto record, workspace.open_record(options.dry_run ? Access::kRead : Access::kWrite));
  return Undoer(context, *record, *freeze, options, planned).undo({handle, workspace.now()});
}

}  // namespace

bool FreezeUndo::refused() const {
  return std::ranges::any_of(rows, [](const FreezeRow& row) { return !row.refused.empty(); });
}

Result<FreezeUndo> undo_freeze(const Workspace& workspace, const FreezeOptions& options) {
  std::vector<NewEvent> planned;
  return plan_or_undo(workspace, options, planned);
}

Result<std::vector<NewEvent>> undo_events(const Workspace& workspace, FreezeOptions options) {
  options.dry_run = true;
  std::vector<NewEvent> planned;
  return plan_or_undo(workspace, options, planned).map([&](const FreezeUndo&) {
    return std::move(planned);
  });
}

}  // namespace milepost::release
