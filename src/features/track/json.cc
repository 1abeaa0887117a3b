#include "features/common/action_json.h"
#include "features/common/card_json.h"
#include "features/track/formats.h"
#include "features/track/tracker_json.h"
#include "render/json_value.h"

namespace milepost::track {

namespace {

Json item_json(const ItemView& view, const std::string& who) {
  const IssueItem& item = *view.item;
  Json value;
  value["list"] = item.list->id;
  value["release"] = text_or_null(view.release);
  value["key"] = item.key;
  value["title"] = item.title;
  value["text"] = item.text;
  value["depth"] = item.depth;
  value["missing"] = item.absent;
  value["moved"] = item.moved;
  value["standing"] = name(view.status);
  value["due"] = view.due;
  value["from"] = text_or_null(view.from);
  value["required"] = view.required;
  value["computed"] = view.computed;
  value["inDocument"] = view.box ? Json(view.box->ticked) : Json();
  value["changes"] = view.changes;
  value["evidence"] = view.evidence;
  value["lacking"] = texts_of(view.lacking);
  value["who"] = who;
  value["roles"] = view.by;
  value["approval"] = text_or_null(view.approval());
  value["ticked"] =
      view.state && view.state->mark == Mark::kTicked ? action_json(view.state->action) : Json();
  value["approved"] = view.state && view.state->agreed ? action_json(*view.state->agreed) : Json();
  value["notes"] = item.notes;
  return value;
}

}  // namespace

Json tracker_json(const TrackerPage& page) {
  Json value;
  value["proposal"] = number_json(page.proposal.number);
  value["title"] = page.proposal.title;
  value["group"] = page.proposal.group;
  value["status"] = page.status;
  value["stage"] = page.stage;
  value["release"] = text_or_null(page.release);
  value["trackerStatus"] = text_or_null(page.tracker_status);
  value["corrected"] = Json();
  if (page.corrected) {
    value["corrected"] = action_json(page.corrected->action);
    value["corrected"]["was"] = page.corrected->was;
  }
  value["description"] = page.state.tracker.description;
  value["descriptionProposed"] = page.state.tracker.proposed;
  value["contact"] = page.state.tracker.contact;
  value["discussion"] = page.state.tracker.discussion;
  value["comments"] = page.state.tracker.comments;
  value["commentTexts"] = Json::array();
  for (const Action& comment : page.comments) value["commentTexts"].push_back(action_json(comment));
  value["labels"] = Json::array();
  for (const LabelView& label : page.tracker.labels) {
    Json one;
    one["label"] = label.label;
    one["state"] = name(label.status);
    one["why"] = label.why;
    one["set"] = label.state ? action_json(label.state->action) : Json();
    value["labels"].push_back(std::move(one));
  }
  value["links"] = Json::array();
  for (const LinkState& link : page.state.links) {
    Json one;
    one["kind"] = link.kind;
    one["reference"] = link.reference;
    one["merged"] = link.merged;
    one["state"] = link.word();
    one["paths"] = link.paths;
    value["links"].push_back(std::move(one));
  }
  value["placeholders"] = Json::array();
  for (const IssuePlaceholder& placeholder : page.issue->placeholders) {
    value["placeholders"].push_back(placeholder.word->text);
  }
  value["items"] = Json::array();
  for (std::size_t i = 0; i < page.tracker.items.size(); ++i) {
    value["items"].push_back(item_json(page.tracker.items[i], page.who[i]));
  }
  value["requests"] = Json::array();
  for (const ItemRequest& asked : page.tracker.requests) {
    Json one;
    one["item"] = asked.label.empty() ? Json(page.tracker.items[asked.item].item->key) : Json();
    one["label"] = text_or_null(asked.label);
    one["role"] = asked.role;
    one["approves"] = asked.approves;
    one["where"] = asked.where;
    one["text"] = asked.text;
    value["requests"].push_back(std::move(one));
  }
  value["rules"] = Json::array();
  for (const TrackerRule& rule : page.rules) {
    Json one;
    one["of"] = name(rule.of);
    one["name"] = rule.name;
    one["text"] = rule.text;
    value["rules"].push_back(std::move(one));
  }
  value["drifts"] = Json::array();
  for (const ListDrift& drift : page.drifts) {
    Json one;
    one["list"] = drift.list;
    one["key"] = drift.key;
    one["stands"] = name(drift.found_in);
    one["inDocument"] = drift.in_document;
    one["inIssue"] = drift.in_issue;
    one["path"] = drift.path;
    one["line"] = drift.line == 0 ? Json() : Json(drift.line);
    value["drifts"].push_back(std::move(one));
  }
  return value;
}

std::string render_tracker_json(const TrackerPage& page) { return json_text(tracker_json(page)); }

}  // namespace milepost::track
