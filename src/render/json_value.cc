#include "render/json_value.h"

#include "base/printable.h"

namespace milepost {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json handles_json(const std::vector<std::string>& handles) {
  Json list = Json::array();
  for (const std::string& handle : handles) list.push_back("@" + handle);
  return list;
}

std::string json_text(const Json& value) {
  return printable_json(value.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

std::string json_line(const Json& value) {
  return printable_json(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace milepost
