#include "store/proposal_state.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/tab_lines.h"

namespace milepost {

namespace {

const std::string* find_field(const Event& event, std::string_view key) {
  const auto found = std::ranges::find(event.fields, key, &EventFields::value_type::first);
  return found == event.fields.end() ? nullptr : &found->second;
}

std::string field(const Event& event, std::string_view key) {
  const std::string* const found = find_field(event, key);
  return found ? *found : std::string();
}

Deed deed_of(const Event& event) {
  return {event.by, event.claimed, event.time, field(event, "comment")};
}

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

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

using Apply = void (*)(ProposalState&, const Event&);

// Handles are the same in any case.
bool is_approval_of(const ApprovalState& approval, const Event& event) {
  return equal_ignoring_case(approval.deed.by, event.by) && approval.role == field(event, "role") &&
         approval.stage == field(event, "stage");
}

void approved(ProposalState& state, const Event& event) {
  ApprovalState& approval = find_or_add(
      state.approvals, [&](const ApprovalState& other) { return is_approval_of(other, event); });
  approval = {
      field(event, "role"), field(event, "stage"), deed_of(event), field(event, "text"), {}};
  const std::vector<std::string> sections = texts_of(field(event, "sections"));
  for (std::size_t i = 0; i + 1 < sections.size(); i += 2) {
    approval.sections.emplace_back(sections[i], sections[i + 1]);
  }
}

void withdrew(ProposalState& state, const Event& event) {
  std::erase_if(state.approvals,
                [&](const ApprovalState& other) { return is_approval_of(other, event); });
}

void concern(ProposalState& state, const Event& event) {
  state.concerns.push_back(
      {event.number, field(event, "role"), field(event, "stage"), deed_of(event), std::nullopt});
}

void resolved(ProposalState& state, const Event& event) {
  const auto id = number_in(field(event, "concern"));
  for (ConcernState& other : state.concerns) {
    if (id == other.id && !other.resolved) other.resolved = deed_of(event);
  }
}

void held(ProposalState& state, const Event& event) { state.hold = deed_of(event); }
void unheld(ProposalState& state, const Event&) { state.hold.reset(); }

void tracked(ProposalState& state, const Event& event) {
  TrackerState& tracker = state.tracker;
  tracker.made = true;
  for (const auto& [key, into] :
       {std::pair("title", &tracker.title), std::pair("description", &tracker.description),
        std::pair("contact", &tracker.contact), std::pair("discussion", &tracker.discussion),
        std::pair("address", &tracker.address)}) {
    if (const std::string* const said = find_field(event, key)) *into = *said;
  }
}

ItemState& item_of(ProposalState& state, const Event& event) {
  const std::string list = field(event, "list");
  const std::string release = field(event, "release");
  const std::string item = field(event, "item");
  ItemState& found = find_or_add(state.items, [&](const ItemState& other) {
    return other.item == item && other.list == list && other.release == release;
  });
  found.list = list;
  found.release = release;
  found.item = item;
  return found;
}

void mark(ProposalState& state, const Event& event, Mark mark) {
  ItemState& item = item_of(state, event);
  item.mark = mark;
  item.deed = deed_of(event);
}

void ticked(ProposalState& state, const Event& event) { mark(state, event, Mark::kTicked); }
// A time that must pass begins anew, too.
void unticked(ProposalState& state, const Event& event) {
  mark(state, event, Mark::kUnticked);
  item_of(state, event).started.reset();
}
void not_applicable(ProposalState& state, const Event& event) {
  mark(state, event, Mark::kNotApplicable);
}
void started(ProposalState& state, const Event& event) {
  item_of(state, event).started = event.time;
}

void agreed(ProposalState& state, const Event& event) {
  item_of(state, event).agreed = deed_of(event);
}

void labelled(ProposalState& state, const Event& event) {
  const std::string label = field(event, "label");
  const auto same = [&](const LabelState& other) { return other.label == label; };
  if (field(event, "state") == "removed") {
    std::erase_if(state.labels, same);
    return;
  }
  find_or_add(state.labels, same) = {label, field(event, "state") == "confirmed", deed_of(event)};
}

void tracker_status(ProposalState& state, const Event& event) {
  state.tracker.status = field(event, "to");
}

// A pull request may hold several kinds of things. What is said of it, whether it is merged
// and what it touches, is said of all of them.
void linked(ProposalState& state, const Event& event) {
  const std::string kind = field(event, "kind");
  const std::string reference = field(event, "reference");
  const auto same = [&](const LinkState& other) { return other.reference == reference; };
  std::vector<std::string> paths;
  if (const LinkState* const known = find_in(state.links, same)) paths = known->paths;
  for (std::string& path : texts_of(field(event, "paths"))) {
    if (std::ranges::find(paths, path) == paths.end()) paths.push_back(std::move(path));
  }
  LinkState& link = find_or_add(
      state.links, [&](const LinkState& other) { return same(other) && other.kind == kind; });
  link.kind = kind;
  link.reference = reference;
  link.deed = deed_of(event);
  for (LinkState& other : state.links) {
    if (!same(other)) continue;
    other.merged = field(event, "merged") == "yes";
    other.paths = paths;
  }
}

void unlinked(ProposalState& state, const Event& event) {
  std::erase_if(state.links, [&](const LinkState& other) {
    return other.reference == field(event, "reference") && other.kind == field(event, "kind");
  });
}

void commented(ProposalState& state, const Event&) { ++state.tracker.comments; }

void imported(ProposalState& state, const Event& event) {
  state.tracker.base = field(event, "text");
  state.tracker.base_release = field(event, "release");
}

void take_part(ProposalState& state, const Event& event, Part part) {
  const std::string release = field(event, "release");
  PartState& taken =
      find_or_add(state.parts, [&](const PartState& other) { return other.release == release; });
  taken = {release, part, field(event, "to"), deed_of(event), taken.opted_in};
  if (part == Part::kIn) taken.opted_in = taken.deed;
}

void opted_in(ProposalState& state, const Event& event) { take_part(state, event, Part::kIn); }
void opted_out(ProposalState& state, const Event& event) { take_part(state, event, Part::kOut); }
void removed(ProposalState& state, const Event& event) { take_part(state, event, Part::kRemoved); }
void deferred(ProposalState& state, const Event& event) {
  take_part(state, event, Part::kDeferred);
}

ExceptionState& exception_of(ProposalState& state, const Event& event) {
  const std::string release = field(event, "release");
  const std::string freeze = field(event, "freeze");
  ExceptionState& found = find_or_add(state.exceptions, [&](const ExceptionState& other) {
    return other.release == release && other.freeze == freeze;
  });
  found.release = release;
  found.freeze = freeze;
  return found;
}

void exception_requested(ProposalState& state, const Event& event) {
  ExceptionState& exception = exception_of(state, event);
  exception.requested = deed_of(event);
  exception.until = field(event, "until");
}

// One decision for a freeze, and it is final.
void decide(ProposalState& state, const Event& event, bool approved) {
  ExceptionState& exception = exception_of(state, event);
  if (exception.decided) return;
  exception.decided = deed_of(event);
  exception.approved = approved;
  if (const std::string* const until = find_field(event, "until")) exception.until = *until;
}

void exception_approved(ProposalState& state, const Event& event) {
  decide(state, event, true);
  const ExceptionState& exception = exception_of(state, event);
  if (!exception.approved) return;
  for (PartState& part : state.parts) {
    if (part.release != exception.release || part.part != Part::kRemoved) continue;
    part.part = Part::kIn;
    part.deed = deed_of(event);
  }
}
void exception_rejected(ProposalState& state, const Event& event) { decide(state, event, false); }

void met(ProposalState& state, const Event& event) {
  MetState met{field(event, "release"), field(event, "freeze"), deed_of(event)};
  if (!state.find_met(met.release, met.freeze)) state.met.push_back(std::move(met));
}

constexpr std::pair<std::string_view, Apply> kKinds[] = {
    {"approved", approved},
    {"withdrew", withdrew},
    {"concern", concern},
    {"resolved", resolved},
    {"held", held},
    {"unheld", unheld},
    {"tracked", tracked},
    {"ticked", ticked},
    {"unticked", unticked},
    {"not-applicable", not_applicable},
    {"started", started},
    {"agreed", agreed},
    {"labelled", labelled},
    {"tracker-status", tracker_status},
    {"linked", linked},
    {"unlinked", unlinked},
    {"commented", commented},
    {"imported", imported},
    {"opted-in", opted_in},
    {"opted-out", opted_out},
    {"removed", removed},
    {"deferred", deferred},
    {"met", met},
    {"exception-requested", exception_requested},
    {"exception-approved", exception_approved},
    {"exception-rejected", exception_rejected},
};

}  // namespace

std::string deed_text(const Deed& deed) {
  return fmt::format("by @{} on {}", deed.by, to_string(date_of(deed.time)));
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

const PartState* ProposalState::find_part(std::string_view release) const {
  return find_in(parts, [&](const PartState& other) { return other.release == release; });
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

void apply(ProposalState& state, const Event& event) {
  const auto known =
      std::ranges::find(kKinds, event.kind, &std::pair<std::string_view, Apply>::first);
  if (known != std::end(kKinds)) known->second(state, event);
}

bool is_known_kind(std::string_view kind) {
  return std::ranges::find(kKinds, kind, &std::pair<std::string_view, Apply>::first) !=
         std::end(kKinds);
}

std::string fold_proposal(std::string_view state, const Event& event) {
  ProposalState folded = read_proposal_state(state);
  apply(folded, event);
  return write_state(folded);
}

}  // namespace milepost
