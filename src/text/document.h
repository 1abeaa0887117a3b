// A Document is one Markdown file, scanned once and never changed.
//
// Everything in it is a byte span into its Source, or a view of plain text the
// Document owns, so keep the Document alive while you hold one. Any bytes make
// a Document: what is damaged about them is in problems(), never in an error.
// Threads may share it.
//
// Blocks follow CommonMark 0.30 with GitHub's tables. Containers (quotes, list
// items) are tracked, so a heading inside a list or a fence is known for what
// it is. Nesting deeper than Limits::nesting is read as text.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"
#include "base/span.h"

namespace milepost {

inline constexpr std::uint32_t kNone = UINT32_MAX;

enum class BlockKind : std::uint8_t {
  kParagraph,
  kHeading,
  kFencedCode,
  kIndentedCode,
  kHtml,  // of any of CommonMark's seven kinds; comments are kind 2
  kThematicBreak,
  kTable,
  kLinkDefinition,
  kQuote,
  kList,
  kItem,
};

// Blocks stand in document order, a container before what it contains; the
// descendants of block i are the blocks (i, end_block).
struct Block {
  BlockKind kind = BlockKind::kParagraph;
  std::uint8_t level = 0;   // of a heading, 1 to 6; of an HTML block, its kind 1 to 7
  bool closed = true;       // false: a fence or HTML block that ran into the end of its container
  bool ordered = false;     // of a list and its items
  std::uint16_t depth = 0;  // number of containers around it
  std::uint32_t parent = kNone;
  std::uint32_t end_block = 0;
  Span span;     // from its first marker to the end of its last line, without the line end
  Span content;  // within span: heading text, lines between fences, item text after the marker
};

struct Heading {
  std::uint8_t level = 1;
  bool setext = false;
  bool nested = false;  // inside a quote or list: no section of its own
  std::uint32_t block = 0;
  std::uint32_t line = 0;  // zero-based
  Span span;
  Span text_span;
  std::string_view text;  // plain: markup removed, entities and escapes resolved, spaces collapsed
};

// One per heading that is not nested, in document order. A section reaches to
// the next heading of its level or a lesser one.
struct Section {
  std::uint32_t heading = 0;
  std::uint32_t parent = kNone;
  std::uint32_t end_section = 0;  // the sections below this one are (index, end_section)
  Span span;                      // heading and everything below
  Span body;                      // own text: from after the heading to the next heading
};

// An HTML comment, whether it is a block or stands in a line of text.
struct Comment {
  Span span;   // "<!--" to "-->"
  Span inner;  // between them
  bool closed = true;
  bool block = true;  // begins an HTML block
};

enum class Box : std::uint8_t {
  kEmpty,   // [ ]
  kTicked,  // [x] or [X]
  kOdd,     // [], [✅], [ x ], [-]: meant as a box, but no renderer shows one
};

// A list item, or a paragraph that begins with a box but has no bullet.
struct TaskItem {
  Box box = Box::kEmpty;
  bool ticked = false;  // also for an odd box that plainly means yes
  bool bullet = true;
  std::uint32_t block = 0;  // the item, or the paragraph when there is no bullet
  Span span;                // the whole item with what is nested in it
  Span box_span;            // "[ ]"
  Span text;                // the rest of its first paragraph
};

// A list item that opens with bold text, as questions did before they became headings.
struct BoldItem {
  std::uint32_t block = 0;  // the item
  Span span;                // the whole item
  Span bold;                // the bold run with its markers
  std::string_view text;    // the bold run, plain
};

struct Unresolved {
  Span open;               // "<<[UNRESOLVED context]>>"; empty when only a closing marker was found
  Span close;              // empty when never closed
  Span context;            // names or a short context
  bool malformed = false;  // wrong brackets, or the parts nest wrongly
  bool hidden = false;     // inside a comment or a code span: does not count
  bool in_code = false;    // inside a fence, as authors do to show a live one, or a code span
};

struct TocMarker {
  Span span;
  bool closing = false;
};

enum class ProblemKind : std::uint8_t {
  kByteOrderMark,
  kCarriageReturns,  // CRLF or CR line ends; once per document
  kNul,
  kInvalidUtf8,
  kDamagedUtf8,      // UTF-8 read as another encoding and saved again: "â€”"
  kStrayCommentEnd,  // "-->" that closes nothing
  kTooDeep,          // nested past Limits::nesting
};

struct Problem {
  ProblemKind kind;
  Span span;
  std::string detail;  // for damaged UTF-8, the text it should be
};

// "[label]: destination", in document order. The first of several wins.
struct LinkDefinition {
  std::uint32_t block = 0;
  Span label;
  Span destination;
};

struct FrontMatter {
  Span span;  // with its fences
  Span content;
  bool closed = false;
  bool present() const { return !span.empty(); }
};

struct ScanOptions {
  // Templates only: a comment opening with "<!--DIRECTIVE:" that is not closed
  // on its line ends there, lest it swallow the headings after it.
  bool lenient_directives = false;
};

class Document {
 public:
  explicit Document(std::shared_ptr<const Source> source, ScanOptions options = {});
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  const Source& source() const { return *source_; }
  const std::shared_ptr<const Source>& shared_source() const { return source_; }
  std::string_view text() const { return source_->text(); }
  std::string_view text(Span span) const { return source_->text(span); }

  const FrontMatter& front_matter() const;
  const std::vector<Block>& blocks() const;
  const std::vector<Heading>& headings() const;  // nested ones too
  const std::vector<Section>& sections() const;
  const std::vector<Comment>& comments() const;
  const std::vector<TaskItem>& tasks() const;
  const std::vector<BoldItem>& bold_items() const;
  const std::vector<Unresolved>& unresolved() const;
  const std::vector<TocMarker>& toc_markers() const;
  const std::vector<LinkDefinition>& definitions() const;
  const std::vector<Problem>& problems() const;

  // The lines of text of a paragraph, heading, table or definition, what belongs
  // to the containers around it ("> ", indentation) taken off; none for others.
  std::span<const Span> lines_of(const Block& block) const;

  const Heading& heading_of(const Section& section) const { return headings()[section.heading]; }
  // The blocks that begin within `span`, as indices [first, last).
  std::pair<std::uint32_t, std::uint32_t> blocks_in(Span span) const;
  // The section whose span is the smallest around offset; kNone before the first heading.
  std::uint32_t section_at(std::uint32_t offset) const;

 private:
  struct Parts;
  std::shared_ptr<const Source> source_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace milepost
