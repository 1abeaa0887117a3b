#include <algorithm>
#include <cstring>

#include "base/strings.h"
#include "text/block_starts.h"
#include "text/html_scan.h"
#include "text/inline_parser.h"
#include "text/scan.h"

namespace milepost {

namespace {

constexpr std::string_view kOpen = "<!--";
constexpr std::string_view kClose = "-->";

// "!" is rare, so it leads to "<!--" faster than "<" or "-" would.
std::size_t find_open(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size();) {
    const void* hit = std::memchr(text.data() + at, '!', text.size() - at);
    if (hit == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
    if (at > from && text[at - 1] == '<' && text.substr(at + 1, 2) == "--") return at - 1;
    ++at;
  }
  return text.npos;
}

class CommentFinder {
 public:
  CommentFinder(std::string_view source, Scan& scan, InlineReader& reader)
      : source_(source), scan_(scan), parser_(reader.parser), joined_(reader.joined) {}

  void run();

 private:
  void in_html(const Block& block);
  void in_text(const Block& block);
  void in_inline(std::span<const Span> lines);
  void add(Span span, bool closed, bool block);
  bool looks_stray(std::uint32_t at) const;

  std::string_view source_;
  Scan& scan_;
  InlineParser& parser_;
  JoinedText& joined_;
  links::References references_;  // whether a link is one does not matter here
};

// Walks from mark to mark; a block with one is read as a whole.
void CommentFinder::run() {
  std::size_t at = 0;
  std::size_t open = find_open(source_, at);
  std::size_t close = html::find_comment_end(source_, at);
  while (open != source_.npos || close != source_.npos) {
    const std::size_t mark = std::min(open, close);
    at = mark + 1;
    const std::uint32_t index = scan_.block_at(static_cast<std::uint32_t>(mark));
    if (index != kNone) {
      const Block& block = scan_.blocks[index];
      switch (block.kind) {
        case BlockKind::kHtml:
          in_html(block);
          at = std::max<std::size_t>(at, block.span.end);
          break;
        case BlockKind::kParagraph:
        case BlockKind::kHeading:
        case BlockKind::kTable:
          in_text(block);
          at = std::max<std::size_t>(at, block.span.end);
          break;
        case BlockKind::kFencedCode:
        case BlockKind::kIndentedCode:
        case BlockKind::kLinkDefinition: at = std::max<std::size_t>(at, block.span.end); break;
        default: break;
      }
    }
    if (open != source_.npos && open < at) open = find_open(source_, at);
    if (close != source_.npos && close < at) close = html::find_comment_end(source_, at);
  }
}

void CommentFinder::add(Span span, bool closed, bool block) {
  Comment comment;
  comment.span = span;
  comment.closed = closed;
  comment.block = block;
  const auto opened = static_cast<std::uint32_t>(span.begin + kOpen.size());
  const auto closing = static_cast<std::uint32_t>(span.end - (closed ? kClose.size() : 0));
  comment.inner = {std::min(opened, span.end), std::max(opened, closing)};
  comment.inner.end = std::min(comment.inner.end, span.end);
  scan_.comments.push_back(comment);
  const std::string_view inner = trim(comment.inner.of(source_));
  if (equal_ignoring_case(inner, "toc")) scan_.toc_markers.push_back({span, false});
  if (equal_ignoring_case(inner, "/toc")) scan_.toc_markers.push_back({span, true});
}

// Declarations and the like (kinds 3 to 5) hold no comments.
void CommentFinder::in_html(const Block& block) {
  if (block.level >= 3 && block.level <= 5) return;
  const std::string_view text = source_.substr(0, block.span.end);
  std::size_t open = text.find(kOpen, block.span.begin);
  while (open != text.npos) {
    const auto begin = static_cast<std::uint32_t>(open);
    std::size_t close = html::find_comment_end(text, open + 2);
    const bool closed = close != text.npos;
    const std::size_t end = closed ? close + kClose.size() : block.span.end;
    add({begin, static_cast<std::uint32_t>(end)}, closed, begin == block.span.begin);
    open = text.find(kOpen, std::max(end, open + kOpen.size()));
  }
}

void CommentFinder::in_text(const Block& block) {
  if (block.kind != BlockKind::kTable) {
    in_inline(scan_.lines_of(block));
    return;
  }
  for (const Span row : scan_.lines_of(block)) {
    const std::string_view text = row.of(source_);
    if (text.find("--") == text.npos) continue;
    starts::for_each_cell(text, [&](std::size_t begin, std::size_t end) {
      const Span cell{row.begin + static_cast<std::uint32_t>(begin),
                      row.begin + static_cast<std::uint32_t>(end)};
      in_inline({&cell, 1});
    });
  }
}

void CommentFinder::in_inline(std::span<const Span> lines) {
  joined_.assign(source_, lines);
  parser_.parse(joined_.text(), references_);
  bool unclosed = false;
  for (const InlinePiece& piece : parser_.pieces()) {
    const std::string_view text = joined_.text().substr(piece.begin, piece.end - piece.begin);
    if (piece.kind == InlinePieceKind::kHtml && text.starts_with(kOpen)) {
      add(joined_.to_source(piece.begin, piece.end), true, false);
    }
    if (piece.kind != InlinePieceKind::kText) continue;
    const std::size_t first_open = text.find(kOpen);
    for (std::size_t at = text.find(kClose); at != text.npos; at = text.find(kClose, at + 1)) {
      const Span mark = joined_.to_source(piece.begin + at, piece.begin + at + kClose.size());
      if (unclosed || first_open < at || looks_stray(mark.begin)) {
        scan_.problems.push_back({ProblemKind::kStrayCommentEnd, mark, {}});
      }
    }
    unclosed = unclosed || first_open != text.npos;
  }
}

// An arrow stands between words; the end of a comment begins or ends its line.
bool CommentFinder::looks_stray(std::uint32_t at) const {
  std::size_t after = at + kClose.size();
  while (after < source_.size() && (source_[after] == ' ' || source_[after] == '\t')) ++after;
  if (after == source_.size() || source_[after] == '\n' || source_[after] == '\r') return true;
  std::size_t before = at;
  while (before > 0 && (source_[before - 1] == ' ' || source_[before - 1] == '\t')) --before;
  return before == 0 || source_[before - 1] == '\n' || source_[before - 1] == '\r';
}

}  // namespace

void find_comments(std::string_view source, Scan& scan, InlineReader& reader) {
  CommentFinder(source, scan, reader).run();
}

}  // namespace milepost
