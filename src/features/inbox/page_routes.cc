// The page of what awaits somebody.
#include <span>

#include <fmt/format.h>

#include "base/version.h"
#include "features/common/kept.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/inbox/inbox_html.h"
#include "features/inbox/read.h"

namespace milepost::inbox {

namespace {

// Reading an inbox looks at every open proposal.
constexpr std::size_t kMostInboxes = 32;

std::shared_ptr<const Result<Inbox>> kept_inbox(const Visit& visit, const InboxOptions& options) {
  static Kept<Result<Inbox>> kept(kMostInboxes);
  return kept.get(visit, fmt::format("{}\n{}", options.person, options.release),
                  [&] { return read_inbox(*visit.workspace, options); });
}

http::Response show_inbox(const http::Request& request, const Visit& visit) {
  InboxOptions options;
  options.person = request.query.get("for");
  while (options.person.starts_with('@')) options.person.erase(0, 1);
  if (options.person.empty()) options.person = visit.visitor.handle;
  options.release = request.query.get("release");
  if (!visit.workspace->recognised()) return error_page(visit, 404, not_recognised("here"));
  PageAbout about{.file = "inbox", .title = "Inbox", .at = "inbox", .middle = true};
  if (options.person.empty()) return page_response(visit, about, {{"nobody", true}});
  if (!options.release.empty() && !parse_version(options.release)) {
    return error_page(visit, 404, fmt::format("{} is no release", options.release));
  }
  const auto inbox = kept_inbox(visit, options);
  if (!*inbox) return error_page(visit, inbox->error());
  about.title = fmt::format("Inbox of @{}", options.person);
  return page_response(visit, about, inbox_html(visit, **inbox));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/inbox",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     show_inbox,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::inbox
