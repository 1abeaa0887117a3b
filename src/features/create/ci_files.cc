#include "features/create/ci_files.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/embedded.h"

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

}  // namespace

std::vector<CiFile> ci_files(const std::vector<std::string>& addresses) {
  const bool gitlab = std::ranges::any_of(addresses, is_on_gitlab);
  std::vector<CiFile> files;
  for (const char* const path :
       {gitlab ? ".gitlab-ci.yml" : ".github/workflows/milepost.yml", ".pre-commit-config.yaml"}) {
    files.push_back({path, with_releases(shown_in_docs(path), MILEPOST_RELEASES)});
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
