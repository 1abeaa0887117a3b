#include "features/common/action_json.h"

namespace milepost {

Json action_json(const Action& action) {
  Json value;
  value["by"] = "@" + action.by;
  value["claimed"] = action.claimed;
  value["time"] = to_string(action.time);
  value["comment"] = action.comment;
  return value;
}

}  // namespace milepost
