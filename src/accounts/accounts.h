// Who may sign in: accounts, their sessions and API tokens, and links that can be used once.
//
// They stand in tables of their own, never among the events: in the database that has the record,
// or in accounts.db beside record.db. Of what opens something (cookie, token, link) only a digest
// is kept. What people may do is not said here: that is decided by the rosters, by their handle.
//
// Threads may share one. The time is the caller's, so that tests can let it pass. Who a cookie or
// token stands for is remembered for kRemembered seconds; what is revoked here is forgotten at
// once, and by other servers of the same database within that time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/passwords.h"
#include "base/instant.h"
#include "base/result.h"
#include "store/store.h"

namespace milepost::accounts {

class OidcProvider;

inline constexpr std::int64_t kRemembered = 5;

// Each is good for what the ones before it are.
enum class TokenScope : std::uint8_t { kRead, kRecord, kAccounts };
std::string_view name(TokenScope scope);  // "record"
std::optional<TokenScope> scope_named(std::string_view name);

struct Identity {
  std::string handle;
  bool admin = false;
  bool by_token = false;
  TokenScope scope = TokenScope::kAccounts;  // of the token; a session is held to none
  std::string csrf = {};                     // "" of a token
};

struct Account {
  std::string handle;
  std::string name;
  bool admin = false;
  bool disabled = false;
  bool has_password = false;
  std::string issuer;   // of OpenID Connect; "" for none
  std::string subject;  // by which the issuer knows them
  Instant made;
  Instant signed_in;  // last; 0 for never
};

struct Session {
  std::string id;  // to name it by; it opens nothing
  Instant made;
  Instant seen;
};

struct Token {
  std::string id;  // to name it by
  std::string name;
  TokenScope scope = TokenScope::kRead;
  Instant made;
  Instant expires;
  Instant used;  // last, to some minutes; 0 for never
};
struct NewToken {
  Token token;
  std::string secret;  // "mp_…": shown once
};

struct SignedIn {
  std::string cookie;
  Identity identity;
};

enum class LinkKind : std::uint8_t {
  kSetup,   // makes the first account, an admin
  kInvite,  // makes the account of a handle
  kReset,   // gives an account a new password
};
struct Link {
  LinkKind kind = LinkKind::kInvite;
  std::string handle;  // "" of a setup link: it is chosen
  bool admin = false;
  Instant expires;
};

// Who somebody is, as a provider of OpenID Connect tells it.
struct OidcPerson {
  std::string issuer;
  std::string subject;
  std::string handle;
  std::string name;
};

// A request that its client gave a key, so that it is done once however often it is sent.
struct KeyedRequest {
  std::string handle;   // of the account
  std::string key;      // the client's
  std::string asked;    // all that was asked, or a digest of it
  std::string version;  // of what it decides upon; "" where it does not say
};
enum class KeyedState : std::uint8_t {
  kFresh,      // nobody asked with this key: do it, then keep or forget it
  kTakenOver,  // whoever began has not answered for kKeyedLease, and this asks for the same version
  kWorking,    // somebody is doing it, here or on another server
  kDifferent,  // the key was used for something else
  kAnswered,   // this is what was answered
  kLost,       // whoever began has not answered for kKeyedLease: nobody knows whether it was done
};
struct KeyedAnswer {
  KeyedState state = KeyedState::kFresh;
  std::string answer = {};
};

inline constexpr std::int64_t kKeyedAge = kDay;
inline constexpr std::int64_t kKeyedLease = 120;
inline constexpr std::size_t kMostKeyed = 2000;  // of one account; the oldest go first

struct AccountsOptions {
  PasswordCost cost = {};
  std::int64_t session_idle = 7 * kDay;  // without being used
  std::int64_t session_age = 30 * kDay;  // however much it is used
};

inline constexpr std::int64_t kSetupAge = kDay;
inline constexpr std::int64_t kLinkAge = 7 * kDay;
inline constexpr int kMostTokenDays = 366;
inline constexpr std::size_t kMostTokens = 50;  // of one account

class Accounts {
 public:
  // Makes the tables where there are none.
  static Result<std::unique_ptr<Accounts>> open(const StorePlace& place,
                                                const AccountsOptions& options = {});
  ~Accounts();
  Accounts(const Accounts&) = delete;
  Accounts& operator=(const Accounts&) = delete;

  // --- who asks: called for every request ---

  // Nobody when it is not known, has expired or the account is disabled; nobody, too, when the
  // database does not answer.
  std::optional<Identity> by_session(std::string_view cookie, Instant now);
  std::optional<Identity> by_token(std::string_view bearer, Instant now);
  // Whether the database did when it was asked last.
  bool answers() const;

  // --- signing in ---

  // The answer, and the time it takes, is the same for a handle that is not there, a wrong
  // password, an account without one and one that is disabled.
  Result<SignedIn> sign_in(std::string_view handle, std::string_view password, Instant now);
  // By issuer and subject alone. Whoever comes first gets an account of the handle, unless
  // somebody else has it: an account is never taken over.
  Result<SignedIn> sign_in(const OidcPerson& person, Instant now);
  Result<void> sign_out(std::string_view cookie);
  Result<std::vector<Session>> sessions(std::string_view handle, Instant now);
  Result<void> end_session(std::string_view handle, std::string_view id);
  // How sessions() calls the one of a cookie.
  std::string session_id(std::string_view cookie) const;

  // Ends every session of the account, and begins a new one.
  Result<SignedIn> change_password(std::string_view handle, std::string_view old_password,
                                   std::string_view new_password, Instant now);

  // --- links that can be used once ---

  // A code that makes the first admin; nothing when there are accounts.
  Result<std::optional<std::string>> make_setup_code(Instant now);
  Result<std::string> invite(std::string_view handle, bool admin, Instant now);
  Result<std::vector<Link>> invitations(Instant now);  // by handle; those that can be used still
  Result<void> withdraw_invitation(std::string_view handle, Instant now);
  Result<std::string> make_reset_code(std::string_view handle, Instant now);
  // What a code is good for; it is not used by this. Nothing when it was used or has expired.
  Result<std::optional<Link>> find_link(std::string_view code, Instant now);
  // Uses it. `handle` is for a setup link alone.
  Result<SignedIn> use_link(std::string_view code, std::string_view handle, std::string_view name,
                            std::string_view password, Instant now);

  // --- accounts ---

  Result<bool> has_any();
  Result<std::vector<Account>> list();  // by handle
  Result<std::optional<Account>> find(std::string_view handle);
  // Disabling ends the sessions; tokens do not work as long as it lasts. Refused for the last
  // admin.
  Result<void> set_disabled(std::string_view handle, bool disabled);
  Result<void> set_admin(std::string_view handle, bool admin);

  // --- tokens ---

  Result<NewToken> make_token(std::string_view handle, std::string_view name, TokenScope scope,
                              int days, Instant now);
  Result<std::vector<Token>> tokens(std::string_view handle);  // the latest first
  Result<void> revoke_token(std::string_view handle, std::string_view id);

  // --- requests that are done once, whichever server of the database is asked ---

  Result<KeyedAnswer> begin_keyed(const KeyedRequest& request, Instant now);
  Result<void> keep_keyed(const KeyedRequest& request, std::string_view answer);
  // It did nothing, and may be asked again.
  Result<void> forget_keyed(const KeyedRequest& request);

  // --- OpenID Connect ---

  // Before the threads that ask for it. Null when there is none.
  void set_oidc(std::shared_ptr<OidcProvider> provider) { oidc_ = std::move(provider); }
  OidcProvider* oidc() const { return oidc_.get(); }

  // How many passwords were hashed so far: what sign-ins cost.
  std::uint64_t hashes_made() const;
  // What messages call the database: a path, or an address without its password.
  const std::string& name() const;

 private:
  class Inner;
  explicit Accounts(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
  std::shared_ptr<OidcProvider> oidc_;
};

}  // namespace milepost::accounts
