// Passwords, as argon2id hashes in the form that carries its own salt and cost.
//
// Each hash takes the memory of its cost while it is made. So only a few are made at a time, a
// few more wait, and whoever comes then is refused: a flood of sign-ins costs a bounded amount
// of memory, and threads of the server are not all kept waiting. Threads may share one.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"

namespace milepost::accounts {

struct SodiumLibrary;

struct PasswordCost {
  // 64 MiB and two passes, libsodium's choice for people who wait: three times the memory that
  // OWASP asks for at two passes (19 MiB), about a tenth of a second on one core of a server.
  std::size_t memory = std::size_t{64} << 20U;
  std::uint64_t passes = 2;
  // Two at a time are 128 MiB at most, and some 15 sign-ins a second.
  std::size_t at_once = 2;
  std::size_t waiting = 6;
};

class Passwords {
 public:
  static Result<std::unique_ptr<Passwords>> load(const PasswordCost& cost);

  // Refuses what is too short, too long or just the handle.
  static Result<void> check(std::string_view password, std::string_view handle);

  Result<std::string> hash(std::string_view password);
  // Whether it is the one that was hashed. "" stands for an account that has none, or is not
  // there: it takes as long as any other, and never holds.
  Result<bool> verify(std::string_view hashed, std::string_view password);
  // Whether it was made at another cost.
  bool is_dated(std::string_view hashed) const;

  // How many were made or verified so far.
  std::uint64_t count() const { return count_; }

 private:
  Passwords(const SodiumLibrary& library, const PasswordCost& cost);

  class Turn;

  const SodiumLibrary& library_;
  PasswordCost cost_;
  std::string nobody_;  // in the form of a hash of this cost, and of no password
  std::atomic<std::uint64_t> count_ = 0;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t at_work_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace milepost::accounts
