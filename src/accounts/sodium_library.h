// The functions of libsodium that are used, opened when first needed.
#pragma once

#include <sodium.h>

#include "base/result.h"

namespace milepost::accounts {

#define MILEPOST_SODIUM_FUNCTIONS(USE) \
  USE(crypto_pwhash_str)               \
  USE(crypto_pwhash_str_needs_rehash)  \
  USE(crypto_pwhash_str_verify)        \
  USE(randombytes_buf)                 \
  USE(randombytes_uniform)             \
  USE(sodium_init)                     \
  USE(sodium_memcmp)

struct SodiumLibrary {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name cannot be in parentheses
#define MILEPOST_DECLARE(name) decltype(&::name) name = nullptr;
  MILEPOST_SODIUM_FUNCTIONS(MILEPOST_DECLARE)
#undef MILEPOST_DECLARE
};

// The same for every thread and for as long as the program runs.
Result<const SodiumLibrary*> sodium_library();

}  // namespace milepost::accounts
