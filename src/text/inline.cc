#include "text/inline.h"

#include <algorithm>

#include "base/strings.h"
#include "text/block_starts.h"
#include "text/entities.h"
#include "text/inline_parser.h"
#include "text/joined_text.h"

namespace milepost {

namespace {

class LinkFinder {
 public:
  explicit LinkFinder(const Document& document)
      : document_(document), references_(document.text(), document.definitions()) {}

  std::vector<Link> run() {
    std::size_t definition = 0;
    for (const Block& block : document_.blocks()) {
      switch (block.kind) {
        case BlockKind::kParagraph:
        case BlockKind::kHeading: read(document_.lines_of(block)); break;
        case BlockKind::kTable: read_table(block); break;
        case BlockKind::kLinkDefinition:
          add_definition(block, document_.definitions()[definition++]);
          break;
        default: break;
      }
    }
    return std::move(found_);
  }

 private:
  void add_definition(const Block& block, const LinkDefinition& definition) {
    Link link;
    link.kind = LinkKind::kDefinition;
    link.span = block.span;
    link.text = link.label = definition.label;
    link.destination = definition.destination;
    found_.push_back(link);
  }

  void read_table(const Block& block) {
    for (const Span row : document_.lines_of(block)) {
      starts::for_each_cell(document_.text(row), [&](std::size_t begin, std::size_t end) {
        const Span cell{row.begin + static_cast<std::uint32_t>(begin),
                        row.begin + static_cast<std::uint32_t>(end)};
        read({&cell, 1});
      });
    }
  }

  void read(std::span<const Span> lines) {
    joined_.assign(document_.text(), lines);
    const std::string_view text = joined_.text();
    if (text.find('[') == text.npos && text.find('<') == text.npos &&
        text.find("://") == text.npos && text.find("www.") == text.npos) {
      return;
    }
    parser_.parse(joined_.text(), references_);
    const auto to_source = [&](links::Extent extent) {
      return extent.begin == extent.end ? Span{} : joined_.to_source(extent.begin, extent.end);
    };
    const std::size_t first = found_.size();
    for (const InlineLink& inner : parser_.found_links()) {
      Link link;
      link.kind = inner.kind;
      link.span = to_source(inner.span);
      link.text = to_source(inner.text);
      link.label = to_source(inner.label);
      link.destination = inner.definition == kNone
                             ? to_source(inner.destination)
                             : document_.definitions()[inner.definition].destination;
      found_.push_back(link);
    }
    // An image inside a link is complete before the link is.
    std::sort(found_.begin() + static_cast<std::ptrdiff_t>(first), found_.end(),
              [](const Link& a, const Link& b) { return a.span.begin < b.span.begin; });
  }

  const Document& document_;
  const links::References references_;
  InlineParser parser_;
  JoinedText joined_;
  std::vector<Link> found_;
};

}  // namespace

std::vector<Link> find_links(const Document& document) { return LinkFinder(document).run(); }

std::string destination_of(const Document& document, const Link& link) {
  const std::string_view raw = document.text(link.destination);
  if (link.kind == LinkKind::kBare) {
    return raw.starts_with("www.") ? "http://" + std::string(raw) : std::string(raw);
  }
  std::string decoded;
  html::decode_entities(raw, decoded);
  if (link.kind == LinkKind::kAutolink) {
    return decoded.find(':') == decoded.npos ? "mailto:" + decoded : decoded;
  }
  // Backslashes after entities: the order GitHub has.
  std::string out;
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    if (decoded[i] == '\\' && i + 1 < decoded.size() && is_punct(decoded[i + 1])) ++i;
    out += decoded[i];
  }
  return out;
}

std::string plain_text(std::string_view markdown) {
  InlineParser parser;
  parser.parse(markdown, links::References::any());
  std::string out;
  parser.append_plain(out);
  return out;
}

}  // namespace milepost
