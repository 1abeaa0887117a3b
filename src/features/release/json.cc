#include "features/release/json.h"

#include "features/common/action_json.h"
#include "features/common/card_json.h"
#include "features/common/remedy_text.h"
#include "features/release/formats.h"
#include "features/release/reasons.h"
#include "render/json_value.h"

namespace milepost::release {

namespace {

Json part_json(const std::optional<Participation>& part) {
  constexpr std::string_view kNames[] = {"undecided", "in", "out", "removed", "deferred"};
  if (!part) return {};
  Json value;
  value["part"] = kNames[static_cast<std::size_t>(part->state)];
  value["to"] = text_or_null(part->to);
  value["stage"] = text_or_null(part->stage);
  value["deed"] = action_json(part->action);
  value["optedIn"] = part->opted_in ? action_json(*part->opted_in) : Json();
  return value;
}

Json exception_json(const ExceptionState& exception) {
  Json value;
  value["freeze"] = exception.freeze;
  value["until"] = text_or_null(exception.until);
  value["requested"] = action_json(exception.requested);
  value["decided"] = exception.decided ? action_json(*exception.decided) : Json();
  value["approved"] = exception.decided ? Json(exception.approved) : Json();
  return value;
}

Json missing_json(const Verdict& verdict) {
  Json value;
  value["id"] = verdict.id;
  value["message"] = verdict.message;
  value["short"] = reason_text(reason_of(verdict));
  value["role"] = verdict.role;
  value["who"] = handles_json(verdict.who);
  value["how"] = how_text(verdict);
  return value;
}

Json freeze_json(const FreezeEntry& freeze) {
  Json value;
  value["id"] = freeze.id;
  value["deadline"] = freeze.deadline ? Json(to_string(*freeze.deadline)) : Json();
  value["due"] = name(freeze.due);
  value["passed"] = freeze.passed;
  value["recorded"] = freeze.met;
  value["state"] = name(freeze.state);
  Json missing = Json::array();
  for (const Verdict& verdict : freeze.missing) missing.push_back(missing_json(verdict));
  value["missing"] = std::move(missing);
  return value;
}

}  // namespace

Json calendar_json(const ReleaseCalendar& calendar) {
  Json value;
  value["release"] = calendar.release;
  Json dates = Json::array();
  for (const ReleaseDate& date : calendar.dates) {
    Json one;
    one["id"] = date.id;
    one["title"] = date.title;
    one["at"] = date.at ? Json(to_string(*date.at)) : Json();
    one["deadline"] = date.deadline;
    one["freeze"] = date.freeze;
    dates.push_back(std::move(one));
  }
  value["dates"] = std::move(dates);
  return value;
}

Json entry_json(const ReleaseEntry& entry) {
  Json value = ref_json(entry.proposal);
  value["status"] = entry.status;
  value["stage"] = entry.stage;
  value["fromStage"] = text_or_null(entry.from_stage);
  value["toStage"] = text_or_null(entry.to_stage);
  value["kind"] = name(entry.kind);
  value["state"] = name(entry.state);
  value["admitted"] = entry.admitted;
  value["uncommitted"] = entry.uncommitted;
  value["freeze"] = entry.decisive() ? Json(entry.decisive()->id) : Json();
  value["part"] = part_json(entry.participation);
  Json exceptions = Json::array();
  for (const ExceptionState& exception : entry.exceptions) {
    exceptions.push_back(exception_json(exception));
  }
  value["exceptions"] = std::move(exceptions);
  Json freezes = Json::array();
  for (const FreezeEntry& freeze : entry.freezes) freezes.push_back(freeze_json(freeze));
  value["freezes"] = std::move(freezes);
  return value;
}

Json view_json(const ReleaseView& view) {
  Json value = calendar_json(view.calendar);
  value["now"] = to_string(view.now);
  Json counts;
  for (const FreezeState state : kFreezeStates) {
    counts[std::string(name(state))] = view.count(state);
  }
  value["counts"] = std::move(counts);
  Json proposals = Json::array();
  for (const ReleaseEntry& entry : view.entries) proposals.push_back(entry_json(entry));
  value["proposals"] = std::move(proposals);
  return value;
}

std::string render_board_json(const Board& board) {
  Json value = view_json(board.view);
  Json proposals = Json::array();
  for (const std::size_t i : board.shown) proposals.push_back(entry_json(board.view.entries[i]));
  value["proposals"] = std::move(proposals);
  return json_text(value);
}

std::string render_release_json(const ReleaseView& view) { return json_text(view_json(view)); }

}  // namespace milepost::release
