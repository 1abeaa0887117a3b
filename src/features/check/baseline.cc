#include "features/check/baseline.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include "base/change_set.h"
#include "base/named_path.h"

namespace milepost::check {

namespace fs = std::filesystem;

namespace {

// A finding for each of ten thousand proposals, and then some.
constexpr std::size_t kMostBytes = 64U << 20U;

struct Whereabouts {
  std::string file;    // absolute
  std::string folder;  // that it lies in: what its paths start from
  findings::BaselinePath path;
};

Result<Whereabouts> place_of(const Workspace& workspace, const std::string& named) {
  const fs::path base = workspace.here();
  TRY(const fs::path file, within(named, follow_named((base / named).string(), workspace.root())));
  const fs::path folder = file.parent_path();
  return Whereabouts{
      file.string(), folder.string(), [base, folder](std::string_view shown) {
        return (base / shown).lexically_normal().lexically_relative(folder).generic_string();
      }};
}

}  // namespace

Result<void> store_baseline(const Workspace& workspace, const std::string& file,
                            const findings::Run& run) {
  TRY(const Whereabouts place, place_of(workspace, file));
  FileChange change;
  change.path = fs::path(place.file).filename().string();
  std::error_code failed;
  if (fs::exists(place.file, failed)) {
    auto old = read_named(place.file, file, kMostBytes, workspace.root());
    if (!old) return tl::unexpected(std::move(old.error()).within(file));
    change.before = std::string((*old)->text());
  }
  change.after = findings::write_baseline(findings::baseline_of(run, place.path));
  if (change.before == change.after) return {};
  return apply_changes(place.folder, std::span(&change, 1));
}

Result<std::vector<findings::BaselineEntry>> subtract_baseline(const Workspace& workspace,
                                                               const std::string& file,
                                                               findings::Run& run) {
  TRY(const Whereabouts place, place_of(workspace, file));
  auto source = read_named(place.file, file, kMostBytes, workspace.root());
  if (!source) return tl::unexpected(std::move(source.error()).within(file));
  auto baseline = findings::read_baseline(**source);
  if (!baseline) return tl::unexpected(std::move(baseline.error()).within(file));
  return findings::apply_baseline(*baseline, place.path, run);
}

}  // namespace milepost::check
