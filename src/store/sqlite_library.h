// The functions of SQLite that are used, opened when first needed.
#pragma once

#include <sqlite3.h>

#include "base/result.h"

namespace milepost {

#define MILEPOST_SQLITE_FUNCTIONS(USE) \
  USE(sqlite3_bind_blob)               \
  USE(sqlite3_bind_int64)              \
  USE(sqlite3_bind_text)               \
  USE(sqlite3_busy_handler)            \
  USE(sqlite3_close_v2)                \
  USE(sqlite3_column_blob)             \
  USE(sqlite3_column_bytes)            \
  USE(sqlite3_column_count)            \
  USE(sqlite3_column_decltype)         \
  USE(sqlite3_column_name)             \
  USE(sqlite3_column_text)             \
  USE(sqlite3_column_type)             \
  USE(sqlite3_db_config)               \
  USE(sqlite3_errmsg)                  \
  USE(sqlite3_errstr)                  \
  USE(sqlite3_exec)                    \
  USE(sqlite3_extended_errcode)        \
  USE(sqlite3_finalize)                \
  USE(sqlite3_libversion_number)       \
  USE(sqlite3_limit)                   \
  USE(sqlite3_open_v2)                 \
  USE(sqlite3_prepare_v3)              \
  USE(sqlite3_reset)                   \
  USE(sqlite3_step)

struct SqliteLibrary {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name cannot be in parentheses
#define MILEPOST_DECLARE(name) decltype(&::name) name = nullptr;
  MILEPOST_SQLITE_FUNCTIONS(MILEPOST_DECLARE)
#undef MILEPOST_DECLARE
};

// The same for every thread and for as long as the program runs.
Result<const SqliteLibrary*> sqlite_library();

}  // namespace milepost
