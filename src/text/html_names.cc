#include "text/html_names.h"

#include <algorithm>
#include <array>

namespace milepost::html {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool has_no_end(std::string_view name) {
  constexpr std::array<std::string_view, 19> kTags = {
      "area", "base",  "basefont", "bgsound", "br",   "col",   "embed",  "frame", "hr", "image",
      "img",  "input", "keygen",   "link",    "meta", "param", "source", "track", "wbr"};
  return is_one_of(name, kTags);
}

bool holds_text(std::string_view name) {
  constexpr std::array<std::string_view, 9> kTags = {
      "iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"};
  return is_one_of(name, kTags);
}

bool has_own_rules(std::string_view name) {
  constexpr std::array<std::string_view, 5> kTags = {"frameset", "math", "select", "svg",
                                                     "template"};
  return is_one_of(name, kTags);
}

bool is_formatting(std::string_view name) {
  constexpr std::array<std::string_view, 14> kTags = {"a",      "b",      "big",  "code", "em",
                                                      "font",   "i",      "nobr", "s",    "small",
                                                      "strike", "strong", "tt",   "u"};
  return is_one_of(name, kTags);
}

bool is_heading_tag(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
}

bool ends_paragraph(std::string_view name) {
  constexpr std::array<std::string_view, 31> kTags = {
      "address", "article", "aside",  "blockquote", "center",   "details",    "dialog", "dir",
      "div",     "dl",      "dd",     "dt",         "fieldset", "figcaption", "figure", "footer",
      "form",    "header",  "hgroup", "hr",         "li",       "listing",    "main",   "menu",
      "nav",     "ol",      "p",      "pre",        "section",  "summary",    "ul"};
  return is_heading_tag(name) || is_one_of(name, kTags);
}

bool is_special(std::string_view name) {
  constexpr std::array<std::string_view, 4> kTags = {"iframe", "noembed", "textarea", "xmp"};
  return ends_paragraph(name) || is_of_table(name) || is_of_page(name) || is_one_of(name, kTags);
}

bool bars_end_tags(std::string_view name) {
  constexpr std::array<std::string_view, 4> kTags = {"caption", "table", "td", "th"};
  return is_one_of(name, kTags);
}

bool is_of_table(std::string_view name) {
  constexpr std::array<std::string_view, 4> kTags = {"caption", "col", "td", "th"};
  return holds_rows(name) || is_one_of(name, kTags);
}

bool holds_rows(std::string_view name) {
  constexpr std::array<std::string_view, 6> kTags = {"colgroup", "table", "tbody",
                                                     "tfoot",    "thead", "tr"};
  return is_one_of(name, kTags);
}

bool is_of_page(std::string_view name) {
  constexpr std::array<std::string_view, 15> kTags = {
      "base", "basefont", "bgsound",  "body",     "frame",     "frameset", "head", "html",
      "link", "meta",     "noframes", "noscript", "plaintext", "script",   "style"};
  return name == "title" || is_one_of(name, kTags);
}

bool is_intricate(std::string_view name) {
  constexpr std::array<std::string_view, 16> kTags = {
      "applet", "button",   "dialog", "form", "hgroup", "main", "marquee", "nobr",
      "object", "optgroup", "option", "rb",   "rp",     "rt",   "rtc",     "search"};
  return has_own_rules(name) || is_one_of(name, kTags);
}

bool parts_words(std::string_view name) {
  return ends_paragraph(name) || is_of_table(name) || name == "br";
}

}  // namespace milepost::html
