#include "render/json_value.h"

#include "base/printable.h"

namespace milepost {

namespace {

constexpr std::size_t kDeepest = 64;

// Brackets in texts are none. What is no JSON is counted somehow, and refused by the parser.
bool is_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_text = !in_text;
    if (in_text) {
      if (c == '\\') ++i;
      continue;
    }
    if ((c == '[' || c == '{') && ++depth > kDeepest) return true;
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return false;
}

}  // namespace

Json read_json(std::string_view text) {
  if (is_too_deep(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

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
