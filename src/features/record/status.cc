#include "features/record/status.h"

#include "store/record.h"

namespace milepost::record {

Result<std::unique_ptr<Store>> open_record(const RecordRequest& request, Access access) {
  const auto repository = look_at_repository(request.directory);
  if (!repository) return tl::unexpected(repository.error());
  return Store::open({repository->root, request.store}, record_projection(), access);
}

Result<RecordStatus> record_status(const Store& store) {
  RecordStatus status{store.name(), store.is_there(), store.id(), {}, {}};
  auto done = store.in_snapshot([&]() -> Result<void> {
    const auto head = store.head();
    if (!head) return tl::unexpected(head.error());
    const auto counts = store.counts();
    if (!counts) return tl::unexpected(counts.error());
    status.head = *head;
    status.counts = *counts;
    return {};
  });
  if (!done) return tl::unexpected(std::move(done.error()));
  return status;
}

}  // namespace milepost::record
