// A heading's inline markup as HTML, byte for byte as mdtoc puts it into a table
// of contents: <code>, <em>, <strong>, <del>, <a>, <img>; HTML as it is written;
// & < > " escaped.
//
// mdtoc reads Markdown by rules older than CommonMark. What belongs to a heading
// and where emphasis and links begin and end is CommonMark's here. Followed are
// those of mdtoc's own ways that a heading may well meet: white space is kept,
// named entities are text, anything like "<5 and >" is a tag, "$a$" is
// mathematics, "www." is no link, "{#name}" and every "#" at the end are dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "text/document.h"
#include "text/inline_parser.h"
#include "text/joined_text.h"
#include "text/link_scan.h"

namespace milepost {

struct HeadingHtml {
  std::string html;
  std::string text;  // its text and code, tags left out: what a slug is made of
};

// Reads the headings of one document, which must outlive it.
class HeadingReader {
 public:
  // Links by reference count when they are defined at `from` or after it.
  HeadingReader(const Document& document, std::uint32_t from);

  // Nothing for a heading without text.
  std::optional<HeadingHtml> read(const Heading& heading);

 private:
  const Document& document_;
  std::vector<LinkDefinition> definitions_;
  links::References references_;
  InlineParser parser_;
  JoinedText joined_;
  std::size_t room_;  // what links by reference may still bring in, in bytes
};

}  // namespace milepost
