#include "store/postgresql_library.h"

#include "base/library.h"

namespace milepost {

Result<const PostgresqlLibrary*> postgresql_library() {
  static const Result<PostgresqlLibrary> library = []() -> Result<PostgresqlLibrary> {
    const OpenedLibrary opened("libpq.so.5");
    if (!opened.is_there()) {
      return failure(
          "a store in PostgreSQL needs libpq.so.5, which is not installed (Debian: libpq5)");
    }
    PostgresqlLibrary found;
    bool complete = true;
#define MILEPOST_BIND(name) complete = opened.find(found.name, #name) && complete;
    MILEPOST_LIBPQ_FUNCTIONS(MILEPOST_BIND)
#undef MILEPOST_BIND
    if (!complete) return failure("libpq.so.5 is there but too old to be used");
    return found;
  }();
  if (!library) return tl::unexpected(library.error());
  return &*library;
}

}  // namespace milepost
