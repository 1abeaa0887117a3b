// Whether the tables of a record are those that milepost made, and nobody has put anything
// beside them that acts on them or stands in their place.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "store/schema.h"

namespace milepost {

namespace {

constexpr std::string_view kGuards[] = {"milepost_events_stay", "milepost_events_remain"};

StructureFault guard_is_gone(std::string_view guard) {
  return {fmt::format("nothing keeps events from being changed: the trigger {} is gone", guard),
          true};
}

// `drop` is how it is removed.
StructureFault is_foreign(std::string_view what, std::string_view table, std::string_view drop) {
  const std::string on = table.empty() ? std::string() : fmt::format(" on {}", table);
  return {fmt::format("the {}{} is none of milepost's; look at it, then remove it: drop {}", what,
                      on, drop)};
}

// --- a file ------------------------------------------------------------------------------------

struct SchemaObject {
  std::string type;
  std::string table;
  std::string sql;  // with one space between words
  friend bool operator==(const SchemaObject&, const SchemaObject&) = default;
};
using SchemaObjects = std::map<std::string, SchemaObject>;  // by name

std::string with_single_spaces(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

// But for the indexes of keys, which follow from their tables, and the statistics that
// ANALYZE makes.
Result<SchemaObjects> objects_of(Database& database) {
  SchemaObjects found;
  auto done = database.run(
      "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
      " WHERE substr(name, 1, 17) <> 'sqlite_autoindex_' AND substr(name, 1, 11) <> 'sqlite_stat'",
      {}, [&](Row row) {
        found[std::string(row[1])] = {std::string(row[0]), std::string(row[2]),
                                      with_single_spaces(row[3])};
      });
  if (!done) return tl::unexpected(std::move(done.error()));
  return found;
}

// What the migrations make is asked of SQLite itself, in memory.
Result<SchemaObjects> objects_made_by(std::span<const Migration> migrations) {
  const auto model = open_sqlite_in_memory();
  if (!model) return tl::unexpected(model.error());
  for (const Migration& migration : migrations) {
    if (auto made = (*model)->run_script(migration.sqlite); !made) {
      return tl::unexpected(std::move(made.error()));
    }
  }
  return objects_of(**model);
}

Result<std::vector<StructureFault>> check_file(Database& database,
                                               std::span<const Migration> migrations) {
  const auto wanted = objects_made_by(migrations);
  if (!wanted) return tl::unexpected(wanted.error());
  auto found = objects_of(database);
  if (!found) return tl::unexpected(std::move(found.error()));
  std::vector<StructureFault> faults;
  for (const auto& [name, object] : *wanted) {
    const auto there = found->find(name);
    const bool is_there = there != found->end();
    if (is_there && there->second == object) {
      found->erase(there);
      continue;
    }
    if (std::ranges::find(kGuards, name) != std::end(kGuards)) {
      faults.push_back(guard_is_gone(name));
    } else if (!is_there) {
      faults.push_back({fmt::format("the {} {} is gone", object.type, name)});
    } else if (there->second.type != object.type) {
      faults.push_back({fmt::format("a {} stands in the place of the {} {}", there->second.type,
                                    object.type, name)});
    } else {
      faults.push_back({fmt::format("the {} {} is not as milepost made it", object.type, name)});
    }
    if (is_there) found->erase(there);
  }
  for (const auto& [name, object] : *found) {
    const std::string called = fmt::format("{} {}", object.type, name);
    faults.push_back(is_foreign(called, object.table == name ? "" : object.table, called));
  }
  return faults;
}

// --- a database of others' ---------------------------------------------------------------------

struct KnownTable {
  std::string_view name;
  std::string_view columns;
};
constexpr KnownTable kTables[] = {
    {"milepost_events",
     "number bigint, stream text, version bigint, kind text, actor text, claimed integer, "
     "time bigint, fields text, texts text, before text, digest text"},
    {"milepost_head", "one integer, id text, number bigint, digest text, projection bigint"},
    {"milepost_schema", "one integer, number bigint"},
    {"milepost_states", "stream text, version bigint, words text, state text"},
    {"milepost_texts", "digest text, content bytea"},
};

// Those that a statement finds by their names.
#define MILEPOST_VISIBLE                                                     \
  "c.relname LIKE 'milepost\\_%' AND c.relkind IN ('r', 'v', 'm', 'f', 'p')" \
  " AND pg_catalog.pg_table_is_visible(c.oid)"

std::string_view kind_name(std::string_view kind) {
  if (kind == "v") return "view";
  if (kind == "m") return "materialized view";
  return kind == "f" ? "foreign table" : "table";
}

Result<void> check_relations(Database& database, bool columns,
                             std::vector<StructureFault>& faults) {
  std::set<std::string> seen;
  std::set<std::string> schemas;
  auto done = database.run(
      "SELECT c.relname::text, c.relkind::text, n.nspname::text, c.relrowsecurity::int::text,"
      " (SELECT count(*) FROM pg_catalog.pg_inherits i WHERE c.oid IN (i.inhparent, i.inhrelid)),"
      " coalesce((SELECT pg_catalog.string_agg(a.attname || ' ' ||"
      " pg_catalog.format_type(a.atttypid, NULL), ', ' ORDER BY a.attnum)"
      " FROM pg_catalog.pg_attribute a"
      " WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '')"
      " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
      " WHERE " MILEPOST_VISIBLE " ORDER BY 1",
      {}, [&](Row row) {
        const std::string name(row[0]);
        const auto* const known = std::ranges::find(kTables, name, &KnownTable::name);
        if (known == std::end(kTables)) {
          const std::string called = fmt::format("{} {}", kind_name(row[1]), name);
          faults.push_back(is_foreign(called, "", called));
          return;
        }
        seen.insert(name);
        schemas.emplace(row[2]);
        if (row[1] != "r") {
          faults.push_back(
              {fmt::format("a {} stands in the place of the table {}",
                           row[1] == "p" ? "partitioned table" : kind_name(row[1]), name)});
        } else if (row[3] != "0") {
          faults.push_back({fmt::format(
              "the table {0} hides rows by policies; ALTER TABLE {0} DISABLE ROW LEVEL SECURITY",
              name)});
        } else if (row[4] != "0") {
          faults.push_back({fmt::format("other tables add rows to {}, which they inherit", name)});
        } else if (columns && !row[5].starts_with(known->columns)) {
          faults.push_back({fmt::format("the table {} is not as milepost made it", name)});
        }
      });
  if (!done) return done;
  for (const KnownTable& table : kTables) {
    if (!seen.contains(std::string(table.name))) {
      faults.push_back({fmt::format("the table {} is gone", table.name)});
    }
  }
  if (schemas.size() > 1) {
    faults.push_back({fmt::format("its tables stand in several schemas: {}; one hides another",
                                  fmt::join(schemas, ", "))});
  }
  return {};
}

Result<void> check_triggers(Database& database, std::vector<StructureFault>& faults) {
  // BEFORE UPDATE OR DELETE OR TRUNCATE, for each statement.
  constexpr std::string_view kGuardType = "58";
  bool guarded = false;
  auto done = database.run(
      "SELECT 'trigger', t.tgname::text, c.relname::text, p.prosrc, t.tgtype::text,"
      " (t.tgenabled IN ('O', 'A') AND t.tgqual IS NULL)::int::text"
      " FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid"
      " JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid"
      " WHERE NOT t.tgisinternal AND " MILEPOST_VISIBLE
      " UNION ALL SELECT 'rule', r.rulename::text, c.relname::text, '', '', ''"
      " FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class"
      " WHERE c.relkind = 'r' AND " MILEPOST_VISIBLE " ORDER BY 1, 2",
      {}, [&](Row row) {
        if (row[0] != "trigger" || row[1] != kGuards[0] || row[2] != "milepost_events") {
          const std::string called = fmt::format("{} {}", row[0], row[1]);
          faults.push_back(is_foreign(called, row[2], fmt::format("{} on {}", called, row[2])));
        } else if (with_single_spaces(trim(row[3])) ==
                       "BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END" &&
                   row[4] == kGuardType && row[5] == "1") {
          guarded = true;
        }
      });
  if (!done) return done;
  if (!guarded) faults.push_back(guard_is_gone(kGuards[0]));
  return {};
}

Result<std::vector<StructureFault>> check_tables(Database& database,
                                                 std::span<const Migration> migrations) {
  // Since when the columns are what they are.
  constexpr std::size_t kColumnsSince = 2;
  std::vector<StructureFault> faults;
  if (auto done = check_triggers(database, faults); !done) {
    return tl::unexpected(std::move(done.error()));
  }
  if (auto done = check_relations(database, migrations.size() >= kColumnsSince, faults); !done) {
    return tl::unexpected(std::move(done.error()));
  }
  return faults;
}

}  // namespace

Result<std::vector<StructureFault>> check_structure(Database& database,
                                                    std::span<const Migration> migrations) {
  return database.dialect() == Dialect::kSqlite ? check_file(database, migrations)
                                                : check_tables(database, migrations);
}

}  // namespace milepost
