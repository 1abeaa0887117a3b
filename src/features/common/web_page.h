// A page of the web: a Mustache template of web/, filled with values, in the frame that all pages
// share.
#pragma once

#include <string>
#include <string_view>

#include "features/common/route.h"
#include "render/json_value.h"

namespace milepost {

struct PageAbout {
  std::string_view file;     // of the template: "release" for web/release.html
  std::string title = {};    // of the window
  std::string_view at = {};  // which entry of the navigation it is under: "release"
  int status = 200;
  bool narrow = false;     // a column to read in, with nothing beside it
  bool middle = false;     // wider than a column, narrower than the window
  std::string query = {};  // what stands in the search box
  // Where the search box leads: to a page of its own that narrows what it shows, else to search.
  std::string_view search = "/search";
};

// The page; what the frame needs (navigation, who has signed in, the search) is added to `data`
// under "site" and "me".
http::Response page_response(const Visit& visit, const PageAbout& about, Json data);

// The same for something that went wrong, in words for people. Where a form was refused it has what
// was written in it, and leads back to it.
http::Response error_page(const Visit& visit, int status, const std::string& message);
http::Response error_page(const Visit& visit, const Error& error);

}  // namespace milepost
