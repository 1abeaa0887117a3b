#include "render/safe_address.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr bool is_control_or_blank(char c) { return static_cast<unsigned char>(c) <= 0x20; }

std::string without_passed_over(std::string_view written) {
  while (!written.empty() && is_control_or_blank(written.front())) written.remove_prefix(1);
  while (!written.empty() && is_control_or_blank(written.back())) written.remove_suffix(1);
  std::string kept;
  kept.reserve(written.size());
  for (const char c : written) {
    if (c != '\t' && c != '\n' && c != '\r') kept += c;
  }
  return kept;
}

// Up to its ":"; "" when there is none.
std::string_view scheme_of(std::string_view address) {
  if (address.empty() || !is_alpha(address.front())) return {};
  std::size_t end = 1;
  const auto is_of_scheme = [](char c) { return is_alnum(c) || c == '+' || c == '-' || c == '.'; };
  while (end < address.size() && is_of_scheme(address[end])) ++end;
  if (end == address.size() || address[end] != ':') return {};
  return address.substr(0, end);
}

// A colon before any of "/?#" may begin a scheme to some reader, whatever is before it.
bool may_have_scheme(std::string_view address) {
  const std::size_t colon = address.find(':');
  return colon != address.npos && colon < address.find_first_of("/?#");
}

AddressKind kind_of(std::string_view address) {
  const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
  if (address.starts_with('#')) return AddressKind::kFragment;
  if (address.size() > 1 && is_slash(address[0]) && is_slash(address[1])) {
    return AddressKind::kForeign;
  }
  const std::string_view scheme = scheme_of(address);
  if (equal_ignoring_case(scheme, "http") || equal_ignoring_case(scheme, "https")) {
    return AddressKind::kForeign;
  }
  if (equal_ignoring_case(scheme, "mailto")) return AddressKind::kMail;
  return may_have_scheme(address) ? AddressKind::kUnsafe : AddressKind::kRelative;
}

constexpr bool belongs_into_address(char c) {
  return is_alnum(c) ||
         std::string_view("-_.+!*'(),%#@?=;:/$~&[]").find(c) != std::string_view::npos;
}

}  // namespace

SafeAddress read_safe_address(std::string_view written) {
  SafeAddress address;
  address.text = without_passed_over(written);
  address.kind = kind_of(address.text);
  return address;
}

std::string percent_encoded(std::string_view address) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  encoded.reserve(address.size());
  for (const char c : address) {
    if (belongs_into_address(c)) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += '%';
    encoded += kDigits[byte >> 4];
    encoded += kDigits[byte & 15];
  }
  return encoded;
}

}  // namespace milepost
