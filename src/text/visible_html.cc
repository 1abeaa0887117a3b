#include "text/visible_html.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/fingerprint.h"
#include "base/strings.h"
#include "text/entities.h"
#include "text/html_names.h"
#include "text/open_tags.h"

namespace milepost::html {

namespace {

constexpr Fingerprinter::Key kEarlierTextKey = {0x6d696c65706f7374, 0x6561726c69657274};

// HTML has no vertical tab among them.
constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

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
    if (open_.in_doubt()) {
      earlier_ = Fingerprinter(kEarlierTextKey).add(earlier_).add(part().shape).made();
    }
    ++next_part_;
    const Fingerprint before = open_.in_doubt() ? earlier_ : open_.state();
    if (before != Fingerprint{}) {
      part().shape = fmt::format("<open:{:016x}{:016x}>", before.first, before.second);
    }
    headings_ = 0;
    space_ = false;
    note_doubt();
  }

  // What is in doubt concerns what came before where tags of that are open.
  void note_doubt() {
    part().in_doubt = open_.in_doubt();
    part().reaches_back |= open_.in_doubt() && open_.any() && next_part_ > 0;
  }

  // --- what is shown --------------------------------------------------------------------

  void show(char c) {
    if (is_html_space(c)) {
      space_ = true;
      return;
    }
    if (!open_.in_doubt()) {
      open_.show_text();
      note_doubt();
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

  // Templates have "<link to tests>" for authors to fill in: a link to nowhere.
  static bool concerns_page(const ReadTag& tag) {
    return is_of_page(tag.name) && (tag.name != "link" || tag.attributes.contains("href"));
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
    const bool nested = open_.has("li") || open_.has("blockquote");
    if (is_heading_tag(tag->name) && !nested && headings_++ > 0) part().has_headings = true;
    open_.open(tag->name, written);
    note_doubt();
    if (concerns_page(*tag)) part().reaches_back = true;
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
    note_doubt();
  }

  const std::string_view html_;
  const std::vector<std::size_t>& begins_;
  std::vector<VisibleText> parts_;
  std::size_t next_part_ = 0;
  std::size_t at_ = 0;
  bool space_ = false;  // there was white space since the last word
  int headings_ = 0;    // in this part
  OpenTags open_;
  Fingerprint earlier_;  // of what came before, from the part on where doubt began
  std::string decoded_;
};

}  // namespace

std::vector<VisibleText> read_visible(std::string_view html,
                                      const std::vector<std::size_t>& begins) {
  return VisibleReader(html, begins).run();
}

}  // namespace milepost::html
