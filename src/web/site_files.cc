#include "web/site_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/replace_file.h"
#include "base/strings.h"

namespace milepost::web {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFirstLine = "milepost site 1";

// The list may have been written by somebody else: a name that leads out is none of a site's.
bool is_name_within(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && path.is_relative() && path.lexically_normal() == path &&
         *path.begin() != "..";
}

// Whether a folder on the way is a link: what lies behind it is not the site's.
bool leads_elsewhere(const fs::path& folder, const std::string& name) {
  fs::path at = folder;
  for (const fs::path& part : fs::path(name).parent_path()) {
    at /= part;
    std::error_code failed;
    if (fs::is_symlink(at, failed)) return true;
  }
  return false;
}

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

Result<std::set<std::string>> read_list(const fs::path& folder) {
  std::set<std::string> names;
  const auto text = read_file(folder / kSiteList);
  if (!text) return names;
  auto [first, rest] = cut(*text, '\n');
  if (first != kFirstLine) {
    return failure(fmt::format("{} is no list of milepost's; move it away",
                               printable((folder / kSiteList).string())));
  }
  while (!rest.empty()) {
    const auto [line, after] = cut(rest, '\n');
    rest = after;
    if (is_name_within(std::string(line))) names.emplace(line);
  }
  return names;
}

std::string list_text(const std::set<std::string>& names) {
  std::string text(kFirstLine);
  for (const std::string& name : names) text += "\n" + name;
  return text + "\n";
}

class SiteWriter {
 public:
  SiteWriter(const SiteFiles& files, const std::string& folder, bool dry_run)
      : files_(files), folder_(folder), dry_run_(dry_run) {}

  Result<SiteWritten> write() {
    std::error_code failed;
    if (!dry_run_) fs::create_directories(folder_, failed);
    if (failed) return failure(fmt::format("making {}: {}", folder_.string(), failed.message()));
    TRY(own_, read_list(folder_));
    TRY(check_free());
    // What is written is on the list before it is there: a run that is cut off is taken up by the
    // next.
    std::set<std::string> all = own_;
    for (const auto& [name, text] : files_) all.insert(name);
    if (all != own_) TRY(put(std::string(kSiteList), list_text(all)));
    for (const auto& [name, text] : files_) TRY(put_changed(name, text));
    TRY(remove_gone(all));
    return written_;
  }

 private:
  Result<void> check_free() const {
    for (const auto& [name, text] : files_) {
      if (leads_elsewhere(folder_, name)) {
        return failure(fmt::format("{} lies behind a symbolic link; nothing was written",
                                   printable((folder_ / name).string())));
      }
      if (own_.contains(name)) continue;
      const auto there = read_file(folder_ / name);
      if (!there || *there == text) continue;
      return failure(
          fmt::format("{} is there and was not written by milepost site; name another folder, or "
                      "remove it; nothing was written",
                      printable((folder_ / name).string())));
    }
    return {};
  }

  Result<void> put(const std::string& name, const std::string& text) {
    if (dry_run_) return {};
    const fs::path path = folder_ / name;
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (failed) return failure(fmt::format("making {}: {}", path.string(), failed.message()));
    return within("writing " + printable(path.string()), replace_file(path.string(), text));
  }

  Result<void> put_changed(const std::string& name, const std::string& text) {
    if (read_file(folder_ / name) == text) {
      ++written_.same;
      return {};
    }
    TRY(put(name, text));
    ++written_.written;
    return {};
  }

  Result<void> remove_gone(const std::set<std::string>& all) {
    std::set<std::string> kept;
    for (const std::string& name : all) {
      if (files_.contains(name)) {
        kept.insert(name);
      } else if (!leads_elsewhere(folder_, name)) {
        std::error_code failed;
        if (dry_run_) {
          if (fs::exists(folder_ / name, failed)) ++written_.removed;
          continue;
        }
        if (fs::remove(folder_ / name, failed)) ++written_.removed;
        if (failed) {
          return failure(fmt::format("removing {}: {}", printable((folder_ / name).string()),
                                     failed.message()));
        }
        remove_empty_folders(name);
      }
    }
    if (kept == all) return {};
    return put(std::string(kSiteList), list_text(kept));
  }

  void remove_empty_folders(const std::string& name) const {
    for (fs::path at = fs::path(name).parent_path(); !at.empty(); at = at.parent_path()) {
      std::error_code failed;
      if (!fs::is_empty(folder_ / at, failed) || failed) return;
      fs::remove(folder_ / at, failed);
    }
  }

  const SiteFiles& files_;
  const fs::path folder_;
  const bool dry_run_;
  std::set<std::string> own_;
  SiteWritten written_;
};

}  // namespace

Result<SiteWritten> write_site(const SiteFiles& files, const std::string& folder, bool dry_run) {
  return SiteWriter(files, folder, dry_run).write();
}

}  // namespace milepost::web
