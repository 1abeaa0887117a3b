// How the state of a proposal is kept: a line for each thing, its fields apart by tabs.
#include <algorithm>
#include <charconv>

#include "base/tab_lines.h"
#include "store/proposal_state.h"

namespace milepost {

namespace {

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string action_field(const Action& action) {
  return as_field({action.by, action.claimed ? "claimed" : "proved",
                   std::to_string(action.time.seconds), action.comment});
}

std::string action_field(const std::optional<Action>& action) {
  return action ? action_field(*action) : std::string();
}

std::optional<Action> read_action(std::string_view field) {
  const std::vector<std::string> texts = texts_of(field);
  if (texts.size() != 4) return std::nullopt;
  const auto seconds = number_in<std::int64_t>(texts[2]);
  if (!seconds) return std::nullopt;
  return Action{texts[0], texts[1] == "claimed", Instant{*seconds}, texts[3]};
}

std::string sections_field(const std::vector<std::pair<std::string, std::string>>& sections) {
  std::vector<std::string> texts;
  for (const auto& [key, digest] : sections) {
    texts.push_back(key);
    texts.push_back(digest);
  }
  return as_field(texts);
}

// Those that come last and say nothing are left out: what earlier programs have summed up stays
// the same.
void add_short_line(std::string& out, std::vector<std::string> fields, std::size_t least) {
  while (fields.size() > least && fields.back().empty()) fields.pop_back();
  add_line(out, fields);
}

constexpr std::string_view kMarks[] = {"unticked", "ticked", "not-applicable"};
constexpr std::string_view kParts[] = {"undecided", "in", "out", "removed", "deferred"};

template <typename Enum, std::size_t size>
Enum read_name(const std::string_view (&names)[size], std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == std::end(names) ? Enum{} : static_cast<Enum>(found - std::begin(names));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text) {}

  ProposalState read() {
    while (lines_.next()) {
      at_ = 0;
      take(next());
    }
    return std::move(state_);
  }

 private:
  std::string next() {
    const auto& fields = lines_.fields();
    return at_ < fields.size() ? fields[at_++] : std::string();
  }
  Action next_action() { return read_action(next()).value_or(Action{}); }
  std::vector<std::pair<std::string, std::string>> next_sections() {
    std::vector<std::pair<std::string, std::string>> sections;
    const std::vector<std::string> texts = texts_of(next());
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
      sections.emplace_back(texts[i], texts[i + 1]);
    }
    return sections;
  }

  void take(const std::string& kind) {
    if (kind == "approval") return take_approval();
    if (kind == "concern") return take_concern();
    if (kind == "hold") state_.hold = next_action();
    if (kind == "confirmed") {
      std::string of = next();
      Action action = next_action();
      state_.confirmed.push_back({std::move(of), texts_of(next()), std::move(action)});
    }
    if (kind == "tracker") return take_tracker();
    if (kind == "item") return take_item();
    if (kind == "label") {
      std::string label = next();
      const bool confirmed = next() == "confirmed";
      state_.labels.push_back({std::move(label), confirmed, next_action()});
    }
    if (kind == "link") {
      std::string link_kind = next();
      std::string reference = next();
      const bool merged = next() == "yes";
      Action action = next_action();
      std::vector<std::string> paths = texts_of(next());
      state_.links.push_back({std::move(link_kind), std::move(reference), merged, std::move(action),
                              std::move(paths), next() == "closed"});
    }
    if (kind == "part") {
      std::string release = next();
      const ParticipationState part = read_name<ParticipationState>(kParts, next());
      std::string to = next();
      Action action = next_action();
      Participation& taken = state_.participations.emplace_back();
      taken = {std::move(release), part, std::move(to), std::move(action), read_action(next())};
      taken.stage = next();
      taken.text = next();
      taken.freeze = next();
    }
    if (kind == "exception") return take_exception();
    if (kind == "met") {
      std::string release = next();
      std::string freeze = next();
      state_.met.push_back({std::move(release), std::move(freeze), next_action()});
    }
    if (kind == "notified") {
      std::string release = next();
      std::string freeze = next();
      state_.notified.push_back({std::move(release), std::move(freeze), next_action()});
    }
    if (kind == "exempt") {
      std::string release = next();
      std::string freeze = next();
      state_.exempt.push_back({std::move(release), std::move(freeze), next_action()});
    }
    if (kind == "candidate") {
      CandidateState& candidate = state_.candidate.emplace();
      for (std::string* const into : {&candidate.title, &candidate.group, &candidate.text}) {
        *into = next();
      }
      candidate.action = next_action();
    }
  }

  void take_approval() {
    ApprovalState& approval = state_.approvals.emplace_back();
    approval.role = next();
    approval.stage = next();
    approval.action = next_action();
    approval.text = next();
    approval.sections = next_sections();
  }

  void take_concern() {
    ConcernState& taken = state_.concerns.emplace_back();
    taken.id = number_in<std::uint64_t>(next()).value_or(0);
    taken.role = next();
    taken.stage = next();
    taken.action = next_action();
    taken.resolved = read_action(next());
  }

  void take_tracker() {
    TrackerState& tracker = state_.tracker;
    tracker.made = next() == "made";
    for (std::string* const into :
         {&tracker.title, &tracker.description, &tracker.contact, &tracker.discussion,
          &tracker.address, &tracker.status, &tracker.base, &tracker.base_release}) {
      *into = next();
    }
    tracker.comments = number_in<std::uint64_t>(next()).value_or(0);
    tracker.proposed = next() == "proposed";
  }

  void take_item() {
    ItemState& item = state_.items.emplace_back();
    item.list = next();
    item.release = next();
    item.item = next();
    item.mark = read_name<Mark>(kMarks, next());
    item.action = next_action();
    if (const auto seconds = number_in<std::int64_t>(next())) item.started = Instant{*seconds};
    item.agreed = read_action(next());
    item.agreed_text = next();
    item.agreed_sections = next_sections();
  }

  void take_exception() {
    ExceptionState& exception = state_.exceptions.emplace_back();
    exception.release = next();
    exception.freeze = next();
    exception.until = next();
    exception.requested = next_action();
    exception.decided = read_action(next());
    exception.approved = next() == "approved";
  }

  TabLines lines_;
  std::size_t at_ = 0;
  ProposalState state_;
};

}  // namespace

std::string write_state(const ProposalState& state) {
  std::string out;
  for (const ApprovalState& approval : state.approvals) {
    add_line(out, {"approval", approval.role, approval.stage, action_field(approval.action),
                   approval.text, sections_field(approval.sections)});
  }
  for (const ConcernState& concern : state.concerns) {
    add_line(out, {"concern", std::to_string(concern.id), concern.role, concern.stage,
                   action_field(concern.action), action_field(concern.resolved)});
  }
  if (state.hold) add_line(out, {"hold", action_field(*state.hold)});
  for (const ConfirmedState& confirmed : state.confirmed) {
    add_line(out, {"confirmed", confirmed.kind, action_field(confirmed.action),
                   as_field(confirmed.criteria)});
  }
  const TrackerState& tracker = state.tracker;
  if (tracker != TrackerState{}) {
    add_short_line(
        out,
        {"tracker", tracker.made ? "made" : "", tracker.title, tracker.description, tracker.contact,
         tracker.discussion, tracker.address, tracker.status, tracker.base, tracker.base_release,
         std::to_string(tracker.comments), tracker.proposed ? "proposed" : ""},
        11);
  }
  for (const ItemState& item : state.items) {
    add_short_line(
        out,
        {"item", item.list, item.release, item.item,
         std::string(kMarks[static_cast<std::size_t>(item.mark)]), action_field(item.action),
         item.started ? std::to_string(item.started->seconds) : "", action_field(item.agreed),
         item.agreed_text, sections_field(item.agreed_sections)},
        8);
  }
  for (const LabelState& label : state.labels) {
    add_line(out, {"label", label.label, label.confirmed ? "confirmed" : "claimed",
                   action_field(label.action)});
  }
  for (const LinkState& link : state.links) {
    add_short_line(out,
                   {"link", link.kind, link.reference, link.merged ? "yes" : "no",
                    action_field(link.action), as_field(link.paths), link.closed ? "closed" : ""},
                   6);
  }
  for (const Participation& part : state.participations) {
    add_short_line(out,
                   {"part", part.release, std::string(kParts[static_cast<std::size_t>(part.state)]),
                    part.to, action_field(part.action), action_field(part.opted_in), part.stage,
                    part.text, part.freeze},
                   6);
  }
  for (const ExceptionState& exception : state.exceptions) {
    add_line(out, {"exception", exception.release, exception.freeze, exception.until,
                   action_field(exception.requested), action_field(exception.decided),
                   exception.approved ? "approved" : ""});
  }
  for (const MetState& met : state.met) {
    add_line(out, {"met", met.release, met.freeze, action_field(met.action)});
  }
  for (const NotifiedState& notified : state.notified) {
    add_line(out, {"notified", notified.release, notified.freeze, action_field(notified.action)});
  }
  for (const ExemptState& exempt : state.exempt) {
    add_line(out, {"exempt", exempt.release, exempt.freeze, action_field(exempt.action)});
  }
  if (state.candidate) {
    add_line(out, {"candidate", state.candidate->title, state.candidate->group,
                   state.candidate->text, action_field(state.candidate->action)});
  }
  return out;
}

ProposalState read_proposal_state(std::string_view text) { return Reader(text).read(); }

namespace {

// The fields of each part in a release that such a text has; cheaper than reading it.
template <typename Each>
void for_each_part(std::string_view text, const Each& each) {
  constexpr std::string_view kPart = "part\t";
  std::size_t at = 0;
  if (!text.starts_with(kPart)) {
    at = text.find("\npart\t");
    if (at++ == text.npos) return;
  }
  // They stand together.
  TabLines lines(text.substr(at));
  while (lines.next() && lines.fields().size() > 1 && lines.fields()[0] == "part") {
    each(lines.fields());
  }
}

}  // namespace

std::vector<std::string> releases_in(std::string_view text) {
  std::vector<std::string> releases;
  for_each_part(text, [&](const auto& fields) { releases.emplace_back(fields[1]); });
  return releases;
}

bool may_be_unmerged(const ProposalState& state) {
  return state.candidate || std::ranges::any_of(state.participations, [](const auto& part) {
           return !part.text.empty();
         });
}

std::vector<std::string> words_in(std::string_view text) {
  constexpr std::size_t kText = 7;  // of a part's fields
  std::vector<std::string> words;
  bool unmerged = text.starts_with("candidate\t") || text.find("\ncandidate\t") != text.npos;
  for_each_part(text, [&](const auto& fields) {
    words.emplace_back(fields[1]);
    unmerged = unmerged || (fields.size() > kText && !fields[kText].empty());
  });
  if (unmerged) words.emplace_back(kUnmergedWord);
  return words;
}

}  // namespace milepost
