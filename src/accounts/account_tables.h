// The tables of accounts, in SQLite or PostgreSQL. Their names begin with mp_, since what begins
// with milepost_ is the record's alone.
//
// All but in() is called within a transaction, by one thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/accounts.h"
#include "base/instant.h"
#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace milepost::accounts {

struct AccountRow {
  Account account;
  std::string password;  // its hash; "" for none
};
struct SessionRow {
  std::string digest;
  std::string account;  // in small letters, as accounts are known by
  Instant made;
  Instant seen;
};
struct TokenRow {
  std::string digest;
  std::string account;
  Token token;
};

struct KeyedRow {
  std::string digest;   // of account and key
  std::string account;  // in small letters
  std::string asked, version;
  Instant since;
  Instant lease;  // of whoever is doing it
  bool answered = false;
  std::string answer = {};
};

class AccountTables {
 public:
  // Makes what is not there.
  static Result<std::unique_ptr<AccountTables>> open(const StorePlace& place);

  const std::string& name() const { return database_->name(); }

  // Does something in a transaction, and commits it when it succeeds. Whoever writes waits for
  // others who do. What only reads is tried once more when a connection was lost meanwhile.
  Result<void> in(TransactionKind kind, const std::function<Result<void>()>& work);

  Result<std::optional<AccountRow>> account(std::string_view handle);
  Result<std::optional<AccountRow>> account_of(std::string_view issuer, std::string_view subject);
  Result<std::vector<Account>> accounts();
  Result<bool> has_account();
  Result<bool> has_other_admin(std::string_view handle);  // who is not disabled
  Result<void> insert(const AccountRow& row);
  Result<void> set_password(std::string_view handle, std::string_view hashed);
  Result<void> set_signed_in(std::string_view handle, Instant now);
  Result<void> set_disabled(std::string_view handle, bool disabled);
  Result<void> set_admin(std::string_view handle, bool admin);

  Result<std::optional<SessionRow>> session(std::string_view digest);
  Result<std::vector<SessionRow>> sessions(std::string_view handle);
  Result<void> insert(const SessionRow& row);
  Result<void> set_seen(std::string_view digest, Instant now);
  Result<void> delete_session(std::string_view digest);
  Result<void> delete_sessions(std::string_view handle);
  Result<void> delete_sessions_before(Instant made, Instant seen);

  Result<std::optional<TokenRow>> token(std::string_view digest);
  Result<std::vector<Token>> tokens(std::string_view handle);
  Result<void> insert(const TokenRow& row);
  Result<void> set_used(std::string_view digest, Instant now);
  Result<void> delete_token(std::string_view handle, std::string_view id);

  Result<std::optional<Link>> link(std::string_view digest);
  Result<void> insert(std::string_view digest, const Link& link);
  Result<void> delete_link(std::string_view digest);
  Result<std::vector<Link>> invitations(Instant now);
  Result<bool> has_invitation(std::string_view handle, Instant now);
  Result<void> delete_links_of(std::string_view handle);
  Result<void> delete_links_before(Instant now);

  Result<std::optional<KeyedRow>> keyed(std::string_view digest);
  Result<void> insert(const KeyedRow& row);
  Result<void> set_lease(std::string_view digest, Instant lease);
  Result<void> set_answer(std::string_view digest, std::string_view answer);
  Result<void> delete_keyed(std::string_view digest);
  Result<void> delete_keyed_before(Instant since);
  // But for the latest of an account.
  Result<void> delete_keyed_of(std::string_view account, std::size_t but);

 private:
  explicit AccountTables(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Result<void> migrate();
  Result<void> try_in(TransactionKind kind, const std::function<Result<void>()>& work);
  Result<void> run(std::string_view sql, std::initializer_list<Value> values,
                   const RowReader& read = {});

  std::unique_ptr<Database> database_;
  bool failed_ = false;  // the database, since the transaction began
};

}  // namespace milepost::accounts
