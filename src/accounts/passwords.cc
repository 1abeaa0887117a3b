#include "accounts/passwords.h"

#include <array>
#include <memory>

#include <fmt/format.h>

#include "accounts/secrets.h"
#include "accounts/sodium_library.h"
#include "base/strings.h"
#include "base/utf8.h"

namespace milepost::accounts {

namespace {

constexpr std::size_t kFewestCharacters = 12;
constexpr std::size_t kMostBytes = 1024;  // nobody types more, and all of it is hashed

}  // namespace

// A turn at hashing, given back at the end of the block.
class Passwords::Turn {
 public:
  static Result<Turn> wait(Passwords& passwords) {
    std::unique_lock lock(passwords.mutex_);
    if (passwords.at_work_ >= passwords.cost_.at_once) {
      if (passwords.waiting_ >= passwords.cost_.waiting) {
        return failure("too many people sign in at this moment; try again in a few seconds",
                       ErrorKind::kUnavailable);
      }
      ++passwords.waiting_;
      passwords.freed_.wait(lock, [&] { return passwords.at_work_ < passwords.cost_.at_once; });
      --passwords.waiting_;
    }
    ++passwords.at_work_;
    return Turn(passwords);
  }
  Turn(Turn&& other) noexcept : passwords_(std::exchange(other.passwords_, nullptr)) {}
  Turn& operator=(Turn&&) = delete;
  ~Turn() {
    if (passwords_ == nullptr) return;
    {
      const std::lock_guard lock(passwords_->mutex_);
      --passwords_->at_work_;
    }
    passwords_->freed_.notify_one();
  }

 private:
  explicit Turn(Passwords& passwords) : passwords_(&passwords) {}
  Passwords* passwords_;
};

Passwords::Passwords(const SodiumLibrary& library, const PasswordCost& cost)
    : library_(library), cost_(cost) {
  // 16 bytes of salt and 32 of hash, in base64 without padding. They are drawn, not computed.
  const auto base64 = [&](std::size_t digits) {
    // The last digit stands for the bits that are left over, which have to be 0.
    return random_text(library_, digits - 1) + 'A';
  };
  nobody_ = fmt::format("$argon2id$v=19$m={},t={},p=1${}${}", cost.memory / 1024, cost.passes,
                        base64(22), base64(43));
}

Result<std::unique_ptr<Passwords>> Passwords::load(const PasswordCost& cost) {
  TRY(const auto* const library, sodium_library());
  return std::unique_ptr<Passwords>(new Passwords(*library, cost));
}

Result<void> Passwords::check(std::string_view password, std::string_view handle) {
  if (utf8::find_invalid(password) != std::string_view::npos ||
      password.find('\0') != std::string_view::npos) {
    return failure("the password is no text in UTF-8");
  }
  if (utf8::count(password).code_points < kFewestCharacters) {
    return failure(
        fmt::format("the password is too short; use at least {} characters", kFewestCharacters));
  }
  if (password.size() > kMostBytes) {
    return failure(fmt::format("the password is longer than {} bytes", kMostBytes));
  }
  if (equal_ignoring_case(password, handle)) {
    return failure("the password is the handle; choose another");
  }
  return {};
}

Result<std::string> Passwords::hash(std::string_view password) {
  TRY(const Turn turn, Turn::wait(*this));
  ++count_;
  std::array<char, crypto_pwhash_STRBYTES> hashed{};
  if (library_.crypto_pwhash_str(hashed.data(), password.data(), password.size(), cost_.passes,
                                 cost_.memory) != 0) {
    return failure("there is not enough memory to hash a password", ErrorKind::kUnavailable);
  }
  return std::string(hashed.data());
}

Result<bool> Passwords::verify(std::string_view hashed, std::string_view password) {
  const bool is_somebody = !hashed.empty();
  const std::string wanted(is_somebody ? hashed : std::string_view(nobody_));
  if (password.size() > kMostBytes) password = {};
  TRY(const Turn turn, Turn::wait(*this));
  ++count_;
  const bool same =
      library_.crypto_pwhash_str_verify(wanted.c_str(), password.data(), password.size()) == 0;
  return same && is_somebody;
}

bool Passwords::is_dated(std::string_view hashed) const {
  return library_.crypto_pwhash_str_needs_rehash(std::string(hashed).c_str(), cost_.passes,
                                                 cost_.memory) != 0;
}

}  // namespace milepost::accounts
