#include "proposal/link_target.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/strings.h"

namespace milepost {

namespace {

// The scheme an address begins with, without its ":"; "" for none.
std::string_view scheme_of(std::string_view address) {
  if (address.empty() || !is_alpha(address.front())) return {};
  std::size_t end = 1;
  while (end < address.size() && (is_alnum(address[end]) || address[end] == '+' ||
                                  address[end] == '.' || address[end] == '-')) {
    ++end;
  }
  // A single letter is a drive.
  const bool found = end > 1 && end < address.size() && address[end] == ':';
  return found ? address.substr(0, end) : std::string_view();
}

LinkFault find_fault(std::string_view destination) {
  if (destination.empty()) return LinkFault::kEmpty;
  const bool wrapped = destination.front() == '(' && (destination.find("://") != destination.npos ||
                                                      destination.starts_with("(#"));
  if (wrapped || destination.find("](") != destination.npos) return LinkFault::kBracketed;
  for (const char c : destination) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '<' || c == '>') return LinkFault::kPlaceholder;
    if (c == '\\') return LinkFault::kBackslash;
    if (byte < 0x20 || byte == 0x7F || c == '`') return LinkFault::kOddCharacter;
  }
  return LinkFault::kSound;
}

// What follows "scheme://" and "www.".
std::string_view without_scheme(std::string_view url) {
  const std::size_t host = url.find("//");
  if (host != url.npos) url.remove_prefix(host + 2);
  if (url.size() > 4 && equal_ignoring_case(url.substr(0, 4), "www.")) url.remove_prefix(4);
  return url;
}

// What follows the first of `own_urls` that the address lies below.
std::optional<std::string_view> own_path(std::string_view address,
                                         std::span<const std::string> own_urls) {
  const std::string_view page = without_scheme(address);
  for (const std::string& url : own_urls) {
    std::string_view base = without_scheme(url);
    while (base.ends_with('/')) base.remove_suffix(1);
    if (base.empty() || !equal_ignoring_case(page.substr(0, base.size()), base)) continue;
    const std::string_view rest = page.substr(base.size());
    if (rest.empty() || rest.front() == '/' || rest.front() == '?') return rest;
  }
  return std::nullopt;
}

// Sets `out` to `path` as seen from `folder`. False when it climbs above the root.
bool join(std::string_view folder, std::string_view path, std::string& out) {
  std::vector<std::string_view> segments;
  bool within = true;
  for (std::string_view rest : {folder, path}) {
    while (!rest.empty()) {
      const auto [segment, tail] = cut(rest, '/');
      rest = tail;
      if (segment.empty() || segment == ".") continue;
      if (segment != "..") {
        segments.push_back(segment);
      } else if (segments.empty()) {
        within = false;
      } else {
        segments.pop_back();
      }
    }
  }
  out.clear();
  for (const std::string_view segment : segments) {
    if (!out.empty()) out += '/';
    out += segment;
  }
  return within;
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

// `folder` is where a path that does not begin with "/" starts.
void set_file(LinkTarget& target, std::string_view folder, std::string_view written) {
  // Decoded before it is joined, lest a hidden ".." survive.
  const std::string path = percent_decoded(written.substr(0, written.find('?')));
  if (path.find('\0') != path.npos) {
    target.fault = LinkFault::kOddCharacter;
    return;
  }
  const bool from_root = path.starts_with('/');
  // A browser stops at the root of a site; only a relative path can leave it.
  const bool within = join(from_root ? std::string_view() : folder, path, target.path);
  target.kind = within || from_root ? TargetKind::kFile : TargetKind::kOutside;
  const std::string_view last = std::string_view(path).substr(path.rfind('/') + 1);
  target.folder = last.empty() || last == "." || last == "..";
}

}  // namespace

LinkTarget link_target(std::string_view document_path, std::string_view destination,
                       std::span<const std::string> own_urls) {
  LinkTarget target;
  destination = trim(destination);
  target.fault = find_fault(destination);
  if (target.fault != LinkFault::kSound) return target;

  const auto [address, fragment] = cut(destination, '#');
  target.fragment = fragment;
  if (address.empty() || address.front() == '?') {
    target.kind = TargetKind::kAnchor;
    return target;
  }
  const std::string_view scheme = scheme_of(address);
  const bool web = equal_ignoring_case(scheme, "http") || equal_ignoring_case(scheme, "https");
  if (web || address.starts_with("//")) {
    const std::string_view rest = web ? address.substr(scheme.size() + 1) : address;
    if (!rest.starts_with("//") || rest.size() == 2 || rest[2] == '/' || rest[2] == '?') {
      target.fault = LinkFault::kNoHost;
    } else if (const auto own = own_path(address, own_urls)) {
      set_file(target, {}, *own);
    } else {
      target.kind = TargetKind::kWeb;
      target.path = web ? std::string(address) : "https:" + std::string(address);
    }
    return target;
  }
  if (!scheme.empty()) {
    target.kind = TargetKind::kScheme;
    target.path = address;
    return target;
  }
  set_file(target, folder_of(document_path), address);
  return target;
}

namespace {

// What a date as in "20190226-scheduling" has, and no number of a proposal.
constexpr std::size_t kDateDigits = 8;

std::string_view number_in_part(std::string_view part) {
  if (part.ends_with(".md")) part.remove_suffix(3);
  const auto is_number = [](std::string_view digits) {
    return !digits.empty() && digits.size() < kDateDigits && std::ranges::all_of(digits, is_digit);
  };
  const std::size_t hyphen = std::min(part.find('-'), part.size());
  const std::string_view first = part.substr(0, hyphen);
  if (is_number(first)) return first;
  const std::string_view rest = hyphen < part.size() ? part.substr(hyphen + 1) : std::string_view();
  return std::ranges::all_of(first, is_alpha) && is_number(rest) ? rest : std::string_view();
}

}  // namespace

std::string number_in_path(std::string_view path) {
  while (!path.empty()) {
    const std::size_t slash = path.rfind('/');
    std::string_view number = number_in_part(path.substr(slash + 1));
    while (number.starts_with('0')) number.remove_prefix(1);
    if (!number.empty()) return std::string(number);
    path = slash == path.npos ? std::string_view() : path.substr(0, slash);
  }
  return {};
}

bool looks_like_host(std::string_view destination) {
  const std::string_view host = destination.substr(0, destination.find_first_of("/?#:"));
  if (host.size() > 4 && equal_ignoring_case(host.substr(0, 4), "www.")) return true;
  // Without anything after it, "a.io" may as well be a file.
  const std::size_t dot = host.rfind('.');
  if (host.size() == destination.size() || dot == host.npos || dot == 0) return false;
  const std::string_view domain = host.substr(dot + 1);
  if (domain.size() < 2) return false;
  for (const char c : host) {
    if (!is_alnum(c) && c != '.' && c != '-') return false;
  }
  for (const char c : domain) {
    if (!is_alpha(c)) return false;
  }
  // "a.md/" and "a.md#b" are files all the same.
  return destination[host.size()] == '/' && host.size() + 1 < destination.size();
}

bool looks_like_page(std::string_view destination) {
  const std::string_view path = destination.substr(0, destination.find_first_of("?#"));
  return path.size() > 1 && path.front() == '/' && path.back() == '/' &&
         number_in_path(path).empty();
}

}  // namespace milepost
