#include "features/check/baseline.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>

#include "base/change_set.h"
#include "base/named_path.h"

namespace milepost::check {

namespace fs = std::filesystem;

namespace {

using Entries = std::vector<findings::BaselineEntry>;

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
    auto old = read_named(place.file, file, kMostBaselineBytes, workspace.root());
    if (!old) return tl::unexpected(std::move(old.error()).within(file));
    change.before = std::string((*old)->text());
  }
  change.after = findings::write_baseline(findings::baseline_of(run, place.path));
  if (change.before == change.after) return {};
  return apply_changes(place.folder, std::span(&change, 1));
}

std::size_t entries_added(const std::shared_ptr<const Source>& before, const Source& after) {
  std::map<std::tuple<std::string, std::string, std::uint64_t>, std::size_t> known;
  if (before) {
    for (const auto& entry : findings::read_baseline(*before).value_or(Entries())) {
      known[{entry.path, entry.rule, entry.line}] += entry.count;
    }
  }
  std::size_t added = 0;
  for (const auto& entry : findings::read_baseline(after).value_or(Entries())) {
    std::size_t& left = known[{entry.path, entry.rule, entry.line}];
    const std::size_t same = std::min(left, entry.count);
    left -= same;
    added += entry.count - same;
  }
  return added;
}

Result<std::vector<findings::BaselineEntry>> subtract_baseline(const Workspace& workspace,
                                                               const std::string& file,
                                                               findings::Run& run,
                                                               const JudgeBaseline& judge) {
  if (judge && !*judge) return std::vector<findings::BaselineEntry>();
  TRY(const Whereabouts place, place_of(workspace, file));
  auto source = judge ? *judge : read_named(place.file, file, kMostBaselineBytes, workspace.root());
  if (!source) return tl::unexpected(std::move(source.error()).within(file));
  auto baseline = findings::read_baseline(**source);
  if (!baseline) return tl::unexpected(std::move(baseline.error()).within(file));
  return findings::apply_baseline(*baseline, place.path, run);
}

}  // namespace milepost::check
