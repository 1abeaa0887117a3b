#include "features/show/edit_links.h"

#include <fmt/format.h>

#include "git/git.h"
#include "git/remotes.h"
#include "http/message.h"

namespace milepost::show {

HostLinks links_on(std::string_view address, std::string_view branch, std::string_view path) {
  if (address.empty() || path.empty()) return {};
  const std::string file = http::encode_path(path);
  // Hosts of GitLab have their own words; those of GitHub, Gitea and Forgejo share these.
  if (address.find("gitlab") != address.npos) {
    return {fmt::format("{}/-/blob/{}/{}", address, branch, file),
            fmt::format("{}/-/edit/{}/{}", address, branch, file)};
  }
  return {fmt::format("{}/blob/{}/{}", address, branch, file),
          fmt::format("{}/edit/{}/{}", address, branch, file)};
}

HostLinks host_links(const Workspace& workspace, const std::string& path) {
  const GitRemotes remotes = find_remotes(workspace.root());
  if (remotes.addresses.empty()) return {};
  const auto git = Git::find(workspace.root());
  if (!git || !*git) return {};
  const std::string below = (*git)->from_top(workspace.root());
  // The branch that people work on is HEAD's; hosts know it by that name.
  return links_on(remotes.addresses.front(), "HEAD", below.empty() ? path : below + "/" + path);
}

}  // namespace milepost::show
