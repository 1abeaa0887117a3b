#include <unordered_map>

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

// Items of one task have the same number.
Json item_json(const ProposalItem& one, std::size_t task) {
  const InboxItem& item = one.item;
  Json value = ref_json(one.proposal);
  value["status"] = one.status;
  value["stage"] = one.stage;
  value["kind"] = name(item.kind);
  value["urgency"] = name(urgency_of(item));
  value["what"] = item.what;
  value["why"] = text_or_null(item.why);
  value["command"] = item.remedy ? Json(command_text(*item.remedy)) : Json();
  value["details"] = Json::array();
  for (const Detail& detail : item.details) value["details"].push_back(line_of(detail));
  value["release"] = text_or_null(item.release);
  value["deadlineTitle"] = text_or_null(item.deadline_title);
  value["deadline"] = instant_json(item.deadline);
  value["since"] = instant_json(item.since);
  value["role"] = text_or_null(item.role);
  value["who"] = handles_json(item.who);
  value["any"] = item.any;
  value["place"] = place_json(item.spot);
  value["where"] = text_or_null(item.where);
  value["draft"] = text_or_null(item.draft);
  value["task"] = task;
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
  std::unordered_map<const ProposalItem*, std::size_t> tasks;
  const std::vector<Bundle> bundles = make_bundles(inbox.items);
  for (std::size_t i = 0; i < bundles.size(); ++i) {
    for (const ProposalItem* one : bundles[i]) tasks[one] = i + 1;
  }
  for (const ProposalItem& one : inbox.items) {
    value["items"].push_back(item_json(one, tasks.at(&one)));
  }
  return json_text(value);
}

}  // namespace milepost::inbox
