#include <fmt/format.h>

#include "features/record/events_json.h"
#include "features/record/server_answer.h"

namespace milepost::record {

namespace {

// An event that is not numbered yet is read as one that is.
Json as_numbered(const Json& sent) {
  Json value = sent;
  value["number"] = 0U;
  value["version"] = 0U;
  value["claimed"] = true;
  value["digest"] = Digest().hex();
  return value;
}

tl::unexpected<Error> wrong(std::string_view field, std::size_t which, std::string_view what) {
  return failure(fmt::format("{}[{}] {}", field, which, what));
}

Result<void> read_events(const Json& events, SentAppend& sent) {
  if (!events.is_array() || events.empty()) return failure("events is no list of events");
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto item = events[i].is_object() ? read_record_item(as_numbered(events[i]))
                                            : Result<RecordItem>(failure(""));
    const auto* const event = item ? std::get_if<Event>(&*item) : nullptr;
    if (event == nullptr) {
      return wrong("events", i, "is no event with stream, kind, by, time, fields and texts");
    }
    sent.events.push_back(*event);
    if (const auto right = check_event(*event); !right) {
      return wrong("events", i, right.error().message);
    }
  }
  return {};
}

Result<void> read_seen(const Json& seen, SentAppend& sent) {
  if (seen.is_null()) return {};
  if (!seen.is_array()) return failure("seen is no list");
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Json& one = seen[i];
    const bool right = one.is_object() && one.contains("stream") && one["stream"].is_string() &&
                       one.contains("version") && one["version"].is_number_unsigned();
    if (!right) return wrong("seen", i, "is no stream with its version");
    sent.seen.push_back({one["stream"].get<std::string>(), one["version"].get<std::uint64_t>()});
  }
  return {};
}

Result<void> read_texts(const Json& texts, SentAppend& sent) {
  if (texts.is_null()) return {};
  if (!texts.is_array()) return failure("texts is no list");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto item = read_record_item(texts[i]);
    auto* const text = item ? std::get_if<RecordText>(&*item) : nullptr;
    if (text == nullptr) return wrong("texts", i, "is no text with its digest");
    sent.texts.push_back(std::move(text->text));
  }
  return {};
}

}  // namespace

Json page_json(const RecordPage& page) {
  Json value{{"record", text_or_null(page.id)},
             {"head", {{"number", page.head.number}, {"digest", page.head.digest.hex()}}},
             {"events", Json::array()},
             {"texts", Json::array()}};
  for (const Event& event : page.events) value["events"].push_back(event_json(event));
  for (const RecordText& text : page.texts) value["texts"].push_back(text_json(text));
  return value;
}

Result<RecordPage> read_page(std::string_view text) {
  const Json value = read_json(text);
  const auto bad = [] { return failure("the answer is no page of a record"); };
  const bool whole = value.is_object() && value.contains("record") && value.contains("head") &&
                     value["head"].is_object() && value.contains("events") &&
                     value["events"].is_array() && value.contains("texts") &&
                     value["texts"].is_array();
  if (!whole) return bad();
  RecordPage page;
  if (value["record"].is_null()) return page;
  const Json& head = value["head"];
  const bool headed = value["record"].is_string() && head.contains("number") &&
                      head["number"].is_number_unsigned() && head.contains("digest") &&
                      head["digest"].is_string();
  if (!headed) return bad();
  page.id = value["record"].get<std::string>();
  page.head.number = head["number"].get<std::uint64_t>();
  const auto digest = parse_digest(head["digest"].get<std::string>());
  if (!digest) return bad();
  page.head.digest = *digest;
  for (const char* const list : {"events", "texts"}) {
    for (const Json& one : value[list]) {
      TRY(auto item, read_record_item(one));
      if (auto* const event = std::get_if<Event>(&item)) {
        page.events.push_back(std::move(*event));
      } else {
        page.texts.push_back(std::move(std::get<RecordText>(item)));
      }
    }
  }
  return page;
}

Json append_json(const SentAppend& sent, const Sha256& sha256) {
  Json value{{"events", Json::array()}, {"seen", Json::array()}, {"texts", Json::array()}};
  for (const NewEvent& event : sent.events) {
    Event numbered;
    static_cast<NewEvent&>(numbered) = event;
    Json one = event_json(numbered);
    for (const char* const key : {"number", "version", "claimed", "digest"}) one.erase(key);
    value["events"].push_back(std::move(one));
  }
  for (const Seen& seen : sent.seen) {
    value["seen"].push_back({{"stream", seen.stream}, {"version", seen.version}});
  }
  for (const std::string& text : sent.texts) {
    value["texts"].push_back(text_json({sha256.of(text), text}));
  }
  return value;
}

Result<SentAppend> read_append(const Json& events, const Json& seen, const Json& texts) {
  SentAppend sent;
  TRY(read_events(events, sent));
  TRY(read_seen(seen, sent));
  TRY(read_texts(texts, sent));
  return sent;
}

std::string append_text(const SentAppend& sent, const Sha256& sha256) {
  return json_text(append_json(sent, sha256));
}

Result<Appended> read_appended(std::string_view body) {
  const Json value = read_json(body);
  const bool right = value.is_object() && value.contains("first") && value.contains("last") &&
                     value["first"].is_number_unsigned() && value["last"].is_number_unsigned();
  if (!right) return failure("the server's answer does not say what was recorded; look first");
  return Appended{value["first"].get<std::uint64_t>(), value["last"].get<std::uint64_t>()};
}

std::optional<Conflict> read_conflict(std::string_view body) {
  const Json value = read_json(body);
  if (!value.is_object() || !value.contains("conflict")) return std::nullopt;
  const Json& conflict = value["conflict"];
  const bool right = conflict.is_object() && conflict.contains("stream") &&
                     conflict["stream"].is_string() && conflict.contains("version") &&
                     conflict["version"].is_number_unsigned();
  if (!right) return std::nullopt;
  return Conflict{conflict["stream"].get<std::string>(), conflict["version"].get<std::uint64_t>()};
}

Result<std::string> read_person(std::string_view body) {
  const Json value = read_json(body);
  const bool right = value.is_object() && value.contains("handle") && value["handle"].is_string();
  if (!right) return failure("the server's answer does not say whose the token is");
  return value["handle"].get<std::string>();
}

std::string problem_text(int status, std::string_view body) {
  const Json value = read_json(body);
  const bool tells = value.is_object() && value.contains("detail") && value["detail"].is_string();
  return tells ? value["detail"].get<std::string>() : fmt::format("it answered {}", status);
}

}  // namespace milepost::record
