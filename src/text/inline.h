// Inline Markdown, read on demand: few callers need it, and most text has none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "text/document.h"

namespace milepost {

enum class LinkKind : std::uint8_t {
  kInline,      // [text](destination "title")
  kImage,       // ![text](destination), or by reference
  kReference,   // [text][label], [label][], [label]
  kAutolink,    // <https://…>
  kBare,        // https://… in plain text, as GitHub links it
  kDefinition,  // [label]: destination
};

struct Link {
  LinkKind kind = LinkKind::kInline;
  Span span;
  Span text;
  Span destination;  // of a reference: that of its definition, or empty when it has none
  Span label;        // of a reference or definition
};

// Every link of the document in order, those in code and comments left out.
std::vector<Link> find_links(const Document& document);

// Where a link of the document leads, as a browser is told: escapes and entities
// resolved, "mailto:" before an address and "http://" before "www.".
std::string destination_of(const Document& document, const Link& link);

// The text a reader sees: emphasis, code and link markup, HTML tags and comments
// removed, entities and escapes resolved, runs of white space made one space.
std::string plain_text(std::string_view markdown);

}  // namespace milepost
