// What a reader is shown of HTML, as a browser reads it: comments end where HTML says
// ("-->", "--!>", "<!-->" and "<!--->"), and so do tags, attributes and texts that hold no
// tags. There is no tree: two texts with the same tags and words make the same one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milepost::html {

struct VisibleText {
  std::string words;  // with one space between them
  // Tags and text, all white space left out; and first, whether a tag that was left open
  // before has a say in how this is shown.
  std::string shape;
  // Tags do not fit together, here or before: what is shown depends on all that is written since.
  bool in_doubt = false;
  bool has_headings = false;  // besides the one it begins with
  bool reaches_back = false;  // it may concern what stands before it, or the page
  friend bool operator==(const VisibleText&, const VisibleText&) = default;
};

// One for what stands before the first of `begins`, and one from each of them on. They are in
// ascending order. Linear in the text, whatever it is.
std::vector<VisibleText> read_visible(std::string_view html,
                                      const std::vector<std::size_t>& begins);

}  // namespace milepost::html
