// Which addresses a page may link to and show images from, whoever wrote them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace milepost {

enum class AddressKind : std::uint8_t {
  kUnsafe,    // of another scheme: it might run something
  kForeign,   // http, https, or "//host"
  kMail,      // mailto
  kFragment,  // "#goals": within the page
  kRelative,  // within the site
};

struct SafeAddress {
  AddressKind kind = AddressKind::kUnsafe;
  std::string text;  // without what browsers pass over: blanks around it, line ends and tabs in it
};

// `written` is decoded: references such as "&colon;" are resolved.
SafeAddress read_safe_address(std::string_view written);

// The address with all that does not belong into one as "%C3". References are left to whoever
// writes it into an attribute.
std::string percent_encoded(std::string_view address);

}  // namespace milepost
