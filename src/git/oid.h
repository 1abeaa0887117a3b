// The name git gives an object: the SHA-1 hash of its content.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace milepost {

struct Oid {
  std::array<std::uint8_t, 20> bytes{};

  std::string hex() const;
  std::string brief() const { return hex().substr(0, 10); }  // for people
  bool is_zero() const { return *this == Oid{}; }            // stands for no object
  friend constexpr auto operator<=>(const Oid&, const Oid&) = default;
};

}  // namespace milepost
