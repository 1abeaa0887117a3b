// The block scanner: one pass over the lines of a Source, keeping a stack of the
// open containers, as CommonMark describes it. It fills the blocks, text lines,
// headings (without their plain text), definitions, boxes and candidates for bold
// items of a Scan; everything that needs inline markup comes after it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/source.h"
#include "text/joined_text.h"
#include "text/scan.h"

namespace milepost {

class BlockScanner {
 public:
  BlockScanner(const Source& source, ScanOptions options, Scan& out);

  // Scans from `first_line` (what is before it is front matter) to the end.
  void run(std::uint32_t first_line);

 private:
  enum class Leaf : std::uint8_t { kNothing, kParagraph, kFence, kIndented, kHtml, kTable };
  enum class Begun : std::uint8_t { kNothing, kContainer, kLeaf };

  struct Container {
    BlockKind kind = BlockKind::kQuote;
    char mark = 0;               // of a list: the bullet, or what follows the number
    std::uint32_t indent = 0;    // of an item: columns its content is indented
    std::uint32_t children = 0;  // definitions do not count
    std::uint32_t block = 0;
  };

  void scan_line(std::uint32_t begin, std::uint32_t end);
  std::uint32_t skip_plain_lines(std::uint32_t line);
  Span line_span(std::uint32_t line) const {
    const auto& begins = source_.line_begins();
    Span span{begins[line], line + 1 < begins.size() ? begins[line + 1] : source_.size()};
    if (span.end > span.begin && text_[span.end - 1] == '\n') --span.end;
    if (span.end > span.begin && text_[span.end - 1] == '\r') --span.end;
    return span;
  }

  void find_text();
  void skip_columns(std::uint32_t count);
  void skip_to_text(std::uint32_t extra);

  std::size_t match_containers();
  bool continue_leaf();
  Begun begin_block();
  Begun begin_quote();
  bool is_plain_item() const;
  Begun begin_item();
  std::uint32_t skip_marker(std::uint32_t width, bool plain);
  Begun begin_fence();
  Begun begin_html();
  Begun begin_heading();
  Begun begin_table();
  Begun begin_break();
  Begun end_setext();
  void begin_indented_code();
  void begin_paragraph();
  void note_paragraph_start();
  void add_text();

  bool in_paragraph() const { return all_matched_ && leaf_ == Leaf::kParagraph; }
  bool too_deep();

  Block& add_block(BlockKind kind, std::uint32_t begin);
  Block& add_leaf(BlockKind kind);
  void make_room();  // closes what this line does not continue
  void push(BlockKind kind, char mark, bool ordered, std::uint32_t begin);
  void pop();
  void close_leaf();
  void close_paragraph();
  void end_paragraph();
  void take_definitions();
  void add_heading(int level, bool setext);
  std::string_view rest() const { return text_.substr(next_, end_ - next_); }
  Block& leaf_block() { return out_.blocks[leaf_index_]; }

  const Source& source_;
  const std::string_view text_;
  const ScanOptions options_;
  Scan& out_;

  std::vector<Container> stack_;
  int containers_ = 0;       // quotes and items on the stack
  std::size_t matched_ = 0;  // how many of the stack this line continues
  bool all_matched_ = true;
  bool opened_ = false;  // this line has opened a container

  Leaf leaf_ = Leaf::kNothing;
  std::uint32_t leaf_index_ = 0;
  std::size_t first_text_line_ = 0;  // of the open paragraph, in out_.lines
  char fence_mark_ = 0;
  std::size_t fence_length_ = 0;
  JoinedText joined_;

  // The cursor in the line. A tab may be half used up: then the column is
  // further than the offset.
  std::uint32_t at_ = 0;
  std::uint32_t column_ = 0;
  std::uint32_t next_ = 0;  // first character that is no space
  std::uint32_t next_column_ = 0;
  std::uint32_t indent_ = 0;  // columns between them
  std::uint32_t line_ = 0;
  std::uint32_t line_begin_ = 0;
  std::uint32_t end_ = 0;              // of the line
  std::uint32_t no_break_before_ = 0;  // no thematic break begins before this
  bool blank_ = false;
  bool deep_reported_ = false;
};

}  // namespace milepost
