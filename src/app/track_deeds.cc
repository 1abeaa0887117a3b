// What people do with a tracking issue, one thing at a time.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "app/item_deeds.h"
#include "app/track.h"
#include "base/strings.h"
#include "base/tab_lines.h"
#include "gates/conditions.h"
#include "process/validate.h"

namespace milepost {

namespace {

std::string_view word_of(ItemDeed deed) {
  return deed == ItemDeed::kNotApplicable ? "does not apply:"
         : deed == ItemDeed::kAgree       ? "approved:"
         : deed == ItemDeed::kTick        ? "ticked:"
                                          : "unticked:";
}

bool is_so_already(const ItemView& item, ItemDeed deed) {
  const Mark mark = item.state ? item.state->mark : Mark::kUnticked;
  const bool begun = item.state && item.state->started;
  switch (deed) {
    case ItemDeed::kTick: return mark == Mark::kTicked;
    case ItemDeed::kUntick: return mark == Mark::kUnticked && !begun;
    case ItemDeed::kNotApplicable: return mark == Mark::kNotApplicable;
    case ItemDeed::kAgree: break;
  }
  return item.state && item.state->agreed;
}

// "owner/repo#12", also from an address that ends in "owner/repo/pull/12".
Result<std::string> read_reference(std::string_view given) {
  const auto wrong = [&] {
    return failure(
        fmt::format("\"{}\" is no pull request: write owner/repo#12, or its address", given));
  };
  const auto is_name = [](std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
      return is_alnum(c) || c == '-' || c == '_' || c == '.';
    });
  };
  const auto is_number = [](std::string_view number) {
    return !number.empty() && number.size() <= 10 && number[0] != '0' &&
           std::ranges::all_of(number, is_digit);
  };
  std::string text(trim(given));
  if (const std::size_t scheme = text.find("://"); scheme != text.npos) {
    const std::size_t host = text.find('/', scheme + 3);
    const std::size_t pull = host == text.npos ? text.npos : text.find("/pull/", host);
    if (pull == text.npos) return wrong();
    const std::string number(cut(std::string_view(text).substr(pull + 6), '/').first);
    text = text.substr(host + 1, pull - host - 1) + "#" + number;
  }
  const auto [path, number] = cut(text, '#');
  const auto [owner, name] = cut(path, '/');
  if (!is_name(owner) || !is_name(name) || !is_number(number)) return wrong();
  return text;
}

// What a deed is decided upon, each time somebody else was quicker.
struct Scene {
  TrackedProposal& tracked;
  const Actor& actor;
  const ProposalState& state;
  const Issue* issue;  // null: there is none yet
  std::string& message;
};

using DecideDeed = std::function<Result<Decision>(const Scene& scene)>;

enum class Needs : std::uint8_t { kProposal, kIssue };

Result<TrackOutcome> perform(const TrackRequest& request, Needs needs, const DecideDeed& decide) {
  auto opened = TrackedProposal::open(request, Access::kWrite);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  TrackedProposal& tracked = **opened;
  const auto actor = tracked.actor();
  if (!actor) return tl::unexpected(actor.error());
  TrackOutcome outcome;
  auto events = tracked.act([&](const ProposalState& state) -> Result<Decision> {
    const auto issue = needs == Needs::kIssue ? tracked.need_issue(state) : tracked.issue_of(state);
    if (!issue) return tl::unexpected(issue.error());
    return decide({tracked, *actor, state, issue->get(), outcome.message});
  });
  if (!events) return tl::unexpected(std::move(events.error()));
  outcome.events = std::move(*events);
  return outcome;
}

Result<Decision> nothing_to_do(const Scene& scene, std::string_view what) {
  scene.message = fmt::format("it is so already: {}", what);
  return Decision{};
}

}  // namespace

Result<TrackOutcome> mark_item(const TrackRequest& request, std::string_view item, ItemDeed deed) {
  if (deed == ItemDeed::kNotApplicable && trim(request.comment).empty()) {
    return failure("why does it not apply? Give the reason");
  }
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const Tracker tracker = make_tracker(tracked.input(state, *issue));
    const auto found = tracker.find(item);
    if (!found) return tl::unexpected(found.error());
    const ItemView& view = tracker.items[*found];
    if (is_so_already(view, deed)) return nothing_to_do(scene, view.item->title);
    ItemDeeds deeds(tracked, actor, state, *issue);
    if (auto marked = deeds.mark(*found, deed, request.comment); !marked) {
      return tl::unexpected(std::move(marked.error()));
    }
    const bool begins = deed == ItemDeed::kTick && view.item->form && view.item->form->days > 0;
    message = fmt::format("{} \"{}\" of {}{}", begins ? "its time begins:" : word_of(deed),
                          view.item->title, called(tracked.card()),
                          view.release.empty() ? "" : " for " + view.release);
    return Decision{deeds.take_events(), {}};
  });
}

Result<TrackOutcome> set_label(const TrackRequest& request, std::string_view label, bool remove) {
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    const TrackedLabel* const form = tracked.form().find_label(label);
    if (!form) return failure(unknown("label", label, ids(tracked.form().labels)));
    const TrackerInput input = tracked.input(state, *issue);
    const auto act = may_label(input, make_tracker(input), *form, remove, actor.handle);
    if (!act) return tl::unexpected(act.error());
    const LabelState* const set = state.find_label(form->id);
    const bool same = *act == LabelAct::kRemove    ? !set
                      : *act == LabelAct::kConfirm ? set && set->confirmed
                                                   : set != nullptr;
    if (same) return nothing_to_do(scene, form->id);
    constexpr std::string_view kStates[] = {"claimed", "confirmed", "removed"};
    const std::string_view word = kStates[static_cast<std::size_t>(*act)];
    message = fmt::format("{} {} on {}", form->id, word, called(tracked.card()));
    return Decision{
        {tracked.event(
            "labelled", actor,
            {{"label", form->id}, {"state", std::string(word)}, {"comment", request.comment}})},
        {}};
  });
}

Result<TrackOutcome> set_tracker_status(const TrackRequest& request, std::string_view to) {
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    if (auto allowed = may_set_status(tracked.input(state, *issue), to, actor.handle); !allowed) {
      return tl::unexpected(std::move(allowed.error()));
    }
    const std::string_view from = status_of(tracked.form(), state);
    if (from == to) return nothing_to_do(scene, to);
    message = fmt::format("{} of {}: {} → {}", tracked.form().status.label, called(tracked.card()),
                          from, to);
    return Decision{{tracked.event("tracker-status", actor,
                                   {{"to", std::string(to)}, {"comment", request.comment}})},
                    {}};
  });
}

Result<TrackOutcome> link_pull_request(const TrackRequest& request, const PullRequest& pull) {
  auto reference = read_reference(pull.reference);
  if (!reference) return tl::unexpected(std::move(reference.error()));
  const std::string comment =
      !request.comment.empty()
          ? request.comment
          : fmt::format("{} is {} ({})", *reference, pull.merged ? "merged" : "open", pull.kind);
  return perform(request, Needs::kProposal, [&](const Scene& scene) -> Result<Decision> {
    const auto& [tracked, actor, state, issue, message] = scene;
    if (auto allowed = tracked.check_editor(actor); !allowed) {
      return tl::unexpected(std::move(allowed.error()));
    }
    const std::vector<std::string>& kinds = tracked.form().link_kinds;
    if (std::ranges::find(kinds, pull.kind) == kinds.end()) {
      return failure(unknown("kind of links", pull.kind, kinds));
    }
    const auto known = std::ranges::find(state.links, *reference, &LinkState::reference);
    if (known != state.links.end() && known->kind == pull.kind && known->merged == pull.merged &&
        known->paths == pull.paths) {
      return nothing_to_do(scene, *reference);
    }
    message = fmt::format("{}: {}", called(tracked.card()), comment);
    return Decision{{tracked.event("linked", actor,
                                   {{"kind", pull.kind},
                                    {"reference", *reference},
                                    {"merged", pull.merged ? "yes" : "no"},
                                    {"paths", as_field(pull.paths)}}),
                     tracked.event("commented", actor, {{"comment", comment}})},
                    {}};
  });
}

Result<TrackOutcome> add_comment(const TrackRequest& request) {
  if (trim(request.comment).empty()) return failure("the comment says nothing");
  return perform(request, Needs::kIssue, [&](const Scene& scene) -> Result<Decision> {
    scene.message = fmt::format("commented on {}", called(scene.tracked.card()));
    return Decision{{scene.tracked.event("commented", scene.actor, {{"comment", request.comment}})},
                    {}};
  });
}

}  // namespace milepost
