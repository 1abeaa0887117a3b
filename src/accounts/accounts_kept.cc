// Links that can be used once, the list of accounts, and tokens.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "accounts/accounts_inner.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "proposal/metadata.h"

namespace milepost::accounts {

namespace {

constexpr std::size_t kLongestName = 100;  // characters

Result<std::string> check_name(std::string_view text, std::string_view what) {
  std::string name = single_spaced(trim(text));
  if (utf8::find_invalid(name) != std::string::npos) {
    return failure(fmt::format("the {} is no text in UTF-8", what));
  }
  if (utf8::count(name).code_points > kLongestName) {
    return failure(fmt::format("the {} is longer than {} characters", what, kLongestName));
  }
  return name;
}

tl::unexpected<Error> link_is_gone() {
  return failure("this link was used already, or has expired; ask for another",
                 ErrorKind::kNotFound);
}

// A link that is good still: a setup link only as long as there is nobody.
Result<std::optional<Link>> good_link(AccountTables& tables, std::string_view digest, Instant now) {
  TRY(auto link, tables.link(digest));
  if (!link || now >= link->expires) return std::nullopt;
  if (link->kind != LinkKind::kSetup) return link;
  TRY(const bool somebody, tables.has_account());
  if (somebody) return std::nullopt;
  return link;
}

}  // namespace

Result<std::string> check_handle(std::string_view text) {
  constexpr std::size_t kLongestHandle = 100;
  const auto handle = read_handle(trim(text));
  // What has a slash is a team of a roster, which is no person.
  if (!handle || !handle->alone || handle->name.size() > kLongestHandle ||
      handle->name.find('/') != std::string_view::npos) {
    return failure(fmt::format("\"{}\" is no handle such as jane", text));
  }
  return std::string(handle->name);
}

// --- links ---------------------------------------------------------------------------------------

Result<std::optional<std::string>> Accounts::make_setup_code(Instant now) {
  std::string code = inner_->new_secret();
  bool somebody = false;
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(somebody, tables.has_account());
    if (somebody) return {};
    TRY(tables.delete_links_before(now));
    return tables.insert(inner_->digest(code),
                         Link{LinkKind::kSetup, "", true, {now.seconds + kSetupAge}});
  }));
  if (somebody) return std::nullopt;
  return code;
}

Result<std::string> Accounts::invite(std::string_view handle, bool admin, Instant now) {
  TRY(const std::string checked, check_handle(handle));
  std::string code = inner_->new_secret();
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto holder, tables.account(checked));
    if (holder) {
      return failure(fmt::format("{} has an account already", checked), ErrorKind::kConflict);
    }
    TRY(tables.delete_links_before(now));
    // The latest invitation of a handle is the one that counts.
    TRY(tables.delete_links_of(checked));
    return tables.insert(inner_->digest(code),
                         Link{LinkKind::kInvite, checked, admin, {now.seconds + kLinkAge}});
  }));
  return code;
}

Result<std::vector<Link>> Accounts::invitations(Instant now) {
  std::vector<Link> found;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(found, tables.invitations(now));
    return {};
  }));
  return found;
}

Result<void> Accounts::withdraw_invitation(std::string_view handle, Instant now) {
  return inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const bool invited, tables.has_invitation(handle, now));
    if (!invited) {
      return failure(fmt::format("{} is not invited", handle), ErrorKind::kNotFound);
    }
    return tables.delete_links_of(handle);
  });
}

Result<std::string> Accounts::make_reset_code(std::string_view handle, Instant now) {
  std::string code = inner_->new_secret();
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto row, need_account(tables, handle));
    if (!row.account.issuer.empty()) {
      return failure(fmt::format("{} signs in by {}, without a password", row.account.handle,
                                 row.account.issuer));
    }
    TRY(tables.delete_links_of(handle));
    return tables.insert(
        inner_->digest(code),
        Link{LinkKind::kReset, row.account.handle, row.account.admin, {now.seconds + kSetupAge}});
  }));
  return code;
}

Result<std::optional<Link>> Accounts::find_link(std::string_view code, Instant now) {
  if (!is_secret(code)) return std::nullopt;
  std::optional<Link> found;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(found, good_link(tables, inner_->digest(code), now));
    return {};
  }));
  return found;
}

Result<SignedIn> Accounts::use_link(std::string_view code, std::string_view handle,
                                    std::string_view name, std::string_view password, Instant now) {
  // Nobody's password is hashed for a link that opens nothing.
  TRY(const auto promised, find_link(code, now));
  if (!promised) return link_is_gone();
  TRY(const std::string chosen,
      check_handle(promised->kind == LinkKind::kSetup ? handle : promised->handle));
  TRY(std::string shown, check_name(name, "name"));
  TRY(Passwords::check(password, chosen));
  TRY(const std::string hashed, inner_->passwords->hash(password));
  SignedIn signed_in;
  auto done = inner_->write([&](AccountTables& tables) -> Result<void> {
    const std::string digest = inner_->digest(code);
    TRY(const auto link, good_link(tables, digest, now));
    if (!link) return link_is_gone();
    TRY(tables.delete_link(digest));
    TRY(auto row, tables.account(chosen));
    if (link->kind == LinkKind::kReset) {
      if (!row) return link_is_gone();
      if (row->account.disabled) {
        return failure("this account is disabled", ErrorKind::kForbidden);
      }
      TRY(tables.set_password(chosen, hashed));
      TRY(tables.delete_sessions(chosen));
    } else {
      if (row) {
        return failure(fmt::format("{} has an account already", chosen), ErrorKind::kConflict);
      }
      row = AccountRow{{chosen, shown, link->admin, false, true, "", "", now, now}, hashed};
      TRY(tables.insert(*row));
    }
    TRY(signed_in, inner_->begin_session(tables, row->account, now));
    return {};
  });
  inner_->remembered.forget();
  if (!done) return tl::unexpected(std::move(done.error()));
  return signed_in;
}

// --- accounts ------------------------------------------------------------------------------------

Result<bool> Accounts::has_any() {
  bool found = false;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(found, tables.has_account());
    return {};
  }));
  return found;
}

Result<std::vector<Account>> Accounts::list() {
  std::vector<Account> found;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(found, tables.accounts());
    return {};
  }));
  return found;
}

Result<std::optional<Account>> Accounts::find(std::string_view handle) {
  std::optional<Account> found;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(auto row, tables.account(handle));
    if (row) found = std::move(row->account);
    return {};
  }));
  return found;
}

namespace {

Result<void> keep_an_admin(AccountTables& tables, const Account& account) {
  if (!account.admin || account.disabled) return {};
  TRY(const bool another, tables.has_other_admin(account.handle));
  if (another) return {};
  return failure(fmt::format("{} is the only one who looks after accounts; make another admin "
                             "first",
                             account.handle),
                 ErrorKind::kConflict);
}

}  // namespace

Result<void> Accounts::set_disabled(std::string_view handle, bool disabled) {
  auto done = inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto row, need_account(tables, handle));
    if (disabled) {
      TRY(keep_an_admin(tables, row.account));
      TRY(tables.delete_sessions(handle));
      TRY(tables.delete_links_of(handle));
    }
    return tables.set_disabled(handle, disabled);
  });
  inner_->remembered.forget();
  return done;
}

Result<void> Accounts::set_admin(std::string_view handle, bool admin) {
  auto done = inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto row, need_account(tables, handle));
    if (!admin) {
      TRY(keep_an_admin(tables, row.account));
    }
    return tables.set_admin(handle, admin);
  });
  inner_->remembered.forget();
  return done;
}

// --- tokens --------------------------------------------------------------------------------------

Result<NewToken> Accounts::make_token(std::string_view handle, std::string_view name,
                                      TokenScope scope, int days, Instant now) {
  constexpr std::size_t kIdLength = 10;
  TRY(const std::string shown, check_name(name, "name of the token"));
  if (shown.empty()) return failure("a token needs a name that says what it is for");
  if (days < 1 || days > kMostTokenDays) {
    return failure(fmt::format("a token is good for 1 to {} days", kMostTokenDays));
  }
  NewToken made{
      {random_text(inner_->sodium, kIdLength), shown, scope, now, {now.seconds + days * kDay}, {}},
      "mp_" + inner_->new_secret()};
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto row, need_account(tables, handle));
    if (row.account.disabled) return failure("this account is disabled", ErrorKind::kForbidden);
    TRY(const auto others, tables.tokens(handle));
    if (others.size() >= kMostTokens) {
      return failure(
          fmt::format("{} has {} tokens; revoke one first", row.account.handle, others.size()));
    }
    return tables.insert(TokenRow{inner_->digest(made.secret), lower(handle), made.token});
  }));
  return made;
}

Result<std::vector<Token>> Accounts::tokens(std::string_view handle) {
  std::vector<Token> found;
  TRY(inner_->read([&](AccountTables& tables) -> Result<void> {
    TRY(found, tables.tokens(handle));
    return {};
  }));
  return found;
}

Result<void> Accounts::revoke_token(std::string_view handle, std::string_view id) {
  auto done = inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(const auto tokens, tables.tokens(handle));
    if (std::ranges::find(tokens, id, &Token::id) == tokens.end()) {
      return failure("there is no such token", ErrorKind::kNotFound);
    }
    return tables.delete_token(handle, id);
  });
  inner_->remembered.forget();
  return done;
}

}  // namespace milepost::accounts
