// Opening a record: finding it, making it, bringing it up to date.

#include <random>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "base/openings.h"
#include "base/state_folder.h"
#include "store/postgresql_address.h"
#include "store/remote.h"
#include "store/store.h"
#include "store/verify.h"

namespace milepost {

namespace {

constexpr const char* kFile = "/record.db";

std::string random_id() {
  std::random_device chance;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", chance(), chance(), chance(), chance());
}

// Nothing when there is no folder, and none is to be made.
Result<std::string> state_path(const std::string& root, Access access, bool& is_there) {
  is_there = true;
  if (access == Access::kWrite) {
    return make_state_folder(root).map([](const StateFolder& state) { return state.path; });
  }
  auto path = find_state_folder(root);
  struct stat status{};
  if (path && ::lstat(path->c_str(), &status) != 0) {
    is_there = false;
    return path;
  }
  if (!path) return path;
  return open_state_folder(*path).map([](const StateFolder& state) { return state.path; });
}

}  // namespace

bool Store::may_be_there(const StorePlace& place) {
  if (!place.address.empty()) return true;
  const auto folder = find_state_folder(place.root);
  struct stat status{};
  return !folder || ::lstat((*folder + kFile).c_str(), &status) == 0;
}

Result<std::unique_ptr<Store>> Store::open(const StorePlace& place, const Projection& projection,
                                           Access access, std::span<const Migration> migrations) {
  openings().count(Opening::kRecord);
  const auto sha256 = Sha256::load();
  if (!sha256) return tl::unexpected(sha256.error());
  std::unique_ptr<Store> store(new Store(*sha256, projection));
  if (is_remote(place.address)) {
    store->name_ = place.address;
    store->migrations_ = migrations;
    TRY(store->remote_, open_remote(place.address, place.root));
    TRY(store->mirror());
    return store;
  }
  Result<std::unique_ptr<Database>> database;
  if (place.address.empty()) {
    bool is_there = false;
    const auto folder = state_path(place.root, access, is_there);
    if (!folder) return tl::unexpected(folder.error());
    store->name_ = *folder + kFile;
    if (is_there) database = open_sqlite(store->name_, access == Access::kWrite);
  } else {
    const auto address = PostgresqlAddress::parse(place.address);
    if (!address) return tl::unexpected(address.error());
    store->name_ = address->shown();
    database = open_postgresql(*address);
  }
  if (!database) return tl::unexpected(std::move(database.error()));
  if (*database) {
    if (auto ready = store->prepare(std::move(*database), access, migrations); !ready) {
      return tl::unexpected(std::move(ready.error()));
    }
  }
  return store;
}

Result<void> Store::prepare(std::unique_ptr<Database> database, Access access,
                            std::span<const Migration> migrations) {
  const auto look = look_at_schema(*database, migrations);
  if (!look) return tl::unexpected(look.error());
  if (look->state == SchemaState::kMissing && access != Access::kWrite) return {};
  tables_ = std::make_unique<Tables>(std::move(database));
  migrations_ = migrations;
  const bool readable =
      look->state == SchemaState::kCurrent || look->state == SchemaState::kReadable;
  if (look->state != SchemaState::kMissing && access != Access::kInspect) {
    if (auto sound = refuse_damage(*this, readable); !sound) return sound;
  }
  if (readable) {
    auto head = tables_->head();
    // Whoever inspects is told so by verify().
    if (!head && access == Access::kInspect) return {};
    if (!head) return tl::unexpected(std::move(head.error()));
    id_ = std::move(head->id);
    const bool is_current = look->state == SchemaState::kCurrent || access != Access::kWrite;
    if (access == Access::kInspect || (is_current && head->projection == projection_.version)) {
      return {};
    }
  }
  return bring_up_to_date(access);
}

Result<void> Store::bring_up_to_date(Access access) {
  // Somebody else may be doing the same: what is needed is looked at again.
  auto transaction = Transaction::begin(tables_->database(), TransactionKind::kWrite);
  if (!transaction) return tl::unexpected(std::move(transaction.error()));
  const auto before = migrate(tables_->database(), migrations_);
  if (!before) return tl::unexpected(before.error());
  if (*before == SchemaState::kMissing) {
    HeadRow head{random_id(), 0, {}, projection_.version};
    head.digest = digest_before_first(sha256_, head.id);
    if (auto made = tables_->insert_head(head); !made) return made;
  }
  if (auto locked = tables_->lock(); !locked) return locked;
  auto head = tables_->head();
  if (!head) return tl::unexpected(std::move(head.error()));
  if (head->projection != projection_.version && access != Access::kInspect) {
    if (auto rebuilt = rebuild_states(*tables_, projection_); !rebuilt) return rebuilt;
    head->projection = projection_.version;
    if (auto updated = tables_->update_head(*head); !updated) return updated;
  }
  if (auto done = transaction->commit(); !done) return done;
  id_ = std::move(head->id);
  return {};
}

}  // namespace milepost
