#include "text/html_scan.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/strings.h"

namespace milepost::html {

namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 62> kBlockTags = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "section",  "source",   "summary",    "table",    "tbody",      "td",     "tfoot",
    "th",       "thead",    "title",    "tr",         "track",    "ul",
};
static_assert(std::is_sorted(kBlockTags.begin(), kBlockTags.end()));

constexpr std::array<std::string_view, 4> kVerbatimTags = {"pre", "script", "style", "textarea"};

constexpr std::size_t kLongestBlockTag = 10;

bool is_verbatim(std::string_view name) {
  return std::find(kVerbatimTags.begin(), kVerbatimTags.end(), name) != kVerbatimTags.end();
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::size_t skip_name(std::string_view text, std::size_t at) {
  if (at >= text.size() || !is_alpha(text[at])) return at;
  while (at < text.size() && (is_alnum(text[at]) || text[at] == '-')) ++at;
  return at;
}

// The offset after `closer`, searched from `from`; 0 when it is missing.
std::size_t after(std::string_view text, std::string_view closer, std::size_t from) {
  const std::size_t found = text.find(closer, from);
  return found == text.npos ? 0 : found + closer.size();
}

// One attribute with its value, white space before it already skipped.
std::size_t attribute_end(std::string_view text, std::size_t at) {
  const auto is_name = [](char c) {
    return is_alnum(c) || c == '_' || c == ':' || c == '.' || c == '-';
  };
  if (at >= text.size()) return 0;
  if (!is_alpha(text[at]) && text[at] != '_' && text[at] != ':') return 0;
  while (at < text.size() && is_name(text[at])) ++at;
  const std::size_t equals = skip_space(text, at);
  if (equals >= text.size() || text[equals] != '=') return at;
  std::size_t value = skip_space(text, equals + 1);
  if (value >= text.size()) return 0;
  if (text[value] == '"' || text[value] == '\'') {
    const std::size_t close = text.find(text[value], value + 1);
    return close == text.npos ? 0 : close + 1;
  }
  const std::size_t begin = value;
  constexpr std::string_view kEnders = "\"'=<>`";
  while (value < text.size() && !is_space(text[value]) &&
         kEnders.find(text[value]) == kEnders.npos) {
    ++value;
  }
  return value == begin ? 0 : value;
}

// An opening or closing tag whose "<" is at `at`.
std::size_t tag_end(std::string_view text, std::size_t at) {
  ++at;
  const bool closing = at < text.size() && text[at] == '/';
  if (closing) ++at;
  const std::size_t name_end = skip_name(text, at);
  if (name_end == at) return 0;
  at = name_end;
  for (;;) {
    const std::size_t next = skip_space(text, at);
    if (next >= text.size()) return 0;
    if (text[next] == '>') return next + 1;
    if (closing) return 0;
    if (text[next] == '/') {
      return next + 1 < text.size() && text[next + 1] == '>' ? next + 2 : 0;
    }
    if (next == at) return 0;
    at = attribute_end(text, next);
    if (at == 0) return 0;
  }
}

// In a line of text a comment holds no "--" and does not begin with ">" or "->".
std::size_t comment_end(std::string_view text, std::size_t at) {
  const std::size_t inner = at + 4;
  const std::string_view rest = text.substr(std::min(inner, text.size()));
  if (rest.starts_with('>') || rest.starts_with("->")) return 0;
  const std::size_t dashes = text.find("--", inner);
  if (dashes == text.npos || dashes + 2 >= text.size() || text[dashes + 2] != '>') return 0;
  return dashes + 3;
}

}  // namespace

int block_kind(std::string_view line, bool in_paragraph) {
  if (line.size() < 2) return 0;
  if (line[1] == '!') {
    if (line.substr(2, 2) == "--") return 2;
    if (line.size() > 2 && is_upper(line[2])) return 4;  // as GitHub has it
    return line.starts_with("<![CDATA[") ? 5 : 0;
  }
  if (line[1] == '?') return 3;
  const bool closing = line[1] == '/';
  const std::size_t begin = closing ? 2 : 1;
  const std::size_t end = skip_name(line, begin);
  if (end == begin) return 0;
  char buffer[kLongestBlockTag];
  if (end - begin <= kLongestBlockTag) {
    std::transform(line.begin() + static_cast<std::ptrdiff_t>(begin),
                   line.begin() + static_cast<std::ptrdiff_t>(end), buffer, to_lower);
    const std::string_view name(buffer, end - begin);
    const bool bare = end == line.size() || is_space(line[end]) || line[end] == '>';
    if (!closing && bare && is_verbatim(name)) return 1;
    const bool ended = bare || line.substr(end, 2) == "/>";
    if (ended && std::binary_search(kBlockTags.begin(), kBlockTags.end(), name)) return 6;
  }
  if (in_paragraph) return 0;
  const std::size_t after_tag = tag_end(line, 0);
  return after_tag != 0 && skip_space(line, after_tag) == line.size() ? 7 : 0;
}

bool ends_block(int kind, std::string_view line) {
  switch (kind) {
    case 1:
      return std::any_of(kVerbatimTags.begin(), kVerbatimTags.end(), [&](std::string_view name) {
        for (std::size_t at = line.find("</"); at != line.npos; at = line.find("</", at + 2)) {
          const std::string_view found = line.substr(at + 2, name.size() + 1);
          if (found.size() == name.size() + 1 && found.back() == '>' &&
              equal_ignoring_case(found.substr(0, name.size()), name)) {
            return true;
          }
        }
        return false;
      });
    case 2: return find_comment_end(line, 0) != line.npos;
    case 3: return line.find("?>") != line.npos;
    case 4: return line.find('>') != line.npos;
    case 5: return line.find("]]>") != line.npos;
    default: return false;
  }
}

std::size_t find_comment_end(std::string_view text, std::size_t from) {
  for (std::size_t at = from + 2; at < text.size(); ++at) {
    const void* hit = std::memchr(text.data() + at, '>', text.size() - at);
    if (hit == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
    if (text[at - 1] == '-' && text[at - 2] == '-') return at - 2;
  }
  return text.npos;
}

std::size_t inline_end(std::string_view text, std::size_t at, Misses& misses) {
  if (at + 1 >= text.size()) return 0;
  const auto search = [&](std::string_view closer, bool& missed) -> std::size_t {
    if (missed) return 0;
    const std::size_t end = after(text, closer, at + 2);
    missed = end == 0;
    return end;
  };
  if (text[at + 1] == '?') return search("?>", misses.instruction);
  if (text[at + 1] != '!') return tag_end(text, at);
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return comment_end(text, at);
  if (rest.starts_with("<![CDATA[")) return search("]]>", misses.cdata);
  // A declaration is a name in capitals, a space, and anything up to ">".
  std::size_t name = at + 2;
  while (name < text.size() && is_upper(text[name])) ++name;
  if (name == at + 2 || name >= text.size() || !is_space(text[name])) return 0;
  return search(">", misses.declaration);
}

}  // namespace milepost::html
