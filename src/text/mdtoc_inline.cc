#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "base/utf8.h"
#include "text/entities.h"
#include "text/mdtoc_headings.h"
#include "text/mdtoc_lines.h"
#include "text/mdtoc_parts.h"
#include "text/toc_mdtoc.h"

namespace milepost {

std::string_view mdtoc_trimmed(std::string_view text) {
  const auto is_blank = [](std::string_view character) {
    if (character.size() == 1) return is_space(character.front());
    const char32_t c = utf8::decode(character).code_point;
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
  };
  while (!text.empty()) {
    const std::size_t length = utf8::decode(text).length;
    if (!is_blank(text.substr(0, length))) break;
    text.remove_prefix(length);
  }
  while (!text.empty()) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && text.size() - begin < 4 && (text[begin] & 0xC0) == 0x80) --begin;
    const std::string_view last = text.substr(begin);
    if (utf8::decode(last).length != last.size() || !is_blank(last)) break;
    text.remove_suffix(last.size());
  }
  return text;
}

namespace mdtoc {

namespace {

// Some characters of ASCII, to be asked for often.
class Characters {
 public:
  constexpr explicit Characters(std::string_view characters) {
    for (const char c : characters) has_[static_cast<unsigned char>(c)] = true;
  }
  bool any_in(std::string_view text) const {
    return std::ranges::any_of(text, [&](char c) { return has_[static_cast<unsigned char>(c)]; });
  }

 private:
  std::array<bool, 256> has_{};
};

// What markup begins with; every bare link has a colon. "!" and "^" mean something before
// a "[" alone.
constexpr Characters kBeginsMarkup("[`*_<:&\\~$");

// "a\*b" as "a*b"; a backslash at the end is dropped.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && ++i == text.size()) break;
    out += text[i];
  }
  return out;
}

// The names that may stand without ";": those of Latin 1, and a few of ASCII.
bool stands_without_semicolon(std::string_view name, std::string_view decoded) {
  constexpr std::string_view kOfAscii[] = {"amp", "AMP", "lt", "LT", "gt", "GT", "quot", "QUOT"};
  if (std::ranges::find(kOfAscii, name) != std::end(kOfAscii)) return true;
  const auto first = utf8::decode(decoded);
  return first.valid && first.code_point >= 0xA0 && first.code_point <= 0xFF;
}

// The longest name at the front of "&copy2" that needs no ";"; its length with the "&".
std::size_t read_open_entity(std::string_view text, std::string& out) {
  constexpr std::size_t kLongest = 6;
  std::size_t end = 1;
  while (end < text.size() && end <= kLongest && is_alnum(text[end])) ++end;
  for (; end > 2; --end) {
    const std::string_view name = text.substr(1, end - 1);
    std::string decoded;
    html::read_entity("&" + std::string(name) + ";", decoded);
    if (decoded.empty() || !stands_without_semicolon(name, decoded)) continue;
    out += decoded;
    return end;
  }
  return 0;
}

// "&#65;" with or without its ";". Numbers of control characters are those of
// Windows' alphabet, as browsers have it.
std::size_t read_number(std::string_view text, std::string& out) {
  constexpr char32_t kWindows[] = {0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021,
                                   0x2C6,  0x2030, 0x160,  0x2039, 0x152,  0x8D,   0x17D,  0x8F,
                                   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};
  if (text.size() < 4) return 0;
  const bool hex = to_lower(text[2]) == 'x';
  std::size_t at = hex ? 3 : 2;
  char32_t value = 0;
  for (; at < text.size() && (hex ? hex_value(text[at]) >= 0 : is_digit(text[at])); ++at) {
    value = std::min<char32_t>(value * (hex ? 16 : 10) + static_cast<char32_t>(hex_value(text[at])),
                               0x110000);
  }
  if (at < text.size() && text[at] == ';') ++at;
  if (at <= 3) return 0;
  const bool good = value != 0 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  if (!good) value = 0xFFFD;
  if (value >= 0x80 && value <= 0x9F) value = kWindows[value - 0x80];
  utf8::append(out, value);
  return at;
}

std::size_t read_reference(std::string_view text, std::string& out) {
  if (text.substr(1).starts_with('#')) return read_number(text, out);
  const std::size_t length = html::read_entity(text, out);
  return length > 0 ? length : read_open_entity(text, out);
}

// Text and addresses of links: character references are resolved.
void append_in_link(std::string& out, std::string_view text) {
  std::string decoded;
  while (!text.empty()) {
    const std::size_t length = text.front() == '&' ? read_reference(text, decoded) : 0;
    if (length == 0) decoded += text.front();
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  html::append_escaped(out, decoded);
}

struct Address {
  std::string_view address;
  std::string_view title;
  bool titled = false;  // an image by reference has a title, and be it empty
};

enum class TagKind : std::uint8_t { kTag, kLink, kMail };

struct Tag {
  TagKind kind = TagKind::kTag;
  std::size_t length = 0;
};

// What follows "<me" in "<me@example.org>"; 0 when it is no address.
std::size_t mail_end(std::string_view text) {
  std::size_t signs = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '>') return signs == 1 ? i + 1 : 0;
    if (c == '@') ++signs;
    if (c != '@' && c != '-' && c != '.' && c != '_' && !is_alnum(c)) return 0;
  }
  return 0;
}

// Anything like "<5 and >". What is never closed ends with its name, and one
// letter less when the name is all there is of it.
Tag tag_at(std::string_view text) {
  if (text.size() < 3) return {};
  std::size_t at = text[1] == '/' ? 2 : 1;
  if (!is_alnum(text[at])) return {};
  while (at < text.size() &&
         (is_alnum(text[at]) || text[at] == '.' || text[at] == '+' || text[at] == '-')) {
    ++at;
  }
  if (at < text.size() && text[at] == '@') {
    const std::size_t end = mail_end(text.substr(at));
    if (end > 0) return {TagKind::kMail, at + end};
  }
  if (at > 2 && at < text.size() && text[at] == ':') {
    const std::size_t begin = ++at;
    if (at < text.size()) {
      while (at < text.size() && text[at] != '>' && text[at] != '\'' && text[at] != '"' &&
             !is_space(text[at])) {
        at += text[at] == '\\' ? 2 : 1;
      }
      if (at >= text.size()) return {};
      if (at > begin && text[at] == '>') return {TagKind::kLink, at + 1};
    }
  }
  const std::size_t close = text.find('>', at);
  return {TagKind::kTag, close == text.npos ? at : close + 1};
}

// "<!-- … -->".
std::size_t comment_length(std::string_view text) {
  if (!text.starts_with("<!--") || text.size() < 5) return 0;
  const std::size_t close = text.find("-->", 3);
  return close == text.npos ? 0 : close + 3;
}

std::size_t url_length(std::string_view text) {
  constexpr std::string_view kMore = "-+&@#/%?=~_|!:,.;()";
  std::size_t at = 0;
  for (const std::string_view scheme : {"https://", "http://", "ftp://", "/"}) {
    if (!text.starts_with(scheme)) continue;
    at = scheme.size();
    break;
  }
  if (at == 0) return 0;
  const std::size_t begin = at;
  while (at < text.size() && (is_alnum(text[at]) || kMore.find(text[at]) != kMore.npos)) ++at;
  return at == begin ? 0 : at;
}

// `<a href="https://…">https://…</a>`; 0 for anything else.
std::size_t anchor_length(std::string_view text) {
  const std::string_view whole = text;
  const auto gap = [&] { return !text.empty() && text.front() != '\v' && is_space(text.front()); };
  const auto take = [&](std::string_view part) {
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
    return true;
  };
  const auto url = [&] {
    const std::size_t length = url_length(text);
    text.remove_prefix(length);
    return length > 0;
  };
  if (!take("<a") || !gap()) return 0;
  text.remove_prefix(1);
  if (!take("href=\"") || !url() || !take("\"")) return 0;
  if (gap() && text.substr(1).starts_with("title=\"")) {
    const std::size_t end = text.find_first_of("\"<>", 8);
    if (end == text.npos || text[end] != '"' || end == 8) return 0;
    text.remove_prefix(end + 1);
  }
  if (gap()) text.remove_prefix(1);
  if (!take(">") || !url() || !take("</a>")) return 0;
  return whole.size() - text.size();
}

bool starts_with_scheme(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://", "ftp://", "mailto:"}) {
    if (text.size() > scheme.size() && equal_ignoring_case(text.substr(0, scheme.size()), scheme)) {
      return is_alnum(text[scheme.size()]);
    }
  }
  return false;
}

// "&[a-z]{2,5};" at the end.
bool ends_with_entity(std::string_view text) {
  if (!text.ends_with(';')) return false;
  text.remove_suffix(1);
  std::size_t letters = 0;
  while (!text.empty() && text.back() >= 'a' && text.back() <= 'z') {
    text.remove_suffix(1);
    ++letters;
  }
  return letters >= 2 && letters <= 5 && text.ends_with('&');
}

char opening_of(char closing) {
  switch (closing) {
    case ')': return '(';
    case ']': return '[';
    case '}': return '{';
    default: return '\0';
  }
}

// The next mark that could end emphasis, past code and links; 0 for none.
std::size_t find_emphasis_mark(std::string_view text, char mark) {
  const std::string stops{mark, '`', '['};
  std::size_t at = 0;
  while (at < text.size()) {
    at = text.find_first_of(stops, at);
    if (at == text.npos) return 0;
    if (at != 0 && text[at - 1] == '\\') {
      ++at;
      continue;
    }
    if (text[at] == mark) return at;
    const char end = text[at] == '`' ? '`' : ']';
    ++at;
    const std::size_t close = std::min(text.find(end, at), text.size());
    std::size_t inside = text.substr(0, close).find(mark, at);
    if (inside == text.npos) inside = 0;
    if (end == '`') {
      if (close == text.size()) return inside;
      at = close + 1;
      continue;
    }
    at = text.find_first_not_of(" \n", std::min(close + 1, text.size()));
    if (at == text.npos) return inside;
    if (text[at] != '[' && text[at] != '(') {
      if (inside > 0) return inside;
      continue;
    }
    const char bracket = text[at++];
    const std::size_t again = std::min(text.find(bracket, at), text.size());
    if (inside == 0) {
      const std::size_t found = text.substr(0, again).find(mark, at);
      if (found != text.npos) return found;
    }
    if (again == text.size()) return inside;
    at = again + 1;
  }
  return 0;
}

class Renderer {
 public:
  explicit Renderer(const References& references) : references_(references) {}

  Rendered run(std::string_view content) {
    Rendered out;
    inline_text(content, out, false);
    return out;
  }

 private:
  // Reads a text and what is marked up in it. `in_link`: it is a link's own text.
  void inline_text(std::string_view text, Rendered& out, bool in_link) {
    if (depth_ >= kDeepest) return;
    ++depth_;
    std::size_t from = 0;
    std::size_t at = 0;
    while (at < text.size()) {
      Rendered found;
      const std::size_t length = markup(text, at, found, in_link);
      if (length == 0) {
        ++at;
        continue;
      }
      plain(text.substr(from, at - from), out, in_link);
      out.html += found.html;
      out.text += found.text;
      from = at = std::min(at + length, text.size());
    }
    plain(text.substr(from), out, in_link);
    --depth_;
  }

  static void plain(std::string_view text, Rendered& out, bool in_link) {
    if (in_link) {
      append_in_link(out.html, text);
    } else {
      html::append_escaped(out.html, text);
    }
    out.text += text;
  }

  // How much of the text the markup at `at` takes; 0 when there is none.
  std::size_t markup(std::string_view text, std::size_t at, Rendered& out, bool in_link) {
    switch (text[at]) {
      case '*':
      case '_':
      case '~': return emphasis(text.substr(at), out);
      case '`': return code(text.substr(at), out);
      case '[': return link(text, at, out);
      case '!':
      case '^': return text.substr(at + 1).starts_with('[') ? link(text, at, out) : 0;
      case '<': return tag(text.substr(at), out);
      case '\\': return escape(text.substr(at), out, in_link);
      case '&': return entity(text.substr(at), out, in_link);
      case '$': return mathematics(text.substr(at), out);
      case 'h':
      case 'H':
      case 'm':
      case 'M':
      case 'f':
      case 'F': return bare_link(text, at, out);
      default: return 0;
    }
  }

  void wrap(std::string_view name, std::string_view text, Rendered& out) {
    out.html.append("<").append(name).append(">");
    inline_text(text, out, false);
    out.html.append("</").append(name).append(">");
  }

  std::size_t emphasis(std::string_view text, Rendered& out) {
    const char mark = text.front();
    const std::size_t marks = run_of(text, mark);
    if (marks > 3 || text.size() <= marks + 1 || is_space(text[marks])) return 0;
    std::size_t length = 0;
    if (marks == 1) length = single_emphasis(text.substr(1), mark, out);
    if (marks == 2) length = double_emphasis(text.substr(2), mark, out);
    if (marks == 3 && mark != '~') length = triple_emphasis(text, mark, out);
    return length == 0 ? 0 : length + marks;
  }

  std::size_t single_emphasis(std::string_view text, char mark, Rendered& out) {
    std::size_t at = text.size() > 1 && text[0] == mark && text[1] == mark ? 1 : 0;
    while (at < text.size()) {
      const std::size_t next = find_emphasis_mark(text.substr(at), mark);
      if (next == 0) return 0;
      at += next;
      if (at + 1 < text.size() && text[at + 1] == mark) {
        ++at;
        continue;
      }
      if (text[at] != mark || is_space(text[at - 1])) continue;
      const bool word_ends =
          at + 1 == text.size() || is_space(text[at + 1]) || is_punct(text[at + 1]);
      if (!word_ends) continue;
      wrap("em", text.substr(0, at), out);
      return at + 1;
    }
    return 0;
  }

  std::size_t double_emphasis(std::string_view text, char mark, Rendered& out) {
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t next = find_emphasis_mark(text.substr(at), mark);
      if (next == 0) return 0;
      at += next;
      if (at + 1 < text.size() && text[at] == mark && text[at + 1] == mark &&
          !is_space(text[at - 1])) {
        wrap(mark == '~' ? "del" : "strong", text.substr(0, at), out);
        return at + 2;
      }
      ++at;
    }
    return 0;
  }

  std::size_t triple_emphasis(std::string_view whole, char mark, Rendered& out) {
    const std::string_view text = whole.substr(3);
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t next = find_emphasis_mark(text.substr(at), mark);
      if (next == 0) return 0;
      at += next;
      if (text[at] != mark || is_space(text[at - 1])) continue;
      const std::size_t marks = run_of(text.substr(at), mark, 3);
      if (marks == 3) {
        out.html += "<strong>";
        wrap("em", text.substr(0, at), out);
        out.html += "</strong>";
        return at + 3;
      }
      if (marks == 2) {
        const std::size_t length = single_emphasis(whole.substr(1), mark, out);
        return length == 0 ? 0 : length - 2;
      }
      const std::size_t length = double_emphasis(whole.substr(2), mark, out);
      return length == 0 ? 0 : length - 1;
    }
    return 0;
  }

  static std::size_t code(std::string_view text, Rendered& out) {
    const std::size_t marks = run_of(text, '`');
    const std::size_t close = text.find(std::string(marks, '`'), marks);
    if (close == text.npos) return 0;
    std::string_view inside = text.substr(marks, close - marks);
    while (inside.starts_with(' ')) inside.remove_prefix(1);
    while (inside.ends_with(' ')) inside.remove_suffix(1);
    if (!inside.empty()) {
      out.html += "<code>";
      html::append_escaped(out.html, inside);
      out.html += "</code>";
      out.text += inside;
    }
    return close + marks;
  }

  // "[text](address 'title')", "[text][label]", "[label]", and images.
  std::size_t link(std::string_view text, std::size_t at, Rendered& out) {
    const bool nested = (at > 0 && text[at - 1] == '[') || text.substr(at + 1).starts_with('^');
    if (inside_link_ && nested) return 0;
    const bool image = text[at] == '!';
    const std::string_view here = text.substr(image ? at + 1 : at);
    const std::size_t close = closing_bracket(here);
    if (close == here.npos) return 0;
    const std::string_view words = here.substr(1, close - 1);
    std::size_t next = close + 1;
    while (next < here.size() && is_space(here[next])) ++next;

    Address address;
    std::size_t end = 0;
    if (next < here.size() && here[next] == '(') {
      end = own_address(here, next + 1, address);
    } else if (next + 1 < here.size() && here[next] == '[' && here[next + 1] != '^') {
      const std::size_t label_end = here.find(']', next + 1);
      if (label_end == here.npos) return 0;
      const std::string_view label = here.substr(next + 1, label_end - next - 1);
      if (find_address(label.empty() ? words : label, address)) end = label_end + 1;
    } else if (find_address(words, address)) {
      end = close + 1;
    }
    if (end == 0) return 0;
    const std::string target = unescaped(address.address);
    if (image) {
      write_image(target, address, words, out);
      return end + 1;
    }
    out.html += "<a href=\"";
    append_in_link(out.html, target);
    if (!address.title.empty()) {
      out.html += "\" title=\"";
      html::append_escaped(out.html, address.title);
    }
    out.html += "\">";
    const bool outer = std::exchange(inside_link_, true);
    inline_text(words, out, true);
    inside_link_ = outer;
    out.html += "</a>";
    return end;
  }

  static void write_image(std::string_view target, const Address& address, std::string_view words,
                          Rendered& out) {
    out.html += "<img src=\"";
    append_in_link(out.html, target);
    out.html += "\" alt=\"";
    html::append_escaped(out.html, words);
    if (address.titled) {
      out.html += "\" title=\"";
      html::append_escaped(out.html, address.title);
    }
    out.html += "\" />";
    out.text += words;
  }

  static std::size_t closing_bracket(std::string_view text) {
    std::size_t level = 1;
    for (std::size_t at = 1; at < text.size(); ++at) {
      if (text[at - 1] == '\\') continue;
      if (text[at] == '[') ++level;
      if (text[at] == ']' && --level == 0) return at;
    }
    return text.npos;
  }

  bool find_address(std::string_view label, Address& address) const {
    const auto found = references_.find(lower(label));
    if (found == references_.end()) return false;
    address = {found->second.address, found->second.title, true};
    return true;
  }

  // What follows the "(" at `at`; gives the offset after its ")", 0 for none.
  static std::size_t own_address(std::string_view text, std::size_t at, Address& address) {
    while (at < text.size() && is_space(text[at])) ++at;
    std::size_t begin = at;
    std::size_t braces = 0;
    while (at < text.size()) {
      const char c = text[at];
      if (c == '\'' || c == '"' || (c == ')' && braces == 0)) break;
      if (c == '(') ++braces;
      if (c == ')') --braces;
      at += c == '\\' ? 2 : 1;
    }
    if (at >= text.size()) return 0;
    std::size_t end = at;
    if (text[at] != ')') {
      const std::size_t title = at + 1;
      at = title_end(text, title);
      if (at >= text.size()) return 0;
      std::size_t last = at - 1;
      while (last > title && is_space(text[last])) --last;
      if (text[last] == '\'' || text[last] == '"') {
        if (last > title) address = {{}, text.substr(title, last - title), true};
      } else {
        end = at;
      }
    }
    while (end > begin && is_space(text[end - 1])) --end;
    if (text[begin] == '<') ++begin;
    if (text[end - 1] == '>') --end;
    if (end > begin) address.address = text.substr(begin, end - begin);
    return at + 1;
  }

  // The ")" after the quote that ends a title.
  static std::size_t title_end(std::string_view text, std::size_t title) {
    bool ended = false;
    std::size_t at = title;
    for (; at < text.size(); ++at) {
      if (text[at] == '\\') {
        ++at;
      } else if (text[at] == text[title - 1]) {
        ended = true;
      } else if (ended && text[at] == ')') {
        break;
      }
    }
    return at;
  }

  static void write_link(std::string_view scheme, std::string_view address, std::string_view words,
                         Rendered& out) {
    out.html.append("<a href=\"").append(scheme);
    append_in_link(out.html, address);
    out.html += "\">";
    append_in_link(out.html, words);
    out.html += "</a>";
    out.text += words;
  }

  static std::size_t tag(std::string_view text, Rendered& out) {
    Tag found = tag_at(text);
    if (const std::size_t comment = comment_length(text); comment > 0) found.length = comment;
    if (found.length <= 2) return found.length;
    if (found.kind == TagKind::kTag) {
      out.html += text.substr(0, found.length);
      return found.length;
    }
    const std::string address = unescaped(text.substr(1, found.length - 2));
    std::string_view words = address;
    if (words.starts_with("mailto:")) words.remove_prefix(words.starts_with("mailto://") ? 9 : 7);
    if (!address.empty()) {
      write_link(found.kind == TagKind::kMail ? "mailto:" : "", address, words, out);
    }
    return found.length;
  }

  static std::size_t escape(std::string_view text, Rendered& out, bool in_link) {
    constexpr std::string_view kEscaped = "\\`*_{}[]()#+-.!:|&<>~^$";
    if (text.size() == 1) return 2;
    if (kEscaped.find(text[1]) == kEscaped.npos) return 0;
    plain(text.substr(1, 1), out, in_link);
    return 2;
  }

  static std::size_t entity(std::string_view text, Rendered& out, bool in_link) {
    std::size_t end = text.substr(1).starts_with('#') ? 2 : 1;
    while (end < text.size() && is_alnum(text[end])) ++end;
    if (end == text.size() || text[end] != ';') return 0;
    ++end;
    const std::string_view written = text.substr(0, end);
    std::string shown(written);
    if (written == "&amp;") {
      shown = "&";
    } else if (const auto number = number_in(written)) {
      shown = *number;
    }
    plain(shown, out, in_link);
    return end;
  }

  // "&#65;", "&#x41;", and anything else with digits after its second character.
  static std::optional<std::string> number_in(std::string_view entity) {
    if (entity.size() < 4) return std::nullopt;
    const bool hex = to_lower(entity[2]) == 'x';
    const std::size_t begin = hex ? 3 : 2;
    const std::string_view digits = entity.substr(begin, entity.size() - 1 - begin);
    if (digits.empty()) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : digits) {
      const int digit = hex || is_digit(c) ? hex_value(c) : -1;
      const std::uint64_t base = hex ? 16 : 10;
      if (digit < 0 || value > (UINT64_MAX - static_cast<unsigned>(digit)) / base) {
        return std::nullopt;
      }
      value = value * base + static_cast<unsigned>(digit);
    }
    const auto code_point = static_cast<std::uint32_t>(value);
    const bool good = code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
    std::string out;
    utf8::append(out, good ? static_cast<char32_t>(code_point) : 0xFFFD);
    return out;
  }

  static std::size_t mathematics(std::string_view text, Rendered& out) {
    if (text.size() <= 2 || text[1] == '$') return 0;
    const std::size_t close = text.find('$', 1);
    if (close == text.npos) return 0;
    out.html += "<span class=\"math inline\">\\(";
    html::append_escaped(out.html, text.substr(1, close - 1));
    out.html += "\\)</span>";
    return close + 1;
  }

  // "https://…" up to white space or a "<".
  std::size_t bare_link(std::string_view text, std::size_t at, Rendered& out) const {
    if (inside_link_ || text.size() < at + 6 || !begins_link(text.substr(at))) return 0;
    const std::size_t anchor = std::min(text.rfind('<', at), text.size());
    const std::size_t from = anchor == text.size() ? 0 : anchor;
    if (const std::size_t length = anchor_length(text.substr(from)); length > at - from) {
      out.html += text.substr(at, length - (at - from));
      return length - (at - from);
    }
    if ((at > 0 && is_alpha(text[at - 1])) || !starts_with_scheme(text.substr(at))) return 0;
    const std::string_view here = text.substr(at);
    std::size_t end = 0;
    while (end < here.size() && !is_space(here[end]) && here[end] != '<') ++end;
    if ((here[end - 1] == '.' || here[end - 1] == ',') && here[end - 2] != '\\') --end;
    if (here[end - 1] == ';' && here[end - 2] != '\\' && !ends_with_entity(here.substr(0, end))) {
      --end;
    }
    if (is_opened_before(text.substr(0, at + end))) --end;
    const std::string address = unescaped(here.substr(0, end));
    write_link("", address, address, out);
    return end;
  }

  static bool begins_link(std::string_view text) {
    for (const std::string_view prefix : {"http://", "https://", "ftp://", "file://", "mailto:"}) {
      if (equal_ignoring_case(text.substr(0, prefix.size()), prefix)) return true;
    }
    return false;
  }

  // Whether the bracket at the text's end closes one before it.
  static bool is_opened_before(std::string_view text) {
    const char closing = text.back();
    const char opening = opening_of(closing);
    if (opening == '\0') return false;
    std::size_t open = 1;
    for (std::size_t at = text.size() - 1; at > 0 && open > 0; --at) {
      if (text[at - 1] == closing) ++open;
      if (text[at - 1] == opening) --open;
    }
    return open == 0;
  }

  const References& references_;
  bool inside_link_ = false;
  int depth_ = 0;
};

}  // namespace

Rendered render(std::string content, const References& references) {
  const bool whole = content.size() > kLongestMdtocHeading;
  if (!whole && kBeginsMarkup.any_in(content)) {
    Rendered out = Renderer(references).run(content);
    out.html = mdtoc_trimmed(out.html);
    return out;
  }
  Rendered plain;
  html::append_escaped(plain.html, whole ? content : mdtoc_trimmed(content));
  plain.text = std::move(content);
  return plain;
}

}  // namespace mdtoc

MdtocReading read_as_mdtoc(std::string_view text) {
  mdtoc::Blocks blocks = mdtoc::read_blocks(text);
  MdtocReading reading;
  reading.fails = blocks.fails;
  reading.headings.reserve(blocks.headings.size());
  for (mdtoc::RawHeading& heading : blocks.headings) {
    mdtoc::Rendered rendered = mdtoc::render(std::move(heading.content), blocks.references);
    reading.headings.push_back(
        {heading.at, heading.level, std::move(rendered.html), std::move(rendered.text)});
  }
  return reading;
}

}  // namespace milepost
