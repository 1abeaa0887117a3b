#include "store/event.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"

namespace milepost {

namespace {

constexpr std::size_t kHexDigits = 64;

void add(std::string& out, std::string_view bytes) {
  out += std::to_string(bytes.size());
  out.append(":").append(bytes).push_back(',');
}

void add(std::string& out, std::uint64_t number) { add(out, std::to_string(number)); }

// Takes the netstring that `rest` begins with; nothing when it begins with none.
std::optional<std::string_view> take(std::string_view& rest) {
  std::size_t size = 0;
  const auto [colon, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
  // One way to write a length, so that there is one way to write fields.
  const bool padded = rest.starts_with('0') && colon != rest.data() + 1;
  if (failed != std::errc() || padded) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(colon - rest.data()));
  if (!rest.starts_with(':')) return std::nullopt;
  rest.remove_prefix(1);
  if (size >= rest.size() || rest[size] != ',') return std::nullopt;
  const std::string_view taken = rest.substr(0, size);
  rest.remove_prefix(size + 1);
  return taken;
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; });
}

Result<void> check_name(std::string_view what, std::string_view name, bool needed) {
  if (needed && name.empty()) return failure(fmt::format("an event needs a {}", what));
  if (name.size() > kLimits.event_name_bytes) {
    return failure(
        fmt::format("the {} of an event is longer than {} bytes", what, kLimits.event_name_bytes));
  }
  if (utf8::find_invalid(name) != name.npos || has_control(name)) {
    return failure(fmt::format("the {} of an event has characters that no name can have", what));
  }
  return {};
}

}  // namespace

bool is_recordable(Instant time) {
  constexpr std::int64_t kEndOfYear9999 = 253402300799;
  return time.seconds >= 0 && time.seconds <= kEndOfYear9999;
}

Instant had_come_by(const NewEvent& event) {
  const auto clock = std::ranges::find(event.fields, kClockField, &EventFields::value_type::first);
  if (clock == event.fields.end()) return event.time;
  return std::min(event.time, parse_instant(clock->second).value_or(event.time));
}

Result<void> check_event(const NewEvent& event) {
  if (auto right = check_name("stream", event.stream, true); !right) return right;
  if (auto right = check_name("kind", event.kind, true); !right) return right;
  if (auto right = check_name("author", event.by, false); !right) return right;
  if (!is_recordable(event.time)) return failure("the time of an event is not of 1970 to 9999");
  std::size_t bytes = 0;
  std::unordered_set<std::string_view> keys;
  for (const auto& [key, value] : event.fields) {
    if (auto right = check_name("field", key, true); !right) return right;
    if (!keys.insert(key).second) return failure(fmt::format("an event has two fields {}", key));
    if (utf8::find_invalid(value) != value.npos || value.find('\0') != value.npos) {
      return failure(fmt::format("the {} is no text: it is not UTF-8, or has a NUL in it", key));
    }
    bytes += key.size() + value.size();
  }
  if (event.fields.size() > kLimits.event_fields) {
    return failure(fmt::format("an event has more than {} fields", kLimits.event_fields));
  }
  if (bytes > kLimits.event_bytes) {
    const auto longest = std::ranges::max_element(
        event.fields, {}, [](const auto& field) { return field.second.size(); });
    return failure(
        fmt::format("the {} is too long: it has {} bytes, and all that is recorded at "
                    "once may have {}",
                    longest->first, longest->second.size(), kLimits.event_bytes));
  }
  if (event.texts.size() > kLimits.event_texts) {
    return failure(fmt::format("an event has more than {} texts", kLimits.event_texts));
  }
  return {};
}

Digest digest_of(const Sha256& sha256, const Event& event) {
  std::string bytes = "milepost event 1\n";
  add(bytes, event.before.hex());
  add(bytes, event.number);
  add(bytes, event.version);
  add(bytes, event.stream);
  add(bytes, event.kind);
  add(bytes, event.by);
  add(bytes, event.claimed ? "1" : "0");
  add(bytes, std::to_string(event.time.seconds));
  add(bytes, fields_text(event.fields));
  add(bytes, texts_text(event.texts));
  return sha256.of(bytes);
}

Digest digest_before_first(const Sha256& sha256, std::string_view record_id) {
  return sha256.of(std::string("milepost record 1\n").append(record_id));
}

std::string fields_text(const EventFields& fields) {
  std::string text;
  for (const auto& [key, value] : fields) {
    add(text, key);
    add(text, value);
  }
  return text;
}

std::optional<EventFields> parse_fields(std::string_view text) {
  EventFields fields;
  while (!text.empty()) {
    const auto key = take(text);
    const auto value = key ? take(text) : std::nullopt;
    if (!value) return std::nullopt;
    fields.emplace_back(*key, *value);
  }
  return fields;
}

std::string texts_text(const std::vector<Digest>& texts) {
  std::string text;
  for (const Digest& digest : texts) text += digest.hex();
  return text;
}

std::optional<std::vector<Digest>> parse_texts(std::string_view text) {
  std::vector<Digest> texts;
  for (; !text.empty(); text.remove_prefix(std::min(kHexDigits, text.size()))) {
    const auto digest = parse_digest(text.substr(0, kHexDigits));
    if (!digest) return std::nullopt;
    texts.push_back(*digest);
  }
  return texts;
}

}  // namespace milepost
