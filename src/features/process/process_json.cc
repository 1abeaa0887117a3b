#include "features/process/process_json.h"

namespace milepost::process {

namespace {

Json statuses_json(const Process& process) {
  Json list = Json::array();
  for (const Status& status : process.statuses) {
    Json moves = Json::array();
    for (const Move& move : status.moves) {
      moves.push_back({{"to", move.to}, {"by", move.by}, {"reason", move.reason}});
    }
    list.push_back({{"status", status.id},
                    {"closed", status.closed},
                    {"failed", status.failed},
                    {"moves", std::move(moves)}});
  }
  return list;
}

Json gates_json(const Process& process) {
  Json list = Json::array();
  for (const Gate& gate : process.gates) {
    Json conditions = Json::array();
    for (const Condition& condition : gate.conditions) {
      conditions.push_back(
          {{"condition", condition.id},
           {"type", condition_type_names()[static_cast<std::size_t>(condition.type)]},
           {"title", text_or_null(condition.title)},
           {"role", text_or_null(condition.role)},
           {"advice", condition.advice}});
    }
    list.push_back({{"gate", gate.id},
                    {"status", text_or_null(gate.status)},
                    {"stage", text_or_null(gate.stage)},
                    {"after", gate.after},
                    {"conditions", std::move(conditions)}});
  }
  return list;
}

Json dates_json(const Process& process) {
  Json list = Json::array();
  for (const CalendarDate& date : process.calendar.dates) {
    list.push_back({{"date", date.id},
                    {"title", date.title},
                    {"deadline", date.deadline},
                    {"gate", text_or_null(date.gate)}});
  }
  return list;
}

}  // namespace

Json process_json(const Process& process) {
  Json value{{"process", process.name}, {"title", process.title}};
  value["kinds"] = Json::array();
  for (const Kind& kind : process.kinds) value["kinds"].push_back(kind.id);
  value["ladders"] = Json::array();
  for (const Ladder& ladder : process.ladders) {
    value["ladders"].push_back({{"ladder", ladder.id}, {"stages", ladder.stages}});
  }
  value["statuses"] = statuses_json(process);
  value["gates"] = gates_json(process);
  value["roles"] = Json::array();
  for (const Role& role : process.roles) {
    value["roles"].push_back(
        {{"role", role.id}, {"title", role.title}, {"sections", role.sections}});
  }
  value["dates"] = dates_json(process);
  return value;
}

}  // namespace milepost::process
