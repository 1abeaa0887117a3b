#include "features/review/json.h"

#include "features/common/action_json.h"
#include "features/common/card_json.h"

namespace milepost::review {

Json approvals_json(const ReviewsGiven& given) {
  Json list = Json::array();
  for (const RecordedApproval& approval : given.approvals) {
    Json one{{"role", approval.role}, {"stage", text_or_null(approval.stage)}};
    one.update(action_json(approval.action));
    one["text"] = approval.text;
    one["valid"] = approval.valid;
    one["changes"] = approval.changes;
    list.push_back(std::move(one));
  }
  return {{"approvals", std::move(list)}};
}

Json concerns_json(const ReviewsGiven& given) {
  Json list = Json::array();
  for (const ConcernState& concern : given.concerns) {
    Json one{{"concern", concern.id},
             {"role", text_or_null(concern.role)},
             {"stage", text_or_null(concern.stage)}};
    one.update(action_json(concern.action));
    one["resolved"] = concern.resolved ? action_json(*concern.resolved) : Json();
    list.push_back(std::move(one));
  }
  return {{"concerns", std::move(list)}, {"hold", given.hold ? action_json(*given.hold) : Json()}};
}

Json outcome_json(const ReviewOutcome& outcome) {
  Json value = ref_json(outcome.proposal);
  value["by"] = "@" + outcome.person;
  value["done"] = outcome.what;
  value["already"] = outcome.already;
  value["files"] = Json::array();
  for (const FileChange& change : outcome.changes) value["files"].push_back(change.path);
  return value;
}

}  // namespace milepost::review
