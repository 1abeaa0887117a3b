// What a site has besides the pages of the server: a search that needs none, calendars, and what
// hosts and search engines look for.
#pragma once

#include "web/site.h"

namespace milepost::web {

// `visit` is of the page at the top, `site` has the pages.
SiteFiles site_extras(const Visit& visit, const SiteOptions& options, const Site& site);

// Where a form of a page leads that asks for proposals: to the search page; nothing for one that
// asks for something else.
std::optional<std::string> site_search_action(const std::string& file, const std::string& action);

// Whether the script of the search page understands a query as the server does.
bool site_can_answer(std::string_view query);

// The index of the search: each proposal that has a page, with what queries ask for and its
// headings. Headings that many share, those of the template, tell nothing apart and are left
// out.
std::string search_index(const Workspace& workspace, const SiteFiles& files);

}  // namespace milepost::web
