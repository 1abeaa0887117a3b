// The tables of a record, and how those of an earlier schema become those of this.
//
// A migration is never changed once it was released; what is to be different is one
// more. All that a record lacks are made in one transaction.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace milepost {

struct Migration {
  const char* sqlite;
  const char* postgresql;
};

// The n-th leads from schema n to schema n + 1; the first from nothing.
std::span<const Migration> all_migrations();

enum class SchemaState : std::uint8_t {
  kMissing,  // there is no record
  kOlder,    // migrate() has to be called
  kCurrent,
};

// Refuses a record of a later schema.
Result<SchemaState> look_at_schema(Database& database, std::span<const Migration> migrations);

// Within a transaction that writes. Says what there was before; when that is kMissing,
// the tables are empty.
Result<SchemaState> migrate(Database& database, std::span<const Migration> migrations);

// The triggers that keep events from being changed and deleted: those that are not there, or
// do not act.
Result<std::vector<std::string>> missing_guards(Database& database);
// Within a transaction that writes: puts all of them in place.
Result<void> put_guards(Database& database);

}  // namespace milepost
