#include "store/proposal_state.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "store/events.h"

namespace milepost {

namespace {

// The one that matches, made when there is none.
template <typename T, typename Match>
T& find_or_add(std::vector<T>& all, Match matches) {
  const auto found = std::ranges::find_if(all, matches);
  return found != all.end() ? *found : all.emplace_back();
}

template <typename T, typename Match>
const T* find_in(const std::vector<T>& all, Match matches) {
  const auto found = std::ranges::find_if(all, matches);
  return found != all.end() ? &*found : nullptr;
}

// Handles are the same in any case.
bool is_approval_of(const ApprovalState& approval, const std::string& by, const std::string& role,
                    const std::string& stage) {
  return equal_ignoring_case(approval.action.by, by) && approval.role == role &&
         approval.stage == stage;
}

// What an event of each kind changes; one that has no function here does not compile.
class Change {
 public:
  Change(ProposalState& state, const Event& event) : state_(state), event_(event) {}

  // --- reviews ---

  void operator()(const events::Approved& approved) const {
    ApprovalState& approval = find_or_add(state_.approvals, [&](const ApprovalState& other) {
      return is_approval_of(other, event_.by, approved.role, approved.stage);
    });
    approval = {approved.role, approved.stage, action(approved.comment), approved.text,
                approved.sections};
  }
  void operator()(const events::Withdrew& withdrew) const {
    std::erase_if(state_.approvals, [&](const ApprovalState& other) {
      return is_approval_of(other, event_.by, withdrew.role, withdrew.stage);
    });
  }
  void operator()(const events::Concern& concern) const {
    state_.concerns.push_back(
        {event_.number, concern.role, concern.stage, action(concern.comment), std::nullopt});
  }
  void operator()(const events::Resolved& resolved) const {
    for (ConcernState& other : state_.concerns) {
      if (resolved.concern == other.id && !other.resolved)
        other.resolved = action(resolved.comment);
    }
  }
  void operator()(const events::Held& held) const { state_.hold = action(held.comment); }
  void operator()(const events::Unheld&) const { state_.hold.reset(); }

  void operator()(const events::Confirmed& confirmed) const {
    ConfirmedState& state = find_or_add(state_.confirmed, [&](const ConfirmedState& other) {
      return other.kind == confirmed.kind;
    });
    state.kind = confirmed.kind;
    state.action = action(confirmed.comment);
    for (const std::string& id : confirmed.criteria) {
      if (std::ranges::find(state.criteria, id) == state.criteria.end()) {
        state.criteria.push_back(id);
      }
    }
  }

  // --- tracking issues ---

  void operator()(const events::Tracked& tracked) const {
    TrackerState& tracker = state_.tracker;
    tracker.made = true;
    for (const auto& [which, text] : tracked.texts) {
      switch (which) {
        case events::IssueText::kTitle: tracker.title = text; break;
        case events::IssueText::kDescription:
          tracker.description = text;
          tracker.proposed = false;
          break;
        case events::IssueText::kContact: tracker.contact = text; break;
        case events::IssueText::kDiscussion: tracker.discussion = text; break;
        case events::IssueText::kAddress: tracker.address = text; break;
        case events::IssueText::kProposed: tracker.proposed = !text.empty(); break;
      }
    }
  }
  void operator()(const events::Ticked& ticked) const { mark(ticked, Mark::kTicked); }
  // A time that must pass begins anew, too.
  void operator()(const events::Unticked& unticked) const {
    mark(unticked, Mark::kUnticked);
    find_item(unticked).started.reset();
  }
  void operator()(const events::NotApplicable& aside) const { mark(aside, Mark::kNotApplicable); }
  void operator()(const events::Agreed& agreed) const {
    ItemState& item = find_item(agreed);
    item.agreed = action(agreed.comment);
    item.agreed_text = agreed.text;
    item.agreed_sections = agreed.sections;
  }
  void operator()(const events::Disagreed& disagreed) const {
    ItemState& item = find_item(disagreed);
    item.agreed.reset();
    item.agreed_text.clear();
    item.agreed_sections.clear();
  }
  void operator()(const events::Started& started) const {
    find_item(started).started = event_.time;
  }
  void operator()(const events::Labelled& labelled) const {
    const auto same = [&](const LabelState& other) { return other.label == labelled.label; };
    if (labelled.state == events::LabelChange::kRemoved) {
      std::erase_if(state_.labels, same);
      return;
    }
    find_or_add(state_.labels, same) = {labelled.label,
                                        labelled.state == events::LabelChange::kConfirmed,
                                        action(labelled.comment)};
  }
  void operator()(const events::TrackerStatus& status) const { state_.tracker.status = status.to; }
  // A pull request may hold several kinds of things. What is said of it, whether it is merged
  // and what it touches, is said of all of them.
  void operator()(const events::Linked& linked) const {
    const auto same = [&](const LinkState& other) { return other.reference == linked.reference; };
    std::vector<std::string> paths;
    if (const LinkState* const known = find_in(state_.links, same)) paths = known->paths;
    for (const std::string& path : linked.paths) {
      if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
    }
    LinkState& link = find_or_add(state_.links, [&](const LinkState& other) {
      return same(other) && other.kind == linked.kind;
    });
    link.kind = linked.kind;
    link.reference = linked.reference;
    link.action = action(linked.comment);
    for (LinkState& other : state_.links) {
      if (!same(other)) continue;
      other.merged = linked.merged;
      other.closed = !linked.merged && linked.state == events::Linked::kClosed;
      other.paths = paths;
    }
  }
  void operator()(const events::Unlinked& unlinked) const {
    std::erase_if(state_.links, [&](const LinkState& other) {
      return other.reference == unlinked.reference && other.kind == unlinked.kind;
    });
  }
  void operator()(const events::Commented&) const { ++state_.tracker.comments; }
  void operator()(const events::Imported& imported) const {
    state_.tracker.base = imported.text;
    state_.tracker.base_release = imported.release;
  }

  void operator()(const events::Announced& announced) const {
    if (!state_.candidate) state_.candidate = CandidateState{{}, {}, {}, action({})};
    CandidateState& candidate = *state_.candidate;
    if (!announced.title.empty()) candidate.title = announced.title;
    if (!announced.group.empty()) candidate.group = announced.group;
    if (!announced.text.empty()) candidate.text = announced.text;
  }
  // What was said of its issue was said of nothing.
  void operator()(const events::Retracted&) const {
    state_.candidate.reset();
    state_.tracker = {};
    state_.items.clear();
    state_.labels.clear();
    state_.links.clear();
  }

  // --- releases ---

  void operator()(const events::OptedIn& in) const {
    Participation& part = take_part(in.release, ParticipationState::kIn, {}, in.comment);
    part.opted_in = part.action;
    if (!in.stage.empty()) part.stage = in.stage;
    if (!in.text.empty()) part.text = in.text;
  }
  void operator()(const events::OptedOut& out) const {
    take_part(out.release, ParticipationState::kOut, {}, out.comment);
  }
  void operator()(const events::Removed& removed) const {
    take_part(removed.release, ParticipationState::kRemoved, {}, removed.comment).freeze =
        removed.freeze;
    std::erase_if(state_.exempt,
                  [&](const ExemptState& other) { return other.release == removed.release; });
  }
  // What somebody decided otherwise since stays.
  void operator()(const events::Restored& restored) const {
    for (Participation& part : state_.participations) {
      const bool out =
          part.state == ParticipationState::kRemoved || part.state == ParticipationState::kDeferred;
      if (part.release != restored.release || !out) continue;
      if (restored.freeze.empty()) exempt(part.release, part.freeze, restored.comment);
      take_part(part.release,
                part.opted_in ? ParticipationState::kIn : ParticipationState::kUndecided, {},
                restored.comment);
    }
  }
  void operator()(const events::Deferred& deferred) const {
    take_part(deferred.release, ParticipationState::kDeferred, deferred.to, deferred.comment);
  }
  void operator()(const events::Met& met) const {
    if (state_.find_met(met.release, met.freeze)) return;
    state_.met.push_back({met.release, met.freeze, action(met.comment)});
  }
  void operator()(const events::Unmet& unmet) const {
    std::erase_if(state_.met, [&](const MetState& other) {
      return other.release == unmet.release && other.freeze == unmet.freeze;
    });
  }
  void operator()(const events::LeftOut& left_out) const {
    exempt(left_out.release, left_out.freeze, left_out.comment);
  }
  void operator()(const events::Notified& notified) const {
    NotifiedState& found = find_or_add(state_.notified, [&](const NotifiedState& other) {
      return other.release == notified.release && other.freeze == notified.freeze;
    });
    found = {notified.release, notified.freeze, action(notified.comment)};
  }
  void operator()(const events::ExceptionRequested& requested) const {
    ExceptionState& exception = find_exception(requested);
    exception.requested = action(requested.comment);
    exception.until = requested.until.value_or("");
  }
  void operator()(const events::ExceptionApproved& approved) const {
    if (!decide(approved, true).approved) return;
    for (Participation& part : state_.participations) {
      if (part.release != approved.release || part.state != ParticipationState::kRemoved) continue;
      part.state = ParticipationState::kIn;
      part.action = action(approved.comment);
      part.freeze.clear();
    }
  }
  void operator()(const events::ExceptionRejected& rejected) const { decide(rejected, false); }

 private:
  // Who did it and when, with what they said.
  Action action(const std::string& comment) const {
    return {event_.by, event_.claimed, event_.time, comment};
  }

  ItemState& find_item(const events::OfItem& of) const {
    ItemState& found = find_or_add(state_.items, [&](const ItemState& other) {
      return other.item == of.item && other.list == of.list && other.release == of.release;
    });
    found.list = of.list;
    found.release = of.release;
    found.item = of.item;
    return found;
  }

  void mark(const events::OfItem& of, Mark mark) const {
    ItemState& item = find_item(of);
    item.mark = mark;
    item.action = action(of.comment);
  }

  Participation& take_part(const std::string& release, ParticipationState part,
                           const std::string& to, const std::string& comment) const {
    Participation& taken = find_or_add(state_.participations, [&](const Participation& other) {
      return other.release == release;
    });
    taken = {release, part, to, action(comment), taken.opted_in, taken.stage, taken.text, {}};
    return taken;
  }

  void exempt(const std::string& release, const std::string& freeze,
              const std::string& comment) const {
    if (freeze.empty()) return;
    find_or_add(state_.exempt, [&](const ExemptState& other) {
      return other.release == release && other.freeze == freeze;
    }) = {release, freeze, action(comment)};
  }

  ExceptionState& find_exception(const events::OfException& of) const {
    ExceptionState& found = find_or_add(state_.exceptions, [&](const ExceptionState& other) {
      return other.release == of.release && other.freeze == of.freeze;
    });
    found.release = of.release;
    found.freeze = of.freeze;
    return found;
  }

  // One decision for a freeze, and it is final.
  const ExceptionState& decide(const events::OfException& of, bool approved) const {
    ExceptionState& exception = find_exception(of);
    if (exception.decided) return exception;
    exception.decided = action(of.comment);
    exception.approved = approved;
    if (of.until) exception.until = *of.until;
    return exception;
  }

  ProposalState& state_;
  const Event& event_;
};

}  // namespace

std::string action_text(const Action& action) {
  return fmt::format("by @{} on {}", action.by, to_string(date_of(action.time)));
}

const ItemState* ProposalState::find_item(std::string_view list, std::string_view release,
                                          std::string_view item) const {
  return find_in(items, [&](const ItemState& other) {
    return other.item == item && other.list == list && other.release == release;
  });
}

const LabelState* ProposalState::find_label(std::string_view label) const {
  return find_in(labels, [&](const LabelState& other) { return other.label == label; });
}

const LinkState* ProposalState::find_link(std::string_view kind, std::string_view reference) const {
  return find_in(links, [&](const LinkState& other) {
    return other.kind == kind && other.reference == reference;
  });
}

const Participation* ProposalState::find_participation(std::string_view release) const {
  return find_in(participations,
                 [&](const Participation& other) { return other.release == release; });
}

const ExceptionState* ProposalState::find_exception(std::string_view release,
                                                    std::string_view freeze) const {
  return find_in(exceptions, [&](const ExceptionState& other) {
    return other.release == release && other.freeze == freeze;
  });
}

const MetState* ProposalState::find_met(std::string_view release, std::string_view freeze) const {
  return find_in(met, [&](const MetState& other) {
    return other.release == release && other.freeze == freeze;
  });
}

const NotifiedState* ProposalState::find_notified(std::string_view release,
                                                  std::string_view freeze) const {
  return find_in(notified, [&](const NotifiedState& other) {
    return other.release == release && other.freeze == freeze;
  });
}

const ConfirmedState* ProposalState::find_confirmed(std::string_view kind) const {
  return find_in(confirmed, [&](const ConfirmedState& other) { return other.kind == kind; });
}

const ExemptState* ProposalState::find_exempt(std::string_view release,
                                              std::string_view freeze) const {
  return find_in(exempt, [&](const ExemptState& other) {
    return other.release == release && other.freeze == freeze;
  });
}

void apply(ProposalState& state, const Event& event) {
  const auto known = events::decode_of_proposal(event);
  if (known) std::visit(Change(state, event), *known);
}

std::string fold_proposal(std::string_view state, const Event& event) {
  return fold_proposal(state, std::span(&event, 1));
}

std::string fold_proposal(std::string_view state, std::span<const Event> events) {
  ProposalState folded = read_proposal_state(state);
  for (const Event& event : events) apply(folded, event);
  return write_state(folded);
}

}  // namespace milepost
