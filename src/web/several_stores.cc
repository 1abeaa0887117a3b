#include "web/several_stores.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"
#include "store/database.h"
#include "store/postgresql_address.h"

namespace milepost::web {

namespace {

// PostgreSQL cuts off the end of a longer name.
constexpr std::size_t kLongestName = 60;

// A record in the schema that all see may be of any of them.
Result<void> refuse_common_record(Database& database, const std::vector<std::string>& schemas) {
  TRY(const auto number, database.schema());
  if (number == 0) return {};
  return failure(fmt::format(
      "{}: the record in its default schema is of one repository, and each of several has a schema "
      "of its own ({}); move its tables into one of them, as docs/serving.md tells, or serve that "
      "repository alone",
      database.name(), fmt::join(schemas, ", ")));
}

}  // namespace

std::string schema_of(const std::string& name) {
  std::string schema = lower(name);
  std::ranges::replace_if(schema, [](char c) { return !is_alnum(c); }, '_');
  const bool taken =
      schema.starts_with("pg_") || schema == "public" || schema == "information_schema";
  if (taken) schema.insert(0, "repository_");
  if (schema.size() > kLongestName) schema.resize(kLongestName);
  return schema;
}

Result<std::vector<std::string>> stores_of(const std::string& store,
                                           const std::vector<std::string>& names) {
  std::vector<std::string> stores(names.size(), store);
  if (names.size() < 2 || !PostgresqlAddress::is_meant(store)) return stores;
  std::vector<std::string> schemas;
  for (const std::string& name : names) schemas.push_back(schema_of(name));
  if (std::set(schemas.begin(), schemas.end()).size() < schemas.size()) {
    return failure(fmt::format(
        "two of the repositories would have one schema in the store: {}; call their folders "
        "differently",
        fmt::join(schemas, ", ")));
  }
  TRY(const auto address, PostgresqlAddress::parse(store));
  TRY(const auto database, open_postgresql(address));
  TRY(refuse_common_record(*database, schemas));
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    TRY(stores[i], address.in_schema(schemas[i]));
    // It may be there already where the server may make none.
    bool is_there = false;
    TRY(database->run("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1",
                      {std::string_view(schemas[i])}, [&](Row) { is_there = true; }));
    if (is_there) continue;
    TRY(database->run_script(fmt::format("CREATE SCHEMA IF NOT EXISTS \"{}\"", schemas[i])));
  }
  return stores;
}

}  // namespace milepost::web
