#include "web/site_links.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost::web {

namespace {

constexpr std::array<std::string_view, 3> kLinkNames = {"href", "src", "xlink:href"};
constexpr std::string_view kFormEnd = "</form>";
constexpr std::array<std::pair<std::string_view, char>, 6> kEntities = {{{"&amp;", '&'},
                                                                         {"&quot;", '"'},
                                                                         {"&#39;", '\''},
                                                                         {"&lt;", '<'},
                                                                         {"&gt;", '>'},
                                                                         {"&#x2F;", '/'}}};

std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto entity = std::ranges::find_if(
        kEntities, [&](const auto& known) { return text.starts_with(known.first); });
    plain += entity == kEntities.end() ? text.front() : entity->second;
    text.remove_prefix(entity == kEntities.end() ? 1 : entity->first.size());
  }
  return plain;
}

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&': html += "&amp;"; break;
      case '"': html += "&quot;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      default: html += c;
    }
  }
  return html;
}

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':';
}

struct Attribute {
  std::size_t begin = 0, end = 0;  // in the tag, with the blanks before it
  std::string_view name, value;    // as written
};

// A tag from "<" to ">".
struct Tag {
  std::string_view text, name;
  std::vector<Attribute> attributes;

  const Attribute* find(std::string_view wanted) const {
    const auto found = std::ranges::find(attributes, wanted, &Attribute::name);
    return found == attributes.end() ? nullptr : &*found;
  }
};

Tag read_tag(std::string_view html, std::size_t begin) {
  std::size_t at = begin + 1;
  const auto skip = [&](auto&& holds) {
    while (at < html.size() && holds(html[at])) ++at;
  };
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  Tag tag;
  skip(is_name);
  tag.name = html.substr(begin + 1, at - begin - 1);
  while (at < html.size() && html[at] != '>') {
    Attribute attribute;
    attribute.begin = at - begin;
    skip(is_blank);
    const std::size_t name = at;
    skip(is_name);
    attribute.name = html.substr(name, at - name);
    if (at == name) {
      if (at < html.size() && html[at] != '>') ++at;  // "/" at the end
      continue;
    }
    if (html.substr(at).starts_with("=\"")) {
      const std::size_t value = at + 2;
      at = std::min(html.find('"', value), html.size() - 1);
      attribute.value = html.substr(value, at - value);
      ++at;
    }
    attribute.end = at - begin;
    tag.attributes.push_back(attribute);
  }
  tag.text = html.substr(begin, std::min(at + 1, html.size()) - begin);
  return tag;
}

bool is_link(const Attribute& attribute) {
  return std::ranges::find(kLinkNames, attribute.name) != kLinkNames.end();
}

// Where a form leads; nothing when what it would send has no one to answer.
std::optional<std::string> action_of(const Tag& form, const ReplaceLink& answer) {
  const Attribute* const method = form.find("method");
  if (method && lower(method->value) == "post") return std::nullopt;
  const Attribute* const action = form.find("action");
  return answer(action ? unescaped(action->value) : std::string());
}

std::string replaced(const Tag& tag, const ReplaceLink& replace) {
  std::string text;
  std::size_t done = 0;
  for (const Attribute& attribute : tag.attributes) {
    if (!is_link(attribute) && attribute.name != "action") continue;
    text += tag.text.substr(done, attribute.begin - done);
    done = attribute.end;
    if (const auto link = replace(unescaped(attribute.value))) {
      text += ' ' + std::string(attribute.name) + "=\"" + escaped(*link) + '"';
    }
  }
  return text.append(tag.text.substr(done));
}

bool has_scheme(std::string_view link) {
  const std::size_t colon = link.find_first_of(":/?#");
  return colon != link.npos && link[colon] == ':' && colon > 0;
}

}  // namespace

std::string replace_links(std::string_view html, const ReplaceLink& replace,
                          const ReplaceLink& answer) {
  std::string page;
  page.reserve(html.size());
  std::size_t at = 0;
  while (at < html.size()) {
    const std::size_t begin = std::min(html.find('<', at), html.size());
    page += html.substr(at, begin - at);
    at = begin;
    if (html.substr(at).starts_with("<!--")) {
      const std::size_t end = html.find("-->", at);
      const std::size_t after = end == html.npos ? html.size() : end + 3;
      page += html.substr(at, after - at);
      at = after;
      continue;
    }
    if (at + 1 >= html.size() || std::isalpha(static_cast<unsigned char>(html[at + 1])) == 0) {
      if (at < html.size()) page += html[at++];
      continue;
    }
    const Tag tag = read_tag(html, at);
    if (tag.name == "form") {
      const auto action = action_of(tag, answer);
      const std::size_t end = std::min(html.find(kFormEnd, at), html.size());
      if (action) page += replaced(tag, [&](const std::string&) { return action; });
      at = action ? at + tag.text.size() : std::min(end + kFormEnd.size(), html.size());
      continue;
    }
    page += replaced(tag, replace);
    at += tag.text.size();
  }
  return page;
}

std::vector<std::string> links_in(std::string_view html) {
  std::vector<std::string> links;
  const auto note = [&](const std::string& link) {
    links.push_back(link);
    return std::optional(link);
  };
  (void)replace_links(html, note, [](const std::string& action) { return std::optional(action); });
  return links;
}

std::optional<SiteLink> read_link(std::string_view from_file, std::string_view link) {
  if (link.starts_with('#') || link.starts_with("//") || has_scheme(link)) return SiteLink{};
  if (link.starts_with('/')) return std::nullopt;
  SiteLink read;
  read.within = true;
  const std::size_t hash = std::min(link.find('#'), link.size());
  read.fragment = link.substr(hash);
  link = link.substr(0, hash);
  const std::size_t mark = std::min(link.find('?'), link.size());
  if (mark < link.size()) {
    const auto query = http::read_form(link.substr(mark + 1));
    if (!query) return std::nullopt;
    for (const auto& [name, value] : *query) {
      if (!value.empty()) read.query.add(name, value);
    }
  }
  const auto path = http::decode(link.substr(0, mark));
  if (!path) return std::nullopt;
  if (path->empty()) {
    read.file = from_file;
    return read;
  }
  std::vector<std::string> names;
  const auto walk = [&](std::string_view rest) {
    while (!rest.empty()) {
      const auto [name, after] = cut(rest, '/');
      rest = after;
      if (name.empty() || name == ".") continue;
      if (name != "..") {
        names.emplace_back(name);
      } else if (names.empty()) {
        return false;
      } else {
        names.pop_back();
      }
    }
    return true;
  };
  const std::size_t slash = from_file.rfind('/');
  walk(from_file.substr(0, slash == from_file.npos ? 0 : slash));
  if (!walk(*path)) return std::nullopt;
  for (const std::string& name : names) read.file += (read.file.empty() ? "" : "/") + name;
  return read;
}

std::string page_file(std::string_view stem) {
  // Disks take 255 bytes; while a file is written its name is longer for a moment.
  constexpr std::size_t kLongestName = 200;
  constexpr std::size_t kKept = 120;
  std::string file;
  while (!stem.empty()) {
    const auto [name, rest] = cut(stem, '/');
    stem = rest;
    if (!file.empty()) file += '/';
    if (name.size() <= kLongestName) {
      file += name;
      continue;
    }
    std::size_t end = kKept;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
    file += fmt::format("{}-{:016x}", name.substr(0, end), hash_bytes(name));
  }
  return file + ".html";
}

std::string way_up(std::string_view from_file) {
  std::string way;
  for (const char c : from_file) {
    if (c == '/') way += way.empty() ? ".." : "/..";
  }
  return way.empty() ? "." : way;
}

std::string relative_link(std::string_view from_file, std::string_view to_file) {
  std::string link = way_up(from_file);
  while (!to_file.empty()) {
    const auto [name, rest] = cut(to_file, '/');
    link += '/' + http::encode(name);
    to_file = rest;
  }
  return link;
}

}  // namespace milepost::web
