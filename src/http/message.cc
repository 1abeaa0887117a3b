#include "http/message.h"

#include <array>

#include "base/strings.h"

namespace milepost::http {

namespace {

constexpr std::array<std::pair<Method, std::string_view>, 5> kMethods = {
    {{Method::kGet, "GET"},
     {Method::kHead, "HEAD"},
     {Method::kPost, "POST"},
     {Method::kPut, "PUT"},
     {Method::kDelete, "DELETE"}}};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view name(Method method) {
  for (const auto& [one, text] : kMethods) {
    if (one == method) return text;
  }
  return "other";
}

Method method_named(std::string_view name) {
  for (const auto& [one, text] : kMethods) {
    if (text == name) return one;
  }
  return Method::kOther;
}

std::optional<std::string_view> Fields::find(std::string_view name) const {
  for (const auto& [key, value] : list_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Fields::all(std::string_view name) const {
  std::vector<std::string_view> found;
  for (const auto& [key, value] : list_) {
    if (key == name) found.push_back(value);
  }
  return found;
}

Response text_response(int status, std::string type, std::string body) {
  Response response;
  response.status = status;
  response.type = std::move(type);
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

Response redirect(std::string to) {
  Response response;
  response.status = 303;
  response.headers.add("Location", std::move(to));
  return response;
}

std::optional<std::string> decode(std::string_view encoded) {
  std::string text;
  text.reserve(encoded.size());
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] != '%') {
      text += encoded[i];
      continue;
    }
    if (encoded.size() - i < 3) return std::nullopt;
    const int high = hex_digit(encoded[i + 1]);
    const int low = hex_digit(encoded[i + 2]);
    if (high < 0 || low < 0 || (high == 0 && low == 0)) return std::nullopt;
    text += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return text;
}

std::string encode(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
  std::string encoded;
  for (const char c : text) {
    if (kPlain.find(c) != kPlain.npos) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
  }
  return encoded;
}

std::string encode_path(std::string_view path) {
  std::string out;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    out += encode(path.substr(at, end - at));
    if (end < path.size()) out.push_back('/');
    at = end + 1;
  }
  return out;
}

std::optional<Fields> read_form(std::string_view text, std::size_t most) {
  Fields fields;
  std::size_t count = 0;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    if (pair.empty()) continue;
    if (++count > most) return std::nullopt;
    const auto [key, value] = cut(pair, '=');
    std::string spaced(value);
    for (char& c : spaced) {
      if (c == '+') c = ' ';
    }
    auto name = decode(key);
    auto decoded = decode(spaced);
    if (!name || !decoded) return std::nullopt;
    fields.add(*std::move(name), *std::move(decoded));
  }
  return fields;
}

std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(pair.size() + 1, header.size()));
    const auto [key, value] = cut(pair, '=');
    if (trim(key) == name) return trim(value);
  }
  return std::nullopt;
}

}  // namespace milepost::http
