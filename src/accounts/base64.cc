#include "accounts/base64.h"

#include <cstdint>

namespace milepost::accounts {

namespace {

constexpr std::string_view kUrlDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kPlainDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string in_digits(std::string_view bytes, std::string_view digits) {
  std::string text;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char byte : bytes) {
    held = held << 8U | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6) text += digits[held >> (bits - 6) & 63U];
  }
  if (bits > 0) text += digits[held << (6 - bits) & 63U];
  return text;
}

}  // namespace

std::string base64url(std::string_view bytes) { return in_digits(bytes, kUrlDigits); }

std::string base64(std::string_view bytes) {
  std::string text = in_digits(bytes, kPlainDigits);
  while (text.size() % 4 != 0) text += '=';
  return text;
}

std::optional<std::string> read_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char digit : text) {
    const std::size_t value = kUrlDigits.find(digit);
    if (value == std::string_view::npos) return std::nullopt;
    held = held << 6U | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 255U);
  }
  return bytes;
}

}  // namespace milepost::accounts
