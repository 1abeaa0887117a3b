#include "web/guards.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/tagged_version.h"

namespace milepost::web {

Refused unavailable(const Error& error) {
  Refused refused{503, "Not available", public_message(error)};
  refused.headers.add("Retry-After", "2");
  refused.failure = error.message;
  return refused;
}

namespace {

// Without its port.
std::string_view name_of_host(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

bool is_this_machine(std::string_view name) {
  if (name.starts_with('[')) return name == "[::1]";
  return equal_ignoring_case(name, "localhost") || lower(name).ends_with(".localhost") ||
         is_loopback(name);
}

}  // namespace

std::optional<Refused> check_host(const http::Request& request, std::string_view base_url) {
  const std::string host = request.headers.get("host");
  const std::string_view name = name_of_host(host);
  const std::size_t slashes = base_url.find("//");
  const std::string_view own =
      slashes == base_url.npos ? std::string_view() : name_of_host(base_url.substr(slashes + 2));
  if (is_this_machine(name) || (!own.empty() && equal_ignoring_case(name, own))) {
    return std::nullopt;
  }
  return Refused{421, "Not this server",
                 fmt::format("nothing here is called \"{}\"; this server answers to {}{}", name,
                             own.empty() ? "localhost" : own,
                             own.empty() ? " (--base-url gives it another name)" : "")};
}

std::optional<Refused> check_caller(const Guard& guard, const Visitor& visitor,
                                    bool anonymous_reading, bool on_this_machine) {
  if (guard.caller == Caller::kOperator) {
    if (on_this_machine || visitor.admin) return std::nullopt;
    return Refused{403, "Not yours to see",
                   "this is for the machine of the server, and for admins"};
  }
  const bool open =
      guard.caller == Caller::kAnyone || (guard.caller == Caller::kReader && anonymous_reading);
  if (!open && !visitor.signed_in()) {
    Refused refused{401, "Sign in", "this is for those who have signed in"};
    refused.headers.add("WWW-Authenticate", "Bearer");
    return refused;
  }
  if (guard.caller == Caller::kAdmin && !visitor.admin) {
    return Refused{403, "Not yours to do", "this is for those who look after accounts"};
  }
  return std::nullopt;
}

std::optional<Refused> check_scope(const Guard& guard, const Visitor& visitor) {
  if (!visitor.by_token || visitor.scope >= guard.scope) return std::nullopt;
  constexpr std::string_view kNames[] = {"nothing", "read", "record", "accounts"};
  return Refused{403, "Not what the token is for",
                 fmt::format("this needs a token of the scope {}, yours has {}",
                             kNames[static_cast<std::size_t>(guard.scope)],
                             kNames[static_cast<std::size_t>(visitor.scope)])};
}

Origin origin_of(const http::Request& request, const Client& client, std::string_view base_url) {
  const auto origin = request.headers.find("origin");
  const auto site = request.headers.find("sec-fetch-site");
  if (site && *site != "same-origin" && *site != "none") return Origin::kForeign;
  if (origin) {
    const std::string here = (client.secure ? "https://" : "http://") + request.headers.get("host");
    const bool ours = equal_ignoring_case(*origin, here) ||
                      (!base_url.empty() && equal_ignoring_case(*origin, base_url));
    return ours ? Origin::kOurs : Origin::kForeign;
  }
  return site && *site == "same-origin" ? Origin::kOurs : Origin::kUnknown;
}

bool equal_secrets(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differs |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  // Kept from being cut short.
  const volatile unsigned result = differs;
  return result == 0;
}

std::optional<Refused> check_csrf(const Guard& guard, const http::Request& request,
                                  const Visitor& visitor, Origin origin) {
  // Who shows a token does so on purpose: no browser adds it by itself.
  if (guard.csrf == Csrf::kSafe || visitor.by_token) return std::nullopt;
  if (origin == Origin::kForeign) {
    return Refused{403, "From elsewhere", "this was sent by a page of another site"};
  }
  if (guard.csrf == Csrf::kOrigin) {
    if (origin == Origin::kOurs) return std::nullopt;
    return Refused{403, "From elsewhere",
                   "send this from the form of this site; a program sends the header Origin"};
  }
  // Without a session there is nothing that another page could use.
  if (!visitor.signed_in()) return std::nullopt;
  std::string given = request.headers.get("x-csrf-token");
  if (given.empty()) given = request.form.get("_csrf");
  if (!visitor.csrf.empty() && equal_secrets(given, visitor.csrf)) return std::nullopt;
  return Refused{403, "Form out of date",
                 "the form is of another session; load the page again and repeat it"};
}

std::optional<Refused> read_body(http::Request& request, bool api) {
  if (http::is_safe(request.method)) return std::nullopt;
  const std::string header = request.headers.get("content-type");
  const std::string type = lower(trim(cut(header, ';').first));
  if (api) {
    if (request.body.empty() || type == "application/json") return std::nullopt;
    return Refused{415, "Not JSON", "send the body as application/json"};
  }
  if (request.body.empty()) return std::nullopt;
  if (type != "application/x-www-form-urlencoded") {
    return Refused{415, "Not a form", "send the body as application/x-www-form-urlencoded"};
  }
  auto form = http::read_form(request.body);
  if (!form) return Refused{400, "Bad form", "the form cannot be read, or has too many fields"};
  request.form = *std::move(form);
  return std::nullopt;
}

namespace {

const Card* find_key(const Workspace& workspace, std::string_view key) {
  const Index& index = workspace.index();
  if (const Card* card = index.find_number(key)) return card;
  const auto by_path = index.by_path.find(subject_of_key(key));
  return by_path == index.by_path.end() ? nullptr : &index.cards[by_path->second];
}

}  // namespace

const Card* find_proposal(const Workspace& workspace, const http::Request& request) {
  const auto key = request.values.find("proposal");
  return key ? find_key(workspace, *key) : nullptr;
}

std::optional<Refused> check_proposal(const Workspace& workspace, const http::Request& request) {
  const auto key = request.values.find("proposal");
  if (!key || find_key(workspace, *key) != nullptr) return std::nullopt;
  return Refused{404, "Not found", fmt::format("there is no proposal \"{}\"", *key)};
}

bool names_tag(std::string_view list, std::string_view tag, bool weak) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view one = trim(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (weak && one.starts_with("W/")) one.remove_prefix(2);
    if (one == tag) return true;
  }
  return false;
}

namespace {

bool names_version(std::string_view list, std::string_view tag) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    // A proxy that packs an answer makes its tag a weak one; the version is the same.
    std::string_view one = trim(list.substr(0, end));
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (version_of_tag(one) == tag) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

tl::expected<LastEvent, Refused> check_match(const Workspace& workspace,
                                             const http::Request& request) {
  std::string given = request.headers.get("if-match");
  if (given.empty()) given = request.form.get("_match");
  // "*" says that any version will do, which is what is not wanted here.
  if (given.empty() || trim(given) == "*") {
    return tl::unexpected(
        Refused{428, "Which version?",
                "say with If-Match which version of the proposal this is about; its ETag is that "
                "version"});
  }
  const Card* card = find_proposal(workspace, request);
  if (card == nullptr) {
    return tl::unexpected(Refused{404, "Not found", "there is no such proposal"});
  }
  auto version = tagged_version(workspace, *card);
  if (!version) return tl::unexpected(unavailable(version.error()));
  if (names_version(given, version->tag) || '"' + given + '"' == version->tag) {
    return std::move(version->last);
  }
  Refused refused{412, "Changed meanwhile",
                  "the proposal, or what is recorded of it, has changed since you looked. Look "
                  "again, then try once more"};
  refused.headers.add("ETag", version->tag);
  return tl::unexpected(std::move(refused));
}

}  // namespace milepost::web
