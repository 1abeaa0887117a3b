// Opening, who asks, and signing in.

#include "accounts/accounts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "accounts/accounts_inner.h"
#include "base/strings.h"

namespace milepost::accounts {

namespace {

// How long ago it may be that use was noted, in seconds: to write for every request would cost
// more than the request.
constexpr std::int64_t kNoted = 300;

constexpr std::string_view kScopes[] = {"read", "record", "accounts"};

constexpr std::string_view kTokenPrefix = "mp_";

tl::unexpected<Error> wrong_sign_in() {
  return failure("the handle or the password is wrong", ErrorKind::kForbidden);
}

}  // namespace

std::string_view name(TokenScope scope) { return kScopes[static_cast<std::size_t>(scope)]; }

std::optional<TokenScope> scope_named(std::string_view name) {
  const auto* const found = std::ranges::find(kScopes, name);
  if (found == std::end(kScopes)) return std::nullopt;
  return static_cast<TokenScope>(found - std::begin(kScopes));
}

Result<AccountRow> need_account(AccountTables& tables, std::string_view handle) {
  TRY(auto found, tables.account(handle));
  if (!found) return failure(fmt::format("there is no account {}", handle), ErrorKind::kNotFound);
  return *std::move(found);
}

Accounts::Accounts(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Accounts::~Accounts() = default;

Result<std::unique_ptr<Accounts>> Accounts::open(const StorePlace& place,
                                                 const AccountsOptions& options) {
  TRY(const auto* const library, sodium_library());
  TRY(const auto sha256, Sha256::load());
  TRY(auto passwords, Passwords::load(options.cost));
  TRY(auto tables, AccountTables::open(place));
  return std::unique_ptr<Accounts>(new Accounts(
      std::make_unique<Inner>(options, *library, sha256, std::move(passwords), std::move(tables))));
}

std::uint64_t Accounts::hashes_made() const { return inner_->passwords->count(); }
const std::string& Accounts::name() const { return inner_->name(); }

// --- who asks ------------------------------------------------------------------------------------

std::optional<Identity> Accounts::by_session(std::string_view cookie, Instant now) {
  if (!is_secret(cookie)) return std::nullopt;
  const std::string digest = inner_->digest(cookie);
  if (auto known = inner_->remembered.find(digest, now)) return known;
  const std::uint64_t generation = inner_->remembered.generation();
  std::optional<SessionRow> session;
  std::optional<AccountRow> row;
  const auto read = inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(session, tables.session(digest));
    if (session) {
      TRY(row, tables.account(session->account));
    }
    return {};
  });
  if (!read || !row || row->account.disabled || inner_->has_expired(*session, now)) {
    return std::nullopt;
  }
  if (now.seconds >= session->seen.seconds + kNoted) {
    // One that cannot be noted is good all the same.
    (void)inner_->write([&](AccountTables& tables) { return tables.set_seen(digest, now); });
  }
  Identity identity{row->account.handle, row->account.admin, false, TokenScope::kAccounts,
                    inner_->csrf_of(cookie)};
  inner_->remembered.keep(digest, identity, now,
                          {session->made.seconds + inner_->options.session_age}, generation);
  return identity;
}

std::optional<Identity> Accounts::by_token(std::string_view bearer, Instant now) {
  if (!bearer.starts_with(kTokenPrefix) || !is_secret(bearer.substr(kTokenPrefix.size()))) {
    return std::nullopt;
  }
  const std::string digest = inner_->digest(bearer);
  if (auto known = inner_->remembered.find(digest, now)) return known;
  const std::uint64_t generation = inner_->remembered.generation();
  std::optional<TokenRow> token;
  std::optional<AccountRow> row;
  const auto read = inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(token, tables.token(digest));
    if (token) {
      TRY(row, tables.account(token->account));
    }
    return {};
  });
  if (!read || !row || row->account.disabled || now >= token->token.expires) return std::nullopt;
  if (now.seconds >= token->token.used.seconds + kNoted) {
    (void)inner_->write([&](AccountTables& tables) { return tables.set_used(digest, now); });
  }
  Identity identity{row->account.handle, row->account.admin, true, token->token.scope, ""};
  inner_->remembered.keep(digest, identity, now, token->token.expires, generation);
  return identity;
}

bool Accounts::answers() const { return inner_->answers; }

// --- signing in ----------------------------------------------------------------------------------

Result<SignedIn> Accounts::Inner::begin_session(AccountTables& tables, const Account& account,
                                                Instant now) const {
  TRY(tables.delete_sessions_before({now.seconds - options.session_age},
                                    {now.seconds - options.session_idle}));
  TRY(tables.set_signed_in(account.handle, now));
  const std::string cookie = new_secret();
  TRY(tables.insert(SessionRow{digest(cookie), lower(account.handle), now, now}));
  return SignedIn{cookie,
                  {account.handle, account.admin, false, TokenScope::kAccounts, csrf_of(cookie)}};
}

Result<SignedIn> Accounts::sign_in(std::string_view handle, std::string_view password,
                                   Instant now) {
  std::optional<AccountRow> row;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(row, tables.account(handle));
    return {};
  }));
  const std::string hashed = row ? row->password : std::string();
  TRY(const bool right, inner_->passwords->verify(hashed, password));
  if (!right || row->account.disabled) return wrong_sign_in();
  std::string renewed;
  if (inner_->passwords->is_dated(hashed)) {
    TRY(renewed, inner_->passwords->hash(password));
  }
  SignedIn signed_in;
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    // It took a while: the account may be another by now.
    TRY(const auto still, tables.account(handle));
    if (!still || still->account.disabled || still->password != hashed) return wrong_sign_in();
    if (!renewed.empty()) {
      TRY(tables.set_password(handle, renewed));
    }
    TRY(signed_in, inner_->begin_session(tables, still->account, now));
    return {};
  }));
  return signed_in;
}

Result<SignedIn> Accounts::sign_in(const OidcPerson& person, Instant now) {
  SignedIn signed_in;
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(auto row, tables.account_of(person.issuer, person.subject));
    if (!row) {
      TRY(const std::string handle, check_handle(person.handle));
      TRY(const auto holder, tables.account(handle));
      // Whoever was invited is known to an admin; that a provider calls somebody the same proves
      // nothing.
      TRY(const bool invited, tables.has_invitation(handle, now));
      if (holder || invited) {
        return failure(
            fmt::format("{} {}; whoever looks after accounts can tell more",
                        holder ? "somebody else has the account" : "somebody was invited as",
                        handle),
            ErrorKind::kConflict);
      }
      row = AccountRow{
          {handle, person.name, false, false, false, person.issuer, person.subject, now, now}, ""};
      TRY(tables.insert(*row));
    }
    if (row->account.disabled) {
      return failure("this account is disabled", ErrorKind::kForbidden);
    }
    TRY(signed_in, inner_->begin_session(tables, row->account, now));
    return {};
  }));
  return signed_in;
}

Result<void> Accounts::sign_out(std::string_view cookie) {
  auto done = inner_->write(
      [&](AccountTables& tables) { return tables.delete_session(inner_->digest(cookie)); });
  inner_->remembered.forget();
  return done;
}

namespace {

// The beginning of a digest: it says which, and opens nothing.
std::string session_id_of(std::string_view digest) { return std::string(digest.substr(0, 16)); }

}  // namespace

std::string Accounts::session_id(std::string_view cookie) const {
  return session_id_of(inner_->digest(cookie));
}

Result<std::vector<Session>> Accounts::sessions(std::string_view handle, Instant now) {
  std::vector<Session> found;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    found.clear();
    TRY(const auto rows, tables.sessions(handle));
    for (const SessionRow& row : rows) {
      if (inner_->has_expired(row, now)) continue;
      found.push_back({session_id_of(row.digest), row.made, row.seen});
    }
    return {};
  }));
  return found;
}

Result<void> Accounts::end_session(std::string_view handle, std::string_view id) {
  auto done = inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto rows, tables.sessions(handle));
    for (const SessionRow& row : rows) {
      if (session_id_of(row.digest) == id) return tables.delete_session(row.digest);
    }
    return failure("this session has ended already", ErrorKind::kNotFound);
  });
  inner_->remembered.forget();
  return done;
}

Result<SignedIn> Accounts::change_password(std::string_view handle, std::string_view old_password,
                                           std::string_view new_password, Instant now) {
  TRY(Passwords::check(new_password, handle));
  std::optional<AccountRow> row;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(row, need_account(tables, handle));
    return {};
  }));
  TRY(const bool right, inner_->passwords->verify(row->password, old_password));
  if (!right) return failure("the present password is wrong", ErrorKind::kForbidden);
  TRY(const std::string hashed, inner_->passwords->hash(new_password));
  SignedIn signed_in;
  auto done = inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto still, need_account(tables, handle));
    if (still.account.disabled || still.password != row->password) {
      return failure("the password was changed by somebody else meanwhile", ErrorKind::kConflict);
    }
    TRY(tables.set_password(handle, hashed));
    TRY(tables.delete_sessions(handle));
    // A link by which it could be changed once more was for whoever had lost the old one.
    TRY(tables.delete_links_of(handle));
    TRY(signed_in, inner_->begin_session(tables, still.account, now));
    return {};
  });
  inner_->remembered.forget();
  if (!done) return tl::unexpected(std::move(done.error()));
  return signed_in;
}

}  // namespace milepost::accounts
