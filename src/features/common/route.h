// A route of the web: one row that says what is asked, who may ask it, how often, how it is kept
// from being forged, what answers, and what its description says. A row that leaves any of this
// out does not compile, nor does one that contradicts itself.
//
// Rows stand in the routes.cc of their feature; src/web gathers them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/result.h"
#include "http/message.h"
#include "workspace/workspace.h"

namespace milepost::accounts {
class Accounts;
}
namespace milepost::search {
class SearchIndex;
}
namespace milepost::web {
class ServerState;
}

namespace milepost {

// Who may ask. Which person of the process may do what is decided by the action, from the rosters.
enum class Caller : std::uint8_t {
  kAnyone,    // even where reading is for those who have signed in
  kReader,    // whoever may read: everybody, or where that is turned off, who has signed in
  kPerson,    // who has signed in
  kAdmin,     // who looks after accounts
  kOperator,  // whoever is on the machine of the server, and who looks after accounts
};

// What a token must be good for. Who has signed in by a browser is held to no scope.
enum class Scope : std::uint8_t { kNothing, kRead, kRecord, kAccounts };

// How often one client may ask: of each class a number a minute (src/web/limits.h).
enum class Rate : std::uint8_t { kUnlimited, kRead, kSearch, kCheck, kWrite, kSignIn };

// How it is made sure that the person meant it.
enum class Csrf : std::uint8_t {
  kSafe,    // changes nothing
  kToken,   // the session's token in the form or the header X-CSRF-Token; a bearer token needs none
  kOrigin,  // there is no session yet: the request must come from a page of ours
};

struct Guard {
  Caller caller;
  Scope scope;
  Rate rate;
  Csrf csrf;

  consteval Guard(Caller who, Scope what, Rate often, Csrf meant)
      : caller(who), scope(what), rate(often), csrf(meant) {}
};

// Whether the client must say, with If-Match, which version it decided upon.
enum class Precondition : std::uint8_t { kFree, kProposal };

// What the description of the interface (OpenAPI) says of a route. A page has none.
struct RouteText {
  std::string_view summary = {};
  std::string_view query = {};     // "q,sort,limit:integer,after": names of the query, with types
  std::string_view body = {};      // the schema of what is sent: "Approval"; "" for none
  std::string_view answer = {};    // the schema of what comes back: "ProposalList"
  std::string_view statuses = {};  // besides those of every route: "404 409 422"
};

// Who asks.
struct Visitor {
  std::string handle = {};  // "" for somebody who has not signed in
  bool admin = false;
  bool by_token = false;
  Scope scope = Scope::kNothing;  // the widest that the token is good for
  std::string csrf = {};          // what forms of the session carry
  bool signed_in() const { return !handle.empty(); }
};

// How pages link to each other: on a server "/keps/proposals/4211", in a folder of files
// "../proposals/4211.html".
struct PageLinks {
  std::string base = {};    // what stands before "/proposals": "", "/keps" or ".."
  std::string ending = {};  // ".html" among files
  std::string assets = {};  // what stands before "/milepost.css"
  bool is_static = false;   // nobody is there to act
};

// One request, with all that a handler may know.
// What somebody sent from a page, which is not lost when it is refused.
struct SentForm {
  std::string page;     // where the form stands: its address
  std::string written;  // what they wrote in it; "" for nothing
};

struct Visit {
  Workspace::Pointer workspace;  // as it is served now, with the texts that are not merged
  std::uint64_t generation = 0;  // of the workspace: what was made of one is good for it alone
  std::string repository = {};   // what it is called on pages; "": a page that tells of none
  PageLinks links = {};
  Visitor visitor = {};
  accounts::Accounts* accounts = nullptr;
  const search::SearchIndex* search = nullptr;
  bool anonymous_reading = true;
  bool secure = false;    // the visitor came by TLS
  std::string here = {};  // the address that is asked for, or where the form stands
  std::optional<SentForm> form = {};
  std::string base_url = {};  // what the server was told it is called from outside; "" for nothing
  const web::ServerState* server = nullptr;  // for the routes of the server itself
  std::shared_ptr<UponSeen> seen = {};       // of the proposal, where the row asks for If-Match

  // The same at this moment, opened to be recorded in by the visitor, who has proved who they are,
  // upon what they have seen.
  Workspace::Pointer to_record() const;
};

using Handler = http::Response (*)(const http::Request& request, const Visit& visit);

// What of a row contradicts itself; "" for nothing. A row of which it says something does not
// compile.
constexpr std::string_view contradiction(http::Method method, std::string_view pattern,
                                         const Guard& guard, Precondition match, bool answered,
                                         const RouteText& text) {
  const bool reads = http::is_safe(method);
  const bool anyone = guard.caller == Caller::kAnyone;
  if (!pattern.starts_with('/')) return "a pattern begins with a slash";
  if (!answered) return "a handler answers";
  if (pattern.starts_with("/api/") && text.summary.empty()) return "the interface is described";
  if (match == Precondition::kProposal && pattern.find("{proposal}") == pattern.npos)
    return "If-Match is about the proposal of the address";
  if (anyone != (guard.scope == Scope::kNothing))
    return "a token is good for nothing where anyone may ask, and there alone";
  if (guard.caller == Caller::kAdmin && guard.scope != Scope::kAccounts)
    return "what is for admins takes a token for accounts";
  if (reads != (guard.csrf == Csrf::kSafe)) return "what changes something is guarded";
  if (reads) {
    if (match != Precondition::kFree) return "what changes nothing needs no If-Match";
    if (guard.rate == Rate::kWrite) return "what changes nothing is not counted as recording";
    return {};
  }
  if (anyone && guard.csrf != Csrf::kOrigin) return "who signs in has no session yet";
  if (guard.csrf == Csrf::kOrigin && !anyone && guard.caller != Caller::kReader)
    return "who changes something has a session";
  switch (guard.rate) {
    case Rate::kUnlimited:
    case Rate::kRead:
    case Rate::kSearch: return "what changes something is counted as such";
    case Rate::kCheck: return {};
    case Rate::kWrite:
      if (guard.caller == Caller::kReader) return "a reader changes nothing";
      return guard.scope < Scope::kRecord ? "recording takes a token for it" : "";
    case Rate::kSignIn:
      return anyone || guard.scope == Scope::kAccounts ? ""
                                                       : "a password is changed by whom it is of";
  }
  return {};
}

struct Route {
  http::Method method;
  // "/api/v1/proposals/{proposal}/approvals"; "{path...}" is all that follows, slashes included.
  std::string_view pattern;
  Guard guard;
  Precondition match;
  Handler handler;
  RouteText text;

  consteval Route(http::Method how, std::string_view where, Guard who, Precondition which,
                  Handler what, RouteText about)
      : method(how), pattern(where), guard(who), match(which), handler(what), text(about) {
    // A word of it is what the compiler shows.
    if (!contradiction(how, where, who, which, what != nullptr, about).empty())
      throw "this row contradicts itself: see contradiction()";
  }
};

// Whether the index of texts is as new as the workspace: only then is an answer of it kept.
bool is_fresh(const Visit& visit);

// Answers about what went wrong, as application/problem+json (RFC 9457).
http::Response problem(int status, std::string_view title, const std::string& detail,
                       const http::Request& request);
// What the kind of an error says: 404 for what is not there.
int http_status(const Error& error);
// What everybody may be told of it. Where a database is that does not answer, and as whom it is
// asked, is for the log.
std::string public_message(const Error& error);
// The same of an error: its kind says the status.
http::Response problem(const Error& error, const http::Request& request);

// What a proposal is called in addresses: its number, or its path with "~" for each "/".
std::string proposal_key(const Card& card);
// The word that Workspace::select() understands.
std::string subject_of_key(std::string_view key);

// Which version of a proposal, its text and what is recorded of it, somebody looks at: with its
// quotes, as ETag and If-Match have it.
Result<std::string> proposal_tag(const Workspace& workspace, const Card& card);
// The tag of an answer about that version, which hangs on more: on the template, the rosters, the
// process. As If-Match it stands for the version.
std::string answer_tag(std::string_view proposal_tag, std::string_view body);
// The version that such a tag is of: the tag itself when it is a proposal's.
std::string version_of_tag(std::string_view tag);

}  // namespace milepost
