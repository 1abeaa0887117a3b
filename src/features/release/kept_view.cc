#include "features/release/kept_view.h"

#include <fmt/format.h>

#include "features/release/freeze.h"
#include "features/release/status.h"
#include "features/release/uncommitted.h"

namespace milepost::release {

namespace {

// A view of a hundred proposals takes a megabyte or two.
constexpr std::size_t kMostViews = 6;

ViewOptions for_pages() { return {.settled = true}; }

Result<ReleaseView> view_now(const Workspace& workspace, const std::string& release) {
  TRY(auto view, view_with_slips(workspace, {release}, for_pages()));
  mark_uncommitted(workspace, view);
  return view;
}

Result<ReleaseView> view_on(const Workspace& workspace, const std::string& release,
                            const std::string& text) {
  const auto day = parse_date(text);
  if (!day) return failure(fmt::format("\"{}\" is no day such as 2026-01-31", text));
  if (workspace.today() < *day) return failure(text + " has not come yet");
  TRY(const auto then, workspace.at(Instant{start_of(*day).seconds + kDay}));
  return view_with_slips(*then, {release}, for_pages());
}

}  // namespace

std::shared_ptr<const Result<ReleaseView>> kept_view(const Visit& visit, const std::string& release,
                                                     const std::string& day) {
  static Kept<Result<ReleaseView>> kept(kMostViews);
  return kept.get(visit, fmt::format("{}\n{}", release, day), [&] {
    return day.empty() ? view_now(*visit.workspace, release)
                       : view_on(*visit.workspace, release, day);
  });
}

std::shared_ptr<const Result<FreezePlan>> kept_plan(const Visit& visit, const std::string& release,
                                                    const std::string& freeze) {
  static Kept<Result<FreezePlan>> kept(kMostViews);
  return kept.get(visit, fmt::format("{}\n{}", release, freeze), [&] {
    return freeze_release(*visit.workspace, {.release = release, .freeze = freeze});
  });
}

}  // namespace milepost::release
