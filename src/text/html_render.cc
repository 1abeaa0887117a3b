#include "text/html_render.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/fingerprint.h"
#include "base/strings.h"
#include "text/block_starts.h"
#include "text/entities.h"
#include "text/inline_parser.h"

namespace milepost {

namespace {

// What stays as it is in an address; cmark-gfm writes the rest as "%C3".
bool is_address_char(char c) {
  return is_alnum(c) || std::string_view("-_.+!*'(),%#@?=;:/$~&").find(c) != std::string_view::npos;
}

// Text in which no escape or reference is left to resolve. A reference that we do not know
// stays one: a browser may know it.
void append_text(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && is_alnum(text[end])) ++end;
    if (end == at + 1 || end == text.size() || text[end] != ';') continue;
    html::append_escaped(out, text.substr(from, at - from));
    out += '&';
    from = at + 1;
  }
  html::append_escaped(out, text.substr(from));
}

// With references and escapes resolved, in the order cmark-gfm has.
std::string resolved(std::string_view text) {
  std::string decoded;
  html::decode_entities(text, decoded);
  std::string out;
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    if (decoded[i] == '\\' && i + 1 < decoded.size() && is_punct(decoded[i + 1])) ++i;
    out += decoded[i];
  }
  return out;
}

// The title in what follows a link's destination: ` "title"`, the quotes taken off.
std::string_view quoted_title(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_of(" \t\r\n"), rest.size()));  // the ">" of "<b>"
  rest = trim(rest);
  return rest.size() < 2 ? std::string_view() : rest.substr(1, rest.size() - 2);
}

std::string_view element_of(const Emphasis& emphasis) {
  if (emphasis.mark == '~') return "del";
  return emphasis.length == 1 ? "em" : "strong";
}

struct LinkTarget {
  std::string address;
  std::string title;
};

// One long definition and many references to it must not fill the memory: past this much,
// and as much as the document is long, what a link leads to is told by a digest.
constexpr std::size_t kLeastReferenceRoom = 64 * 1024;
constexpr Fingerprinter::Key kTargetKey = {0x6d696c65706f7374, 0x72656e6465726564};

LinkTarget in_short(const LinkTarget& target) {
  const Fingerprint print = Fingerprinter(kTargetKey).add(target.address).add(target.title).made();
  return {fmt::format("digest:{:016x}{:016x}", print.first, print.second), {}};
}

// Writes the inline markup of one text after the other.
class InlineRenderer {
 public:
  InlineRenderer(const Document& document, std::string& out)
      : document_(document),
        references_(document.text(), document.definitions()),
        out_(out),
        room_(kLeastReferenceRoom + document.text().size()) {
    targets_.resize(document.definitions().size());
  }

  void write(std::string_view text) {
    parser_.parse(text, references_);
    text_ = text;
    find_elements();
    find_links_with_brackets();
    std::size_t written = 0;
    const auto& pieces = parser_.pieces();
    for (std::uint32_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].begin < written) continue;  // in the text of an image
      written = std::max<std::size_t>(written, write_piece(i));
    }
  }

 private:
  struct Element {
    std::uint32_t piece = 0;
    std::string_view name;
  };

  std::string_view part(links::Extent extent) const {
    return text_.substr(extent.begin, extent.end - extent.begin);
  }

  void find_elements() {
    opening_.clear();
    closing_.clear();
    next_opening_ = next_closing_ = 0;
    const auto& all = parser_.emphases();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Emphasis& outer = all[all.size() - 1 - i];
      closing_.push_back({all[i].closer, element_of(all[i])});
      opening_.push_back({outer.opener, element_of(outer)});
    }
    std::ranges::stable_sort(closing_, {}, &Element::piece);
    std::ranges::stable_sort(opening_, {}, &Element::piece);
  }

  void find_links_with_brackets() {
    links_.clear();
    open_.clear();
    next_link_ = 0;
    for (const InlineLink& link : parser_.found_links()) {
      if (link.kind == LinkKind::kAutolink || link.kind == LinkKind::kBare) continue;
      links_.push_back(&link);
    }
    std::ranges::sort(links_, {}, [](const InlineLink* link) { return link->span.begin; });
  }

  // Gives where what is written ends.
  std::size_t write_piece(std::uint32_t i) {
    const InlinePiece& piece = parser_.pieces()[i];
    switch (piece.kind) {
      case InlinePieceKind::kText: append_text(out_, part({piece.begin, piece.end})); break;
      case InlinePieceKind::kEscape:
      case InlinePieceKind::kEntity:
        html::append_escaped(out_, parser_.shown(piece, decoded_));
        break;
      case InlinePieceKind::kCode:
        out_ += "<code>";
        html::append_escaped(out_, parser_.shown(piece, decoded_));
        out_ += "</code>";
        break;
      case InlinePieceKind::kHtml: out_ += part({piece.begin, piece.end}); break;
      case InlinePieceKind::kAutolink:
      case InlinePieceKind::kBareLink: write_own_link(piece); break;
      case InlinePieceKind::kDelimiter: write_delimiters(i); break;
      case InlinePieceKind::kMarkup: return write_brackets(piece);
    }
    return piece.end;
  }

  void write_delimiters(std::uint32_t i) {
    write_elements(closing_, next_closing_, i, "</");
    html::append_escaped(out_, parser_.shown(parser_.pieces()[i], decoded_));
    write_elements(opening_, next_opening_, i, "<");
  }

  // Those of pieces before it stand in an image's text.
  void write_elements(const std::vector<Element>& elements, std::size_t& next, std::uint32_t i,
                      std::string_view bracket) {
    for (; next < elements.size() && elements[next].piece <= i; ++next) {
      if (elements[next].piece == i) out_.append(bracket).append(elements[next].name).append(">");
    }
  }

  // "<https://…>", "<me@example.org>", "www.example.org".
  void write_own_link(const InlinePiece& piece) {
    const std::string shown(parser_.shown(piece, decoded_));
    const bool bare = piece.kind == InlinePieceKind::kBareLink;
    std::string_view before;
    if (bare && shown.starts_with("www.")) before = "http://";
    if (!bare && shown.find(':') == shown.npos) before = "mailto:";
    open_link({fmt::format("{}{}", before, shown), {}});
    html::append_escaped(out_, shown);
    out_ += "</a>";
  }

  std::size_t write_brackets(const InlinePiece& piece) {
    if (!open_.empty() && piece.begin == open_.back()->text.end) {
      out_ += "</a>";
      open_.pop_back();
      return piece.end;
    }
    while (next_link_ < links_.size() && links_[next_link_]->span.begin < piece.begin) ++next_link_;
    if (next_link_ == links_.size() || links_[next_link_]->span.begin != piece.begin) {
      return piece.end;  // "\" at the end of a line
    }
    const InlineLink& link = *links_[next_link_];
    const LinkTarget target = target_of(link);
    if (link.kind == LinkKind::kImage) {
      write_image(link, target);
      return link.span.end;
    }
    open_link(target);
    open_.push_back(&link);
    return piece.end;
  }

  void open_link(const LinkTarget& target) {
    out_ += "<a href=\"";
    write_address(target.address);
    write_title(target);
    out_ += "\">";
  }

  void write_image(const InlineLink& link, const LinkTarget& target) {
    out_ += "<img src=\"";
    write_address(target.address);
    out_ += "\" alt=\"";
    for (const InlinePiece& piece : pieces_from(link.text.begin)) {
      if (piece.end > link.text.end) break;
      const bool raw = piece.kind == InlinePieceKind::kHtml;
      html::append_escaped(out_,
                           raw ? part({piece.begin, piece.end}) : parser_.shown(piece, decoded_));
    }
    write_title(target);
    out_ += "\" />";
  }

  std::span<const InlinePiece> pieces_from(std::size_t begin) const {
    const auto& pieces = parser_.pieces();
    const auto first = std::ranges::lower_bound(pieces, begin, {}, &InlinePiece::begin);
    return std::span(pieces).subspan(static_cast<std::size_t>(first - pieces.begin()));
  }

  void write_address(std::string_view address) {
    for (const char c : address) {
      if (c == '&') {
        out_ += "&amp;";
      } else if (is_address_char(c)) {
        out_ += c;
      } else {
        out_ += fmt::format("%{:02X}", static_cast<unsigned char>(c));
      }
    }
  }

  void write_title(const LinkTarget& target) {
    if (target.title.empty()) return;
    out_ += "\" title=\"";
    html::append_escaped(out_, target.title);
  }

  LinkTarget target_of(const InlineLink& link) {
    if (link.definition == kNone) {
      return {resolved(part(link.destination)),
              resolved(quoted_title(part({link.destination.end, link.span.end - 1})))};
    }
    const LinkTarget& target = defined_target(link.definition);
    const std::size_t size = target.address.size() + target.title.size();
    if (size > room_) return targets_[link.definition].brief;
    room_ -= size;
    return target;
  }

  const LinkTarget& defined_target(std::uint32_t index) {
    Defined& known = targets_[index];
    if (!std::exchange(known.read, true)) {
      const LinkDefinition& definition = document_.definitions()[index];
      const Span rest{definition.destination.end, document_.blocks()[definition.block].span.end};
      known.target = {resolved(document_.text(definition.destination)),
                      resolved(quoted_title(document_.text(rest)))};
      known.brief = in_short(known.target);
    }
    return known.target;
  }

  struct Defined {
    LinkTarget target, brief;
    bool read = false;
  };

  const Document& document_;
  const links::References references_;
  std::string& out_;
  std::size_t room_;  // what links by reference may still bring in, in bytes
  InlineParser parser_;
  std::string_view text_;
  std::vector<Element> opening_;  // by piece, the outer one first
  std::vector<Element> closing_;  // by piece, the inner one first
  std::size_t next_opening_ = 0;
  std::size_t next_closing_ = 0;
  std::vector<const InlineLink*> links_;  // by where they begin
  std::size_t next_link_ = 0;
  std::vector<const InlineLink*> open_;
  std::vector<Defined> targets_;  // parallel to the document's definitions
  std::string decoded_;
};

class BlockRenderer {
 public:
  BlockRenderer(const Document& document, const RenderOptions& options)
      : document_(document), options_(options), inline_(document, out_.html) {}

  RenderedHtml run() {
    const auto& blocks = document_.blocks();
    const auto& sections = document_.sections();
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      while (!open_.empty() && open_.back().first <= i) close();
      while (out_.begins.size() < sections.size() &&
             document_.heading_of(sections[out_.begins.size()]).block <= i) {
        out_.begins.push_back(out_.html.size());
      }
      if (!options_.left_out.empty() && options_.left_out[i]) {
        i = std::max(i + 1, blocks[i].end_block) - 1;
        continue;
      }
      write(i, blocks[i]);
    }
    while (!open_.empty()) close();
    return std::move(out_);
  }

 private:
  void close() {
    out_.html.append(open_.back().second).append("\n");
    open_.pop_back();
  }

  void open(const Block& block, std::string_view opening, std::string_view closing) {
    out_.html.append(opening).append("\n");
    open_.emplace_back(block.end_block, closing);
  }

  void write(std::uint32_t index, const Block& block) {
    switch (block.kind) {
      case BlockKind::kParagraph: write_paragraph(block); break;
      case BlockKind::kHeading: write_heading(block); break;
      case BlockKind::kFencedCode:
      case BlockKind::kIndentedCode: write_code(block); break;
      case BlockKind::kHtml: write_lines(block, block.span, false); break;
      case BlockKind::kThematicBreak: out_.html += "<hr />\n"; break;
      case BlockKind::kTable: write_table(block); break;
      case BlockKind::kLinkDefinition: break;
      case BlockKind::kQuote: open(block, "<blockquote>", "</blockquote>"); break;
      case BlockKind::kList: open_list(index, block); break;
      case BlockKind::kItem: open(block, "<li>", "</li>"); break;
    }
  }

  void open_list(std::uint32_t index, const Block& block) {
    if (!block.ordered) return open(block, "<ul>", "</ul>");
    std::string_view number = document_.text(document_.blocks()[index + 1].span);
    std::size_t digits = 0;
    while (digits < number.size() && is_digit(number[digits])) ++digits;
    number = number.substr(0, digits);
    while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
    open(block, number == "1" ? "<ol>" : fmt::format("<ol start=\"{}\">", number), "</ol>");
  }

  void write_paragraph(const Block& block) {
    const auto lines = document_.lines_of(block);
    std::vector<Span> rest(lines.begin(), lines.end());
    out_.html += "<p>";
    if (const TaskItem* const task = box_at(rest.front().begin)) {
      const bool ticked = task->ticked && options_.shows_tick && options_.shows_tick(*task);
      out_.html += ticked ? "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> "
                          : "<input type=\"checkbox\" disabled=\"\" /> ";
      rest.front().begin = task->box_span.end;
    }
    joined_.assign(document_.text(), rest);
    inline_.write(joined_.text());
    out_.html += "</p>\n";
  }

  // The box that a renderer shows there.
  const TaskItem* box_at(std::uint32_t offset) const {
    const auto& tasks = document_.tasks();
    const auto found = std::ranges::lower_bound(
        tasks, offset, {}, [](const TaskItem& task) { return task.box_span.begin; });
    if (found == tasks.end() || found->box_span.begin != offset) return nullptr;
    return found->bullet && found->box != Box::kOdd ? &*found : nullptr;
  }

  void write_heading(const Block& block) {
    joined_.assign(document_.text(), document_.lines_of(block));
    out_.html += fmt::format("<h{}>", block.level);
    inline_.write(joined_.text());
    out_.html += fmt::format("</h{}>\n", block.level);
  }

  void write_code(const Block& block) {
    const bool fenced = block.kind == BlockKind::kFencedCode;
    const std::string language = fenced ? language_of(block) : std::string();
    out_.html += "<pre><code";
    if (!language.empty()) {
      out_.html += " class=\"language-";
      html::append_escaped(out_.html, language);
      out_.html += '"';
    }
    out_.html += '>';
    write_lines(block, block.content, true);
    out_.html += "</code></pre>\n";
  }

  // The first word after the fence.
  std::string language_of(const Block& block) const {
    const Source& source = document_.source();
    std::string_view line =
        source.text({block.span.begin, source.line(source.line_at(block.span.begin)).end});
    line.remove_prefix(std::min(line.find_first_not_of(line.front()), line.size()));
    const std::string info = resolved(trim(line));
    return info.substr(0, info.find_first_of(" \t\n"));
  }

  // Lines of code or HTML, without what belongs to the quotes around them.
  void write_lines(const Block& block, Span span, bool escaped) {
    if (span.empty()) return;
    const Source& source = document_.source();
    const std::size_t quotes = quotes_around(block);
    const std::uint32_t last = source.line_at(span.end - 1);
    for (std::uint32_t i = source.line_at(span.begin); i <= last; ++i) {
      const Span whole = source.line(i);
      const Span line{std::max(whole.begin, span.begin), std::min(whole.end, span.end)};
      std::string_view text = source.text(line);
      if (line.begin == whole.begin) text = without_quotes(text, quotes);
      if (escaped) {
        html::append_escaped(out_.html, text);
      } else {
        out_.html += text;
      }
      out_.html += '\n';
    }
  }

  std::size_t quotes_around(const Block& block) const {
    std::size_t quotes = 0;
    for (std::uint32_t at = block.parent; at != kNone; at = document_.blocks()[at].parent) {
      if (document_.blocks()[at].kind == BlockKind::kQuote) ++quotes;
    }
    return quotes;
  }

  // Such lines are never lazy: each has every mark.
  static std::string_view without_quotes(std::string_view line, std::size_t quotes) {
    for (; quotes > 0; --quotes) {
      const std::size_t mark = line.find_first_not_of(" \t");
      if (mark == line.npos || line[mark] != '>') break;
      line.remove_prefix(mark + 1);
    }
    return line;
  }

  void write_table(const Block& block) {
    const auto rows = document_.lines_of(block);
    if (rows.empty()) return;
    const auto alignments = alignments_of(block, rows.front());
    out_.html += "<table>\n<thead>\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == 1) out_.html += "<tbody>\n";
      write_row(document_.text(rows[i]), i == 0 ? "th" : "td", alignments);
      if (i == 0) out_.html += "</thead>\n";
    }
    out_.html += rows.size() > 1 ? "</tbody></table>\n" : "</table>\n";
  }

  // Of the columns, as the row of dashes below the head has them.
  std::vector<std::string_view> alignments_of(const Block& block, Span head) const {
    const Source& source = document_.source();
    std::vector<std::string_view> alignments;
    const std::uint32_t line = source.line_at(head.begin) + 1;
    const std::string_view marks =
        trim(without_quotes(source.text(source.line(line)), quotes_around(block)));
    starts::for_each_cell(marks, [&](std::size_t begin, std::size_t end) {
      const std::string_view cell = marks.substr(begin, end - begin);
      const bool left = cell.starts_with(':');
      const bool right = cell.ends_with(':');
      alignments.push_back(left && right ? " align=\"center\""
                           : left        ? " align=\"left\""
                           : right       ? " align=\"right\""
                                         : "");
    });
    alignments.resize(starts::row_cells(document_.text(head)));
    return alignments;
  }

  // Cells that the head has no column for are not shown, and those that lack are empty.
  void write_row(std::string_view row, std::string_view element,
                 const std::vector<std::string_view>& alignments) {
    std::size_t column = 0;
    const auto open_cell = [&] { out_.html += fmt::format("<{}{}>", element, alignments[column]); };
    const auto close_cell = [&] {
      out_.html += fmt::format("</{}>\n", element);
      ++column;
    };
    out_.html += "<tr>\n";
    starts::for_each_cell(row, [&](std::size_t begin, std::size_t end) {
      if (column == alignments.size()) return;
      open_cell();
      cell_.clear();
      for (std::size_t i = begin; i < end; ++i) {
        if (row[i] == '\\' && i + 1 < end && row[i + 1] == '|') ++i;
        cell_ += row[i];
      }
      inline_.write(cell_);
      close_cell();
    });
    while (column < alignments.size()) {
      open_cell();
      close_cell();
    }
    out_.html += "</tr>\n";
  }

  const Document& document_;
  const RenderOptions& options_;
  RenderedHtml out_;
  InlineRenderer inline_;
  JoinedText joined_;
  std::string cell_;
  std::vector<std::pair<std::uint32_t, std::string_view>> open_;  // where it ends, and the tag
};

}  // namespace

RenderedHtml render_html(const Document& document, const RenderOptions& options) {
  return BlockRenderer(document, options).run();
}

}  // namespace milepost
