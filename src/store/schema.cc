#include "store/schema.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost {

namespace {

// What keeps whoever has nothing but an SQL shell from changing events by mistake.
#define MILEPOST_SQLITE_GUARDS                                             \
  "CREATE TRIGGER milepost_events_stay BEFORE UPDATE ON milepost_events"   \
  "  BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;"          \
  "CREATE TRIGGER milepost_events_remain BEFORE DELETE ON milepost_events" \
  "  BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;"
#define MILEPOST_POSTGRESQL_GUARDS                                             \
  "CREATE FUNCTION milepost_refuse() RETURNS trigger LANGUAGE plpgsql AS"      \
  "  $$ BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$;"  \
  "CREATE TRIGGER milepost_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON" \
  "  milepost_events FOR EACH STATEMENT EXECUTE FUNCTION milepost_refuse();"

// Digests are kept in hexadecimal, fields as event.h says: whoever has nothing but
// an SQL shell can still read and verify a record. PostgreSQL compares texts as
// bytes, so that both put streams into the same order.
constexpr Migration kMigrations[] = {
    {
        R"(
CREATE TABLE milepost_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  digest TEXT NOT NULL,
  projection INTEGER NOT NULL
);
CREATE TABLE milepost_events (
  number INTEGER PRIMARY KEY,
  stream TEXT NOT NULL,
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  claimed INTEGER NOT NULL,
  time INTEGER NOT NULL,
  fields TEXT NOT NULL,
  texts TEXT NOT NULL,
  before TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (stream, version)
);
CREATE TABLE milepost_states (
  stream TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  state TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE milepost_texts (digest TEXT PRIMARY KEY, content BLOB NOT NULL);
)" MILEPOST_SQLITE_GUARDS,
        R"(
CREATE TABLE milepost_head (
  one int PRIMARY KEY CHECK (one = 1),
  id text NOT NULL,
  number bigint NOT NULL,
  digest text NOT NULL,
  projection bigint NOT NULL
);
CREATE TABLE milepost_events (
  number bigint PRIMARY KEY,
  stream text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL,
  claimed int NOT NULL,
  time bigint NOT NULL,
  fields text NOT NULL,
  texts text NOT NULL,
  before text NOT NULL,
  digest text NOT NULL,
  UNIQUE (stream, version)
);
CREATE TABLE milepost_states (
  stream text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  state text NOT NULL
);
CREATE TABLE milepost_texts (digest text COLLATE "C" PRIMARY KEY, content bytea NOT NULL);
)" MILEPOST_POSTGRESQL_GUARDS,
    },
    // Words stand before the state: SQLite then looks through them without reading the
    // pages that long states go on in. States are made anew.
    {
        R"(
DROP TABLE milepost_states;
CREATE TABLE milepost_states (
  stream TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  words TEXT NOT NULL,
  state TEXT NOT NULL
) WITHOUT ROWID;
UPDATE milepost_head SET projection = 0;
)",
        R"(
DROP TABLE milepost_states;
CREATE TABLE milepost_states (
  stream text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  words text NOT NULL,
  state text NOT NULL
);
UPDATE milepost_head SET projection = 0;
)",
    },
    // Whoever appends is told the latest time at once.
    {
        "CREATE INDEX milepost_events_time ON milepost_events (time);",
        "CREATE INDEX milepost_events_time ON milepost_events (time);",
    },
    // STRICT: no bytes or numbers where a text belongs, which would be passed over by whoever
    // looks for the text. Rows that are of another type make the migration fail. PostgreSQL
    // was strict from the start.
    {
        R"(
DROP TRIGGER milepost_events_stay;
DROP TRIGGER milepost_events_remain;
DROP INDEX milepost_events_time;
ALTER TABLE milepost_head RENAME TO milepost_former_head;
ALTER TABLE milepost_events RENAME TO milepost_former_events;
ALTER TABLE milepost_states RENAME TO milepost_former_states;
ALTER TABLE milepost_texts RENAME TO milepost_former_texts;
CREATE TABLE milepost_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  digest TEXT NOT NULL,
  projection INTEGER NOT NULL
) STRICT;
CREATE TABLE milepost_events (
  number INTEGER PRIMARY KEY,
  stream TEXT NOT NULL,
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  claimed INTEGER NOT NULL,
  time INTEGER NOT NULL,
  fields TEXT NOT NULL,
  texts TEXT NOT NULL,
  before TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (stream, version)
) STRICT;
CREATE TABLE milepost_states (
  stream TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  words TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE milepost_texts (digest TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL) STRICT;
INSERT INTO milepost_head SELECT * FROM milepost_former_head;
INSERT INTO milepost_events SELECT * FROM milepost_former_events;
INSERT INTO milepost_states SELECT * FROM milepost_former_states;
INSERT INTO milepost_texts SELECT * FROM milepost_former_texts;
DROP TABLE milepost_former_head;
DROP TABLE milepost_former_events;
DROP TABLE milepost_former_states;
DROP TABLE milepost_former_texts;
CREATE INDEX milepost_events_time ON milepost_events (time);
)" MILEPOST_SQLITE_GUARDS,
        "SELECT 1",
        true,
    },
};

Result<SchemaState> compare(const Database& database, std::uint64_t schema,
                            std::span<const Migration> migrations) {
  if (schema > migrations.size()) {
    return failure(fmt::format(
        "{}: this record was written by a newer milepost (schema {}, this one knows {})",
        database.name(), schema, migrations.size()));
  }
  if (schema == 0) return SchemaState::kMissing;
  if (schema == migrations.size()) return SchemaState::kCurrent;
  return std::ranges::all_of(migrations.subspan(schema), &Migration::only_to_write)
             ? SchemaState::kReadable
             : SchemaState::kOlder;
}

Result<void> run_migrations(Database& database, std::span<const Migration> migrations) {
  for (const Migration& migration : migrations) {
    const char* const script =
        database.dialect() == Dialect::kSqlite ? migration.sqlite : migration.postgresql;
    if (auto run = database.run_script(script); !run) return run;
  }
  return {};
}

}  // namespace

std::span<const Migration> all_migrations() { return kMigrations; }

Result<SchemaLook> look_at_schema(Database& database, std::span<const Migration> migrations) {
  const auto schema = database.schema();
  if (!schema) return tl::unexpected(schema.error());
  return compare(database, *schema, migrations).map([&](SchemaState state) {
    return SchemaLook{state, static_cast<std::size_t>(*schema)};
  });
}

Result<SchemaState> migrate(Database& database, std::span<const Migration> migrations) {
  if (auto locked = database.lock_schema(); !locked) return tl::unexpected(locked.error());
  const auto schema = database.schema();
  if (!schema) return tl::unexpected(schema.error());
  auto before = compare(database, *schema, migrations);
  if (!before || *before == SchemaState::kCurrent) return before;
  if (auto run = run_migrations(database, migrations.subspan(*schema)); !run) {
    return tl::unexpected(
        std::move(run.error()).within("bringing the record to the current schema"));
  }
  if (auto set = database.set_schema(migrations.size()); !set) {
    return tl::unexpected(std::move(set.error()));
  }
  return before;
}

Result<void> put_guards(Database& database) {
  return database.run_script(
      database.dialect() == Dialect::kSqlite
          ? "DROP TRIGGER IF EXISTS milepost_events_stay;"
            "DROP TRIGGER IF EXISTS milepost_events_remain;" MILEPOST_SQLITE_GUARDS
          : "DROP TRIGGER IF EXISTS milepost_events_stay ON milepost_events;"
            "DROP FUNCTION IF EXISTS milepost_refuse();" MILEPOST_POSTGRESQL_GUARDS);
}

}  // namespace milepost
