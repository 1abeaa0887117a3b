#include "store/digest.h"

#include <new>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "base/c_memory.h"
#include "base/library.h"
#include "base/strings.h"

namespace milepost {

struct Sha256::Functions {
  decltype(&::EVP_Digest) digest = nullptr;
  decltype(&::EVP_MD_fetch) fetch = nullptr;
  const EVP_MD* sha256 = nullptr;  // never freed: looking it up is half the work of a small digest
};

std::string Digest::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::optional<Digest> parse_digest(std::string_view hex) {
  Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < hex.size(); ++i) {
    const int value = is_upper(hex[i]) ? -1 : hex_value(hex[i]);
    if (value < 0) return std::nullopt;
    digest.bytes[i / 2] = static_cast<std::uint8_t>(digest.bytes[i / 2] << 4U | value);
  }
  return digest;
}

namespace {

// libcrypto does not survive an allocation that fails while it sets itself up. Where it was in use
// before, by another library, it keeps the memory it has.
void use_our_memory(const Library& library) {
  decltype(&::CRYPTO_set_mem_functions) set = nullptr;
  if (!library.find(set, MILEPOST_FUNCTION(CRYPTO_set_mem_functions))) return;
  set([](std::size_t size, const char*, int) { return c_memory::allocate(size); },
      [](void* old, std::size_t size, const char*, int) {
        if (size > 0) return c_memory::reallocate(old, size);
        c_memory::release(old);
        return static_cast<void*>(nullptr);
      },
      [](void* memory, const char*, int) { c_memory::release(memory); });
}

}  // namespace

Result<Sha256> Sha256::load() {
  static const Result<Functions> functions = []() -> Result<Functions> {
    const Library library("libcrypto.so.3");
    if (!library.is_there()) {
      return failure("the record needs libcrypto.so.3, which is not installed (Debian: libssl3)");
    }
    Functions found;
    use_our_memory(library);
    if (library.find(found.digest, MILEPOST_FUNCTION(EVP_Digest)) &&
        library.find(found.fetch, MILEPOST_FUNCTION(EVP_MD_fetch))) {
      found.sha256 = found.fetch(nullptr, "SHA256", nullptr);
    }
    if (found.sha256 == nullptr) return failure("libcrypto.so.3 is there but has no SHA-256");
    return found;
  }();
  if (!functions) return tl::unexpected(functions.error());
  return Sha256(*functions);
}

Digest Sha256::of(std::string_view bytes) const {
  Digest digest;
  unsigned size = 0;
  if (functions_->digest(bytes.data(), bytes.size(), digest.bytes.data(), &size, functions_->sha256,
                         nullptr) != 1) {
    throw std::bad_alloc();  // the only way it fails
  }
  return digest;
}

}  // namespace milepost
