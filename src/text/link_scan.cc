#include "text/link_scan.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost::links {

namespace {

constexpr std::size_t kLongestLabel = 999;
// Deeper parentheses in a destination are no link: keeps hostile text cheap.
constexpr int kDeepestParentheses = 32;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool escapes(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && is_punct(text[at + 1]);
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

bool at_line_end(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == '\n' || text[at] == '\r';
}

// "[^1]: text" is a footnote, as GitHub has it, and its text may hold links.
bool is_footnote(std::string_view label) {
  return label.size() > 1 && label[0] == '^' &&
         std::none_of(label.begin(), label.end(), [](char c) { return is_space(c); });
}

}  // namespace

std::size_t label_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return 0;
  const std::size_t begin = ++at;
  while (at < text.size() && at - begin <= kLongestLabel) {
    if (text[at] == ']') return at + 1;
    if (text[at] == '[') return 0;
    at += escapes(text, at) ? 2 : 1;
  }
  return 0;
}

std::optional<Destination> destination(std::string_view text, std::size_t at) {
  if (at >= text.size()) return std::nullopt;
  const std::size_t begin = at;
  if (text[at] == '<') {
    for (++at; at < text.size(); at += escapes(text, at) ? 2 : 1) {
      if (text[at] == '>') return Destination{{begin + 1, at}, at + 1};
      if (text[at] == '<' || text[at] == '\n' || text[at] == '\r') return std::nullopt;
    }
    return std::nullopt;
  }
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (escapes(text, at)) {
      at += 2;
      continue;
    }
    if (c == '(') {
      if (++depth > kDeepestParentheses) return std::nullopt;
    } else if (c == ')') {
      if (depth == 0) break;
      --depth;
    } else if (is_space(c)) {
      if (at == begin) return std::nullopt;
      break;
    } else if (is_control(c)) {
      return std::nullopt;
    }
    ++at;
  }
  if (depth != 0) return std::nullopt;
  return Destination{{begin, at}, at};
}

std::size_t title_end(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  const char open = text[at];
  if (open != '"' && open != '\'' && open != '(') return 0;
  const char close = open == '(' ? ')' : open;
  for (++at; at < text.size(); at += escapes(text, at) ? 2 : 1) {
    if (text[at] == close) return at + 1;
    if (text[at] == '(' && open == '(') return 0;
  }
  return 0;
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  at = skip_blanks(text, at);
  if (at < text.size() && text[at] == '\n') at = skip_blanks(text, at + 1);
  return at;
}

std::optional<Definition> definition(std::string_view text, std::size_t at) {
  const std::size_t label = label_end(text, at);
  if (label == 0 || label >= text.size() || text[label] != ':') return std::nullopt;
  const std::string_view name = text.substr(at + 1, label - at - 2);
  if (trim(name).empty() || is_footnote(name)) return std::nullopt;

  const auto target = destination(text, skip_space(text, label + 1));
  if (!target) return std::nullopt;
  const bool pointy = target->after != target->extent.end;
  if (target->extent.begin == target->extent.end && !pointy) return std::nullopt;

  Definition found{{at + 1, label - 1}, target->extent, target->after, 0};
  const std::size_t before_title = skip_space(text, target->after);
  const std::size_t title = before_title == target->after ? 0 : title_end(text, before_title);
  if (title != 0 && at_line_end(text, skip_blanks(text, title))) {
    found.end = title;
  } else if (!at_line_end(text, skip_blanks(text, target->after))) {
    return std::nullopt;
  }
  found.next = skip_blanks(text, found.end);
  if (found.next < text.size()) ++found.next;
  return found;
}

std::string normalized(std::string_view label) {
  std::string out;
  out.reserve(label.size());
  for (const char c : trim(label)) {
    if (!is_space(c)) {
      out += to_lower(c);
    } else if (out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

References::References(std::string_view source, const std::vector<LinkDefinition>& definitions) {
  by_label_.reserve(definitions.size());
  for (std::uint32_t i = 0; i < definitions.size(); ++i) {
    by_label_.emplace(normalized(definitions[i].label.of(source)), i);
  }
}

References References::any() {
  References all;
  all.any_ = true;
  return all;
}

std::uint32_t References::find(std::string_view label) const {
  if (by_label_.empty() || label.size() > kLongestLabel) return kNone;
  const auto found = by_label_.find(normalized(label));
  return found == by_label_.end() ? kNone : found->second;
}

bool References::defined(std::string_view label, bool shortcut) const {
  if (any_) return !shortcut && !trim(label).empty();
  return find(label) != kNone;
}

}  // namespace milepost::links
