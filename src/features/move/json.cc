#include "features/review/json.h"

#include "features/common/card_json.h"
#include "features/common/remedy_text.h"
#include "features/move/formats.h"
#include "render/json_value.h"

namespace milepost::move {

namespace {

Json spot_json(const std::optional<Spot>& spot) {
  if (!spot) return {};
  Json value;
  value["path"] = spot->path;
  value["line"] = spot->line == 0 ? Json() : Json(spot->line);
  value["column"] = spot->line == 0 ? Json() : Json(spot->column);
  return value;
}

Json condition_json(const Verdict& verdict) {
  Json value;
  value["id"] = verdict.id;
  value["holds"] = name(verdict.holds);
  value["message"] = verdict.message;
  value["place"] = spot_json(verdict.spot);
  value["who"] = handles_json(verdict.who);
  value["how"] = how_text(verdict);
  value["role"] = verdict.role;
  value["closes"] = verdict.closes();
  value["advice"] = verdict.advice;
  value["settledByMerge"] = verdict.merge && verdict.holds == Holds::kUnknown;
  value["deadline"] = verdict.deadline ? Json(to_string(*verdict.deadline)) : Json();
  Json details = Json::array();
  for (const Detail& detail : verdict.details) {
    Json one;
    one["text"] = detail_text(detail);
    one["note"] = detail.note;
    one["place"] = spot_json(detail.spot);
    details.push_back(std::move(one));
  }
  value["details"] = std::move(details);
  return value;
}

Json proposal_json(const ProposalGate& entry) {
  Json value = ref_json(entry.proposal);
  value["status"] = entry.status;
  value["stage"] = entry.stage;
  value["from"] = entry.gate.step.from();
  value["to"] = entry.gate.step.to();
  value["release"] = text_or_null(entry.gate.step.release);
  value["open"] = entry.gate.open();
  value["legal"] = !entry.gate.illegal;
  Json conditions = Json::array();
  for (const Verdict& verdict : entry.gate.conditions) {
    conditions.push_back(condition_json(verdict));
  }
  value["conditions"] = std::move(conditions);
  if (entry.reviews) {
    value.update(review::approvals_json(*entry.reviews));
    value.update(review::concerns_json(*entry.reviews));
  }
  return value;
}

}  // namespace

std::string render_gates_json(const GateRun& run) {
  if (!run.all) return json_text(proposal_json(run.proposals.front()));
  Json list = Json::array();
  for (const ProposalGate& entry : run.proposals) list.push_back(proposal_json(entry));
  return json_text(list);
}

}  // namespace milepost::move
