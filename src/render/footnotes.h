// Footnotes of a Markdown text, "[^1]": md4c knows nothing of them. A note stays where it was
// written; what names it links to it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "render/html_writer.h"

namespace milepost {

// Whether a piece of text begins its block, or a line in it.
enum class LineStart : std::uint8_t { kInside, kBlock, kLine };

class Footnotes {
 public:
  // Looks for lines that begin a note: "[^1]: text".
  Footnotes(std::string_view text, std::string id_prefix);

  // Writes a piece of plain text, with links to the notes it names. At the begin of a line, it may
  // be a note.
  void write(std::string_view text, LineStart start, HtmlWriter& writer);

 private:
  std::string id_of(std::string_view label) const;

  std::string id_prefix_;
  std::unordered_set<std::string> labels_;
  std::unordered_set<std::string> begun_;  // those that have been written
};

}  // namespace milepost
