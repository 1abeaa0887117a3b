#include "web/state.h"

#include <algorithm>

namespace milepost::web {

bool ServerState::ready() const {
  return !ending &&
         std::ranges::all_of(mounts, [](const Mount& mount) { return mount.now() != nullptr; });
}

}  // namespace milepost::web
