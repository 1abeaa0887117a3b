#include "features/record/record_lines.h"

#include "base/strings.h"
#include "base/utf8.h"
#include "features/record/events_json.h"
#include "render/json_value.h"

namespace milepost::record {

namespace {

std::string line_of(const Json& value) { return json_line(value) + "\n"; }

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (; !text.empty(); text.remove_prefix(2)) {
    const int high = hex_value(text[0]);
    const int low = hex_value(text[1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

// Reads the members of an object, and remembers whether all were as they should be.
class Members {
 public:
  explicit Members(Json value) : value_(std::move(value)) { right_ = value_.is_object(); }

  bool has(const char* key) const { return right_ && value_.contains(key); }
  bool right() const { return right_; }

  std::string text(const char* key) {
    const Json* const found = find(key);
    return expect(found != nullptr && found->is_string()) ? found->get<std::string>() : "";
  }
  std::uint64_t number(const char* key) {
    const Json* const found = find(key);
    return expect(found != nullptr && found->is_number_unsigned()) ? found->get<std::uint64_t>()
                                                                   : 0;
  }
  bool truth(const char* key) {
    const Json* const found = find(key);
    return expect(found != nullptr && found->is_boolean()) && found->get<bool>();
  }
  Digest digest(const char* key) { return digest_of(text(key)); }
  Instant time(const char* key) {
    const auto found = parse_instant(text(key));
    return expect(found.has_value()) ? *found : Instant();
  }
  EventFields fields(const char* key) {
    EventFields fields;
    const Json* const found = find(key);
    if (!expect(found != nullptr && found->is_object())) return fields;
    for (const auto& [name, value] : found->items()) {
      if (expect(value.is_string())) fields.emplace_back(name, value.get<std::string>());
    }
    return fields;
  }
  std::vector<Digest> digests(const char* key) {
    std::vector<Digest> digests;
    const Json* const found = find(key);
    if (!expect(found != nullptr && found->is_array())) return digests;
    for (const Json& value : *found) {
      digests.push_back(digest_of(value.is_string() ? value.get<std::string>() : ""));
    }
    return digests;
  }
  std::string bytes(const char* key) {
    auto found = from_hex(text(key));
    return expect(found.has_value()) ? std::move(*found) : std::string();
  }

 private:
  const Json* find(const char* key) const {
    const auto found = right_ ? value_.find(key) : value_.end();
    return found == value_.end() ? nullptr : &*found;
  }
  Digest digest_of(const std::string& hex) {
    const auto found = parse_digest(hex);
    return expect(found.has_value()) ? *found : Digest();
  }
  bool expect(bool holds) {
    right_ = right_ && holds;
    return right_;
  }

  Json value_;
  bool right_ = false;
};

}  // namespace

std::string record_header_line(const RecordHeader& header) {
  return line_of({{"milepost", "record"},
                  {"format", 1},
                  {"record", header.id},
                  {"events", header.head.number},
                  {"digest", header.head.digest.hex()}});
}

Json text_json(const RecordText& text) {
  Json value{{"text", text.digest.hex()}};
  if (utf8::find_invalid(text.text) == std::string::npos) {
    value["content"] = text.text;
  } else {
    value["hex"] = hex_of(text.text);
  }
  return value;
}

Json event_json(const Event& event) {
  Json fields = Json::object();
  for (const auto& [key, value] : event.fields) fields[key] = value;
  Json texts = Json::array();
  for (const Digest& digest : event.texts) texts.push_back(digest.hex());
  return {{"number", event.number},
          {"stream", event.stream},
          {"version", event.version},
          {"kind", event.kind},
          {"by", event.by},
          {"claimed", event.claimed},
          {"time", to_string(event.time)},
          {"fields", std::move(fields)},
          {"texts", std::move(texts)},
          {"digest", event.digest.hex()}};
}

std::string record_line(const RecordItem& item) {
  const auto* const text = std::get_if<RecordText>(&item);
  return line_of(text != nullptr ? text_json(*text) : event_json(std::get<Event>(item)));
}

Result<RecordHeader> parse_record_header(std::string_view line) {
  Members members(read_json(line));
  const bool ours = members.has("milepost") && members.text("milepost") == "record";
  if (!ours) return failure("is no record that milepost exported");
  if (members.number("format") != 1) {
    return failure("was exported by a newer milepost: its format is not 1");
  }
  RecordHeader header{members.text("record"), {members.number("events"), members.digest("digest")}};
  if (!members.right()) return failure("its first line is damaged");
  return header;
}

Result<RecordItem> parse_record_line(std::string_view line) {
  return read_record_item(read_json(line));
}

Result<RecordItem> read_record_item(Json value) {
  Members members(std::move(value));
  RecordItem item;
  if (members.has("text")) {
    RecordText text{members.digest("text"), {}};
    text.text = members.has("hex") ? members.bytes("hex") : members.text("content");
    item = std::move(text);
  } else {
    Event event;
    event.number = members.number("number");
    event.stream = members.text("stream");
    event.version = members.number("version");
    event.kind = members.text("kind");
    event.by = members.text("by");
    event.claimed = members.truth("claimed");
    event.time = members.time("time");
    event.fields = members.fields("fields");
    event.texts = members.digests("texts");
    event.digest = members.digest("digest");
    item = std::move(event);
  }
  if (!members.right()) return failure("is neither an event nor a text");
  return item;
}

}  // namespace milepost::record
