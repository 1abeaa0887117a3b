#include "features/common/card_json.h"
#include "features/common/remedy_text.h"
#include "features/inbox/formats.h"
#include "features/inbox/item_text.h"
#include "render/json_value.h"

namespace milepost::inbox {

namespace {

Json instant_json(const std::optional<Instant>& instant) {
  return instant ? Json(to_string(*instant)) : Json();
}

Json place_json(const std::optional<Spot>& spot) {
  if (!spot) return {};
  Json value;
  value["path"] = spot->path;
  value["line"] = spot->line == 0 ? Json() : Json(spot->line);
  return value;
}

Json item_json(const Awaited& one) {
  const Ask& ask = one.ask;
  Json value;
  value["proposal"] = number_json(one.number);
  value["title"] = one.title;
  value["path"] = one.path;
  value["group"] = one.group;
  value["status"] = one.status;
  value["stage"] = one.stage;
  value["kind"] = name(ask.kind);
  value["urgency"] = name(urgency_of(ask));
  value["what"] = ask.what;
  value["why"] = text_or_null(ask.why);
  value["command"] = ask.remedy ? Json(command_text(*ask.remedy)) : Json();
  value["details"] = Json::array();
  for (const Detail& detail : ask.details) value["details"].push_back(line_of(detail));
  value["release"] = text_or_null(ask.release);
  value["deadlineTitle"] = text_or_null(ask.deadline_title);
  value["deadline"] = instant_json(ask.deadline);
  value["since"] = instant_json(ask.since);
  value["role"] = text_or_null(ask.role);
  value["who"] = handles_json(ask.who);
  value["any"] = ask.any;
  value["place"] = place_json(ask.spot);
  value["where"] = text_or_null(ask.where);
  value["draft"] = text_or_null(ask.draft);
  return value;
}

}  // namespace

std::string render_inbox_json(const Inbox& inbox) {
  Json value;
  value["for"] = "@" + inbox.addressee.name;
  value["team"] = inbox.addressee.team;
  value["release"] = text_or_null(inbox.release);
  value["now"] = to_string(inbox.now);
  value["items"] = Json::array();
  for (const Awaited& one : inbox.items) value["items"].push_back(item_json(one));
  return json_text(value);
}

}  // namespace milepost::inbox
