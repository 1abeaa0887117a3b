#include "base/fingerprint.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

namespace milepost {

namespace {

const Fingerprinter::Key& key_of_this_run() {
  static const Fingerprinter::Key key = [] {
    std::random_device source;
    const auto word = [&] { return std::uint64_t{source()} << 32 | source(); };
    return Fingerprinter::Key{word(), word()};
  }();
  return key;
}

std::uint64_t little_endian(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) return __builtin_bswap64(word);
  return word;
}

}  // namespace

Fingerprinter::Fingerprinter() : Fingerprinter(key_of_this_run()) {}

// What follows is SipHash-2-4 with 128 bits, by its authors' names and constants.
Fingerprinter::Fingerprinter(const Key& key)
    : state_{0x736f6d6570736575 ^ key[0], 0x646f72616e646f6d ^ key[1] ^ 0xee,
             0x6c7967656e657261 ^ key[0], 0x7465646279746573 ^ key[1]} {}

void Fingerprinter::mix(State& state) {
  auto& [v0, v1, v2, v3] = state;
  v0 += v1;
  v1 = std::rotl(v1, 13) ^ v0;
  v0 = std::rotl(v0, 32);
  v2 += v3;
  v3 = std::rotl(v3, 16) ^ v2;
  v0 += v3;
  v3 = std::rotl(v3, 21) ^ v0;
  v2 += v1;
  v1 = std::rotl(v1, 17) ^ v2;
  v2 = std::rotl(v2, 32);
}

void Fingerprinter::take(std::uint64_t word) {
  state_[3] ^= word;
  mix(state_);
  mix(state_);
  state_[0] ^= word;
  size_ += sizeof word;
}

// The last word is filled up with zeros: the length before the bytes says how many count.
void Fingerprinter::take_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), taken);
    take(little_endian(word));
    bytes.remove_prefix(taken);
  }
}

Fingerprinter& Fingerprinter::add(std::string_view text) {
  take(text.size());
  take_bytes(text);
  return *this;
}

Fingerprint Fingerprinter::made() const {
  State state = state_;
  const std::uint64_t last = size_ << 56;
  state[3] ^= last;
  mix(state);
  mix(state);
  state[0] ^= last;
  const auto finish = [&] {
    for (int i = 0; i < 4; ++i) mix(state);
    return state[0] ^ state[1] ^ state[2] ^ state[3];
  };
  state[2] ^= 0xee;
  const std::uint64_t first = finish();
  state[1] ^= 0xdd;
  return {first, finish()};
}

}  // namespace milepost
