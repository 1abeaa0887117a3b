// The part of the block scanner that adds blocks and closes them.

#include <algorithm>

#include "text/blocks.h"
#include "text/link_scan.h"

namespace milepost {

Block& BlockScanner::add_block(BlockKind kind, std::uint32_t begin) {
  Block& block = out_.blocks.emplace_back();
  block.kind = kind;
  block.end_block = static_cast<std::uint32_t>(out_.blocks.size());
  block.span = block.content = {begin, end_};
  if (!stack_.empty()) {
    block.depth = static_cast<std::uint16_t>(stack_.size());
    block.parent = stack_.back().block;
    ++stack_.back().children;
  }
  return block;
}

Block& BlockScanner::add_leaf(BlockKind kind) {
  make_room();
  if (!stack_.empty() && stack_.back().kind == BlockKind::kList) pop();
  leaf_index_ = static_cast<std::uint32_t>(out_.blocks.size());
  return add_block(kind, next_);
}

void BlockScanner::make_room() {
  if (leaf_ != Leaf::kNothing) close_leaf();
  while (stack_.size() > matched_) pop();
  all_matched_ = true;
}

void BlockScanner::push(BlockKind kind, char mark, bool ordered, std::uint32_t begin) {
  add_block(kind, begin).ordered = ordered;
  Container& container = stack_.emplace_back();
  container.kind = kind;
  container.mark = mark;
  container.block = static_cast<std::uint32_t>(out_.blocks.size() - 1);
  matched_ = stack_.size();
  if (kind != BlockKind::kList) ++containers_;
}

void BlockScanner::pop() {
  const Container container = stack_.back();
  stack_.pop_back();
  matched_ = std::min(matched_, stack_.size());
  if (container.kind != BlockKind::kList) --containers_;
  Block& block = out_.blocks[container.block];
  block.end_block = static_cast<std::uint32_t>(out_.blocks.size());
  block.span.end = std::max(block.span.end, out_.blocks.back().span.end);
  block.content.begin = std::min(block.content.begin, block.span.end);
  block.content.end = block.span.end;
  if (!stack_.empty()) {
    Block& parent = out_.blocks[stack_.back().block];
    parent.span.end = std::max(parent.span.end, block.span.end);
  }
}

void BlockScanner::close_leaf() {
  if (leaf_ == Leaf::kNothing) return;
  if (leaf_ == Leaf::kParagraph) {
    close_paragraph();
  } else if (leaf_ == Leaf::kFence) {
    Span& content = leaf_block().content;
    content.end = leaf_block().closed ? line_begin_ : leaf_block().span.end;
    content.begin = std::min(content.begin, content.end);
  } else {
    leaf_block().content = leaf_block().span;
  }
  leaf_ = Leaf::kNothing;
}

void BlockScanner::close_paragraph() {
  take_definitions();
  if (leaf_ != Leaf::kNothing) end_paragraph();
}

void BlockScanner::end_paragraph() {
  leaf_block().span.end = out_.lines.back().end;
  leaf_block().content = leaf_block().span;
}

// Turns the link definitions at the head of the open paragraph into blocks. No
// paragraph is left when it held nothing else.
void BlockScanner::take_definitions() {
  const std::uint32_t begin = out_.lines[first_text_line_].begin;
  if (text_[begin] != '[') return;
  // Tables of contents are full of paragraphs that begin with a link.
  if (Span{begin, out_.lines.back().end}.of(text_).find("]:") == text_.npos) return;
  joined_.assign(text_, std::span(out_.lines).subspan(first_text_line_));
  const std::string_view text = joined_.text();
  std::size_t at = 0;
  while (at < text.size() && text[at] == '[') {
    const auto found = links::definition(text, at);
    if (!found) break;
    if (at == 0) {
      out_.blocks.pop_back();
      if (!stack_.empty()) --stack_.back().children;
    }
    Block& block = add_block(BlockKind::kLinkDefinition, joined_.to_source(at));
    if (!stack_.empty()) --stack_.back().children;
    const bool last = text[found->next - 1] != '\n';
    block.span = joined_.to_source(at, last ? found->next : found->next - 1);
    block.content = joined_.to_source(found->destination.begin, found->destination.end);
    LinkDefinition definition;
    definition.block = static_cast<std::uint32_t>(out_.blocks.size() - 1);
    definition.label = joined_.to_source(found->label.begin, found->label.end);
    definition.destination = block.content;
    out_.definitions.push_back(definition);
    first_text_line_ += static_cast<std::size_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                   text.begin() + static_cast<std::ptrdiff_t>(found->next), '\n'));
    at = found->next;
  }
  if (at == 0) return;
  if (at >= text.size()) {
    leaf_ = Leaf::kNothing;
    return;
  }
  Span& line = out_.lines[first_text_line_];
  while (text_[line.begin] == ' ' || text_[line.begin] == '\t') ++line.begin;
  leaf_index_ = static_cast<std::uint32_t>(out_.blocks.size());
  add_block(BlockKind::kParagraph, line.begin);
}

void BlockScanner::add_heading(int level, bool setext) {
  Block& block = leaf_block();
  block.level = static_cast<std::uint8_t>(level);
  Heading heading;
  heading.level = block.level;
  heading.setext = setext;
  heading.nested = !stack_.empty();
  heading.block = leaf_index_;
  heading.line = setext ? source_.line_at(block.span.begin) : line_;
  heading.span = block.span;
  heading.text_span = block.content;
  out_.headings.push_back(heading);
}

}  // namespace milepost
