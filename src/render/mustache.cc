#include "render/mustache.h"

#include <algorithm>
#include <vector>

#include <kainjow/mustache.hpp>

namespace milepost {

namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;

// Values nest as deep as models do, which is not much; partials are texts like any other.
data data_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::object: {
      data object(data::type::object);
      for (const auto& [key, one] : value.items()) object.set(key, data_of(one));
      return object;
    }
    case Json::value_t::array: {
      data list(data::type::list);
      for (const auto& one : value) list.push_back(data_of(one));
      return list;
    }
    case Json::value_t::string: {
      // An empty text is nothing to show, so that {{#text}} leaves it out.
      const auto& text = value.get_ref<const std::string&>();
      return text.empty() ? data(false) : data(text);
    }
    case Json::value_t::boolean: return data(value.get<bool>());
    case Json::value_t::null:
    case Json::value_t::discarded: return data(false);
    default: return data(value.dump());
  }
}

}  // namespace

Result<std::string> fill_mustache(std::string_view text, const Json& data,
                                  const FindPartial& partial) {
  mustache filled{std::string(text)};
  if (!filled.is_valid()) return failure("the template is wrong: " + filled.error_message());
  auto values = data_of(data);
  // Partials are looked up by name among the values: those that the template and its partials use.
  std::vector<std::string> wanted;
  std::vector<std::string> texts = {std::string(text)};
  while (!texts.empty()) {
    const std::string one = std::move(texts.back());
    texts.pop_back();
    for (std::size_t at = one.find("{{>"); at != one.npos; at = one.find("{{>", at + 3)) {
      const std::size_t end = one.find("}}", at);
      if (end == one.npos) break;
      std::string name = one.substr(at + 3, end - at - 3);
      name.erase(0, name.find_first_not_of(' '));
      name.erase(name.find_last_not_of(' ') + 1);
      if (std::ranges::find(wanted, name) != wanted.end()) continue;
      wanted.push_back(name);
      std::string found = partial(name);
      texts.push_back(found);
      values.set(name, kainjow::mustache::data(kainjow::mustache::partial(
                           [found = std::move(found)] { return found; })));
    }
  }
  return filled.render(values);
}

}  // namespace milepost
