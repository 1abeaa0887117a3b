// The headings that the tool mdtoc finds in a text, and what it makes of each.
//
// mdtoc reads Markdown with a parser older than CommonMark, and does not see the
// same headings: none with a space before or a tab after its "#", only the last
// line above an underline, those in quotes and in comments that text follows; a
// line "---" hides everything up to the next three hyphens. Where a project has
// mdtoc check its tables, they must list what mdtoc lists; this reads headings and
// their inline markup by the same rules. They were learned from what mdtoc 1.4.0
// does, document by document, and are held against it in mdtoc_headings_test.cc.
//
// Not followed: names of characters beyond those of HTML 4 in the text of a link,
// labels of links that differ only in the case of letters beyond ASCII, and the
// markup of headings longer than kLongestMdtocHeading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

inline constexpr std::size_t kLongestMdtocHeading = 1000;  // in bytes; real ones have 200

struct MdtocHeading {
  std::uint32_t at = 0;  // where its text begins
  int level = 1;
  std::string html;  // as it stands in a table of contents
  std::string text;  // its text and code: what a link's name is made of
};

struct MdtocReading {
  std::vector<MdtocHeading> headings;  // in document order
  bool fails = false;                  // mdtoc crashes or never ends; the headings are those before
};

// Time and memory are bounded by the text's size.
MdtocReading read_as_mdtoc(std::string_view text);

}  // namespace milepost
