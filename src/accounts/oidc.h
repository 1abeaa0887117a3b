// Signing in by a provider of OpenID Connect: the code flow with PKCE.
//
// What ties the two halves of it together is one secret that the browser keeps in a cookie: state,
// nonce and code verifier are made of it, so that nothing has to be kept here, and any of several
// servers may see the second half. The ID token comes from the token endpoint itself, over TLS, so
// that the channel vouches for it (OpenID Connect Core 3.1.3.7); therefore no provider is asked
// over plain HTTP but one on this machine.
//
// Threads may share one. It asks the provider, and so may take some seconds.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/accounts.h"
#include "base/instant.h"
#include "base/result.h"
#include "store/digest.h"

namespace milepost::accounts {

struct OidcSettings {
  std::string issuer;  // as its tokens name it: "https://id.example"
  std::string client;
  std::string secret;  // "": the provider knows the client as a public one
  std::string handle_claim = "preferred_username";
};

// Where the provider says that its parts are.
struct OidcDiscovery {
  std::string authorization;
  std::string token;
  std::string userinfo;         // "" for none
  bool secret_in_body = false;  // it does not take it in the header
};

// What the provider sends the browser back with.
struct OidcAnswer {
  std::string code;
  std::string state;
  std::string issuer;  // RFC 9207; "" when it does not say
  std::string error;
  std::string error_description;
};

class OidcProvider {
 public:
  // Asks nobody yet.
  static Result<std::shared_ptr<OidcProvider>> make(OidcSettings settings);

  struct Begun {
    std::string address;  // where the browser goes
    std::string secret;   // what it keeps until it is back
  };
  Result<Begun> begin(std::string_view redirect, Instant now);
  Result<OidcPerson> finish(const OidcAnswer& answer, std::string_view secret,
                            std::string_view redirect, Instant now);

  // What people know it by: the host of the issuer.
  const std::string& name() const { return name_; }

 private:
  OidcProvider(OidcSettings settings, std::string name, const SodiumLibrary& library,
               const Sha256& sha256)
      : settings_(std::move(settings)),
        name_(std::move(name)),
        library_(library),
        sha256_(sha256) {}

  Result<OidcDiscovery> discover(Instant now);
  std::string derived(std::string_view what, std::string_view secret) const;

  const OidcSettings settings_;
  const std::string name_;
  const SodiumLibrary& library_;
  const Sha256 sha256_;
  std::mutex mutex_;
  std::optional<OidcDiscovery> discovery_;
  Instant discovered_;
};

// Who the claims of an ID token are about; refused when it is not for us, of another issuer, has
// expired or belongs to another request. For tests apart from the rest.
struct OidcExpected {
  std::string issuer;
  std::string client;
  std::string nonce;
};
Result<std::string> check_id_token(std::string_view token, const OidcExpected& expected,
                                   Instant now);

}  // namespace milepost::accounts
