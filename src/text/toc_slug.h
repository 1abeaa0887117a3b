// Names of headings for links, as mdtoc makes them: it writes the tables of
// contents that milepost keeps current. GitHub names headings a little
// otherwise: it counts all of a document's, and keeps letters beyond ASCII.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/strings.h"

namespace milepost {

// Lower case; all but ASCII letters, digits, "_", "-" and spaces dropped; each
// space a hyphen, however many there are. Two letters beyond ASCII have a small
// letter within it: the dotted I and the sign for kelvin.
inline std::string toc_slug(std::string_view heading) {
  std::string slug;
  slug.reserve(heading.size());
  for (std::size_t at = 0; at < heading.size(); ++at) {
    const char c = heading[at];
    if (is_alnum(c) || c == '_' || c == '-') slug += to_lower(c);
    if (c == ' ') slug += '-';
    if (heading.substr(at).starts_with("\xC4\xB0")) slug += 'i';
    if (heading.substr(at).starts_with("\xE2\x84\xAA")) slug += 'k';
  }
  return slug;
}

// The slugs of one table. A repeated heading gets "-1", "-2" …; a heading that
// looks like one of those is not told apart from it.
class TocSlugger {
 public:
  // Room for so many headings.
  void reserve(std::size_t headings) { seen_.reserve(headings); }

  std::string next(std::string_view heading) {
    std::string slug;
    append_next(heading, slug);
    return slug;
  }
  void append_next(std::string_view heading, std::string& out) {
    auto& [slug, before] = *seen_.try_emplace(toc_slug(heading)).first;
    out += slug;
    if (before > 0) out.append("-").append(std::to_string(before));
    ++before;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> seen_;
};

}  // namespace milepost
