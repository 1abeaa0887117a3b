// The reading part of the web as files: the same pages that a server shows, made by the same
// handlers, for any host of static files and for whoever opens them from a disk.
//
// The same repository and the same moment make the same bytes.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/common/route.h"
#include "workspace/workspace.h"

namespace milepost::web {

struct SiteOptions {
  std::string name;           // of the repository, on pages
  std::string base_url = {};  // where it will be, without a slash at the end; "": not known
};

// By their path from the top of the site.
using SiteFiles = std::map<std::string, std::string>;

struct Site {
  SiteFiles files;
  std::size_t pages = 0;              // those for people
  std::vector<std::string> failures;  // pages that could not be made, and why
};

// Begins with every page that needs no value, and the page of every proposal and release, and goes
// on along links. What leads to where somebody would have to answer leads nowhere in a site.
Site make_site(const Workspace::Pointer& workspace, const std::vector<const Route*>& routes,
               const SiteOptions& options);

}  // namespace milepost::web
