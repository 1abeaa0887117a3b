// Where a link leads, told from its text alone: nothing here looks at a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace milepost {

enum class TargetKind : std::uint8_t {
  kWeb,        // http or https, also "//host/path"
  kScheme,     // any other scheme: mailto, ftp, file
  kAnchor,     // "#fragment" of the same document
  kFile,       // a file or folder of the repository
  kOutside,    // climbs above the repository's root
  kMalformed,  // leads nowhere a browser could go
};

// Why a link is malformed.
enum class LinkFault : std::uint8_t {
  kSound,
  kEmpty,
  kBracketed,     // the address stands in brackets of its own: "[a]((https://b))"
  kPlaceholder,   // "<number>" is still to be filled in
  kBackslash,     // "docs\a.md", "C:\a.md": paths of another system
  kOddCharacter,  // control characters, "`"
  kNoHost,        // "https://", "http:a"
};

struct LinkTarget {
  TargetKind kind = TargetKind::kMalformed;
  LinkFault fault = LinkFault::kSound;
  // Of a file: relative to the root, "/" between segments, neither "." nor ".." in
  // it; "" is the root. Of a web page or another scheme: the address without the
  // fragment.
  std::string path;
  std::string fragment;  // as written, without its "#"; percent codes stay
  bool folder = false;   // of a file: "/" stands at its end
};

// Where a site shows the repository's files, below its address. Other branches and
// commits may hold other files.
inline constexpr std::string_view kOwnPages[] = {"/blob/main",   "/blob/master",   "/blob/HEAD",
                                                 "/tree/main",   "/tree/master",   "/tree/HEAD",
                                                 "/-/blob/main", "/-/blob/master", "/-/blob/HEAD",
                                                 "/-/tree/main", "/-/tree/master", "/-/tree/HEAD"};

// `document_path` is relative to the root; `destination` is what destination_of()
// gives. `own_urls` are addresses that stand for the root of this repository, such
// as "https://github.com/owner/name/blob/main": pages below them are files.
LinkTarget link_target(std::string_view document_path, std::string_view destination,
                       std::span<const std::string> own_urls = {});

// The number of the proposal that a path names: that of its last part which begins with one
// ("keps/sig-node/1287-in-place/README.md"), or ends with one after a word ("geps/gep-91").
// Without leading zeros; "" for none.
std::string number_in_path(std::string_view path);

// Whether a destination that is taken for a path begins like a web address:
// "www.example.org", "example.org/page". Folders may be called so, too: ask only
// when there is no such file.
bool looks_like_host(std::string_view destination);

// Whether it begins at the root and ends as pages of a site do that is made from the repository:
// "/docs/concepts/roles/#owner". Folders are called so, too: ask only when there is none.
bool looks_like_page(std::string_view destination);

}  // namespace milepost
