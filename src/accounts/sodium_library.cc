#include "accounts/sodium_library.h"

#include "base/library.h"

namespace milepost::accounts {

Result<const SodiumLibrary*> sodium_library() {
  static const Result<SodiumLibrary> library = []() -> Result<SodiumLibrary> {
    const Library opened("libsodium.so.23");
    if (!opened.is_there()) {
      return failure("accounts need libsodium.so.23, which is not installed (Debian: libsodium23)");
    }
    SodiumLibrary found;
    bool complete = true;
#define MILEPOST_BIND(name) complete = opened.find(found.name, MILEPOST_FUNCTION(name)) && complete;
    MILEPOST_SODIUM_FUNCTIONS(MILEPOST_BIND)
#undef MILEPOST_BIND
    if (!complete || found.sodium_init() < 0) {
      return failure("libsodium.so.23 is there but cannot be used");
    }
    return found;
  }();
  if (!library) return tl::unexpected(library.error());
  return &*library;
}

}  // namespace milepost::accounts
