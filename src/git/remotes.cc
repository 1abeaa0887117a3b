#include "git/remotes.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/limits.h"
#include "base/strings.h"

namespace milepost {

namespace {

namespace fs = std::filesystem;

std::string text_at(const std::string& path) {
  const auto source = read_source(path, path, kLimits.yaml_bytes);
  return source ? std::string((*source)->text()) : std::string();
}

// Of a path that a file of git's names, as seen from the folder the file lies in.
std::string named_path(const std::string& folder, std::string_view path) {
  path = trim(path);
  return (path.starts_with('/') ? fs::path(path) : fs::path(folder) / path).string();
}

// The folder with the configuration, from the ".git" of a work tree: that may be a file which
// names another, and that may share the configuration of a third.
std::string config_folder(const std::string& top) {
  const std::string git = top + "/.git";
  std::error_code failed;
  if (fs::is_directory(git, failed)) return git;
  constexpr std::string_view kNames = "gitdir:";
  const std::string text = text_at(git);
  if (!text.starts_with(kNames)) return {};
  const std::string own = named_path(top, std::string_view(text).substr(kNames.size()));
  const std::string common = text_at(own + "/commondir");
  return common.empty() ? own : named_path(own, common);
}

// The branch that a symbolic ref names: "ref: refs/heads/main".
std::string branch_named(const std::string& path, std::string_view before) {
  const std::string text = text_at(path);
  const std::string start = std::string("ref: ").append(before);
  return text.starts_with(start) ? std::string(trim(text.substr(start.size()))) : std::string();
}

// A value without quotes and the remark behind it.
std::string_view value_of(std::string_view text) {
  text = trim(text);
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  return trim(text.substr(0, text.find_first_of("#;")));
}

}  // namespace

std::vector<std::string> remotes_in(std::string_view config) {
  std::vector<std::string> found;
  bool remote = false;
  while (!config.empty()) {
    const auto [whole, rest] = cut(config, '\n');
    config = rest;
    const std::string_view line = trim(whole);
    if (line.starts_with('[')) {
      const std::string_view section = line.substr(1, line.find_first_of(" \t\"]", 1) - 1);
      remote = equal_ignoring_case(section, "remote");
      continue;
    }
    const auto [key, value] = cut(line, '=');
    if (!remote || !equal_ignoring_case(trim(key), "url")) continue;
    if (std::string address(value_of(value)); !address.empty()) found.push_back(std::move(address));
  }
  return found;
}

std::string web_address(std::string_view remote) {
  std::string_view rest = remote;
  char after_host = '/';
  if (const std::size_t scheme = remote.find("://"); scheme != remote.npos) {
    const std::string name = lower(remote.substr(0, scheme));
    constexpr std::string_view kKnown[] = {"https", "http", "ssh", "git", "git+ssh"};
    if (std::ranges::find(kKnown, name) == std::end(kKnown)) return {};
    rest = remote.substr(scheme + 3);
  } else {
    // "user@host:path"; a path of this machine has a slash before any colon.
    const std::size_t colon = remote.find(':');
    if (colon == remote.npos || remote.find('/') < colon || colon < 2) return {};
    after_host = ':';
  }
  const std::size_t end = rest.find(after_host);
  if (end == rest.npos) return {};
  std::string_view host = rest.substr(0, end);
  std::string_view path = rest.substr(end + 1);
  host = host.substr(host.rfind('@') + 1);
  host = host.substr(0, host.find(':'));
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(".git")) path.remove_suffix(4);
  if (host.empty() || path.empty()) return {};
  return std::string("https://").append(host).append("/").append(path);
}

GitRemotes find_remotes(const std::string& folder) {
  std::error_code failed;
  fs::path top = fs::weakly_canonical(folder, failed);
  while (!failed && !fs::exists(top / ".git", failed)) {
    if (top == top.parent_path()) return {};
    top = top.parent_path();
  }
  if (failed) return {};
  GitRemotes found{top.string(), {}, {}};
  const std::string config = config_folder(found.top);
  if (config.empty()) return found;
  found.main_branch = branch_named(config + "/refs/remotes/origin/HEAD", "refs/remotes/origin/");
  if (found.main_branch.empty()) found.main_branch = branch_named(config + "/HEAD", "refs/heads/");
  for (const std::string& remote : remotes_in(text_at(config + "/config"))) {
    std::string address = web_address(remote);
    const bool known = std::ranges::find(found.addresses, address) != found.addresses.end();
    if (!address.empty() && !known) found.addresses.push_back(std::move(address));
  }
  return found;
}

}  // namespace milepost
