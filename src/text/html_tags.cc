#include "text/html_tags.h"

#include <algorithm>

#include "base/strings.h"
#include "text/entities.h"
#include "text/html_scan.h"

namespace milepost::html {

bool TagReader::next(Tag& tag, std::vector<Attribute>* attributes) {
  if (attributes != nullptr) attributes->clear();
  for (at_ = html_.find('<', at_); at_ < html_.size(); at_ = html_.find('<', at_)) {
    tag = {};
    tag.begin = at_++;
    if (html_.substr(at_).starts_with("!--")) {
      const std::size_t close = find_comment_end(html_, at_);
      tag.end = at_ = close == html_.npos ? html_.size() : close + 3;
      return true;
    }
    tag.closing = at_ < html_.size() && html_[at_] == '/';
    if (tag.closing) ++at_;
    const std::size_t name = at_;
    while (at_ < html_.size() && is_alnum(html_[at_])) ++at_;
    tag.name = html_.substr(name, at_ - name);
    if (tag.name.empty() || is_digit(tag.name.front())) continue;
    read_attributes(tag, attributes);
    tag.end = at_;
    return true;
  }
  return false;
}

// Ends after ">", or before a "<", where another tag may begin.
void TagReader::read_attributes(Tag& tag, std::vector<Attribute>* attributes) {
  const auto is_name = [](char c) {
    return !is_space(c) && c != '=' && c != '>' && c != '<' && c != '/';
  };
  while (at_ < html_.size() && html_[at_] != '<') {
    if (html_[at_] == '>') {
      ++at_;
      return;
    }
    const std::size_t begin = at_;
    while (at_ < html_.size() && is_name(html_[at_])) ++at_;
    if (at_ == begin) {
      ++at_;
      continue;
    }
    const std::string_view attribute = html_.substr(begin, at_ - begin);
    const std::string_view value = read_value();
    if (attributes != nullptr) attributes->push_back({attribute, value});
    if (equal_ignoring_case(attribute, "id")) tag.id = value;
    if (equal_ignoring_case(attribute, "name")) tag.anchor_name = value;
  }
}

// "= value" at the cursor, which stays where it is when there is none.
std::string_view TagReader::read_value() {
  std::size_t at = at_;
  const auto skip_space = [&] {
    while (at < html_.size() && is_space(html_[at])) ++at;
  };
  skip_space();
  if (at >= html_.size() || html_[at] != '=') return {};
  ++at;
  skip_space();
  if (at >= html_.size()) return {};
  const char quote = html_[at];
  std::size_t begin = at;
  std::size_t end = html_.npos;
  if (quote == '"' || quote == '\'') {
    ++begin;
    end = html_.find(quote, begin);
    at_ = end == html_.npos ? html_.size() : end + 1;
  } else {
    end = begin;
    while (end < html_.size() && !is_space(html_[end]) && html_[end] != '>') ++end;
    at_ = end;
  }
  // What an unclosed quote begins is swallowed, as a browser would.
  return html_.substr(begin, std::min(end, html_.size()) - begin);
}

std::string text_of(std::string_view html) {
  std::string shown;
  TagReader reader(html);
  Tag tag;
  std::size_t at = 0;
  while (reader.next(tag)) {
    shown += html.substr(at, tag.begin - at);
    at = tag.end;
  }
  shown += html.substr(at);
  std::string decoded;
  decode_entities(shown, decoded);
  return decoded;
}

}  // namespace milepost::html
