// The links of a page that milepost made, to be followed and replaced: it writes its attributes in
// double quotes, and escapes whatever is not its own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace milepost::web {

// What a link becomes, nothing for one that leads nowhere. Links come with their entities read.
using ReplaceLink = std::function<std::optional<std::string>(const std::string& link)>;

// The page with each link replaced. One that leads nowhere loses its address. `answer` says where
// a form leads that only asks; one that leads nowhere is left out as a whole, and so is one that
// would change something.
std::string replace_links(std::string_view html, const ReplaceLink& replace,
                          const ReplaceLink& answer);
std::vector<std::string> links_in(std::string_view html);

// A link, seen from a file of the site.
struct SiteLink {
  bool within = false;        // false: it leads out of the site, or to a place on the same page
  std::string file = {};      // from the site's top: "proposals/4211.html"; "" for the top itself
  http::Fields query = {};    // without what is empty
  std::string fragment = {};  // with its "#"
};
// Nothing for one that leads above the site, or to the top of whatever host shows it.
std::optional<SiteLink> read_link(std::string_view from_file, std::string_view link);

// The address of one file of the site in another, encoded: "../assets/milepost.css".
std::string relative_link(std::string_view from_file, std::string_view to_file);
// The file of a page, by its address without an ending. What no disk takes for a name is shortened,
// with a sum of all of it at its end.
std::string page_file(std::string_view stem);
// What leads from a file to the top: "." or "../..".
std::string way_up(std::string_view from_file);

}  // namespace milepost::web
