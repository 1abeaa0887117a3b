// The page of what awaits somebody.
#include <span>

#include <fmt/format.h>

#include "base/version.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/inbox/inbox_html.h"
#include "features/inbox/kept_inbox.h"

namespace milepost::inbox {

namespace {

http::Response show_inbox(const http::Request& request, const Visit& visit) {
  std::string person = request.query.get("for");
  while (person.starts_with('@')) person.erase(0, 1);
  if (person.empty()) person = visit.visitor.handle;
  std::string release = request.query.get("release");
  if (!visit.workspace->recognised()) return error_page(visit, 404, not_recognised("here"));
  PageAbout about{.file = "inbox", .title = "Inbox", .at = "inbox", .middle = true};
  if (person.empty()) return page_response(visit, about, {{"nobody", true}});
  if (!release.empty()) {
    const auto version = parse_version(release);
    if (!version) return error_page(visit, 404, fmt::format("{} is no release", release));
    release = to_string(*version);
  }
  const auto inbox = kept_inbox(visit, person, release);
  if (!inbox) return error_page(visit, inbox.error());
  about.title = fmt::format("Inbox of @{}", person);
  return page_response(visit, about, inbox_html(visit, *inbox));
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
