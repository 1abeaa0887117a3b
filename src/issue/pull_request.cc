#include "issue/pull_request.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

bool is_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
  });
}

bool is_number(std::string_view number) {
  return !number.empty() && number.size() <= 10 && number[0] != '0' &&
         std::ranges::all_of(number, is_digit);
}

// What stands around a reference in prose and Markdown, and in none.
bool is_between(char c) {
  return is_space(c) || std::string_view("()[]<>{}\"'`*~,;|!").find(c) != std::string_view::npos;
}

// The link in Markdown that this is the address of.
Span with_brackets(std::string_view text, Span part, Span address) {
  const bool linked = address.begin >= part.begin + 2 && address.end < part.end &&
                      text[address.begin - 1] == '(' && text[address.begin - 2] == ']' &&
                      text[address.end] == ')';
  if (!linked) return address;
  const std::size_t open = text.substr(0, address.begin).rfind('[');
  if (open == text.npos || open < part.begin) return address;
  return {static_cast<std::uint32_t>(open), address.end + 1};
}

}  // namespace

std::optional<std::string> read_pull_request(std::string_view text) {
  std::string reference(trim(text));
  if (const std::size_t scheme = reference.find("://"); scheme != reference.npos) {
    const std::size_t host = reference.find('/', scheme + 3);
    const std::size_t pull = host == reference.npos ? host : reference.find("/pull/", host);
    if (pull == reference.npos) return std::nullopt;
    std::string_view number = std::string_view(reference).substr(pull + 6);
    number = number.substr(0, number.find_first_not_of("0123456789"));
    reference = reference.substr(host + 1, pull - host - 1) + "#" + std::string(number);
  }
  const auto [path, number] = cut(reference, '#');
  const auto [owner, name] = cut(path, '/');
  if (!is_name(owner) || !is_name(name) || !is_number(number)) return std::nullopt;
  return reference;
}

std::vector<PullMention> find_pull_requests(std::string_view text, Span part) {
  std::vector<PullMention> found;
  for (std::uint32_t at = part.begin; at < part.end;) {
    if (is_between(text[at])) {
      ++at;
      continue;
    }
    Span word{at, at};
    while (word.end < part.end && !is_between(text[word.end])) ++word.end;
    at = word.end;
    while (word.end > word.begin &&
           std::string_view(".:?").find(text[word.end - 1]) != std::string_view::npos) {
      --word.end;
    }
    auto reference = read_pull_request(word.of(text));
    if (!reference) continue;
    const Span span = with_brackets(text, part, word);
    while (!found.empty() && found.back().span.begin >= span.begin) found.pop_back();
    found.push_back({std::move(*reference), span});
  }
  return found;
}

}  // namespace milepost
