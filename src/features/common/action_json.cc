#include "features/common/action_json.h"

namespace milepost {

Json deed_json(const Deed& deed) {
  Json value;
  value["by"] = "@" + deed.by;
  value["claimed"] = deed.claimed;
  value["time"] = to_string(deed.time);
  value["comment"] = deed.comment;
  return value;
}

}  // namespace milepost
