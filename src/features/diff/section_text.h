// The text of a document by section, in parts that are compared with each other: a
// paragraph, an item of a list, a row of a table, a line of code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/document.h"

namespace milepost::diff {

struct TextPart {
  std::string text;        // its words, single spaces between them
  std::uint32_t line = 1;  // from 1
  // Of a line of code, a row of a table and an item of a list, where lines matter; else "".
  std::string lead = {};     // the indentation, and the marker of an item
  std::string written = {};  // the whole of it, with the lead
};

struct SectionText {
  std::string_view title;        // the document's; "" before the first heading
  std::string key;               // heading_key of it
  std::uint32_t parent = kNone;  // among the texts; none of what is right below the title
  std::uint32_t line = 1;        // of its heading, from 1
  std::vector<TextPart> parts;   // its own, without those of the sections below it
};

// The text before the first heading, then one for each section. Comments, front matter,
// tables of contents and the markers of lists and quotes are no text. Keep the document.
std::vector<SectionText> section_texts(const Document& document);

// The titles from the top to a section, its own last, cut short where they are long;
// none for the text before the first heading.
std::vector<std::string> section_path(const std::vector<SectionText>& texts, std::size_t section);

}  // namespace milepost::diff
