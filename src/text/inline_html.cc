#include "text/inline_html.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "base/strings.h"
#include "text/entities.h"

namespace milepost {

namespace {

// Text without any of these is its own HTML, whatever surrounds it.
constexpr std::array<bool, 256> kNotPlain = [] {
  std::array<bool, 256> found{};
  for (const char c : std::string_view("\\`&<>\"*_~[]!$:\n")) {
    found[static_cast<unsigned char>(c)] = true;
  }
  return found;
}();

bool is_plain(std::string_view text) {
  return std::ranges::none_of(text,
                              [](char c) { return kNotPlain[static_cast<unsigned char>(c)]; });
}

// One long definition and many references to it must not fill the memory.
constexpr std::size_t kLeastRoom = 64 * 1024;

// What mdtoc takes off the end of a heading that begins with "#".
std::string_view without_ending(std::string_view text) {
  const std::size_t name = text.find("{#");
  if (name != text.npos && text.find('}', name) != text.npos) text = text.substr(0, name);
  text = trim(text);
  while (text.ends_with('#') && !text.ends_with("\\#")) text.remove_suffix(1);
  return trim(text);
}

// The title in what follows a link's destination: ` "title"`, the quotes taken off.
std::string_view title_in(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_of(" \t\n"), rest.size()));  // the ">" of "<b>"
  rest = trim(rest);
  return rest.size() < 2 ? std::string_view() : rest.substr(1, rest.size() - 2);
}

std::string_view tag_name(const Emphasis& emphasis) {
  if (emphasis.length == 1) return "em";
  return emphasis.mark == '~' ? "del" : "strong";
}

struct Target {
  std::string_view address;
  std::string_view title;
};

struct Tag {
  std::uint32_t piece = 0;
  std::string_view name;
};

// Writes the pieces of one heading.
class Writer {
 public:
  // `room` is how many bytes links by reference may still bring in.
  Writer(const Document& document, std::string_view content, const InlineParser& parser,
         const std::vector<LinkDefinition>& definitions, std::size_t& room)
      : document_(document),
        content_(content),
        parser_(parser),
        definitions_(definitions),
        room_(room) {
    find_tags();
    for (const InlineLink& link : parser.found_links()) {
      if (link.kind != LinkKind::kAutolink && link.kind != LinkKind::kBare) {
        links_.push_back(&link);
      }
    }
    std::ranges::sort(links_, {}, [](const InlineLink* link) { return link->span.begin; });
  }

  HeadingHtml run() {
    const auto& pieces = parser_.pieces();
    for (std::uint32_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].begin < at_ && pieces[i].end <= at_) continue;  // in an image, written
      if (is_text(i)) continue;
      write_run(pieces[i].begin);
      at_ = pieces[i].end;
      write_piece(i);
    }
    write_run(content_.size());
    out_.html = trim(out_.html);
    return std::move(out_);
  }

 private:
  std::string_view part(std::size_t begin, std::size_t end) const {
    return content_.substr(begin, end - begin);
  }

  // Of two that share both runs mdtoc puts the strong one outside.
  void find_tags() {
    const auto& all = parser_.emphases();
    std::vector<std::string_view> names;
    names.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      names.push_back(tag_name(all[i]));
      const bool twins =
          i > 0 && all[i - 1].opener == all[i].opener && all[i - 1].closer == all[i].closer;
      if (twins && all[i].length < all[i - 1].length) std::swap(names[i - 1], names[i]);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      closing_.push_back({all[i].closer, names[i]});
      const std::size_t outer = all.size() - 1 - i;
      opening_.push_back({all[outer].opener, names[outer]});
    }
    std::ranges::stable_sort(closing_, {}, &Tag::piece);
    std::ranges::stable_sort(opening_, {}, &Tag::piece);
  }

  // Whether the piece is shown as it stands: runs of such are read as one text.
  bool is_text(std::uint32_t i) const {
    const InlinePiece& piece = parser_.pieces()[i];
    switch (piece.kind) {
      case InlinePieceKind::kText: return true;
      case InlinePieceKind::kDelimiter: return piece.shown == piece.end - piece.begin;
      case InlinePieceKind::kBareLink:
        return part(piece.begin, piece.end).find("://") == std::string_view::npos;
      default: return false;
    }
  }

  void write_piece(std::uint32_t i) {
    const InlinePiece& piece = parser_.pieces()[i];
    const std::string_view written = part(piece.begin, piece.end);
    switch (piece.kind) {
      case InlinePieceKind::kText: break;
      case InlinePieceKind::kEscape: write_escape(written); break;
      case InlinePieceKind::kEntity: write_entity(written); break;
      case InlinePieceKind::kCode:
        write_code(part(piece.begin + piece.shown, piece.end - piece.shown));
        break;
      case InlinePieceKind::kHtml: write_html(written); break;
      case InlinePieceKind::kAutolink: write_own_link(part(piece.begin + 1, piece.end - 1)); break;
      case InlinePieceKind::kBareLink: write_bare_link(piece); break;
      case InlinePieceKind::kDelimiter: write_delimiters(i); break;
      case InlinePieceKind::kMarkup: write_brackets(piece); break;
    }
  }

  void write_escape(std::string_view escape) {
    constexpr std::string_view kEscaped = "\\`*_{}[]()#+-.!:|&<>~^$";
    if (kEscaped.find(escape[1]) != kEscaped.npos) escape.remove_prefix(1);
    write_text(escape);
  }

  void write_entity(std::string_view entity) {
    const bool resolved = entity.starts_with("&#") || entity == "&amp;";
    if (!resolved && open_links_.empty()) return write_text(entity);
    html::decode_entities(entity, decoded_);
    write_escaped(decoded_);
    out_.text += resolved ? std::string_view(decoded_) : entity;
  }

  void write_code(std::string_view code) {
    while (code.starts_with(' ')) code.remove_prefix(1);
    while (code.ends_with(' ')) code.remove_suffix(1);
    if (code.empty()) return;
    out_.html += "<code>";
    write_text(code);
    out_.html += "</code>";
  }

  void write_delimiters(std::uint32_t i) {
    write_tags(closing_, next_closing_, i, "</");
    const InlinePiece& piece = parser_.pieces()[i];
    write_text(part(piece.begin, piece.begin + piece.shown));
    write_tags(opening_, next_opening_, i, "<");
  }

  // Those of pieces before it stand in an image's text.
  void write_tags(const std::vector<Tag>& tags, std::size_t& next, std::uint32_t i,
                  std::string_view bracket) {
    for (; next < tags.size() && tags[next].piece <= i; ++next) {
      if (tags[next].piece == i) out_.html.append(bracket).append(tags[next].name).append(">");
    }
  }

  // "<https://…>", "<me@example.org>".
  void write_own_link(std::string_view address) {
    const bool mail = address.find(':') == address.npos;
    out_.html += mail ? "<a href=\"mailto:" : "<a href=\"";
    write_resolved(address);
    out_.html += "\">";
    write_resolved(address);
    out_.html += "</a>";
    out_.text += address;
  }

  // mdtoc ends it at white space and lets go of a full stop or comma alone.
  void write_bare_link(const InlinePiece& piece) {
    const std::size_t marks = content_.find_first_not_of("?!:\"'", piece.end);
    if (marks == content_.npos || content_[marks] == ' ') at_ = std::min(marks, content_.size());
    write_own_link(part(piece.begin, at_));
  }

  void write_brackets(const InlinePiece& piece) {
    if (!open_links_.empty() && piece.begin == open_links_.back()->text.end) {
      out_.html += "</a>";
      open_links_.pop_back();
      return;
    }
    while (next_link_ < links_.size() && links_[next_link_]->span.begin < piece.begin) ++next_link_;
    if (next_link_ == links_.size() || links_[next_link_]->span.begin != piece.begin) return;
    const InlineLink& link = *links_[next_link_];
    const Target target = target_of(link);
    if (link.kind == LinkKind::kImage) return write_image(link, target);
    out_.html += "<a href=\"";
    write_address(target.address);
    write_title(target);
    out_.html += "\">";
    open_links_.push_back(&link);
  }

  // The text of an image stands there as it is written.
  void write_image(const InlineLink& link, const Target& target) {
    out_.html += "<img src=\"";
    write_address(target.address);
    out_.html += "\" alt=\"";
    write_text(part(link.text.begin, link.text.end));
    write_title(target);
    out_.html += "\" />";
    at_ = link.span.end;
  }

  void write_title(const Target& target) {
    if (target.title.empty()) return;
    out_.html += "\" title=\"";
    write_escaped(target.title);
  }

  Target target_of(const InlineLink& link) {
    if (link.definition == kNone) {
      return {part(link.destination.begin, link.destination.end),
              title_in(part(link.destination.end, link.span.end - 1))};
    }
    const LinkDefinition& definition = definitions_[link.definition];
    const Span rest{definition.destination.end, document_.blocks()[definition.block].span.end};
    const Target target{document_.text(definition.destination), title_in(document_.text(rest))};
    const std::size_t size = target.address.size() + target.title.size();
    if (size > room_) return {};
    room_ -= size;
    return target;
  }

  // Text up to `end`, in which mdtoc finds tags and mathematics.
  void write_run(std::size_t end) {
    if (at_ >= end) return;
    const std::string_view run = part(at_, end);
    at_ = end;
    std::size_t from = 0;
    bool tags = true;  // false: no ">" or "$" is to come
    bool mathematics = true;
    for (std::size_t mark = run.find_first_of("<$"); mark != run.npos;
         mark = run.find_first_of("<$", mark + 1)) {
      const std::string_view rest = run.substr(mark + 1);
      if (run[mark] == '<') {
        const std::size_t name = rest.starts_with('/') ? 1 : 0;
        if (!tags || rest.size() <= name || !is_alnum(rest[name])) continue;
        const std::size_t close = rest.find('>');
        tags = close != rest.npos;
        if (!tags) continue;
        write_text(run.substr(from, mark - from));
        write_html(run.substr(mark, close + 2));
        from = mark + close + 2;
      } else {
        if (!mathematics || rest.size() < 2 || rest.front() == '$') continue;
        const std::size_t close = rest.find('$');
        mathematics = close != rest.npos;
        if (!mathematics) continue;
        write_text(run.substr(from, mark - from));
        out_.html += "<span class=\"math inline\">\\(";
        write_escaped(rest.substr(0, close));
        out_.html += "\\)</span>";
        from = mark + close + 2;
      }
      mark = from - 1;
    }
    write_text(run.substr(from));
  }

  void write_text(std::string_view text) {
    write_escaped(text);
    for (const char c : text) out_.text += c == '\n' ? ' ' : c;
  }

  void write_html(std::string_view html) {
    for (const char c : html) out_.html += c == '\n' ? ' ' : c;
  }

  void write_escaped(std::string_view text) {
    for (const char c : text) {
      switch (c) {
        case '&': out_.html += "&amp;"; break;
        case '<': out_.html += "&lt;"; break;
        case '>': out_.html += "&gt;"; break;
        case '"': out_.html += "&quot;"; break;
        case '\n': out_.html += ' '; break;
        default: out_.html += c; break;
      }
    }
  }

  void write_resolved(std::string_view text) {
    html::decode_entities(text, decoded_);
    write_escaped(decoded_);
  }

  void write_address(std::string_view address) {
    std::string bare;
    for (std::size_t i = 0; i < address.size(); ++i) {
      if (address[i] == '\\' && i + 1 < address.size()) ++i;
      bare += address[i];
    }
    write_resolved(bare);
  }

  const Document& document_;
  const std::string_view content_;
  const InlineParser& parser_;
  const std::vector<LinkDefinition>& definitions_;
  std::size_t& room_;
  std::size_t at_ = 0;        // what stands before it is written
  std::vector<Tag> opening_;  // by piece, the outer one first
  std::vector<Tag> closing_;  // by piece, the inner one first
  std::size_t next_opening_ = 0;
  std::size_t next_closing_ = 0;
  std::vector<const InlineLink*> links_;  // those with brackets, by where they begin
  std::size_t next_link_ = 0;
  std::vector<const InlineLink*> open_links_;
  std::string decoded_;
  HeadingHtml out_;
};

}  // namespace

HeadingReader::HeadingReader(const Document& document, std::uint32_t from)
    : document_(document), room_(kLeastRoom + document.text().size()) {
  std::ranges::copy_if(
      document.definitions(), std::back_inserter(definitions_),
      [&](const LinkDefinition& definition) { return definition.label.begin >= from; });
  references_ = links::References(document.text(), definitions_);
}

std::optional<HeadingHtml> HeadingReader::read(const Heading& heading) {
  joined_.assign(document_.text(), document_.lines_of(document_.blocks()[heading.block]));
  std::string_view content = joined_.text();
  content = heading.setext ? trim(content) : without_ending(content);
  if (content.empty()) return std::nullopt;
  if (is_plain(content)) return HeadingHtml{std::string(content), std::string(content)};
  parser_.parse(content, references_);
  return Writer(document_, content, parser_, definitions_, room_).run();
}

}  // namespace milepost
