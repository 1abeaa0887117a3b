#include "accounts/secrets.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost::accounts {

std::string random_text(const SodiumLibrary& library, std::size_t length) {
  constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string text(length, '0');
  for (char& digit : text) digit = kDigits[library.randombytes_uniform(kDigits.size())];
  return text;
}

bool is_secret(std::string_view text) {
  return text.size() == kSecretLength && std::ranges::all_of(text, is_alnum);
}

bool are_same(const SodiumLibrary& library, std::string_view a, std::string_view b) {
  return a.size() == b.size() && library.sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace milepost::accounts
