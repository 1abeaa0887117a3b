// What a request must satisfy before a handler sees it, as its route says. Each check gives why it
// is refused, or nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "features/common/route.h"
#include "store/upon_seen.h"
#include "web/client.h"

namespace milepost::web {

struct Refused {
  int status = 400;
  std::string title;
  std::string message;
  http::Fields headers = {};
  std::string failure = {};  // for the log alone
};

// Something that is needed does not answer.
Refused unavailable(const Error& error);

std::optional<Refused> check_caller(const Guard& guard, const Visitor& visitor,
                                    bool anonymous_reading, bool on_this_machine = false);

// That the name by which a request calls the server is that of `base_url`, or one of this machine:
// a page of elsewhere can have its own name lead here, and would be taken for ours.
std::optional<Refused> check_host(const http::Request& request, std::string_view base_url);

std::optional<Refused> check_scope(const Guard& guard, const Visitor& visitor);

// Whether a browser says that the request was made by a page of ours.
enum class Origin : std::uint8_t { kOurs, kForeign, kUnknown };
// `base_url` is what the server is called from outside; "": what the request calls it.
Origin origin_of(const http::Request& request, const Client& client, std::string_view base_url);

std::optional<Refused> check_csrf(const Guard& guard, const http::Request& request,
                                  const Visitor& visitor, Origin origin);

// Reads the form of a page, and sees that what is sent to the interface is JSON.
std::optional<Refused> read_body(http::Request& request, bool api);

// The proposal that {proposal} of the address names: by its number or its path, never by words of
// its title. nullptr for none.
const Card* find_proposal(const Workspace& workspace, const http::Request& request);
// That there is one; a path that is no proposal's is refused, so
// that no address reaches other files.
std::optional<Refused> check_proposal(const Workspace& workspace, const http::Request& request);
// That the client has decided upon the version which is there: by If-Match, or `_match` of a form.
// What is recorded of that version.
tl::expected<LastEvent, Refused> check_match(const Workspace& workspace,
                                             const http::Request& request);

// Whether a list of tags, as If-Match and If-None-Match have it, names one; weak ones too when
// they are only compared to be read again.
bool names_tag(std::string_view list, std::string_view tag, bool weak);

// In a time that does not tell where they differ.
bool equal_secrets(std::string_view a, std::string_view b);

}  // namespace milepost::web
