#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "base/strings.h"
#include "text/mdtoc_lines.h"
#include "text/mdtoc_parts.h"

namespace milepost::mdtoc {

namespace {

// Text put together from parts of the source, which knows where each came from.
class Buffer {
 public:
  Buffer() = default;
  // The source itself, which must outlive the buffer. Nothing is added to it.
  explicit Buffer(std::string_view source) : pieces_({{0, 0}}), source_(source) {}

  void add(std::string_view part, std::uint32_t from) {
    if (part.empty()) return;
    if (pieces_.empty() || origin_of_end() != from) pieces_.push_back({text_.size(), from});
    text_ += part;
  }

  void add(const Buffer& other, std::size_t begin, std::size_t end) {
    while (begin < end) {
      const std::size_t piece = other.piece_at(begin);
      const std::size_t stop =
          piece + 1 < other.pieces_.size() ? std::min(end, other.pieces_[piece + 1].at) : end;
      add(other.text().substr(begin, stop - begin), other.origin(begin));
      begin = stop;
    }
  }

  // A line end that stands for one or more of the source.
  void add_line_end() { text_ += '\n'; }

  std::string_view text() const { return source_.empty() ? text_ : source_; }
  std::size_t size() const { return text().size(); }

  std::uint32_t origin(std::size_t at) const {
    if (pieces_.empty()) return 0;
    const Piece& piece = pieces_[piece_at(at)];
    return piece.from + static_cast<std::uint32_t>(at - piece.at);
  }

 private:
  struct Piece {
    std::size_t at;
    std::uint32_t from;
  };

  // Where what is added next comes from when it goes on with the last piece.
  std::uint32_t origin_of_end() const {
    return pieces_.back().from + static_cast<std::uint32_t>(text_.size() - pieces_.back().at);
  }

  std::size_t piece_at(std::size_t at) const {
    const auto after = std::ranges::upper_bound(pieces_, at, {}, &Piece::at);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - pieces_.begin() - 1, 0));
  }

  std::string text_;
  std::vector<Piece> pieces_;
  std::string_view source_;
};

// Every kind of line end becomes a newline.
Buffer normalized(std::string_view text) {
  if (text.find('\r') == text.npos) return Buffer(text);
  Buffer buffer;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\r', begin);
    buffer.add(text.substr(begin, end - begin), static_cast<std::uint32_t>(begin));
    if (end == text.npos) break;
    buffer.add("\n", static_cast<std::uint32_t>(end));
    begin = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  }
  return buffer;
}

constexpr std::string_view kBlockTags[] = {
    "address", "article",  "aside",  "blockquote", "canvas",   "dd",         "details",
    "dialog",  "div",      "dl",     "dt",         "fieldset", "figcaption", "figure",
    "footer",  "form",     "h1",     "h2",         "h3",       "h4",         "h5",
    "h6",      "header",   "hgroup", "iframe",     "li",       "main",       "math",
    "nav",     "noscript", "ol",     "output",     "p",        "pre",        "progress",
    "script",  "section",  "style",  "table",      "ul",       "video"};

struct List {
  bool ordered = false;
  bool definition = false;
  bool term = false;    // the item is what a definition defines
  bool blocks = false;  // an item so far holds more than a line of text
  bool ended = false;
};

// Finds a text again and again without reading anything twice: positions asked
// for mostly grow.
class Finder {
 public:
  explicit Finder(std::string_view what) : what_(what) {}

  std::size_t next(std::string_view text, std::size_t from) {
    if (from < asked_ || (found_ != text.npos && found_ < from)) {
      found_ = text.find(what_, from);
      asked_ = from;
    }
    return found_;
  }

 private:
  std::string_view what_;
  std::size_t asked_ = std::string_view::npos;
  std::size_t found_ = 0;
};

// Reads the blocks of one buffer, one after another.
class Reader {
 public:
  Reader(const Buffer& buffer, Blocks& blocks, int depth)
      : buffer_(buffer), text_(buffer.text()), blocks_(blocks), depth_(depth) {}

  void run() {
    if (depth_ >= kDeepest) return;
    std::size_t at = 0;
    while (at < text_.size() && !blocks_.fails) {
      const std::size_t next = read_block(at);
      if (next <= at) blocks_.fails = true;  // mdtoc would read the same block for ever
      at = next;
    }
  }

 private:
  std::string_view rest(std::size_t at) const { return text_.substr(at); }
  std::size_t line_end(std::size_t at) const {
    return std::min(text_.find('\n', at), text_.size());
  }
  std::size_t next_line(std::size_t at) const { return std::min(line_end(at) + 1, text_.size()); }

  // Where the block that begins here ends.
  std::size_t read_block(std::size_t at) {
    const std::string_view here = rest(at);
    if (here.front() == '\n') return at + 1;
    if (is_alpha(here.front())) {
      // Nearly all text, which nothing but a table can be.
      const std::size_t end = table(at);
      return end > 0 ? end : paragraph(at);
    }
    if (const std::size_t end = title_block(at); end > 0 || blocks_.fails) return end;
    if (here.size() > 11 && here.starts_with("<reference ")) return reference_element(at);
    if (is_heading(here)) {
      const std::size_t level = run_of(here, '#', 6);
      return heading(at, at + level, static_cast<int>(level));
    }
    if (is_special_heading(here)) return heading(at, at + 2, 1);
    if (const std::size_t end = html(at); end > 0) return end;
    if (const std::size_t length = blank_line(here); length > 0) return at + length;
    if (code_mark(here) > 0) return code(at);
    if (const std::size_t end = fenced(at); end > 0) return end;
    if (is_rule(here)) return line_end(at);
    if (quote_mark(here) > 0) return quote(at);
    if (const std::size_t end = table(at); end > 0) return end;
    if (bullet_mark(here) > 0) return list(at, {});
    if (number_mark(here) > 0) return list(at, {.ordered = true});
    if (definition_mark(here) > 0) return list(at, {.definition = true});
    if (const std::size_t end = mathematics(at); end > 0) return end;
    return paragraph(at);
  }

  void read_inner(const Buffer& buffer) {
    if (!blocks_.fails) Reader(buffer, blocks_, depth_ + 1).run();
  }

  void add_heading(std::size_t begin, std::size_t end, int level) {
    blocks_.headings.push_back(
        {buffer_.origin(begin), level, std::string(text_.substr(begin, end - begin))});
  }

  // "---" or "%%%" up to the next of them, wherever that stands.
  std::size_t title_block(std::size_t at) {
    const bool dashes = rest(at).starts_with("---");
    if (!dashes && !rest(at).starts_with("%%%")) return 0;
    const std::size_t end = (dashes ? dashes_ : percents_).next(text_, at + 3);
    if (end != text_.npos) return end + 3;
    // Searching for the end mdtoc runs over that of the text.
    blocks_.fails = text_.size() > at + 3 && text_.back() == text_[at];
    return 0;
  }

  std::size_t reference_element(std::size_t at) {
    constexpr std::string_view kClose = "</reference>";
    const std::size_t close = text_.find(kClose, at);
    return close == text_.npos ? text_.size() : close + kClose.size();
  }

  // Where the heading's line ends; after "{#name}" the text goes on.
  std::size_t heading(std::size_t from, std::size_t begin, int level) {
    begin += run_of(rest(begin), ' ');
    std::size_t end = line_end(begin);
    std::size_t next = end;
    const std::string_view line = text_.substr(begin, end - begin);
    const std::size_t name = line.find("{#");
    const std::size_t name_end = name == line.npos ? name : line.find('}', name);
    if (name_end != line.npos) {
      end = begin + name;
      next = begin + name_end + 1;
      while (end > from && text_[end - 1] == ' ') --end;
    }
    while (end > from && text_[end - 1] == '#' && !is_escaped(from, end - 1)) --end;
    while (end > from && text_[end - 1] == ' ') --end;
    if (end > begin) add_heading(begin, end, level);
    return next;
  }

  bool is_escaped(std::size_t from, std::size_t at) const {
    std::size_t before = at;
    while (before > from && text_[before - 1] == '\\') --before;
    return (at - before) % 2 == 1;
  }

  std::size_t html(std::size_t at) {
    if (text_[at] != '<') return 0;
    std::size_t end = at + 1;
    while (end < text_.size() && is_alnum(text_[end])) ++end;
    const std::string_view tag = text_.substr(at + 1, end - at - 1);
    if (std::ranges::find(kBlockTags, tag) != std::end(kBlockTags)) return element(at, tag);
    if (tag == "ins" || tag == "del") return 0;
    if (rest(at).starts_with("<!--")) return comment(at);
    return horizontal_rule(at);
  }

  // Up to the closing tag that a blank line follows, however many there are before it.
  std::size_t element(std::size_t at, std::string_view tag) {
    const auto [known, added] = closings_.try_emplace(tag);
    if (added) known->second = closings_of(tag);
    const auto& closings = known->second;
    const auto next = std::ranges::upper_bound(closings, at, {}, &Closing::begin);
    return next == closings.end() ? 0 : next->end;
  }

  struct Closing {
    std::size_t begin;
    std::size_t end;  // after the blank line
  };

  std::vector<Closing> closings_of(std::string_view tag) const {
    const std::string close = "</" + std::string(tag) + ">";
    std::vector<Closing> found;
    for (std::size_t at = text_.find(close); at != text_.npos; at = text_.find(close, at + 1)) {
      const std::size_t after = at + close.size();
      const std::size_t own = blank_line(rest(after));
      if (own == 0) continue;
      const std::size_t next = after + own;
      const std::size_t gap = next < text_.size() ? blank_line(rest(next)) : 0;
      if (next < text_.size() && gap == 0) continue;
      found.push_back({at, next + gap});
    }
    return found;
  }

  // A comment with nothing after it on its last line; else it is text.
  std::size_t comment(std::size_t at) {
    if (text_.size() - at < 5) return 0;
    const std::size_t close = comment_ends_.next(text_, at + 3);
    if (close == text_.npos) return 0;
    const std::size_t gap = blank_line(rest(close + 3));
    return gap == 0 ? 0 : close + 3 + gap;
  }

  // "<hr>".
  std::size_t horizontal_rule(std::size_t at) const {
    const std::string_view here = rest(at);
    if (here.size() < 4 || to_lower(here[1]) != 'h' || to_lower(here[2]) != 'r') return 0;
    if (here[3] != ' ' && here[3] != '/' && here[3] != '>') return 0;
    const std::size_t close = here.find_first_of(">\n", 3);
    if (close == here.npos || here[close] != '>') return 0;
    const std::size_t gap = blank_line(here.substr(close + 1));
    return gap == 0 ? 0 : at + close + 1 + gap;
  }

  std::size_t code(std::size_t at) const {
    while (at < text_.size()) {
      const std::size_t next = next_line(at);
      const std::string_view line = text_.substr(at, next - at);
      if (code_mark(line) == 0 && blank_line(line) == 0) break;
      at = next;
    }
    return at;
  }

  // Where fenced code ends; 0 when it is none, and when it is never closed.
  std::size_t fenced(std::size_t at) {
    const Fence open = fence(rest(at), true);
    return open.length == 0 ? 0 : fence_end(open, at + open.length);
  }

  std::size_t fence_end(const Fence& open, std::size_t from) {
    if (from >= text_.size()) return 0;
    const auto& ends = fence_ends(open);
    const auto next = std::ranges::lower_bound(ends, from);
    return next == ends.end() ? 0 : *next + fence(rest(*next), false).length;
  }

  // The lines that can close such code.
  const std::vector<std::size_t>& fence_ends(const Fence& open) {
    if (!fences_known_) {
      fences_known_ = true;
      find_fence_ends("```");
      find_fence_ends("~~~");
    }
    static const std::vector<std::size_t> kNone;
    const auto found = fence_ends_.find({open.mark, open.run});
    return found == fence_ends_.end() ? kNone : found->second;
  }

  void find_fence_ends(std::string_view marks) {
    for (std::size_t at = text_.find(marks); at != text_.npos;) {
      std::size_t line = at;
      while (line > 0 && at - line < 3 && text_[line - 1] == ' ') --line;
      if (line == 0 || text_[line - 1] == '\n') {
        const Fence end = fence(rest(line), false);
        if (end.length > 0) fence_ends_[{end.mark, end.run}].push_back(line);
      }
      at = text_.find(marks, at + run_of(rest(at), marks.front()));
    }
  }

  // A quote goes on to a blank line that no quote follows, and takes code with it
  // that begins anywhere in a line.
  std::size_t quote(std::size_t at) {
    Buffer inner;
    std::size_t end = at;
    while (at < text_.size()) {
      end = quoted_lines_end(at);
      if (const std::size_t mark = quote_mark(rest(at)); mark > 0) {
        at += mark;
      } else if (ends_quote(at, end)) {
        break;
      }
      if (at < end) inner.add(buffer_, at, end);
      at = end;
    }
    read_inner(inner);
    return end;
  }

  std::size_t quoted_lines_end(std::size_t at) {
    const std::size_t last = line_end(at);
    while (at < last) {
      const char c = text_[at];
      const std::size_t run = c == '`' || c == '~' ? run_of(rest(at), c) : 1;
      if (const std::size_t close = run < 3 ? 0 : fenced_in_line(at); close > 0) {
        return past_line_end(close - 1);
      }
      at += run;
    }
    return past_line_end(last);
  }

  // As above for the run of marks at `at` and, when that is never closed, for fewer of them.
  std::size_t fenced_in_line(std::size_t at) {
    Fence open = fence(rest(at), true);
    if (open.length == 0) return 0;
    for (; open.run >= 3; --open.run) {
      if (const std::size_t close = fence_end(open, at + open.length); close > 0) return close;
    }
    return 0;
  }

  std::size_t past_line_end(std::size_t at) const {
    return at < text_.size() && text_[at] == '\n' ? at + 1 : at;
  }

  bool ends_quote(std::size_t at, std::size_t end) const {
    if (blank_line(rest(at)) == 0) return false;
    return end >= text_.size() || (quote_mark(rest(end)) == 0 && blank_line(rest(end)) == 0);
  }

  // Lines with a "|", and a caption after them up to a blank line.
  std::size_t table(std::size_t at) {
    std::size_t end = table_head(at);
    if (end == 0) return 0;
    while (end < text_.size()) {
      const std::size_t last = line_end(end);
      if (text_.substr(end, last - end).find('|') == text_.npos) break;
      end = past_line_end(last);
    }
    constexpr std::string_view kCaption = "Table: ";
    if (!rest(end).starts_with(kCaption)) return end;
    end += kCaption.size();
    bool blank = false;
    while (end < text_.size() && !blank) {
      const std::size_t next = next_line(end);
      blank = blank_line(text_.substr(end, next - end)) > 0;
      end = next;
    }
    return end;
  }

  // Where the line under a table's head ends; 0 when no table begins here.
  std::size_t table_head(std::size_t from) {
    // Without a "|" there is no table, and only code reaches into the next lines.
    const std::size_t bar = bars_.next(text_, from);
    if (bar == text_.npos) return 0;
    const std::string_view line = text_.substr(from, line_end(from) - from);
    if (bar >= from + line.size() && line.find('`') == line.npos) return 0;
    std::size_t columns = 1;
    bool underline = true;
    bool empty = true;
    std::size_t at = from;
    for (; at < text_.size() && text_[at] != '\n'; ++at) {
      if (const std::size_t end = code_span_end(at); end > 0) at = end - 1;
      const char c = text_[at];
      if (c == '|' && !is_escaped(from, at)) ++columns;
      if (c != '-' && c != ' ' && c != ':' && c != '|') underline = false;
      if (c != ' ' && c != '|') empty = false;
    }
    if (columns == 1) return 0;
    if (text_[from] == '|') --columns;
    std::size_t end = at;
    while (end > from && (text_[end - 1] == '\n' || text_[end - 1] == ' ')) --end;
    if (end - from > 2 && text_[end - 1] == '|' && !is_escaped(from, end - 1)) --columns;
    at = underline && !empty ? from : at + 1;
    return at >= text_.size() ? 0 : table_underline_end(at, columns);
  }

  std::size_t table_underline_end(std::size_t at, std::size_t columns) const {
    if (text_[at] == '|') ++at;
    at += run_of(rest(at), ' ');
    std::size_t column = 0;
    while (at < text_.size() && text_[at] != '\n') {
      const std::size_t begin = at;
      if (text_[at] == ':') ++at;
      at += run_of(rest(at), '-');
      if (at < text_.size() && text_[at] == ':') ++at;
      const bool marked = at > begin;
      at += run_of(rest(at), ' ');
      if (at == text_.size() || !marked) return 0;
      ++column;
      if (text_[at] == '|') {
        ++at;
        at += run_of(rest(at), ' ');
        if (column >= columns && at < text_.size() && text_[at] != '\n') return 0;
      } else if (column < columns || text_[at] != '\n') {
        return 0;
      }
    }
    return column == columns ? past_line_end(at) : 0;
  }

  // The end of the code that begins at a "`", in whatever line; 0 for none.
  std::size_t code_span_end(std::size_t at) {
    if (text_[at] != '`') return 0;
    find_ticks();
    auto run = std::prev(std::ranges::upper_bound(ticks_, at, {}, &Ticks::begin));
    const std::size_t marks = run->begin + run->length - at;
    ++run;
    if (run == ticks_.end() || run->longest < marks) return 0;
    while (run->length < marks) ++run;
    return run->begin + marks;
  }

  struct Ticks {
    std::size_t begin;
    std::size_t length;
    std::size_t longest;  // of this run and all after it
  };

  void find_ticks() {
    if (!ticks_.empty()) return;
    for (std::size_t at = text_.find('`'); at != text_.npos;) {
      const std::size_t length = run_of(rest(at), '`');
      ticks_.push_back({at, length, length});
      at = text_.find('`', at + length);
    }
    for (std::size_t i = ticks_.size() - 1; i > 0; --i) {
      ticks_[i - 1].longest = std::max(ticks_[i - 1].longest, ticks_[i].longest);
    }
  }

  std::size_t list(std::size_t at, List list) {
    while (at < text_.size()) {
      const std::size_t next = item(at, list);
      const bool stays = next == at;
      at = next;
      if (stays || list.ended || blocks_.fails) break;
    }
    return at;
  }

  static bool is_other_list(std::string_view line, const List& list) {
    if (definition_mark(line) > 0 && !list.definition) return true;
    if (number_mark(line) > 0 && !list.ordered) return true;
    return bullet_mark(line) > 0 && (list.ordered || list.definition);
  }

  // Where the item ends; where it begins when there is none.
  std::size_t item(std::size_t from, List& list) {
    const std::size_t own_indent = text_[from] == '\t' ? 4 : run_of(rest(from), ' ', 3);
    std::size_t mark = bullet_mark(rest(from));
    if (mark == 0) mark = number_mark(rest(from));
    if (mark == 0) {
      mark = definition_mark(rest(from));
      if (mark > 0) list.term = false;
    }
    if (mark == 0) {
      if (!list.definition) return from;
      list.term = true;
    }
    std::size_t at = from + mark;
    at += run_of(rest(at), ' ');
    item_.clear();
    std::size_t sublist = 0;  // the line it begins with
    bool sublist_known = false;
    // A term without a mark is taken like the lines after it.
    if (at > from) {
      const std::size_t end = next_line(at);
      if (at < end) item_.push_back({at, end});
      at = end;
    }
    bool blank = false;
    while (at < text_.size()) {
      const std::size_t next = next_line(at);
      const std::string_view line = text_.substr(at, next - at);
      if (blank_line(line) > 0) {
        blank = true;
        at = next;
        continue;
      }
      const bool tab = line.starts_with('\t');
      const std::size_t indent = tab ? 4 : run_of(line, ' ', 4);
      std::size_t begin = at + (tab ? 1 : indent);
      std::string_view chunk = text_.substr(begin, next - begin);
      const bool words = !chunk.empty() && is_alpha(chunk.front());
      if (!words && indent == 0 && fence(chunk, true).length > 0) {
        list.ended = true;
        break;
      }
      const bool nested = !words && ((bullet_mark(chunk) > 0 && !is_rule(chunk)) ||
                                     number_mark(chunk) > 0 || definition_mark(chunk) > 0);
      if (nested) {
        const bool definition = definition_mark(chunk) > 0;
        if (indent >= 4 && !tab && !definition) {
          begin -= run_of(chunk, ' ') + 1;
          chunk = text_.substr(begin, next - begin);
        }
        if (indent <= own_indent) {
          if (is_other_list(chunk, list)) {
            list.ended = true;
          } else if (blank) {
            list.blocks = true;
          }
          break;
        }
        if (blank) list.blocks = true;
        if (sublist == 0 && !sublist_known) {
          sublist = item_.size();
          if (definition) {
            sublist_known = item_.empty();
            sublist = std::max<std::size_t>(sublist, 1) - 1;
          }
        }
      } else if (is_heading(chunk) || is_special_heading(chunk)) {
        if (blank && indent < 4) {
          list.ended = true;
          break;
        }
        list.blocks = true;
      } else if (blank && indent < 4) {
        if (!list.definition || next + 1 >= text_.size() || !defines_more(next)) list.ended = true;
        break;
      } else if (blank) {
        item_.push_back(kLineEnd);
        list.blocks = true;
      }
      if (blank) item_.push_back(kLineEnd);
      blank = false;
      item_.push_back({begin, next});
      at = next;
    }
    read_item(sublist, list);
    return at;
  }

  // Whether a definition follows: in the line at `at` or the next that is not empty.
  bool defines_more(std::size_t at) const {
    std::size_t next = line_end(at);
    while (next + 1 < text_.size() && text_[next] == '\n') ++next;
    return text_[at] == ':' || next + 1 >= text_.size() || text_[next] == ':';
  }

  // A line of an item in the buffer, or a line end that stands for blank lines.
  struct ItemLine {
    std::size_t begin;
    std::size_t end;
  };
  static constexpr ItemLine kLineEnd{0, 0};

  void read_item(std::size_t sublist, const List& list) {
    const bool blocks = list.blocks && !list.term;
    if (blocks) read_item_lines(0, sublist == 0 ? item_.size() : sublist);
    if (sublist > 0) read_item_lines(sublist, item_.size());
  }

  void read_item_lines(std::size_t first, std::size_t last) {
    Buffer inner;
    for (std::size_t i = first; i < last; ++i) {
      if (item_[i].end == 0) {
        inner.add_line_end();
      } else {
        inner.add(buffer_, item_[i].begin, item_[i].end);
      }
    }
    read_inner(inner);
  }

  // "$$" up to the next, wherever that stands.
  std::size_t mathematics(std::size_t at) {
    const std::string_view here = rest(at);
    if (here.size() <= 4 || !here.starts_with("$$") || here[2] == '$') return 0;
    const std::size_t end = dollars_.next(text_, at + 2);
    return end == text_.npos ? 0 : end + 2;
  }

  // Where the paragraph ends; it may end in an underlined heading or turn into a
  // list of definitions.
  std::size_t paragraph(std::size_t from) {
    std::size_t before = from;
    std::size_t line = from;
    for (std::size_t at = from; at < text_.size(); at = next_line(at)) {
      before = line;
      line = at;
      const std::string_view here = rest(at);
      if (is_alpha(here.front())) {
        // Where a table begins, no paragraph does.
        if (at > from && table_head(at) > 0) return at;
        continue;
      }
      if (const std::size_t end = link_definition(at); end > 0) return end;
      if (const std::size_t gap = blank_line(here); gap > 0) {
        const bool defined = at + 1 < text_.size() && text_[at + 1] == ':';
        return defined ? list(before, {.definition = true}) : at + gap;
      }
      if (const int level = at > from ? underline_level(here) : 0; level > 0) {
        underlined(before, at - 1, level);
        return line_end(at);
      }
      if (is_heading(here) || is_special_heading(here) || is_rule(here)) return at;
      if (quote_mark(here) > 0 || fenced(at) > 0 || table_head(at) > 0) return at;
      if (definition_mark(here) > 0) return list(before, {.definition = true});
    }
    return text_.size();
  }

  void underlined(std::size_t begin, std::size_t end, int level) {
    while (begin < end && text_[begin] == ' ') ++begin;
    while (end > begin && text_[end - 1] == ' ') --end;
    add_heading(begin, end, level);
  }

  std::size_t gap_end(std::size_t at) const {
    return std::min(text_.find_first_not_of(" \t", at), text_.size());
  }

  // "[label]: address 'title'". Where it ends; 0 when there is none.
  std::size_t link_definition(std::size_t from) {
    if (text_.size() - from < 4) return 0;
    std::size_t at = from + run_of(rest(from), ' ', 3);
    if (text_[at] != '[') return 0;
    const std::size_t close = text_.find_first_of("\n]", at);
    if (close == text_.npos || text_[close] != ']' || close == at + 1) return 0;
    const std::string_view label = text_.substr(at + 1, close - at - 1);
    if (!rest(close + 1).starts_with(':')) return 0;
    at = gap_end(past_line_end(gap_end(close + 2)));
    if (at >= text_.size()) return 0;

    if (text_[at] == '<') ++at;
    const std::size_t address = at;
    at = std::min(text_.find_first_of(" \t\n", at), text_.size());
    std::string_view found = text_.substr(address, at - address);
    if (at < text_.size() && found.size() > 1 && found.front() == '<' && found.back() == '>') {
      found = found.substr(1, found.size() - 2);
    }
    at = gap_end(at);
    constexpr std::string_view kQuotes = "'\"(";
    const bool line_over = at >= text_.size() || text_[at] == '\n';
    if (!line_over && kQuotes.find(text_[at]) == kQuotes.npos) return 0;
    std::size_t end = line_over ? at : 0;
    if (line_over) at = gap_end(std::min(at + 1, text_.size()));
    std::string_view title;
    if (at + 1 < text_.size() && kQuotes.find(text_[at]) != kQuotes.npos) {
      const std::size_t last = line_end(at);
      title = text_.substr(at + 1, last - at - 1);
      std::string_view whole = title;
      while (whole.size() > 1 && (whole.back() == ' ' || whole.back() == '\t')) {
        whole.remove_suffix(1);
      }
      constexpr std::string_view kClosing = "'\")";
      if (whole.size() > 1 && kClosing.find(whole.back()) != kClosing.npos) {
        title = whole.substr(0, whole.size() - 1);
        end = last;
      }
    }
    if (end == 0) return 0;
    blocks_.references[lower(label)] = {std::string(found), std::string(title)};
    return end;
  }

  const Buffer& buffer_;
  const std::string_view text_;
  Blocks& blocks_;
  const int depth_;
  Finder dashes_{"---"};
  Finder percents_{"%%%"};
  Finder dollars_{"$$"};
  Finder bars_{"|"};
  Finder comment_ends_{"-->"};
  std::map<std::string_view, std::vector<Closing>> closings_;
  bool fences_known_ = false;
  std::map<std::pair<char, std::size_t>, std::vector<std::size_t>> fence_ends_;
  std::vector<Ticks> ticks_;    // runs of "`", once they were asked for
  std::vector<ItemLine> item_;  // of the item at hand
};

}  // namespace

Blocks read_blocks(std::string_view text) {
  Blocks blocks;
  const Buffer buffer = normalized(text);
  Reader(buffer, blocks, 0).run();
  return blocks;
}

}  // namespace milepost::mdtoc
