// Reads the inline markup of one block: code spans, emphasis, links, HTML,
// entities and escapes, as CommonMark and GitHub's extensions (strikethrough,
// bare links) have it. Linear in the text, whatever it is. Reuse one object for
// many texts: it keeps its buffers.
//
// The result is flat: the pieces of the text in order, and for each what the
// reader sees of it. Links and bold text are told by their extents.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/html_scan.h"
#include "text/inline.h"
#include "text/joined_text.h"
#include "text/link_scan.h"

namespace milepost {

enum class InlinePieceKind : std::uint8_t {
  kText,      // shown as it is
  kEscape,    // "\*": shown without the backslash
  kEntity,    // "&amp;"
  kCode,      // with its backticks
  kHtml,      // not shown
  kAutolink,  // with its "<" and ">"
  kBareLink,
  kDelimiter,  // "**": as many are shown as found no partner
  kMarkup,     // part of a link: not shown
};

struct InlinePiece {
  InlinePieceKind kind = InlinePieceKind::kText;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t shown = 0;  // of a delimiter run; of code, the number of its backticks
};

// Emphasis, by the pieces its runs of delimiters are. Of several that share a
// run, the inner one stands first.
struct Emphasis {
  std::uint32_t opener = 0;
  std::uint32_t closer = 0;
  char mark = '*';
  std::uint8_t length = 1;  // 2: bold, or struck out
};

struct InlineLink {
  LinkKind kind = LinkKind::kInline;
  links::Extent span;
  links::Extent text;
  links::Extent destination;
  links::Extent label;
  std::uint32_t definition = kNone;
};

class InlineParser {
 public:
  void parse(std::string_view text, const links::References& references);

  const std::vector<InlinePiece>& pieces() const { return pieces_; }
  const std::vector<InlineLink>& found_links() const { return links_; }
  const std::vector<Emphasis>& emphases() const { return emphases_; }
  // The end of the bold text that the text begins with; 0 when it does not.
  std::size_t bold_end() const { return bold_end_; }

  // What the reader sees of one piece; `decoded` holds it where it is not in the text.
  std::string_view shown(const InlinePiece& piece, std::string& decoded) const;

  // What the reader sees, runs of white space made one space, none at the ends.
  void append_plain(std::string& out) const { append_plain(out, 0, text_.size()); }
  void append_plain(std::string& out, std::size_t begin, std::size_t end) const;

 private:
  static constexpr std::uint32_t kNil = UINT32_MAX;
  static constexpr std::size_t kMostBackticks = 80;

  struct Delimiter {
    std::uint32_t piece = 0;
    char mark = '*';
    bool can_open = false;
    bool can_close = false;
    std::uint32_t length = 0;
    std::uint32_t previous = kNil;
    std::uint32_t next = kNil;
  };
  struct Bracket {
    std::uint32_t piece = 0;
    bool image = false;
    bool active = true;
    bool bracket_after = false;
    bool bars_links = true;        // no bare link is read while it is open, as GitHub has it
    std::uint32_t delimiters = 0;  // those from here on were pushed after it
  };

  InlinePiece& add(InlinePieceKind kind, std::size_t begin, std::size_t end);
  void read_backticks();
  void read_backslash();
  void read_entity();
  void read_angle();
  void read_delimiters(char mark);
  void read_open(bool image);
  void read_close();
  bool close_inline(InlineLink& link);
  bool close_reference(const Bracket& opener, InlineLink& link);
  bool read_bare_link();
  void pair_delimiters(std::uint32_t bottom);
  bool match(std::uint32_t opener, std::uint32_t closer);
  void unlink(std::uint32_t delimiter);
  void flush_text(std::size_t end);

  std::string_view text_;
  const links::References* references_ = nullptr;
  std::size_t at_ = 0;
  std::size_t text_begin_ = 0;  // of characters not yet put in a piece
  std::vector<InlinePiece> pieces_;
  std::vector<InlineLink> links_;
  std::vector<Emphasis> emphases_;
  std::vector<Delimiter> delimiters_;
  std::uint32_t last_delimiter_ = kNil;
  std::vector<Bracket> brackets_;
  std::size_t barring_brackets_ = 0;
  std::array<std::size_t, kMostBackticks + 1> backticks_{};  // last run seen of each length
  bool backticks_scanned_ = false;
  html::Misses misses_;
  std::size_t bold_end_ = 0;
  bool bold_seen_ = false;
};

// What the passes over one document share, so that buffers are made once.
struct InlineReader {
  InlineParser parser;
  JoinedText joined;
};

}  // namespace milepost
