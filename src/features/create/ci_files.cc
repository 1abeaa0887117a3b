#include "features/create/ci_files.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"

// Known to the build of a release.
#ifndef MILEPOST_RELEASES
#define MILEPOST_RELEASES ""
#endif

namespace milepost::create {

namespace {

std::string shown_in_docs(std::string_view path) {
  const std::string_view page = find_embedded("docs/ci.md").value_or(std::string_view());
  const std::string fence = fmt::format("file={}\n", path);
  const std::size_t at = page.find(fence);
  if (at == page.npos) return {};
  const std::string_view text = page.substr(at + fence.size());
  return std::string(text.substr(0, text.find("```\n")));
}

bool is_on_gitlab(const std::string& address) {
  const std::size_t host = address.find("://") + 3;
  return address.substr(host, address.find('/', host) - host).find("gitlab") != address.npos;
}

// With the name of the branch in the place of `main`, unless YAML or GitHub would read it as
// something else.
std::string with_branch(std::string text, const std::string& branch) {
  constexpr std::string_view kMain = "branches: [main]";
  const bool plain =
      !branch.empty() && is_alpha(branch.front()) && std::ranges::all_of(branch, [](char c) {
        return is_alnum(c) || std::string_view("-_./").find(c) != std::string_view::npos;
      });
  const std::size_t at = text.find(kMain);
  if (plain && at != text.npos) {
    text.replace(at, kMain.size(), fmt::format("branches: [{}]", branch));
  }
  return text;
}

}  // namespace

std::vector<CiFile> ci_files(const GitRemotes& remotes) {
  const bool gitlab = std::ranges::any_of(remotes.addresses, is_on_gitlab);
  std::vector<CiFile> files;
  for (const char* const path :
       {gitlab ? ".gitlab-ci.yml" : ".github/workflows/milepost.yml", ".pre-commit-config.yaml"}) {
    files.push_back({path, with_branch(with_releases(shown_in_docs(path), MILEPOST_RELEASES),
                                       remotes.main_branch)});
  }
  return files;
}

std::string with_releases(std::string text, const std::string& releases) {
  constexpr std::string_view kAsked = "${MILEPOST_RELEASES:?";
  if (releases.empty()) return text;
  for (std::size_t at = 0; (at = text.find(kAsked, at)) != text.npos; ++at) {
    const std::size_t end = text.find('}', at);
    if (end == text.npos) break;
    text.replace(at, end - at, "${MILEPOST_RELEASES:-" + releases);
  }
  return text;
}

}  // namespace milepost::create
