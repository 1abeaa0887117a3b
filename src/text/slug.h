// The anchors GitHub makes of headings.
//
// A slug is the text with letters in lower case, spaces as hyphens, and of the
// rest only letters, digits, marks, "-" and "_". Which of Unicode's symbols stay
// is nowhere promised, so slugs are compared by slug_key(), which leaves the
// doubtful ones out: better to miss a broken link than to call a good one broken.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace milepost {

// `text` is what the reader sees, its white space as written.
std::string github_slug(std::string_view text);

// A slug, or the fragment of a link, as they are compared: lower case, and of the
// characters past ASCII only those that are letters or digits beyond doubt.
std::string slug_key(std::string_view slug);

// Tells repeated slugs apart as GitHub does: "a", "a-1", "a-2".
class SlugCounter {
 public:
  std::string unique(const std::string& slug);

 private:
  std::unordered_map<std::string, std::uint32_t> used_;  // to the number last given
};

}  // namespace milepost
