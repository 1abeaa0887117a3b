#include "web/site_host.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/strings.h"

namespace milepost::web {

namespace {

struct Ending {
  std::string_view type;
  std::string_view ending;
};
// What hosts show as what it is. The first of a type is given to names without one.
constexpr Ending kEndings[] = {
    {"text/plain", ".txt"},        {"text/plain", ".md"},
    {"text/plain", ".yaml"},       {"text/plain", ".yml"},
    {"text/plain", ".csv"},        {"text/csv", ".csv"},
    {"application/json", ".json"}, {"application/atom+xml", ".atom"},
    {"text/calendar", ".ics"},     {"application/pdf", ".pdf"},
    {"image/png", ".png"},         {"image/jpeg", ".jpg"},
    {"image/jpeg", ".jpeg"},       {"image/gif", ".gif"},
    {"image/webp", ".webp"},       {"image/svg+xml", ".svg"},
    {"text/markdown", ".md"},
};

constexpr std::array<std::string_view, 12> kActiveParts = {
    "<script", "<foreignobject", "<iframe",   "<embed",   "<object",     "<handler",
    "<set",    "<animate",       "<!attlist", "<!entity", "javascript:", "<?xml-stylesheet"};

bool is_blank_or_quote(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '"' || c == '\'' ||
         c == '/';
}

// An attribute such as onload=, wherever it stands.
bool has_event(std::string_view svg) {
  for (std::size_t at = svg.find("on"); at != svg.npos; at = svg.find("on", at + 1)) {
    if (at == 0 || !is_blank_or_quote(svg[at - 1])) continue;
    std::size_t end = at + 2;
    while (end < svg.size() && std::isalpha(static_cast<unsigned char>(svg[end])) != 0) ++end;
    while (end < svg.size() && is_blank_or_quote(svg[end])) ++end;
    if (end < svg.size() && svg[end] == '=') return true;
  }
  return false;
}

// What a link may lead to. Entities could spell anything.
bool has_odd_link(std::string_view svg) {
  for (std::size_t at = svg.find("href"); at != svg.npos; at = svg.find("href", at + 1)) {
    std::string_view rest = svg.substr(at + 4);
    while (!rest.empty() && (is_blank_or_quote(rest.front()) || rest.front() == '=')) {
      if (rest.front() == '/') break;
      rest.remove_prefix(1);
    }
    const bool plain = rest.starts_with('#') || rest.starts_with("https://") ||
                       rest.starts_with("http://") || rest.starts_with("data:image/png") ||
                       rest.starts_with("data:image/jpeg");
    if (!plain) return true;
  }
  return false;
}

}  // namespace

bool is_inert_svg(std::string_view svg) {
  const std::string text = lower(svg);
  const auto is_in = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  return std::ranges::none_of(kActiveParts, is_in) && !has_event(text) && !has_odd_link(text);
}

std::optional<std::string> host_file_name(std::string name, std::string_view type,
                                          std::string_view body) {
  type = type.substr(0, type.find(';'));
  if (type == "image/svg+xml" && !is_inert_svg(body)) return std::nullopt;
  const std::string small = lower(name);
  const auto fits = [&](const Ending& known) {
    return known.type == type && small.ends_with(known.ending);
  };
  if (std::ranges::any_of(kEndings, fits)) return name;
  const auto first = std::ranges::find(kEndings, type, &Ending::type);
  // Of anything but text an ending that does not fit is a slip, or a trick.
  if (first == std::end(kEndings)) return std::nullopt;
  return name + std::string(first->ending);
}

}  // namespace milepost::web
