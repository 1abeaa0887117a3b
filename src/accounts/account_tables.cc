#include "accounts/account_tables.h"

#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/state_folder.h"
#include "base/strings.h"
#include "store/postgresql_address.h"

namespace milepost::accounts {

namespace {

struct AccountMigration {
  const char* sqlite;
  const char* postgresql;
};

// The n-th leads from schema n to n + 1. One that was released is never changed.
constexpr AccountMigration kAccountMigrations[] = {
    {
        R"(
CREATE TABLE mp_accounts (
  handle TEXT NOT NULL PRIMARY KEY,
  shown TEXT NOT NULL,
  name TEXT NOT NULL,
  password TEXT NOT NULL,
  admin INTEGER NOT NULL,
  disabled INTEGER NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  made INTEGER NOT NULL,
  signed_in INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX mp_accounts_subject ON mp_accounts (issuer, subject) WHERE issuer <> '';
CREATE TABLE mp_sessions (
  digest TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL,
  made INTEGER NOT NULL,
  seen INTEGER NOT NULL
) STRICT;
CREATE INDEX mp_sessions_account ON mp_sessions (account);
CREATE TABLE mp_tokens (
  digest TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  scope TEXT NOT NULL,
  made INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  used INTEGER NOT NULL,
  UNIQUE (account, id)
) STRICT;
CREATE TABLE mp_links (
  digest TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  handle TEXT NOT NULL,
  admin INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
)",
        R"(
CREATE TABLE mp_accounts (
  handle text COLLATE "C" PRIMARY KEY,
  shown text NOT NULL,
  name text NOT NULL,
  password text NOT NULL,
  admin int NOT NULL,
  disabled int NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  made bigint NOT NULL,
  signed_in bigint NOT NULL
);
CREATE UNIQUE INDEX mp_accounts_subject ON mp_accounts (issuer, subject) WHERE issuer <> '';
CREATE TABLE mp_sessions (
  digest text COLLATE "C" PRIMARY KEY,
  account text NOT NULL,
  made bigint NOT NULL,
  seen bigint NOT NULL
);
CREATE INDEX mp_sessions_account ON mp_sessions (account);
CREATE TABLE mp_tokens (
  digest text COLLATE "C" PRIMARY KEY,
  account text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  made bigint NOT NULL,
  expires bigint NOT NULL,
  used bigint NOT NULL,
  UNIQUE (account, id)
);
CREATE TABLE mp_links (
  digest text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  handle text NOT NULL,
  admin int NOT NULL,
  expires bigint NOT NULL
);
)",
    },
    {
        R"(
CREATE TABLE mp_keyed (
  digest TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL,
  asked TEXT NOT NULL,
  version TEXT NOT NULL,
  since INTEGER NOT NULL,
  lease INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  answer BLOB NOT NULL
) STRICT;
CREATE INDEX mp_keyed_account ON mp_keyed (account, since);
CREATE INDEX mp_keyed_since ON mp_keyed (since);
)",
        R"(
CREATE TABLE mp_keyed (
  digest text COLLATE "C" PRIMARY KEY,
  account text NOT NULL,
  asked text NOT NULL,
  version text NOT NULL,
  since bigint NOT NULL,
  lease bigint NOT NULL,
  answered int NOT NULL,
  answer bytea NOT NULL
);
CREATE INDEX mp_keyed_account ON mp_keyed (account, since);
CREATE INDEX mp_keyed_since ON mp_keyed (since);
)",
    },
};

constexpr std::string_view kFindSchema[] = {
    "SELECT 1 FROM sqlite_schema WHERE name = 'mp_schema'",
    // The catalogue itself: to_regclass() may remember that there was no such table.
    "SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
    " WHERE c.relname = 'mp_schema' AND n.nspname = ANY (current_schemas(false))",
};

constexpr std::string_view kLinkKinds[] = {"setup", "invite", "reset"};

std::int64_t integer_in(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Instant instant_in(std::string_view text) { return {integer_in(text)}; }

#define MILEPOST_ACCOUNT_COLUMNS \
  "shown, name, password, admin, disabled, issuer, subject, made, signed_in"

AccountRow account_in(Row row) {
  return {{std::string(row[0]), std::string(row[1]), row[3] == "1", row[4] == "1", !row[2].empty(),
           std::string(row[5]), std::string(row[6]), instant_in(row[7]), instant_in(row[8])},
          std::string(row[2])};
}

SessionRow session_in(Row row) {
  return {std::string(row[0]), std::string(row[1]), instant_in(row[2]), instant_in(row[3])};
}

Token token_in(Row row) {
  // A scope that is not known allows the least.
  return {std::string(row[0]), std::string(row[1]), scope_named(row[2]).value_or(TokenScope::kRead),
          instant_in(row[3]),  instant_in(row[4]),  instant_in(row[5])};
}

Result<std::unique_ptr<Database>> open_database(const StorePlace& place) {
  if (place.address.empty()) {
    TRY(const StateFolder folder, make_state_folder(place.root));
    return open_sqlite(folder.path + "/accounts.db", true);
  }
  TRY(const auto address, PostgresqlAddress::parse(place.address));
  return open_postgresql(address);
}

}  // namespace

Result<std::unique_ptr<AccountTables>> AccountTables::open(const StorePlace& place) {
  TRY(auto database, open_database(place));
  std::unique_ptr<AccountTables> tables(new AccountTables(std::move(database)));
  TRY(within("preparing the accounts", tables->migrate()));
  return tables;
}

Result<void> AccountTables::migrate() {
  constexpr std::span<const AccountMigration> kAll = kAccountMigrations;
  const bool is_sqlite = database_->dialect() == Dialect::kSqlite;
  TRY(auto transaction, Transaction::begin(*database_, TransactionKind::kWrite));
  TRY(database_->lock_schema());
  bool is_there = false;
  TRY(run(kFindSchema[is_sqlite ? 0 : 1], {}, [&](Row) { is_there = true; }));
  std::int64_t schema = 0;
  if (is_there) {
    TRY(run("SELECT number FROM mp_schema", {}, [&](Row row) { schema = integer_in(row[0]); }));
  } else {
    TRY(database_->run_script(fmt::format(
        "CREATE TABLE mp_schema (one {0} PRIMARY KEY CHECK (one = 1), number {1} NOT NULL){2};"
        "INSERT INTO mp_schema VALUES (1, 0)",
        is_sqlite ? "INTEGER" : "int", is_sqlite ? "INTEGER" : "bigint",
        is_sqlite ? " STRICT" : "")));
  }
  if (schema < 0 || static_cast<std::size_t>(schema) > kAll.size()) {
    return failure(
        fmt::format("{}: its accounts were made by a newer milepost (schema {}, this "
                    "one knows {})",
                    name(), schema, kAll.size()));
  }
  if (static_cast<std::size_t>(schema) == kAll.size()) return transaction.commit();
  for (const AccountMigration& migration : kAll.subspan(static_cast<std::size_t>(schema))) {
    TRY(database_->run_script(is_sqlite ? migration.sqlite : migration.postgresql));
  }
  TRY(run("UPDATE mp_schema SET number = $1", {static_cast<std::int64_t>(kAll.size())}));
  return transaction.commit();
}

Result<void> AccountTables::run(std::string_view sql, std::initializer_list<Value> values,
                                const RowReader& read) {
  auto done = database_->run(sql, values, read);
  if (!done) {
    failed_ = true;
    done.error().kind = ErrorKind::kUnavailable;
  }
  return done;
}

Result<void> AccountTables::in(TransactionKind kind, const std::function<Result<void>()>& work) {
  auto done = try_in(kind, work);
  if (!done && failed_ && kind == TransactionKind::kRead) return try_in(kind, work);
  return done;
}

Result<void> AccountTables::try_in(TransactionKind kind,
                                   const std::function<Result<void>()>& work) {
  failed_ = false;
  auto transaction = Transaction::begin(*database_, kind);
  if (!transaction) {
    failed_ = true;
    return failure(std::move(transaction.error().message), ErrorKind::kUnavailable);
  }
  if (kind == TransactionKind::kWrite && database_->dialect() == Dialect::kPostgresql) {
    TRY(run("SELECT 1 FROM mp_schema FOR UPDATE", {}));
  }
  TRY(work());
  auto done = transaction->commit();
  if (!done) done.error().kind = ErrorKind::kUnavailable;
  return done;
}

// --- accounts ------------------------------------------------------------------------------------

Result<std::optional<AccountRow>> AccountTables::account(std::string_view handle) {
  std::optional<AccountRow> found;
  TRY(run("SELECT " MILEPOST_ACCOUNT_COLUMNS " FROM mp_accounts WHERE handle = $1", {lower(handle)},
          [&](Row row) { found = account_in(row); }));
  return found;
}

Result<std::optional<AccountRow>> AccountTables::account_of(std::string_view issuer,
                                                            std::string_view subject) {
  std::optional<AccountRow> found;
  TRY(run("SELECT " MILEPOST_ACCOUNT_COLUMNS
          " FROM mp_accounts WHERE issuer = $1 AND issuer <> '' AND subject = $2",
          {issuer, subject}, [&](Row row) { found = account_in(row); }));
  return found;
}

Result<std::vector<Account>> AccountTables::accounts() {
  std::vector<Account> found;
  TRY(run("SELECT " MILEPOST_ACCOUNT_COLUMNS " FROM mp_accounts ORDER BY handle", {},
          [&](Row row) { found.push_back(account_in(row).account); }));
  return found;
}

Result<bool> AccountTables::has_account() {
  bool found = false;
  TRY(run("SELECT 1 FROM mp_accounts LIMIT 1", {}, [&](Row) { found = true; }));
  return found;
}

Result<bool> AccountTables::has_other_admin(std::string_view handle) {
  bool found = false;
  TRY(run("SELECT 1 FROM mp_accounts WHERE admin = 1 AND disabled = 0 AND handle <> $1 LIMIT 1",
          {lower(handle)}, [&](Row) { found = true; }));
  return found;
}

Result<void> AccountTables::insert(const AccountRow& row) {
  const Account& account = row.account;
  return run("INSERT INTO mp_accounts (handle, " MILEPOST_ACCOUNT_COLUMNS
             ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
             {lower(account.handle), account.handle, account.name, row.password,
              std::int64_t{account.admin}, std::int64_t{account.disabled}, account.issuer,
              account.subject, account.made.seconds, account.signed_in.seconds});
}

Result<void> AccountTables::set_password(std::string_view handle, std::string_view hashed) {
  return run("UPDATE mp_accounts SET password = $1 WHERE handle = $2", {hashed, lower(handle)});
}

Result<void> AccountTables::set_signed_in(std::string_view handle, Instant now) {
  return run("UPDATE mp_accounts SET signed_in = $1 WHERE handle = $2",
             {now.seconds, lower(handle)});
}

Result<void> AccountTables::set_disabled(std::string_view handle, bool disabled) {
  return run("UPDATE mp_accounts SET disabled = $1 WHERE handle = $2",
             {std::int64_t{disabled}, lower(handle)});
}

Result<void> AccountTables::set_admin(std::string_view handle, bool admin) {
  return run("UPDATE mp_accounts SET admin = $1 WHERE handle = $2",
             {std::int64_t{admin}, lower(handle)});
}

// --- sessions ------------------------------------------------------------------------------------

Result<std::optional<SessionRow>> AccountTables::session(std::string_view digest) {
  std::optional<SessionRow> found;
  TRY(run("SELECT digest, account, made, seen FROM mp_sessions WHERE digest = $1", {digest},
          [&](Row row) { found = session_in(row); }));
  return found;
}

Result<std::vector<SessionRow>> AccountTables::sessions(std::string_view handle) {
  std::vector<SessionRow> found;
  TRY(
      run("SELECT digest, account, made, seen FROM mp_sessions WHERE account = $1"
          " ORDER BY seen DESC, digest",
          {lower(handle)}, [&](Row row) { found.push_back(session_in(row)); }));
  return found;
}

Result<void> AccountTables::insert(const SessionRow& row) {
  return run("INSERT INTO mp_sessions (digest, account, made, seen) VALUES ($1, $2, $3, $4)",
             {row.digest, row.account, row.made.seconds, row.seen.seconds});
}

Result<void> AccountTables::set_seen(std::string_view digest, Instant now) {
  return run("UPDATE mp_sessions SET seen = $1 WHERE digest = $2", {now.seconds, digest});
}

Result<void> AccountTables::delete_session(std::string_view digest) {
  return run("DELETE FROM mp_sessions WHERE digest = $1", {digest});
}

Result<void> AccountTables::delete_sessions(std::string_view handle) {
  return run("DELETE FROM mp_sessions WHERE account = $1", {lower(handle)});
}

Result<void> AccountTables::delete_sessions_before(Instant made, Instant seen) {
  return run("DELETE FROM mp_sessions WHERE made <= $1 OR seen <= $2",
             {made.seconds, seen.seconds});
}

// --- tokens --------------------------------------------------------------------------------------

Result<std::optional<TokenRow>> AccountTables::token(std::string_view digest) {
  std::optional<TokenRow> found;
  TRY(run("SELECT id, name, scope, made, expires, used, account FROM mp_tokens WHERE digest = $1",
          {digest}, [&](Row row) {
            found = TokenRow{std::string(digest), std::string(row[6]), token_in(row)};
          }));
  return found;
}

Result<std::vector<Token>> AccountTables::tokens(std::string_view handle) {
  std::vector<Token> found;
  TRY(
      run("SELECT id, name, scope, made, expires, used FROM mp_tokens WHERE account = $1"
          " ORDER BY made DESC, id",
          {lower(handle)}, [&](Row row) { found.push_back(token_in(row)); }));
  return found;
}

Result<void> AccountTables::insert(const TokenRow& row) {
  const Token& token = row.token;
  return run(
      "INSERT INTO mp_tokens (digest, account, id, name, scope, made, expires, used)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      {row.digest, row.account, token.id, token.name, accounts::name(token.scope),
       token.made.seconds, token.expires.seconds, token.used.seconds});
}

Result<void> AccountTables::set_used(std::string_view digest, Instant now) {
  return run("UPDATE mp_tokens SET used = $1 WHERE digest = $2", {now.seconds, digest});
}

Result<void> AccountTables::delete_token(std::string_view handle, std::string_view id) {
  return run("DELETE FROM mp_tokens WHERE account = $1 AND id = $2", {lower(handle), id});
}

// --- links ---------------------------------------------------------------------------------------

Result<std::optional<Link>> AccountTables::link(std::string_view digest) {
  std::optional<Link> found;
  TRY(run("SELECT kind, handle, admin, expires FROM mp_links WHERE digest = $1", {digest},
          [&](Row row) {
            for (std::size_t i = 0; i < std::size(kLinkKinds); ++i) {
              if (row[0] != kLinkKinds[i]) continue;
              found = Link{static_cast<LinkKind>(i), std::string(row[1]), row[2] == "1",
                           instant_in(row[3])};
            }
          }));
  return found;
}

Result<void> AccountTables::insert(std::string_view digest, const Link& link) {
  return run(
      "INSERT INTO mp_links (digest, kind, handle, admin, expires) VALUES ($1, $2, $3, $4, $5)",
      {digest, kLinkKinds[static_cast<std::size_t>(link.kind)], link.handle,
       std::int64_t{link.admin}, link.expires.seconds});
}

Result<void> AccountTables::delete_link(std::string_view digest) {
  return run("DELETE FROM mp_links WHERE digest = $1", {digest});
}

Result<std::vector<Link>> AccountTables::invitations(Instant now) {
  std::vector<Link> found;
  TRY(
      run("SELECT handle, admin, expires FROM mp_links WHERE kind = $1 AND expires > $2 ORDER BY "
          "lower(handle)",
          {kLinkKinds[static_cast<std::size_t>(LinkKind::kInvite)], now.seconds}, [&](Row row) {
            found.push_back(
                {LinkKind::kInvite, std::string(row[0]), row[1] == "1", instant_in(row[2])});
          }));
  return found;
}

Result<bool> AccountTables::has_invitation(std::string_view handle, Instant now) {
  bool found = false;
  TRY(run("SELECT 1 FROM mp_links WHERE lower(handle) = $1 AND kind = $2 AND expires > $3 LIMIT 1",
          {lower(handle), kLinkKinds[static_cast<std::size_t>(LinkKind::kInvite)], now.seconds},
          [&](Row) { found = true; }));
  return found;
}

Result<void> AccountTables::delete_links_of(std::string_view handle) {
  return run("DELETE FROM mp_links WHERE lower(handle) = $1", {lower(handle)});
}

Result<void> AccountTables::delete_links_before(Instant now) {
  return run("DELETE FROM mp_links WHERE expires <= $1", {now.seconds});
}

// --- requests with a key -------------------------------------------------------------------------

Result<std::optional<KeyedRow>> AccountTables::keyed(std::string_view digest) {
  std::optional<KeyedRow> found;
  TRY(
      run("SELECT account, asked, version, since, lease, answered, answer FROM mp_keyed"
          " WHERE digest = $1",
          {digest}, [&](Row row) {
            found = KeyedRow{std::string(digest), std::string(row[0]), std::string(row[1]),
                             std::string(row[2]), instant_in(row[3]),  instant_in(row[4]),
                             row[5] == "1",       std::string(row[6])};
          }));
  return found;
}

Result<void> AccountTables::insert(const KeyedRow& row) {
  return run(
      "INSERT INTO mp_keyed (digest, account, asked, version, since, lease, answered, answer)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      {row.digest, row.account, row.asked, row.version, row.since.seconds, row.lease.seconds,
       std::int64_t{row.answered}, Blob{row.answer}});
}

Result<void> AccountTables::set_lease(std::string_view digest, Instant lease) {
  return run("UPDATE mp_keyed SET lease = $1 WHERE digest = $2", {lease.seconds, digest});
}

Result<void> AccountTables::set_answer(std::string_view digest, std::string_view answer) {
  return run("UPDATE mp_keyed SET answered = 1, answer = $1 WHERE digest = $2",
             {Blob{answer}, digest});
}

Result<void> AccountTables::delete_keyed(std::string_view digest) {
  return run("DELETE FROM mp_keyed WHERE digest = $1", {digest});
}

Result<void> AccountTables::delete_keyed_before(Instant since) {
  return run("DELETE FROM mp_keyed WHERE since <= $1", {since.seconds});
}

Result<void> AccountTables::delete_keyed_of(std::string_view account, std::size_t but) {
  return run(
      "DELETE FROM mp_keyed WHERE account = $1 AND since < coalesce("
      "(SELECT since FROM mp_keyed WHERE account = $1 ORDER BY since DESC LIMIT 1 OFFSET $2), 0)",
      {account, static_cast<std::int64_t>(but)});
}

}  // namespace milepost::accounts
