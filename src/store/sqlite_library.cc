#include "store/sqlite_library.h"

#include "base/library.h"

namespace milepost {

Result<const SqliteLibrary*> sqlite_library() {
  static const Result<SqliteLibrary> library = []() -> Result<SqliteLibrary> {
    const Library opened("libsqlite3.so.0");
    if (!opened.is_there()) {
      return failure(
          "the record needs libsqlite3.so.0, which is not installed (Debian: libsqlite3-0)");
    }
    SqliteLibrary found;
    bool complete = true;
#define MILEPOST_BIND(name) complete = opened.find(found.name, MILEPOST_FUNCTION(name)) && complete;
    MILEPOST_SQLITE_FUNCTIONS(MILEPOST_BIND)
#undef MILEPOST_BIND
    constexpr int kHasStrictTables = 3'037'000;
    if (!complete || found.sqlite3_libversion_number() < kHasStrictTables)
      return failure("libsqlite3.so.0 is there but too old to be used");
    return found;
  }();
  if (!library) return tl::unexpected(library.error());
  return &*library;
}

}  // namespace milepost
