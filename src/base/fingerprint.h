// A Fingerprint tells whether something is what it was, without keeping it: 128 bits of it
// (SipHash). The key is another in each run of the program, so nobody can write two documents that
// have the same; and none is good for anything outside of the run that made it.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace milepost {

struct Fingerprint {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

struct FingerprintHash {
  std::size_t operator()(const Fingerprint& print) const {
    return static_cast<std::size_t>(print.first);
  }
};

// Made of parts, one after the other. A text counts with its length, so ("ab", "c") is not
// ("a", "bc"); of a list, add how many there are.
class Fingerprinter {
 public:
  using Key = std::array<std::uint64_t, 2>;

  Fingerprinter();  // with the key of this run
  explicit Fingerprinter(const Key& key);

  Fingerprinter& add(std::string_view text);
  Fingerprinter& add(const Fingerprint& print) { return add(print.first).add(print.second); }
  template <typename T>
    requires std::integral<T> || std::is_enum_v<T>
  Fingerprinter& add(T value) {
    take(static_cast<std::uint64_t>(value));
    return *this;
  }

  Fingerprint made() const;

 private:
  using State = std::array<std::uint64_t, 4>;

  static void mix(State& state);
  void take(std::uint64_t word);  // eight bytes of the message
  void take_bytes(std::string_view bytes);

  State state_;
  std::uint64_t size_ = 0;  // bytes so far: always a multiple of eight
};

}  // namespace milepost
