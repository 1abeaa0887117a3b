// Addresses in metadata: "https:/example.org" is meant as one, and leads nowhere.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

struct Address {
  bool meant = false;  // the text is meant as an address
  std::string fault;   // why it is none; "" when it is
  std::string better;  // what was meant, when that can be told
};

Address read_address(std::string_view text);

}  // namespace milepost
