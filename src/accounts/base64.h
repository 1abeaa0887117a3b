// Base64 as tokens of the web have it (RFC 4648 5): - and _ for + and /, without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace milepost::accounts {

std::string base64url(std::string_view bytes);
// With + and / and padding, as headers have it.
std::string base64(std::string_view bytes);
// Nothing for what is no base64url.
std::optional<std::string> read_base64url(std::string_view text);

}  // namespace milepost::accounts
