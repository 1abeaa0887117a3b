// Recognises raw HTML in Markdown, as CommonMark sees it: which lines begin and
// end an HTML block, and which characters in a line of text are a tag. Nothing
// here understands HTML.
#pragma once

#include <cstddef>
#include <string_view>

namespace milepost::html {

// The kind, 1 to 7, of the HTML block that a line starting with `line` begins; 0
// for none. The line starts at its "<". Kind 7, any tag alone on its line, is
// not looked for inside a paragraph, which it may not interrupt.
int block_kind(std::string_view line, bool in_paragraph);

// Whether an HTML block of kind 1 to 5 ends with this line. Kinds 6 and 7 end at
// a blank line.
bool ends_block(int kind, std::string_view line);

// The offset of the next "-->", or npos. Faster than a plain search, as ">" is
// rarer than "-".
std::size_t find_comment_end(std::string_view text, std::size_t from);

// Remembers which closers are not to be found any more in a text, so that many
// openers do not each search it to its end.
struct Misses {
  bool instruction = false;
  bool declaration = false;
  bool cdata = false;
};

// The offset after the tag, comment, declaration or the like that begins with
// the "<" at `at`; 0 for none.
std::size_t inline_end(std::string_view text, std::size_t at, Misses& misses);

}  // namespace milepost::html
