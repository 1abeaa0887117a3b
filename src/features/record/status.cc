#include "features/record/status.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file_tree.h"
#include "store/record.h"

namespace milepost::record {

Result<Workspace::Pointer> open_unsettled(WorkspaceOptions options, Instant now) {
  std::error_code error;
  const std::string folder = std::filesystem::weakly_canonical(options.directory, error).string();
  if (error) return failure(fmt::format("{}: {}", options.directory, error.message()));
  return Workspace::open(std::move(options), now, disk_tree("/"), "", folder.substr(1));
}

Result<std::unique_ptr<Store>> open_store(const Workspace& workspace, Access access) {
  return Store::open({workspace.root(), workspace.options().store}, record_projection(), access);
}

Result<RecordStatus> record_status(const Workspace& workspace) {
  TRY(const auto store, open_store(workspace, Access::kRead));
  RecordStatus status{store->name(), store->is_there(), store->id(), {}, {}};
  TRY(store->in_snapshot([&]() -> Result<void> {
    TRY(status.head, store->head());
    TRY(status.counts, store->counts());
    return {};
  }));
  return status;
}

}  // namespace milepost::record
