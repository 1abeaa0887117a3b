#include "store/postgresql_address.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kSchemes[] = {"postgresql://", "postgres://"};
constexpr std::string_view kBlank = "***";

// What is shown of an address in its options: what libpq knows and nobody keeps secret. Any
// other may be a password, or hold one, as "options" and keys of later versions might.
constexpr std::string_view kHarmless[] = {
    "application_name",
    "channel_binding",
    "client_encoding",
    "connect_timeout",
    "dbname",
    "fallback_application_name",
    "gssencmode",
    "host",
    "hostaddr",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "load_balance_hosts",
    "port",
    "require_auth",
    "sslcert",
    "sslcompression",
    "sslcrl",
    "sslmode",
    "sslnegotiation",
    "sslrootcert",
    "sslsni",
    "ssl_max_protocol_version",
    "ssl_min_protocol_version",
    "target_session_attrs",
    "tcp_user_timeout",
    "user",
};

// Whether a value may be an address itself, or a list of settings, with all that is in them.
bool may_hold_more(std::string_view value) {
  const std::string text = percent_decoded(value);
  return text.find_first_of("=?#") != text.npos || text.find("//") != text.npos;
}

// Nor is a name one that has a password written into it, as "jane%3Asecret".
bool may_hold_password(std::string_view name) {
  return may_hold_more(name) || percent_decoded(name).find(':') != std::string::npos;
}

// How a message may have it: as written, decoded, and of several settings each word.
void add_forms(std::string_view secret, std::vector<std::string>& forms) {
  constexpr std::size_t kShortestWord = 4;
  const std::string decoded = percent_decoded(secret);
  for (const std::string_view form : {secret, std::string_view(decoded)}) {
    if (!form.empty()) forms.emplace_back(form);
  }
  std::string_view rest = decoded;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" =,;:?&@/"), rest.size());
    if (end >= kShortestWord) forms.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

// "-csearch_path=ours": which of a database's records it is.
bool names_schema(std::string_view options) {
  const std::string text = percent_decoded(options);
  const auto [setting, schema] = cut(text, '=');
  const auto is_part = [](char c) { return is_alnum(c) || c == '_'; };
  return (setting == "-csearch_path" || setting == "-c search_path") &&
         std::ranges::all_of(schema, is_part);
}

bool is_harmless(std::string_view key, std::string_view value) {
  if (key == "options") return names_schema(value);
  return std::ranges::count(kHarmless, percent_decoded(key)) > 0 && !may_hold_more(value);
}

bool are_digits(std::string_view text) { return std::ranges::all_of(text, is_digit); }

// One host of a list, with its port.
bool is_host(std::string_view text) {
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos) return false;
    port = text.substr(end + 1);
    if (port.empty()) return true;
    if (port[0] != ':') return false;
    port.remove_prefix(1);
  } else {
    port = cut(text, ':').second;
  }
  return are_digits(port);
}

bool are_hosts(std::string_view text) {
  while (!text.empty()) {
    const auto [host, rest] = cut(text, ',');
    if (!is_host(host)) return false;
    text = rest;
  }
  return true;
}

}  // namespace

bool PostgresqlAddress::is_meant(std::string_view text) {
  return std::ranges::any_of(kSchemes, [&](std::string_view s) { return text.starts_with(s); });
}

Result<PostgresqlAddress> PostgresqlAddress::parse(std::string_view text) {
  constexpr const char* kWrong =
      "the address of the store is not postgresql://USER@HOST:PORT/DATABASE; in a name or a "
      "password write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #";
  if (!is_meant(text)) return failure(kWrong);
  PostgresqlAddress address;
  address.text_ = text;
  const std::size_t scheme = text.find("//") + 2;
  address.shown_ = text.substr(0, scheme);
  std::string_view rest = text.substr(scheme);
  if (rest.find('#') != rest.npos || std::ranges::count(rest, '@') > 1) return failure(kWrong);

  const std::size_t authority = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view hosts = rest.substr(0, authority);
  rest.remove_prefix(authority);
  if (rest.find('@') != rest.npos) return failure(kWrong);
  const auto keep = [&](std::string_view secret) { add_forms(secret, address.secrets_); };
  const auto show = [&](std::string_view part, bool secret) {
    if (secret) keep(part);
    address.shown_ += secret ? kBlank : part;
  };
  if (const std::size_t at = hosts.find('@'); at != hosts.npos) {
    const auto [user, password] = cut(hosts.substr(0, at), ':');
    if (password.find(':') != password.npos) return failure(kWrong);
    show(user, may_hold_password(user));
    if (!password.empty()) {
      address.shown_ += ':';
      show(password, true);
    }
    address.shown_ += '@';
    hosts.remove_prefix(at + 1);
  }
  if (!are_hosts(hosts)) return failure(kWrong);
  show(hosts, may_hold_more(hosts));

  auto [database, options] = cut(rest, '?');
  if (database.starts_with('/')) {
    address.shown_ += '/';
    database.remove_prefix(1);
  }
  show(database, may_hold_password(database));
  rest = options;
  for (char lead = '?'; !rest.empty(); lead = '&') {
    const auto [option, more] = cut(rest, '&');
    const auto [key, value] = cut(option, '=');
    rest = more;
    address.shown_ += lead;
    // Without a "=" it may be the end of a password.
    const bool has_value = key.size() < option.size();
    show(key, !has_value || may_hold_password(key));
    if (!has_value) continue;
    address.shown_ += '=';
    show(value, !value.empty() && !is_harmless(key, value));
  }
  // The longest first, lest a shorter one leave the end of it.
  std::ranges::sort(address.secrets_, std::ranges::greater(), &std::string::size);
  return address;
}

Result<std::string> PostgresqlAddress::in_schema(std::string_view schema) const {
  const auto [before, settings] = cut(text_, '?');
  std::string_view rest = settings;
  while (!rest.empty()) {
    const auto [setting, more] = cut(rest, '&');
    if (percent_decoded(cut(setting, '=').first) == "options") {
      return failure(shown_ +
                     ": each of several repositories has a schema of its own here; leave out "
                     "options=…");
    }
    rest = more;
  }
  std::string text(before);
  text += '?';
  if (!settings.empty()) text.append(settings).append("&");
  return text.append("options=-csearch_path%3D").append(schema);
}

std::string PostgresqlAddress::blanked(std::string_view message) const {
  std::string out;
  while (!message.empty()) {
    const auto secret = std::ranges::find_if(
        secrets_, [&](const std::string& one) { return message.starts_with(one); });
    if (secret == secrets_.end()) {
      out += message.front();
      message.remove_prefix(1);
    } else {
      out += kBlank;
      message.remove_prefix(secret->size());
    }
  }
  return out;
}

}  // namespace milepost
