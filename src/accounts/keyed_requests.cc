// Requests that are done once: who comes first does it, whoever asks again hears the same.

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "accounts/accounts_inner.h"
#include "base/strings.h"

namespace milepost::accounts {

namespace {

// An account is known by its handle in small letters, whichever way somebody writes it.
std::string key_text(const KeyedRequest& request) {
  return fmt::format("keyed {}\n{}", lower(request.handle), request.key);
}

}  // namespace

Result<KeyedAnswer> Accounts::begin_keyed(const KeyedRequest& request, Instant now) {
  const std::string digest = inner_->digest(key_text(request));
  const Instant lease{now.seconds + kKeyedLease};
  KeyedAnswer found;
  TRY(inner_->write([&](AccountTables& tables) -> Result<void> {
    TRY(tables.delete_keyed_before({now.seconds - kKeyedAge}));
    TRY(auto row, tables.keyed(digest));
    if (!row) {
      found = {KeyedState::kFresh};
      const std::string account = lower(request.handle);
      TRY(tables.delete_keyed_of(account, kMostKeyed));
      return tables.insert(KeyedRow{digest, account, request.asked, request.version, now, lease});
    }
    if (row->asked != request.asked) {
      found = {KeyedState::kDifferent};
    } else if (row->answered) {
      found = {KeyedState::kAnswered, std::move(row->answer)};
    } else if (now < row->lease) {
      found = {KeyedState::kWorking};
    } else if (request.version.empty() || request.version != row->version) {
      found = {KeyedState::kLost};
    } else {
      // Had it been done, that version would be none any more.
      found = {KeyedState::kTakenOver};
      return tables.set_lease(digest, lease);
    }
    return {};
  }));
  return found;
}

Result<void> Accounts::keep_keyed(const KeyedRequest& request, std::string_view answer) {
  const std::string digest = inner_->digest(key_text(request));
  return inner_->write([&](AccountTables& tables) { return tables.set_answer(digest, answer); });
}

Result<void> Accounts::forget_keyed(const KeyedRequest& request) {
  const std::string digest = inner_->digest(key_text(request));
  return inner_->write([&](AccountTables& tables) { return tables.delete_keyed(digest); });
}

}  // namespace milepost::accounts
