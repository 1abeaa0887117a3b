// Writes a site into a folder: only what differs from what is there, each file whole or not at
// all, and removes what an earlier run wrote and this one does not.
//
// A list of what was written (kSiteList) is kept in the folder. Files that are not on it are
// somebody else's: none is replaced, and none is removed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "web/site.h"

namespace milepost::web {

inline constexpr std::string_view kSiteList = ".milepost-site";

struct SiteWritten {
  std::size_t written = 0, same = 0, removed = 0;
};

// Fails before anything is written when somebody else's file is in the way. A dry run writes
// nothing, and counts what it would.
Result<SiteWritten> write_site(const SiteFiles& files, const std::string& folder,
                               bool dry_run = false);

}  // namespace milepost::web
