// The tables of a record, and how those of an earlier schema become those of this.
//
// A migration is never changed once it was released; what is to be different is one
// more. All that a record lacks are made in one transaction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace milepost {

struct Migration {
  const char* sqlite;
  const char* postgresql;
  // What was before is read the same: only whoever writes brings the record up to date, and
  // looking at it leaves its bytes alone.
  bool only_to_write = false;
};

// The n-th leads from schema n to schema n + 1; the first from nothing.
std::span<const Migration> all_migrations();

enum class SchemaState : std::uint8_t {
  kMissing,   // there is no record
  kOlder,     // migrate() has to be called
  kReadable,  // it has to be called by whoever writes
  kCurrent,
};

struct SchemaLook {
  SchemaState state = SchemaState::kMissing;
  std::size_t schema = 0;  // how many of the migrations have made it
};

// Refuses a record of a later schema.
Result<SchemaLook> look_at_schema(Database& database, std::span<const Migration> migrations);

// Within a transaction that writes. Says what there was before; when that is kMissing,
// the tables are empty.
Result<SchemaState> migrate(Database& database, std::span<const Migration> migrations);

// Something about the tables that milepost did not make so: what it is, and whether
// put_guards() mends it.
struct StructureFault {
  std::string message;
  bool mendable = false;
};

// Holds the tables of a record against those that the migrations make: what is gone, what is
// another than it was, and what somebody else has put there. A file is milepost's alone; in
// a database of others' only what is called milepost_… and what acts on it is looked at.
Result<std::vector<StructureFault>> check_structure(Database& database,
                                                    std::span<const Migration> migrations);

// Within a transaction that writes: puts the triggers in place that keep events from being
// changed and deleted.
Result<void> put_guards(Database& database);

}  // namespace milepost
