// The page of the process.
#include <span>

#include "features/common/web_page.h"
#include "features/process/process_html.h"

namespace milepost::process {

namespace {

http::Response show_process(const http::Request&, const Visit& visit) {
  if (!visit.workspace->recognised()) return error_page(visit, 404, not_recognised("here"));
  return page_response(visit,
                       {.file = "process", .title = "Process", .at = "process", .middle = true},
                       process_html(visit));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/process",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     show_process,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::process
