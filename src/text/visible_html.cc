#include "text/visible_html.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/fingerprint.h"
#include "base/strings.h"
#include "text/entities.h"

namespace milepost::html {

namespace {

constexpr Fingerprinter::Key kOpenTagsKey = {0x6d696c65706f7374, 0x6f70656e20746167};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

// HTML has no vertical tab among them.
constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool has_no_end(std::string_view name) {
  constexpr std::array<std::string_view, 18> kNames = {
      "area",  "base", "basefont", "bgsound", "br",   "col",  "embed", "frame",  "hr",
      "image", "img",  "input",    "keygen",  "link", "meta", "param", "source", "track"};
  return name == "wbr" || is_one_of(name, kNames);
}

// What stands in it is text up to its end tag: no comment and no other tag.
bool holds_text(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames = {
      "iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"};
  return is_one_of(name, kNames);
}

// Where other rules hold for what a comment or a tag is.
bool has_own_rules(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"frameset", "math", "select", "svg",
                                                      "template"};
  return is_one_of(name, kNames);
}

// Left open, these go on in the blocks after them.
bool is_formatting(std::string_view name) {
  constexpr std::array<std::string_view, 14> kNames = {"a",      "b",      "big",  "code", "em",
                                                       "font",   "i",      "nobr", "s",    "small",
                                                       "strike", "strong", "tt",   "u"};
  return is_one_of(name, kNames);
}

bool is_heading_tag(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
}

// Where one begins, a paragraph ends.
bool ends_paragraph(std::string_view name) {
  constexpr std::array<std::string_view, 31> kNames = {
      "address", "article", "aside",  "blockquote", "center",   "details",    "dialog", "dir",
      "div",     "dl",      "dd",     "dt",         "fieldset", "figcaption", "figure", "footer",
      "form",    "header",  "hgroup", "hr",         "li",       "listing",    "main",   "menu",
      "nav",     "ol",      "p",      "pre",        "section",  "summary",    "ul"};
  return is_heading_tag(name) || is_one_of(name, kNames);
}

// An end tag reaches no further than the innermost of these.
bool bars_end_tags(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames = {"applet", "caption", "marquee",  "object",
                                                      "table",  "td",      "template", "th"};
  return is_one_of(name, kNames);
}

bool is_of_table(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"caption", "tbody", "tfoot",
                                                      "thead",   "tr",    "table"};
  return is_one_of(name, kNames) || bars_end_tags(name);
}

// Whatever comes next ends one that was left open.
bool ends_by_itself(std::string_view name) {
  return name == "p" || name == "html" || name == "head" || name == "body";
}

bool parts_words(std::string_view name) {
  return ends_paragraph(name) || is_of_table(name) || name == "br";
}

// The tags that are open, as far as they have a say in what follows. Not a browser's tree:
// where it is told too much, text counts as changed that is not.
class OpenTags {
 public:
  void open(std::string_view name, std::string_view written) {
    if (ends_paragraph(name)) end_inner("p", false);
    if (has_no_end(name)) return;
    const bool counts = !ends_by_itself(name);
    Fingerprint chain = stack_.empty() ? Fingerprint{} : stack_.back().chain;
    if (counts) chain = Fingerprinter(kOpenTagsKey).add(chain).add(written).made();
    const std::size_t bar = stack_.empty() ? 0 : stack_.back().bar;
    places_[std::string(name)].push_back(stack_.size());
    stack_.push_back({std::string(name), chain, bars_end_tags(name) ? stack_.size() + 1 : bar});
    if (has_own_rules(name)) ++own_rules_;
  }

  void close(std::string_view name) { end_inner(name, is_of_table(name)); }

  // Whether an end tag closes nothing and is passed over.
  bool is_stray(std::string_view name) const {
    const bool makes_one = name == "p" || name == "br";
    const bool closes_others = is_heading_tag(name) || name == "body" || name == "html";
    if (makes_one || closes_others || own_rules_ > 0 || left_ != Fingerprint{}) return false;
    const auto places = places_.find(std::string(name));
    return places == places_.end() || places->second.empty();
  }

  bool under_own_rules() const { return own_rules_ > 0; }

  // "" when there are none.
  std::string state() const {
    const Fingerprint chain = stack_.empty() ? Fingerprint{} : stack_.back().chain;
    if (chain == Fingerprint{} && left_ == Fingerprint{}) return {};
    const Fingerprint both = Fingerprinter(kOpenTagsKey).add(chain).add(left_).made();
    return fmt::format("<open:{:016x}{:016x}>", both.first, both.second);
  }

 private:
  struct Open {
    std::string name;
    Fingerprint chain;    // of it and those around it
    std::size_t bar = 0;  // how many are outside of what an end tag reaches
  };

  void end_inner(std::string_view name, bool over_bars) {
    const auto places = places_.find(std::string(name));
    if (places == places_.end() || places->second.empty()) return;
    const std::size_t place = places->second.back();
    if (!over_bars && place < stack_.back().bar) return;
    while (stack_.size() > place) {
      const Open& top = stack_.back();
      places_[top.name].pop_back();
      if (has_own_rules(top.name)) --own_rules_;
      if (stack_.size() > place + 1 && is_formatting(top.name)) {
        left_ = Fingerprinter(kOpenTagsKey).add(left_).add(top.name).made();
      }
      stack_.pop_back();
    }
  }

  std::vector<Open> stack_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;  // in the stack, by name
  Fingerprint left_;  // formatting that was open when what it stands in ended
  std::size_t own_rules_ = 0;
};

class VisibleReader {
 public:
  VisibleReader(std::string_view html, const std::vector<std::size_t>& begins)
      : html_(html), begins_(begins), parts_(begins.size() + 1) {}

  std::vector<VisibleText> run() {
    while (at_ < html_.size()) {
      enter_part();
      const char next = at_ + 1 < html_.size() ? html_[at_ + 1] : ' ';
      if (html_[at_] != '<' || !(is_alpha(next) || next == '/' || next == '!' || next == '?')) {
        read_text();
      } else if (is_alpha(next)) {
        read_start_tag();
      } else if (next == '/') {
        read_end_tag();
      } else {
        read_markup();
      }
    }
    while (next_part_ < begins_.size()) enter_next();
    return std::move(parts_);
  }

 private:
  VisibleText& part() { return parts_[next_part_]; }

  void enter_part() {
    while (next_part_ < begins_.size() && begins_[next_part_] <= at_) enter_next();
  }
  void enter_next() {
    ++next_part_;
    part().shape = open_.state();
    space_ = false;
  }

  // --- what is shown --------------------------------------------------------------------

  void show(char c) {
    if (is_html_space(c)) {
      space_ = true;
      return;
    }
    std::string& words = part().words;
    if (std::exchange(space_, false) && !words.empty()) words += ' ';
    words += c;
    switch (c) {
      case '&': part().shape += "&amp;"; break;
      case '<': part().shape += "&lt;"; break;
      default: part().shape += c; break;
    }
  }

  // A reference that a browser may read in its own way: known for what it is written as.
  void show_reference() {
    show('&');
    part().shape.resize(part().shape.size() - std::string_view("amp;").size());
  }

  // --- text -----------------------------------------------------------------------------

  void read_text() {
    if (html_[at_] != '&') return show(html_[at_++]);
    const std::string_view rest = html_.substr(at_);
    decoded_.clear();
    const std::size_t length = read_entity(rest, decoded_);
    if (length > 0 && !is_remapped(decoded_)) {
      for (const char c : decoded_) show(c);
      at_ += length;
      return;
    }
    ++at_;
    const bool reference = rest.size() > 1 && (is_alnum(rest[1]) || rest[1] == '#');
    reference ? show_reference() : show('&');
  }

  // "&#128;" is another character in HTML than in Markdown.
  static bool is_remapped(std::string_view decoded) {
    return decoded.size() == 2 && decoded[0] == '\xC2' &&
           static_cast<unsigned char>(decoded[1]) < 0xA0U;
  }

  // All up to the end tag of that name, or to the end.
  void read_raw_text(const std::string& name) {
    std::size_t end = html_.size();
    for (std::size_t at = html_.find("</", at_); at != html_.npos; at = html_.find("</", at + 2)) {
      const std::size_t after = at + 2 + name.size();
      if (name == "plaintext" || !equal_ignoring_case(html_.substr(at + 2, name.size()), name) ||
          after >= html_.size()) {
        continue;
      }
      const char next = html_[after];
      if (next != '>' && next != '/' && !is_html_space(next)) continue;
      end = at;
      break;
    }
    while (at_ < end) {
      enter_part();
      const char c = html_[at_++];
      c == '&' ? show_reference() : show(c);
    }
  }

  // --- comments and the like ------------------------------------------------------------

  void read_markup() {
    const std::size_t begin = at_;
    const std::string_view rest = html_.substr(begin);
    // In drawings and formulas the text of "<![CDATA[…]]>" is shown.
    const bool counts = open_.under_own_rules();
    at_ = rest.starts_with("<!--") ? comment_end(begin + 4) : after('>', begin);
    if (!counts) return;
    const std::size_t end = at_;
    for (at_ = begin; at_ < end;) {
      enter_part();
      show(html_[at_++]);
    }
  }

  std::size_t after(char mark, std::size_t from) const {
    const std::size_t found = html_.find(mark, from);
    return found == html_.npos ? html_.size() : found + 1;
  }

  std::size_t comment_end(std::size_t from) const {
    const std::string_view rest = html_.substr(from);
    if (rest.starts_with('>')) return from + 1;
    if (rest.starts_with("->")) return from + 2;
    for (std::size_t at = html_.find("--", from); at != html_.npos; at = html_.find("--", at + 1)) {
      if (html_.substr(at + 2).starts_with('>')) return at + 3;
      if (html_.substr(at + 2).starts_with("!>")) return at + 4;
    }
    return html_.size();
  }

  // --- tags -----------------------------------------------------------------------------

  struct ReadTag {
    std::string name;
    std::map<std::string, std::string> attributes;  // of several of one name, the first
  };

  // At its "<". Nothing when the text ends in it: it is then not shown.
  std::optional<ReadTag> read_tag(std::size_t name_at) {
    ReadTag tag;
    at_ = name_at;
    while (at_ < html_.size() && !ends_name(html_[at_])) tag.name += to_lower(html_[at_++]);
    while (at_ < html_.size()) {
      if (is_html_space(html_[at_]) || html_[at_] == '/') {
        ++at_;
      } else if (html_[at_] == '>') {
        ++at_;
        return tag;
      } else {
        read_attribute(tag);
      }
    }
    return std::nullopt;
  }

  static bool ends_name(char c) { return is_html_space(c) || c == '/' || c == '>'; }

  void skip_html_space() {
    while (at_ < html_.size() && is_html_space(html_[at_])) ++at_;
  }

  void read_attribute(ReadTag& tag) {
    std::string name(1, to_lower(html_[at_++]));  // "=" too may be its first character
    while (at_ < html_.size() && !ends_name(html_[at_]) && html_[at_] != '=') {
      name += to_lower(html_[at_++]);
    }
    const std::size_t name_end = at_;
    skip_html_space();
    std::string value;
    if (at_ < html_.size() && html_[at_] == '=') {
      ++at_;
      skip_html_space();
      value = read_value();
    } else {
      at_ = name_end;
    }
    tag.attributes.try_emplace(std::move(name), std::move(value));
  }

  std::string read_value() {
    if (at_ >= html_.size() || html_[at_] == '>') return {};
    const char quote = html_[at_];
    std::size_t begin = at_;
    std::size_t end = at_;
    if (quote == '"' || quote == '\'') {
      end = std::min(html_.find(quote, ++begin), html_.size());
      at_ = std::min(end + 1, html_.size());
    } else {
      while (end < html_.size() && !is_html_space(html_[end]) && html_[end] != '>') ++end;
      at_ = end;
    }
    return shown_value(html_.substr(begin, end - begin));
  }

  // References resolved, white space made one space, and no mark that could be taken for the
  // end of it.
  static std::string shown_value(std::string_view written) {
    std::string value;
    std::string decoded;
    while (!written.empty()) {
      decoded.clear();
      const std::size_t length = written[0] == '&' ? read_entity(written, decoded) : 0;
      const bool reference = length == 0 || is_remapped(decoded);
      const std::string_view shown = reference ? written.substr(0, 1) : decoded;
      for (const char c : shown) {
        if (is_html_space(c)) {
          if (!value.ends_with(' ')) value += ' ';
        } else if (c == '"') {
          value += "&quot;";
        } else if (c == '&' && !(reference && written.size() > 1 &&
                                 (is_alnum(written[1]) || written[1] == '#'))) {
          value += "&amp;";
        } else {
          value += c;
        }
      }
      written.remove_prefix(reference ? 1 : length);
    }
    return value;
  }

  void read_start_tag() {
    const auto tag = read_tag(at_ + 1);
    if (!tag) return;
    std::string written = "<" + tag->name;
    for (const auto& [name, value] : tag->attributes) {
      written += fmt::format(" {}=\"{}\"", name, value);
    }
    written += '>';
    if (parts_words(tag->name)) space_ = true;
    // The end of a line is white space.
    if (tag->name != "br") part().shape += written;
    open_.open(tag->name, written);
    if (holds_text(tag->name)) read_raw_text(tag->name);
  }

  // "</>" is nothing, and "</3>" a comment.
  void read_end_tag() {
    const char first = at_ + 2 < html_.size() ? html_[at_ + 2] : ' ';
    if (!is_alpha(first)) {
      if (at_ + 2 >= html_.size()) {
        show(html_[at_++]);
      } else {
        at_ = after('>', at_);
      }
      return;
    }
    const auto tag = read_tag(at_ + 2);
    if (!tag || open_.is_stray(tag->name)) return;
    if (parts_words(tag->name)) space_ = true;
    part().shape += fmt::format("</{}>", tag->name);
    open_.close(tag->name);
  }

  const std::string_view html_;
  const std::vector<std::size_t>& begins_;
  std::vector<VisibleText> parts_;
  std::size_t next_part_ = 0;
  std::size_t at_ = 0;
  bool space_ = false;  // there was white space since the last word
  OpenTags open_;
  std::string decoded_;
};

}  // namespace

std::vector<VisibleText> read_visible(std::string_view html,
                                      const std::vector<std::size_t>& begins) {
  return VisibleReader(html, begins).run();
}

}  // namespace milepost::html
