#include "store/postgresql_address.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kSchemes[] = {"postgresql://", "postgres://"};
constexpr std::string_view kBlank = "***";

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
  const auto keep = [&](std::string_view secret) {
    for (std::string form : {std::string(secret), percent_decoded(secret)}) {
      if (!form.empty()) address.secrets_.push_back(std::move(form));
    }
  };
  if (const std::size_t at = hosts.find('@'); at != hosts.npos) {
    const auto [user, password] = cut(hosts.substr(0, at), ':');
    if (password.find(':') != password.npos) return failure(kWrong);
    address.shown_ += user;
    if (!password.empty()) address.shown_.append(":").append(kBlank);
    address.shown_ += '@';
    keep(password);
    hosts.remove_prefix(at + 1);
  }
  if (!are_hosts(hosts)) return failure(kWrong);
  address.shown_ += hosts;

  const auto [database, options] = cut(rest, '?');
  address.shown_ += database;
  rest = options;
  for (char lead = '?'; !rest.empty(); lead = '&') {
    const auto [option, more] = cut(rest, '&');
    const auto [key, value] = cut(option, '=');
    rest = more;
    const bool secret = percent_decoded(key).find("password") != std::string::npos;
    if (secret) keep(value);
    address.shown_.append(1, lead).append(key).append("=").append(secret ? kBlank : value);
  }
  // The longest first, lest a shorter one leave the end of it.
  std::ranges::sort(address.secrets_, std::ranges::greater(), &std::string::size);
  return address;
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
