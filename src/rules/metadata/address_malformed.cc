// MP332 address-malformed: what is meant as an address in the metadata is none: a slip
// in `https://`, or no host after it.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/address.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

bool is_scheme(std::string_view word) { return word == "http" || word == "https"; }

// "htps" and "htttps" are one letter from "https".
bool is_nearly_scheme(std::string_view word) {
  constexpr double kSlip = 0.75;
  return word.size() >= 3 && word.size() <= 7 && std::ranges::all_of(word, is_alpha) &&
         std::max(similarity(word, "https", kSlip), similarity(word, "http", kSlip)) >= kSlip;
}

std::string_view host_of(std::string_view rest) {
  return rest.substr(0, std::min(rest.find_first_of("/?# "), rest.size()));
}

bool is_host(std::string_view host) {
  const std::string_view name = cut(host, ':').first;
  if (host.empty() || host.front() == '.' || host.find("..") != host.npos) return false;
  if (is_scheme(name)) return false;
  return std::ranges::all_of(host, [](char c) {
    return is_alnum(c) || std::string_view("-._~:@[]%").find(c) != std::string_view::npos;
  });
}

// An address as far as it is written like one: "https", "://" and what follows.
struct Parts {
  std::string scheme;  // in lower case
  std::string_view between, rest;
};

Parts parts_of(std::string_view text) {
  const auto letters =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_alpha) - text.begin());
  const std::string_view signs = text.substr(letters);
  const std::size_t end = std::min(signs.find_first_not_of(":/"), signs.size());
  return {lower(text.substr(0, letters)), signs.substr(0, end), signs.substr(end)};
}

// What was pasted after a scheme that stood there already: all of "https://example.org";
// "" when that is no address either.
std::string_view without_first_scheme(std::string_view rest) {
  const Parts parts = parts_of(rest);
  const bool right =
      is_scheme(parts.scheme) && parts.between == "://" && is_host(host_of(parts.rest));
  return right ? rest : std::string_view();
}

// "github .com": a space has cut the host in two.
bool is_host_cut(std::string_view host, std::string_view rest) {
  const std::string_view after = rest.substr(host.size());
  if (!after.starts_with(' ')) return false;
  const std::string_view next = trim(after);
  if (host.ends_with('.')) return !next.empty() && is_alnum(next.front());
  return next.size() > 1 && next.front() == '.' && is_alnum(next[1]);
}

std::string without_spaces(std::string_view text) {
  std::string out;
  std::ranges::copy_if(text, std::back_inserter(out), [](char c) { return !is_space(c); });
  return out;
}

// What an address or path is told apart from, and is no part of it: "<…>" and a comma at its end.
std::string_view without_marks(std::string_view text) {
  if (text.starts_with('<') && text.ends_with('>')) return text.substr(1, text.size() - 2);
  return text.ends_with(',') ? trim(text.substr(0, text.size() - 1)) : text;
}

}  // namespace

Address read_address(std::string_view text) {
  text = trim(text);
  if (const std::string_view bare = without_marks(text); bare != text) {
    const Address inner = read_address(bare);
    const bool path = bare.find('/') != bare.npos && bare.find(' ') == bare.npos;
    if (!inner.meant && !(path && text.ends_with(','))) return {};
    const std::string_view fault =
        text.ends_with(',') ? "ends in a comma" : "stands between \"<\" and \">\"";
    return {true, std::string(fault), inner.fault.empty() ? std::string(bare) : inner.better};
  }
  const Parts parts = parts_of(text);
  const bool exact = is_scheme(parts.scheme);
  const bool written_right = exact && parts.between == "://";
  if (!exact && (parts.between != "://" || !is_nearly_scheme(parts.scheme))) return {};
  // "https:/x.org" and "https//x.org"; "http/2" and "http: a protocol" are words.
  const bool has_mark = parts.between.size() >= 2 || parts.between == ":";
  const std::string_view host = host_of(parts.rest);
  const bool named = is_host(host) && host.find('.') != host.npos;
  if (!written_right && exact && (!has_mark || !named)) return {};
  if (!is_host(host)) return {true, "has no host", std::string(without_first_scheme(parts.rest))};
  if (written_right && is_host_cut(host, parts.rest)) {
    return {true, "has a space in it", without_spaces(text)};
  }
  if (written_right) return {true, {}, {}};
  const bool secure = parts.scheme.find('s') != std::string::npos;
  return {true, "is no address", fmt::format("http{}://{}", secure ? "s" : "", parts.rest)};
}

void address_malformed(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->complete()) return;
  for (const FieldScalar& value : values_of(in)) {
    const FieldType type = value.field->type;
    if (type != FieldType::kLink && type != FieldType::kLinks) continue;
    const Address address = read_address(value.text);
    if (address.fault.empty()) continue;
    const Source& source = *in.proposal.metadata->source;
    Finding& finding = sink.report(
        warning_while_open(in), source, first_line(source, value.node->span),
        fmt::format("\"{}\": {} {}; write {}", value.field->id, in_quotes(value.text),
                    address.fault,
                    address.better.empty() ? "the whole address" : in_quotes(address.better)));
    if (address.better.empty() || address.better.find_first_of("\"'\\") != std::string::npos) {
      continue;
    }
    if (auto edit = rewrite(source, *value.node, address.better)) {
      finding.fixes.push_back({"correct the address", {std::move(*edit)}});
    }
  }
}

}  // namespace milepost
