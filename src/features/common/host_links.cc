#include "features/common/host_links.h"

#include <filesystem>

#include <fmt/format.h>

#include "git/git.h"
#include "git/remotes.h"
#include "http/message.h"

namespace milepost {

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

std::string repository_name(const std::string& root) {
  const GitRemotes remotes = find_remotes(root);
  if (remotes.addresses.empty()) {
    const std::string top = remotes.top.empty() ? root : remotes.top;
    return std::filesystem::path(top).lexically_normal().filename().string();
  }
  const std::string_view address = remotes.addresses.front();
  const std::size_t host = address.find("://");
  const std::size_t owner = address.find('/', host == address.npos ? 0 : host + 3);
  return std::string(owner == address.npos ? address : address.substr(owner + 1));
}

HostFolder host_folder(const Workspace& workspace) {
  const GitRemotes remotes = find_remotes(workspace.root());
  if (remotes.addresses.empty()) return {};
  const auto git = Git::find(workspace.root());
  if (!git || !*git) return {};
  return {remotes.addresses.front(), (*git)->from_top(workspace.root())};
}

HostLinks links_in(const HostFolder& folder, const std::string& path) {
  // The branch that people work on is HEAD's; hosts know it by that name.
  return links_on(folder.address, "HEAD", folder.below.empty() ? path : folder.below + "/" + path);
}

HostLinks host_links(const Workspace& workspace, const std::string& path) {
  return links_in(host_folder(workspace), path);
}

}  // namespace milepost
