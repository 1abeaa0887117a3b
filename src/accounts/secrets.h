// Random texts that open something, and what is kept of them: a digest. Each has 256 bits of
// chance, so that a plain SHA-256 of it tells nobody what it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "accounts/sodium_library.h"

namespace milepost::accounts {

// Digits and letters: 43 of them hold 256 bits.
inline constexpr std::size_t kSecretLength = 43;

std::string random_text(const SodiumLibrary& library, std::size_t length);

// Whether it could be one, so that nobody looks for what cannot be there.
bool is_secret(std::string_view text);

// Equal, in a time that does not tell where they differ.
bool are_same(const SodiumLibrary& library, std::string_view a, std::string_view b);

}  // namespace milepost::accounts
