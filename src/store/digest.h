// SHA-256, by which events are chained and texts are known.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace milepost {

struct Digest {
  std::array<std::uint8_t, 32> bytes{};
  friend auto operator<=>(const Digest&, const Digest&) = default;

  std::string hex() const;  // 64 lower-case digits
};

// Only what hex() writes.
std::optional<Digest> parse_digest(std::string_view hex);

// Makes digests with libcrypto, opened when first needed. Threads may share one.
class Sha256 {
 public:
  // Fails when libcrypto is not installed.
  static Result<Sha256> load();

  Digest of(std::string_view bytes) const;

 private:
  struct Functions;
  explicit Sha256(const Functions& functions) : functions_(&functions) {}
  const Functions* functions_;  // there for as long as the program runs
};

}  // namespace milepost
