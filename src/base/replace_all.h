// One text in the place of another, wherever that stands.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

// What comes in is not looked through again. `what` is not empty.
inline void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

}  // namespace milepost
