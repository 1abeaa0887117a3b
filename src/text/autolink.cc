#include <algorithm>
#include <array>

#include "base/strings.h"
#include "base/utf8.h"
#include "text/link_scan.h"
#include "text/punctuation.h"

namespace milepost::autolink {

namespace {

// No real domain is longer; without a limit "www._www._…" would be read again
// and again.
constexpr std::size_t kLongestDomain = 253;

bool is_any_of(char c, std::string_view set) { return set.find(c) != set.npos; }

// "scheme:" with 2 to 32 characters before the colon.
std::size_t uri_end(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  if (at >= text.size() || !is_alpha(text[at])) return 0;
  while (at < text.size() && at - begin <= 32 && (is_alnum(text[at]) || is_any_of(text[at], "+.-")))
    ++at;
  if (at - begin < 2 || at - begin > 32 || at >= text.size() || text[at] != ':') return 0;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '>') return at + 1;
    if (text[at] == '<' || static_cast<unsigned char>(text[at]) <= 0x20) return 0;
  }
  return 0;
}

std::size_t address_end(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && (is_alnum(text[at]) || is_any_of(text[at], ".!#$%&'*+/=?^_`{|}~-")))
    ++at;
  if (at == begin || at >= text.size() || text[at] != '@') return 0;
  for (;;) {
    const std::size_t label = ++at;
    while (at < text.size() && (is_alnum(text[at]) || text[at] == '-')) ++at;
    const std::size_t length = at - label;
    if (length == 0 || length > 63 || text[label] == '-' || text[at - 1] == '-') return 0;
    if (at >= text.size()) return 0;
    if (text[at] == '>') return at + 1;
    if (text[at] != '.') return 0;
  }
}

bool is_host_character(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  if (static_cast<unsigned char>(text[at]) < 0x80)
    return !is_space(text[at]) && !is_punct(text[at]);
  const auto decoded = utf8::decode(text.substr(at));
  return decoded.valid && !is_unicode_space(decoded.code_point) &&
         !is_unicode_punctuation(decoded.code_point);
}

// The length of the domain at the front of `text`; 0 when it is none. The last
// two parts may hold no underscore.
std::size_t domain_length(std::string_view text, bool needs_period) {
  std::size_t periods = 0;
  std::size_t underscores_before = 0;
  std::size_t underscores = 0;
  std::size_t at = 1;
  for (; at + 1 < text.size(); ++at) {
    if (at > kLongestDomain) return 0;
    if (text[at] == '_') {
      ++underscores;
    } else if (text[at] == '.') {
      underscores_before = underscores;
      underscores = 0;
      ++periods;
    } else if (text[at] != '-' && !is_host_character(text, at)) {
      break;
    }
  }
  if (underscores_before > 0 || underscores > 0) return 0;
  return needs_period && periods == 0 ? 0 : at;
}

// What stands at the end of a link but belongs to the sentence around it.
std::size_t without_tail(std::string_view text) {
  std::size_t end = std::min(text.find('<'), text.size());
  auto opening = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '('));
  auto closing = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), ')'));
  while (end > 0) {
    const char last = text[end - 1];
    if (is_any_of(last, "?!.,:*_~'\"")) {
      --end;
    } else if (last == ')' && closing > opening) {
      --end;
      --closing;
    } else if (last == ';') {
      std::size_t name = end - 1;
      while (name > 0 && is_alpha(text[name - 1])) --name;
      const bool entity = name > 0 && name < end - 1 && text[name - 1] == '&';
      end = entity ? name - 1 : end - 1;
    } else {
      break;
    }
  }
  return end;
}

std::size_t rest_end(std::string_view text, std::size_t begin, std::size_t at) {
  while (at < text.size() && !is_space(text[at]) && text[at] != '<') ++at;
  return begin + without_tail(text.substr(begin, at - begin));
}

}  // namespace

std::size_t angle_end(std::string_view text, std::size_t at) {
  const std::size_t uri = uri_end(text, at + 1);
  return uri != 0 ? uri : address_end(text, at + 1);
}

Bare bare(std::string_view text, std::size_t at, std::size_t text_begin) {
  const std::string_view rest = text.substr(at);
  if (rest[0] == 'w') {
    if (!rest.starts_with("www.")) return {};
    if (at > 0 && !is_space(text[at - 1]) && !is_any_of(text[at - 1], "*_~(")) return {};
    const std::size_t domain = domain_length(rest, true);
    if (domain == 0) return {};
    return {at, rest_end(text, at, at + domain)};
  }
  if (rest.size() < 4 || rest[1] != '/' || rest[2] != '/') return {};
  std::size_t begin = at;
  while (begin > text_begin && is_alpha(text[begin - 1])) --begin;
  const std::string_view scheme = text.substr(begin, at - begin);
  constexpr std::array<std::string_view, 3> kSchemes = {"http", "https", "ftp"};
  const bool known = std::any_of(kSchemes.begin(), kSchemes.end(), [&](std::string_view wanted) {
    return equal_ignoring_case(scheme, wanted);
  });
  if (!known || !is_host_character(rest, 3)) return {};
  const std::size_t domain = domain_length(rest.substr(3), false);
  if (domain == 0) return {};
  return {begin, rest_end(text, begin, at + 3 + domain)};
}

}  // namespace milepost::autolink
