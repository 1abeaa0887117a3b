#include "text/blocks.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "text/block_starts.h"
#include "text/html_scan.h"
#include "text/tasks.h"

namespace milepost {

namespace {

constexpr std::uint32_t kCodeIndent = 4;

// Bytes with which a line can only be text, whatever stands before it.
constexpr std::array<bool, 256> make_plain() {
  std::array<bool, 256> plain{};
  plain.fill(true);
  for (const char c : std::string_view(" \t\n\r#>`~<-=+*_|:0123456789")) {
    plain[static_cast<unsigned char>(c)] = false;
  }
  return plain;
}
constexpr std::array<bool, 256> kPlain = make_plain();

bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

bool is_blank_char(char c) { return c == ' ' || c == '\t'; }

}  // namespace

BlockScanner::BlockScanner(const Source& source, ScanOptions options, Scan& out)
    : source_(source), text_(source.text()), options_(options), out_(out) {
  // Enough for nine documents of ten: to grow is to copy all there is.
  const std::size_t lines = source.line_count();
  out_.blocks.reserve(lines * 3 / 4 + 8);
  out_.lines.reserve(lines * 2 / 3 + 8);
  out_.headings.reserve(lines / 10 + 4);
  stack_.reserve(16);
}

void BlockScanner::run(std::uint32_t first_line) {
  const std::uint32_t count = source_.line_count();
  for (std::uint32_t line = first_line; line < count; ++line) {
    if (stack_.empty()) {
      line = skip_plain_lines(line);
      if (line >= count) break;
    }
    const Span span = line_span(line);
    line_ = line;
    scan_line(line == 0 && text_.starts_with("\xEF\xBB\xBF") ? 3 : span.begin, span.end);
  }
  close_leaf();
  while (!stack_.empty()) pop();
}

// Most lines stand in no container and are text, blank or code. They need no
// more than a look at their first byte. Gives the first line that needs more.
std::uint32_t BlockScanner::skip_plain_lines(std::uint32_t line) {
  const std::uint32_t count = source_.line_count();
  const auto& begins = source_.line_begins();
  matched_ = 0;
  all_matched_ = true;
  for (; line < count; ++line) {
    const std::uint32_t begin = begins[line];
    const char first = text_[begin];
    switch (leaf_) {
      case Leaf::kParagraph:
        if (first == '\n') {
          close_leaf();
          break;
        }
        if (!is_plain(first)) return line;
        out_.lines.push_back(line_span(line));
        break;
      case Leaf::kNothing:
        if (first == '\n') break;
        if (!is_plain(first) || (line == 0 && first == '\xEF')) return line;
        next_ = begin;
        end_ = line_span(line).end;
        begin_paragraph();
        break;
      case Leaf::kFence: {
        std::uint32_t at = begin;
        while (at + 1 < text_.size() && at - begin < kCodeIndent && text_[at] == ' ') ++at;
        if (text_[at] == fence_mark_) return line;
        leaf_block().span.end = line_span(line).end;
        break;
      }
      case Leaf::kHtml: {
        if (leaf_block().level != 2) return line;
        const std::size_t end = std::min(html::find_comment_end(text_, begin), text_.size());
        while (line + 1 < count && begins[line + 1] <= end) ++line;
        if (end < text_.size()) return line;
        leaf_block().span.end = line_span(line).end;
        break;
      }
      default: return line;
    }
  }
  return line;
}

void BlockScanner::find_text() {
  std::uint32_t next = at_;
  std::uint32_t column = column_;
  for (; next < end_; ++next) {
    if (text_[next] == ' ') {
      ++column;
    } else if (text_[next] == '\t') {
      column += 4 - column % 4;
    } else {
      break;
    }
  }
  next_ = next;
  next_column_ = column;
  indent_ = column - column_;
  blank_ = next == end_;
}

void BlockScanner::skip_columns(std::uint32_t count) {
  while (count > 0 && at_ < end_) {
    const std::uint32_t width = text_[at_] == '\t' ? 4 - column_ % 4 : 1;
    if (width > count) {
      column_ += count;
      return;
    }
    column_ += width;
    count -= width;
    ++at_;
  }
}

void BlockScanner::skip_to_text(std::uint32_t extra) {
  at_ = next_ + extra;
  column_ = next_column_ + extra;
}

// How many of the open containers this line continues; leaves the cursor after
// what belongs to them.
std::size_t BlockScanner::match_containers() {
  std::size_t matched = 0;
  for (; matched < stack_.size(); ++matched) {
    const Container& container = stack_[matched];
    if (container.kind == BlockKind::kList) continue;
    if (container.kind == BlockKind::kQuote) {
      if (blank_ || indent_ >= kCodeIndent || text_[next_] != '>') break;
      skip_to_text(1);
      if (at_ < end_ && is_blank_char(text_[at_])) skip_columns(1);
      out_.blocks[container.block].span.end = end_;
    } else if (indent_ >= container.indent) {
      skip_columns(container.indent);
    } else if (blank_ && container.children > 0) {
      skip_to_text(0);
    } else {
      break;
    }
    find_text();
  }
  return matched;
}

void BlockScanner::scan_line(std::uint32_t begin, std::uint32_t end) {
  line_begin_ = at_ = begin;
  end_ = end;
  column_ = 0;
  no_break_before_ = 0;
  opened_ = false;
  find_text();
  matched_ = match_containers();
  all_matched_ = matched_ == stack_.size();

  if (all_matched_ && continue_leaf()) return;
  while (!blank_) {
    if (indent_ >= kCodeIndent) {
      if (leaf_ == Leaf::kParagraph) break;
      begin_indented_code();
      return;
    }
    if (is_plain(text_[next_])) break;
    const Begun begun = begin_block();
    if (begun == Begun::kLeaf) return;
    if (begun == Begun::kNothing) break;
    opened_ = true;
    find_text();
    out_.blocks.back().content.begin = next_;
  }
  add_text();
}

// Gives true when the line belongs to the open leaf and nothing else can begin
// in it.
bool BlockScanner::continue_leaf() {
  switch (leaf_) {
    case Leaf::kNothing: return false;
    case Leaf::kParagraph:
    case Leaf::kTable:
      if (blank_) close_leaf();
      return blank_;
    case Leaf::kFence:
      leaf_block().span.end = end_;
      if (indent_ < kCodeIndent && !blank_ && text_[next_] == fence_mark_ &&
          starts::closes_fence(rest(), fence_mark_, fence_length_)) {
        leaf_block().closed = true;
        close_leaf();
      }
      return true;
    case Leaf::kIndented:
      if (!blank_ && indent_ < kCodeIndent) {
        close_leaf();
        return false;
      }
      if (!blank_) leaf_block().span.end = end_;
      return true;
    case Leaf::kHtml: {
      const int kind = leaf_block().level;
      if (kind >= 6 && blank_) {
        close_leaf();
        return true;
      }
      leaf_block().span.end = end_;
      if (kind < 6 && html::ends_block(kind, rest())) {
        leaf_block().closed = true;
        close_leaf();
      }
      return true;
    }
  }
  return false;
}

BlockScanner::Begun BlockScanner::begin_block() {
  if (is_plain_item()) return begin_item();
  Begun begun = Begun::kNothing;
  switch (text_[next_]) {
    case '>': return begin_quote();
    case '#': return begin_heading();
    case '`':
    case '~': return begin_fence();
    case '<': return begin_html();
    case '=': return end_setext();
    case '_': return begin_break();
    case '|':
    case ':': return begin_table();
    case '-':
      begun = end_setext();
      if (begun == Begun::kNothing) begun = begin_break();
      if (begun == Begun::kNothing) begun = begin_item();
      return begun == Begun::kNothing ? begin_table() : begun;
    case '*': begun = begin_break(); return begun == Begun::kNothing ? begin_item() : begun;
    default: return begin_item();
  }
}

bool BlockScanner::too_deep() {
  if (containers_ < kLimits.nesting) return false;
  if (!deep_reported_) out_.problems.push_back({ProblemKind::kTooDeep, {next_, end_}, {}});
  deep_reported_ = true;
  return true;
}

BlockScanner::Begun BlockScanner::begin_quote() {
  if (too_deep()) return Begun::kNothing;
  make_room();
  if (!stack_.empty() && stack_.back().kind == BlockKind::kList) pop();
  push(BlockKind::kQuote, '>', false, next_);
  skip_to_text(1);
  if (at_ < end_ && is_blank_char(text_[at_])) skip_columns(1);
  return Begun::kContainer;
}

// "- text": the commonest item, which can be nothing else.
bool BlockScanner::is_plain_item() const {
  const char mark = text_[next_];
  return (mark == '-' || mark == '*' || mark == '+') && end_ - next_ > 2 &&
         text_[next_ + 1] == ' ' && is_plain(text_[next_ + 2]);
}

BlockScanner::Begun BlockScanner::begin_item() {
  const bool plain = is_plain_item();
  const auto marker = plain ? starts::ListMarker{1, text_[next_], false}
                            : starts::list_marker(rest(), in_paragraph());
  if (marker.width == 0 || too_deep()) return Begun::kNothing;
  make_room();
  const std::uint32_t begin = next_;
  const std::uint32_t marker_end = indent_ + marker.width;
  const std::uint32_t blanks = skip_marker(marker.width, plain);

  const bool in_list = !stack_.empty() && stack_.back().kind == BlockKind::kList;
  if (in_list && stack_.back().mark != marker.mark) pop();
  if (stack_.empty() || stack_.back().kind != BlockKind::kList) {
    push(BlockKind::kList, marker.mark, marker.ordered, begin);
  }
  push(BlockKind::kItem, marker.mark, marker.ordered, begin);
  stack_.back().indent = marker_end + blanks;
  return Begun::kContainer;
}

// Moves past a list marker and the blanks after it, and gives how many columns
// of them count. The text after the marker sets how far the item is indented,
// unless it is indented code or there is none.
std::uint32_t BlockScanner::skip_marker(std::uint32_t width, bool plain) {
  if (plain) {
    skip_to_text(width + 1);
    return 1;
  }
  skip_to_text(width);
  const std::uint32_t after_marker = at_;
  const std::uint32_t column = column_;
  find_text();
  const std::uint32_t blanks = indent_;
  at_ = after_marker;
  if (blanks > 4 || blanks < 1 || blank_) {
    if (blanks > 0) skip_columns(1);
    return 1;
  }
  at_ = next_;
  column_ = column + blanks;
  return blanks;
}

BlockScanner::Begun BlockScanner::begin_heading() {
  const auto heading = starts::atx_heading(rest());
  if (heading.level == 0) return Begun::kNothing;
  Block& block = add_leaf(BlockKind::kHeading);
  block.content = {next_ + static_cast<std::uint32_t>(heading.begin),
                   next_ + static_cast<std::uint32_t>(heading.end)};
  if (!block.content.empty()) out_.lines.push_back(block.content);
  add_heading(heading.level, false);
  return Begun::kLeaf;
}

BlockScanner::Begun BlockScanner::begin_fence() {
  const std::size_t length = starts::opening_fence(rest());
  if (length == 0) return Begun::kNothing;
  Block& block = add_leaf(BlockKind::kFencedCode);
  block.closed = false;
  const auto after = end_ + (text_.substr(end_, 2) == "\r\n" ? 2U : 1U);
  block.content.begin = std::min(after, source_.size());
  fence_mark_ = text_[next_];
  fence_length_ = length;
  leaf_ = Leaf::kFence;
  return Begun::kLeaf;
}

BlockScanner::Begun BlockScanner::begin_html() {
  const int kind = html::block_kind(rest(), in_paragraph());
  if (kind == 0) return Begun::kNothing;
  Block& block = add_leaf(BlockKind::kHtml);
  block.level = static_cast<std::uint8_t>(kind);
  block.closed = kind >= 6 || html::ends_block(kind, rest());
  leaf_ = Leaf::kHtml;
  const bool directive = kind == 2 && trim(rest().substr(4)).starts_with("DIRECTIVE:");
  if ((kind < 6 && block.closed) || (directive && options_.lenient_directives)) close_leaf();
  return Begun::kLeaf;
}

BlockScanner::Begun BlockScanner::begin_break() {
  // After "* * * x" has failed once, its tail need not be tried at each "*".
  if (next_ < no_break_before_) return Begun::kNothing;
  std::size_t failed_at = 0;
  if (!starts::thematic_break(rest(), failed_at)) {
    no_break_before_ = next_ + static_cast<std::uint32_t>(failed_at);
    return Begun::kNothing;
  }
  add_leaf(BlockKind::kThematicBreak);
  return Begun::kLeaf;
}

BlockScanner::Begun BlockScanner::end_setext() {
  if (!in_paragraph()) return Begun::kNothing;
  const int level = starts::setext_level(rest());
  if (level == 0) return Begun::kNothing;
  take_definitions();
  if (leaf_ == Leaf::kNothing) {
    begin_paragraph();  // nothing is left to be a heading, so the line is text
    return Begun::kLeaf;
  }
  leaf_ = Leaf::kNothing;
  Block& block = leaf_block();
  block.kind = BlockKind::kHeading;
  block.span.end = end_;
  block.content = {block.span.begin, out_.lines.back().end};
  while (is_blank_char(text_[block.content.end - 1])) --block.content.end;
  add_heading(level, true);
  return Begun::kLeaf;
}

BlockScanner::Begun BlockScanner::begin_table() {
  if (!in_paragraph()) return Begun::kNothing;
  const std::size_t columns = starts::delimiter_columns(rest());
  if (columns == 0 || columns > static_cast<std::size_t>(kLimits.table_columns)) {
    return Begun::kNothing;
  }
  const Span header = out_.lines.back();
  if (starts::row_cells(header.of(text_)) != columns) return Begun::kNothing;
  if (out_.lines.size() - first_text_line_ > 1) {
    // What comes before stays a paragraph, even if it looks like definitions.
    out_.lines.pop_back();
    end_paragraph();
    add_block(BlockKind::kTable, header.begin);
    out_.lines.push_back(header);
    leaf_index_ = static_cast<std::uint32_t>(out_.blocks.size() - 1);
  } else {
    leaf_block().kind = BlockKind::kTable;
  }
  leaf_block().span.end = end_;
  leaf_ = Leaf::kTable;
  return Begun::kLeaf;
}

void BlockScanner::begin_indented_code() {
  add_leaf(BlockKind::kIndentedCode);
  leaf_ = Leaf::kIndented;
}

void BlockScanner::begin_paragraph() {
  add_leaf(BlockKind::kParagraph);
  leaf_ = Leaf::kParagraph;
  first_text_line_ = out_.lines.size();
  out_.lines.push_back({next_, end_});
  const char first = text_[next_];
  if (first == '[' || first == '*' || first == '_') note_paragraph_start();
}

// A box, and bold text at the head of an item, are noted now, while it is known
// what the paragraph stands in.
void BlockScanner::note_paragraph_start() {
  const Container* parent = stack_.empty() ? nullptr : &stack_.back();
  const bool heads_item =
      parent != nullptr && parent->kind == BlockKind::kItem && parent->children == 1;
  std::uint32_t at = next_;
  if (const auto box = tasks::read_box(rest())) {
    TaskItem task;
    task.box = box->box;
    task.ticked = box->ticked;
    task.bullet = heads_item;
    task.block = heads_item ? parent->block : leaf_index_;
    task.box_span = {next_, next_ + box->length};
    out_.tasks.push_back(task);
    at += box->length;
    while (at < end_ && is_blank_char(text_[at])) ++at;
  }
  const std::string_view head = text_.substr(at, std::min<std::uint32_t>(2, end_ - at));
  if (heads_item && (head == "**" || head == "__")) {
    out_.bold_candidates.push_back({parent->block, at});
  }
}

void BlockScanner::add_text() {
  if (blank_) {
    if (!opened_) make_room();
    return;
  }
  const bool lazy = !all_matched_ && !opened_ && leaf_ == Leaf::kParagraph;
  if (lazy) {
    // Its indentation stays, which matters when the line could be a definition.
    out_.lines.push_back({at_, end_});
  } else if (in_paragraph()) {
    out_.lines.push_back({next_, end_});
  } else if (all_matched_ && leaf_ == Leaf::kTable) {
    out_.lines.push_back({next_, end_});
    leaf_block().span.end = end_;
  } else {
    begin_paragraph();
  }
}

}  // namespace milepost
