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

std::string deed_field(const Deed& deed) {
  return as_field({deed.by, deed.claimed ? "claimed" : "proved", std::to_string(deed.time.seconds),
                   deed.comment});
}

std::string deed_field(const std::optional<Deed>& deed) {
  return deed ? deed_field(*deed) : std::string();
}

std::optional<Deed> read_deed(std::string_view field) {
  const std::vector<std::string> texts = texts_of(field);
  if (texts.size() != 4) return std::nullopt;
  const auto seconds = number_in<std::int64_t>(texts[2]);
  if (!seconds) return std::nullopt;
  return Deed{texts[0], texts[1] == "claimed", Instant{*seconds}, texts[3]};
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
  Deed next_deed() { return read_deed(next()).value_or(Deed{}); }

  void take(const std::string& kind) {
    if (kind == "approval") return take_approval();
    if (kind == "concern") return take_concern();
    if (kind == "hold") state_.hold = next_deed();
    if (kind == "tracker") return take_tracker();
    if (kind == "item") return take_item();
    if (kind == "label") {
      std::string label = next();
      const bool confirmed = next() == "confirmed";
      state_.labels.push_back({std::move(label), confirmed, next_deed()});
    }
    if (kind == "link") {
      std::string link_kind = next();
      std::string reference = next();
      const bool merged = next() == "yes";
      Deed deed = next_deed();
      state_.links.push_back(
          {std::move(link_kind), std::move(reference), merged, std::move(deed), texts_of(next())});
    }
    if (kind == "part") {
      std::string release = next();
      const Part part = read_name<Part>(kParts, next());
      std::string to = next();
      const Deed deed = next_deed();
      state_.parts.push_back({std::move(release), part, std::move(to), deed, read_deed(next())});
    }
    if (kind == "exception") return take_exception();
    if (kind == "met") {
      std::string release = next();
      std::string freeze = next();
      state_.met.push_back({std::move(release), std::move(freeze), next_deed()});
    }
  }

  void take_approval() {
    ApprovalState& approval = state_.approvals.emplace_back();
    approval.role = next();
    approval.stage = next();
    approval.deed = next_deed();
    approval.text = next();
    const std::vector<std::string> sections = texts_of(next());
    for (std::size_t i = 0; i + 1 < sections.size(); i += 2) {
      approval.sections.emplace_back(sections[i], sections[i + 1]);
    }
  }

  void take_concern() {
    ConcernState& taken = state_.concerns.emplace_back();
    taken.id = number_in<std::uint64_t>(next()).value_or(0);
    taken.role = next();
    taken.stage = next();
    taken.deed = next_deed();
    taken.resolved = read_deed(next());
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
  }

  void take_item() {
    ItemState& item = state_.items.emplace_back();
    item.list = next();
    item.release = next();
    item.item = next();
    item.mark = read_name<Mark>(kMarks, next());
    item.deed = next_deed();
    if (const auto seconds = number_in<std::int64_t>(next())) item.started = Instant{*seconds};
    item.agreed = read_deed(next());
  }

  void take_exception() {
    ExceptionState& exception = state_.exceptions.emplace_back();
    exception.release = next();
    exception.freeze = next();
    exception.until = next();
    exception.requested = next_deed();
    exception.decided = read_deed(next());
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
    std::vector<std::string> sections;
    for (const auto& [key, digest] : approval.sections) {
      sections.push_back(key);
      sections.push_back(digest);
    }
    add_line(out, {"approval", approval.role, approval.stage, deed_field(approval.deed),
                   approval.text, as_field(sections)});
  }
  for (const ConcernState& concern : state.concerns) {
    add_line(out, {"concern", std::to_string(concern.id), concern.role, concern.stage,
                   deed_field(concern.deed), deed_field(concern.resolved)});
  }
  if (state.hold) add_line(out, {"hold", deed_field(*state.hold)});
  const TrackerState& tracker = state.tracker;
  if (tracker != TrackerState{}) {
    add_line(out, {"tracker", tracker.made ? "made" : "", tracker.title, tracker.description,
                   tracker.contact, tracker.discussion, tracker.address, tracker.status,
                   tracker.base, tracker.base_release, std::to_string(tracker.comments)});
  }
  for (const ItemState& item : state.items) {
    add_line(out,
             {"item", item.list, item.release, item.item,
              kMarks[static_cast<std::size_t>(item.mark)], deed_field(item.deed),
              item.started ? std::to_string(item.started->seconds) : "", deed_field(item.agreed)});
  }
  for (const LabelState& label : state.labels) {
    add_line(out, {"label", label.label, label.confirmed ? "confirmed" : "claimed",
                   deed_field(label.deed)});
  }
  for (const LinkState& link : state.links) {
    add_line(out, {"link", link.kind, link.reference, link.merged ? "yes" : "no",
                   deed_field(link.deed), as_field(link.paths)});
  }
  for (const PartState& part : state.parts) {
    add_line(out, {"part", part.release, kParts[static_cast<std::size_t>(part.part)], part.to,
                   deed_field(part.deed), deed_field(part.opted_in)});
  }
  for (const ExceptionState& exception : state.exceptions) {
    add_line(out, {"exception", exception.release, exception.freeze, exception.until,
                   deed_field(exception.requested), deed_field(exception.decided),
                   exception.approved ? "approved" : ""});
  }
  for (const MetState& met : state.met) {
    add_line(out, {"met", met.release, met.freeze, deed_field(met.deed)});
  }
  return out;
}

ProposalState read_proposal_state(std::string_view text) { return Reader(text).read(); }

std::vector<std::string> releases_in(std::string_view text) {
  constexpr std::string_view kPart = "part\t";
  std::vector<std::string> releases;
  std::size_t at = 0;
  if (!text.starts_with(kPart)) {
    at = text.find("\npart\t");
    if (at++ == text.npos) return releases;
  }
  // They stand together.
  TabLines lines(text.substr(at));
  while (lines.next() && lines.fields().size() > 1 && lines.fields()[0] == "part") {
    releases.push_back(lines.fields()[1]);
  }
  return releases;
}

}  // namespace milepost
