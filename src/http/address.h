// Addresses of machines, as text.
#pragma once

#include <string_view>

namespace milepost::http {

// Whether it is this machine itself: 127.0.0.1, ::1.
bool is_loopback(std::string_view address);

}  // namespace milepost::http
