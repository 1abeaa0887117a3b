#include "web/state.h"

#include <algorithm>

namespace milepost::web {

bool ServerState::is_read() const {
  return std::ranges::all_of(mounts, [](const Mount& mount) { return mount.now() != nullptr; });
}

bool ServerState::ready() const {
  return !ending && is_read() && std::ranges::all_of(mounts, [](const Mount& mount) {
    return !mount.answers || mount.answers();
  });
}

}  // namespace milepost::web
