// What an Accounts is made of, for the sources of this folder.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/account_tables.h"
#include "accounts/accounts.h"
#include "accounts/remembered.h"
#include "accounts/secrets.h"
#include "store/digest.h"

namespace milepost::accounts {

class Accounts::Inner {
 public:
  Inner(const AccountsOptions& chosen, const SodiumLibrary& library, const Sha256& sha256,
        std::unique_ptr<Passwords> hashes, std::unique_ptr<AccountTables> opened)
      : options(chosen),
        sodium(library),
        passwords(std::move(hashes)),
        sha256_(sha256),
        tables_(std::move(opened)) {}

  // Does something with the tables in a transaction; nobody else has them meanwhile.
  template <typename Work>
  Result<void> read(const Work& work) {
    const std::lock_guard lock(mutex_);
    return noted(tables_->in(TransactionKind::kRead, [&] { return work(*tables_); }));
  }
  template <typename Work>
  Result<void> write(const Work& work) {
    const std::lock_guard lock(mutex_);
    return noted(tables_->in(TransactionKind::kWrite, [&] { return work(*tables_); }));
  }

  const std::string& name() const { return tables_->name(); }
  std::string digest(std::string_view secret) const { return sha256_.of(secret).hex(); }
  std::string new_secret() const { return random_text(sodium, kSecretLength); }
  // What the forms of a session carry: nobody can tell the one from the other without the cookie.
  std::string csrf_of(std::string_view cookie) const {
    return digest("csrf " + std::string(cookie));
  }

  bool has_expired(const SessionRow& session, Instant now) const {
    return now.seconds >= session.made.seconds + options.session_age ||
           now.seconds >= session.seen.seconds + options.session_idle;
  }
  // Within a transaction that writes.
  Result<SignedIn> begin_session(AccountTables& tables, const Account& account, Instant now) const;

  const AccountsOptions options;
  const SodiumLibrary& sodium;
  const std::unique_ptr<Passwords> passwords;
  Remembered remembered;

  std::atomic<bool> answers = true;

 private:
  Result<void> noted(Result<void> done) {
    answers = done || done.error().kind != ErrorKind::kUnavailable;
    return done;
  }

  const Sha256 sha256_;
  std::mutex mutex_;  // of the tables
  const std::unique_ptr<AccountTables> tables_;
};

// The account, or an error that names it.
Result<AccountRow> need_account(AccountTables& tables, std::string_view handle);

// The handle of a person, without its @: never that of a team.
Result<std::string> check_handle(std::string_view text);

}  // namespace milepost::accounts
