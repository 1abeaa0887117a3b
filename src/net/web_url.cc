#include "net/web_url.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost::net {

namespace {

constexpr std::size_t kLongest = 8192;

bool is_host_character(char c) {
  return is_alnum(c) || c == '.' || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_port(std::string_view text) {
  return text.size() <= 5 && std::all_of(text.begin(), text.end(), is_digit);
}

// "[::1]" at the front of the authority, or a name; "" when it is neither.
std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('[')) {
    const std::size_t close = authority.find(']');
    if (close == authority.npos) return {};
    const std::string_view inner = authority.substr(1, close - 1);
    const bool plain = std::all_of(inner.begin(), inner.end(), [](char c) {
      return hex_value(c) >= 0 || c == ':' || c == '.';
    });
    return plain ? authority.substr(0, close + 1) : std::string_view();
  }
  std::size_t end = 0;
  while (end < authority.size() && is_host_character(authority[end])) ++end;
  return authority.substr(0, end);
}

// Numbers, dots and hexadecimal marks only: "127.0.0.1", "0x7f.1", "2130706433".
bool is_numeric(std::string_view host) {
  const std::size_t dot = host.rfind('.');
  const std::string_view last = dot == host.npos ? host : host.substr(dot + 1);
  return !last.empty() && is_digit(last.front());
}

}  // namespace

Result<WebUrl> read_url(std::string_view text) {
  text = text.substr(0, text.find('#'));
  if (text.size() > kLongest) return failure("the address is too long");
  const std::size_t colon = text.find("://");
  const std::string_view scheme = text.substr(0, std::min(colon, text.size()));
  if (colon == text.npos ||
      (!equal_ignoring_case(scheme, "http") && !equal_ignoring_case(scheme, "https"))) {
    return failure("only http and https are asked");
  }
  const std::string_view rest = text.substr(colon + 3);
  const std::size_t path = std::min(rest.find_first_of("/?"), rest.size());
  const std::string_view authority = rest.substr(0, path);
  if (authority.find('@') != authority.npos) {
    return failure("user names and passwords are not sent");
  }
  const std::string_view host = host_of(authority);
  const std::string_view port = authority.substr(host.size());
  if (host.empty() || (!port.empty() && (port.front() != ':' || !is_port(port.substr(1))))) {
    return failure("the host is not written as it should be");
  }

  WebUrl url;
  url.host = lower(host);
  url.named = !host.starts_with('[') && !is_numeric(host);
  url.text = lower(scheme) + "://" + std::string(authority);
  if (path == rest.size() || rest[path] == '?') url.text += '/';
  for (const char c : rest.substr(path)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F) {
      url.text += c;
      continue;
    }
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    url.text += '%';
    url.text += kDigits[byte >> 4U];
    url.text += kDigits[byte & 0xFU];
  }
  return url;
}

}  // namespace milepost::net
