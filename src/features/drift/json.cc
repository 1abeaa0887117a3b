#include "features/common/card_json.h"
#include "features/drift/formats.h"
#include "features/drift/steps_text.h"
#include "render/json_value.h"

namespace milepost::drift {

namespace {

void add_spot(Json& value, const Spot& spot) {
  value["path"] = spot.path;
  value["line"] = spot.line == 0 ? Json() : Json(spot.line);
  value["column"] = spot.line == 0 ? Json() : Json(spot.column);
}

Json side_json(const DriftSide& side) {
  Json value;
  value["says"] = side.says;
  add_spot(value, side.spot);
  return value;
}

Json drift_json(const Drift& drift) {
  Json value;
  value["kind"] = name(drift.kind);
  value["about"] = drift.about;
  value["sides"] = Json::array({side_json(drift.one), side_json(drift.two)});
  value["settle"] = Json::array();
  for (const Steps& steps : drift.remedies) {
    Json one;
    one["is"] = steps.front().is_command() ? "command" : "edit";
    one["text"] = steps_text(steps);
    value["settle"].push_back(std::move(one));
  }
  return value;
}

}  // namespace

std::string render_drift_json(const DriftRun& run) {
  Json value;
  value["lookedAt"] = run.looked_at;
  value["count"] = run.count();
  value["proposals"] = Json::array();
  for (const ProposalDrift& entry : run.proposals) {
    Json one;
    one["proposal"] = number_json(entry.proposal.number);
    one["title"] = entry.proposal.title;
    one["path"] = entry.proposal.path;
    one["drifts"] = Json::array();
    for (const Drift& drift : entry.drifts) one["drifts"].push_back(drift_json(drift));
    value["proposals"].push_back(std::move(one));
  }
  value["unnamedGates"] = Json::array();
  for (const UnnamedGate& gate : run.unnamed) {
    Json one;
    one["name"] = gate.name;
    one["stage"] = text_or_null(gate.stage);
    add_spot(one, gate.spot);
    value["unnamedGates"].push_back(std::move(one));
  }
  return json_text(value);
}

}  // namespace milepost::drift
