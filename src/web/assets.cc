#include "web/assets.h"

#include <map>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"

namespace milepost::web {

namespace {

// Nothing for what is for the server alone.
std::string_view type_of(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".webmanifest", "application/manifest+json"},
  };
  for (const auto& [ending, type] : kTypes) {
    if (path.ends_with(ending)) return type;
  }
  return {};
}

constexpr std::string_view kFolder = "web/";

const std::map<std::string_view, Asset>& assets() {
  static const std::map<std::string_view, Asset> all = [] {
    std::map<std::string_view, Asset> found;
    for (const EmbeddedFile& file : embedded_files()) {
      const std::string_view type = type_of(file.path);
      if (!file.path.starts_with(kFolder) || type.empty()) continue;
      found.emplace(file.path.substr(kFolder.size()),
                    Asset{file.bytes, type, fmt::format("{:016x}", hash_bytes(file.bytes))});
    }
    return found;
  }();
  return all;
}

}  // namespace

std::optional<Asset> find_asset(std::string_view path) {
  const auto found = assets().find(path);
  if (found == assets().end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> asset_names() {
  std::vector<std::string> names;
  for (const auto& [path, asset] : assets()) names.emplace_back(path);
  return names;
}

const std::string& assets_version() {
  static const std::string version = [] {
    std::string tags;
    for (const auto& [path, asset] : assets()) tags += fmt::format("{} {}\n", path, asset.tag);
    return fmt::format("{:016x}", hash_bytes(tags));
  }();
  return version;
}

}  // namespace milepost::web
