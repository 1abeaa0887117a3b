#include "store/events.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <tuple>

#include "base/tab_lines.h"
#include "store/event_descriptions.h"
#include "store/event_kinds.h"

namespace milepost::events {

namespace {

// --- how a value is written, and read back ---

constexpr std::string_view kLabelChanges[] = {"claimed", "confirmed", "removed"};

template <typename Value>
std::string text_of(const Value& value) {
  if constexpr (std::same_as<Value, std::string>) {
    return value;
  } else if constexpr (std::same_as<Value, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::same_as<Value, std::uint64_t>) {
    return std::to_string(value);
  } else if constexpr (std::same_as<Value, LabelChange>) {
    return std::string(name(value));
  } else if constexpr (std::same_as<Value, std::vector<std::string>>) {
    return as_field(value);
  } else {
    std::vector<std::string> texts;  // of pairs, one after the other
    for (const auto& [one, other] : value) texts.insert(texts.end(), {one, other});
    return as_field(texts);
  }
}

template <typename Value>
void add(EventFields& fields, std::string_view key, const Value& value) {
  if (std::string text = text_of(value); !text.empty()) fields.emplace_back(key, std::move(text));
}

// One that is there is written even if it is "".
template <typename Value>
void add(EventFields& fields, std::string_view key, const std::optional<Value>& value) {
  if (value) fields.emplace_back(key, text_of(*value));
}

void read(std::string_view text, std::string& into) { into = text; }
void read(std::string_view text, std::optional<std::string>& into) { into = text; }
void read(std::string_view text, bool& into) { into = text == "yes"; }
void read(std::string_view text, std::optional<std::uint64_t>& into) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc() && end == text.data() + text.size()) into = number;
}
void read(std::string_view text, LabelChange& into) {
  const auto found = std::ranges::find(kLabelChanges, text);
  if (found != std::end(kLabelChanges)) {
    into = static_cast<LabelChange>(found - std::begin(kLabelChanges));
  }
}
void read(std::string_view text, std::vector<std::string>& into) { into = texts_of(text); }
void read(std::string_view text, std::vector<std::pair<std::string, std::string>>& into) {
  std::vector<std::string> texts = texts_of(text);
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
    into.emplace_back(std::move(texts[i]), std::move(texts[i + 1]));
  }
}

template <typename T>
void add_fields(const T& event, EventFields& fields) {
  std::apply([&](const auto&... field) { (add(fields, field.row.key, event.*field.place), ...); },
             kDescription<T>.fields);
}

template <typename T>
void read_fields(const EventFields& fields, T& event) {
  const auto read_one = [&](const auto& described) {
    const auto found =
        std::ranges::find(fields, described.row.key, &EventFields::value_type::first);
    if (found != fields.end()) read(found->second, event.*described.place);
  };
  std::apply([&](const auto&... described) { (read_one(described), ...); }, kDescription<T>.fields);
}

// An import records texts in the order it settled them in.
void add_fields(const Tracked& event, EventFields& fields) {
  for (const auto& [which, text] : event.texts) {
    const auto add_one = [&](const auto& described) {
      if (described.place == which) fields.emplace_back(described.row.key, text);
    };
    std::apply([&](const auto&... described) { (add_one(described), ...); },
               kDescription<Tracked>.fields);
  }
}

void read_fields(const EventFields& fields, Tracked& event) {
  for (const auto& [key, text] : fields) {
    const auto read_one = [&](const auto& described) {
      if (described.row.key == key) event.texts.emplace_back(described.place, text);
    };
    std::apply([&](const auto&... described) { (read_one(described), ...); },
               kDescription<Tracked>.fields);
  }
}

// --- the table ---

template <typename T>
constexpr auto kRows = std::apply(
    [](const auto&... field) { return std::array<EventField, sizeof...(field)>{field.row...}; },
    kDescription<T>.fields);

template <typename T>
constexpr EventKind row_of(StreamKind stream) {
  return {T::kKind, kDescription<T>.topic, stream, kDescription<T>.meaning, kRows<T>};
}

template <typename T>
OfProposal decoded(const NewEvent& event) {
  T read;
  read_fields(event.fields, read);
  return read;
}

template <typename Variant>
struct Table;

template <typename... Kinds>
struct Table<std::variant<Kinds...>> {
  static constexpr std::array<EventKind, sizeof...(Kinds) + 1> kKinds{
      row_of<Kinds>(StreamKind::kProposal)..., row_of<Moved>(StreamKind::kMoves)};
  static constexpr std::pair<std::string_view, OfProposal (*)(const NewEvent&)> kDecoders[] = {
      {Kinds::kKind, decoded<Kinds>}...};
};

}  // namespace

std::string_view name(LabelChange change) {
  return kLabelChanges[static_cast<std::size_t>(change)];
}

template <Kind T>
EventFields encode(const T& event) {
  EventFields fields;
  add_fields(event, fields);
  return fields;
}

template <Kind T>
std::optional<T> decode(const NewEvent& event) {
  if (event.kind != T::kKind) return std::nullopt;
  T read;
  read_fields(event.fields, read);
  return read;
}

std::optional<OfProposal> decode_of_proposal(const NewEvent& event) {
  for (const auto& [name, decode_it] : Table<OfProposal>::kDecoders) {
    if (name == event.kind) return decode_it(event);
  }
  return std::nullopt;
}

std::span<const EventKind> all_kinds() { return Table<OfProposal>::kKinds; }

const EventKind* find_kind(std::string_view name) {
  const auto found = std::ranges::find(all_kinds(), name, &EventKind::name);
  return found == all_kinds().end() ? nullptr : &*found;
}

// For those who use one kind.
#define MILEPOST_EVENT(T)                \
  template EventFields encode(const T&); \
  template std::optional<T> decode(const NewEvent&);
MILEPOST_EVENT(Approved)
MILEPOST_EVENT(Withdrew)
MILEPOST_EVENT(Concern)
MILEPOST_EVENT(Resolved)
MILEPOST_EVENT(Held)
MILEPOST_EVENT(Unheld)
MILEPOST_EVENT(Confirmed)
MILEPOST_EVENT(Tracked)
MILEPOST_EVENT(Ticked)
MILEPOST_EVENT(Unticked)
MILEPOST_EVENT(NotApplicable)
MILEPOST_EVENT(Agreed)
MILEPOST_EVENT(Disagreed)
MILEPOST_EVENT(Started)
MILEPOST_EVENT(Labelled)
MILEPOST_EVENT(TrackerStatus)
MILEPOST_EVENT(Linked)
MILEPOST_EVENT(Unlinked)
MILEPOST_EVENT(Commented)
MILEPOST_EVENT(Imported)
MILEPOST_EVENT(Announced)
MILEPOST_EVENT(Retracted)
MILEPOST_EVENT(OptedIn)
MILEPOST_EVENT(OptedOut)
MILEPOST_EVENT(Removed)
MILEPOST_EVENT(Restored)
MILEPOST_EVENT(Deferred)
MILEPOST_EVENT(Met)
MILEPOST_EVENT(Unmet)
MILEPOST_EVENT(LeftOut)
MILEPOST_EVENT(Notified)
MILEPOST_EVENT(ExceptionRequested)
MILEPOST_EVENT(ExceptionApproved)
MILEPOST_EVENT(ExceptionRejected)
MILEPOST_EVENT(Moved)
#undef MILEPOST_EVENT

}  // namespace milepost::events
