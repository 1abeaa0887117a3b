#include "features/inbox/kept_inbox.h"

#include "features/common/awaiting.h"
#include "features/common/kept.h"
#include "features/inbox/order.h"
#include "features/inbox/read.h"

namespace milepost::inbox {

namespace {

// Those of some hundred proposals take a megabyte.
constexpr std::size_t kMostReleases = 6;

}  // namespace

Result<Inbox> kept_inbox(const Visit& visit, const std::string& person,
                         const std::string& release) {
  static Kept<Result<OpenItems>> kept(kMostReleases);
  const auto open =
      kept.get(visit, release, [&] { return read_open_items(*visit.workspace, release); });
  if (!*open) return tl::unexpected(open->error());
  TRY(auto inbox, inbox_of(*visit.workspace, **open, person));
  if (release.empty() && person == visit.visitor.handle) {
    note_awaiting(visit, make_bundles(inbox.items).size());
  }
  return inbox;
}

}  // namespace milepost::inbox
