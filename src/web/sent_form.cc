#include "web/sent_form.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost::web {

namespace {

// Where the form is: approvals are given on a page of their own, what concerns a release on the
// page that the form is sent below, all else on the proposal's.
std::string form_page(const http::Request& request, const PageLinks& links) {
  if (request.path.starts_with("/release/")) {
    return links.base + http::encode_path(request.path.substr(0, request.path.rfind('/')));
  }
  const auto key = request.values.find("proposal");
  if (!key) return {};
  const std::string page = links.base + "/proposals/" + http::encode(*key);
  if (!request.path.ends_with("/approve")) return page;
  return fmt::format("{}/approve?role={}&stage={}", page, http::encode(request.form.get("role")),
                     http::encode(request.form.get("stage")));
}

}  // namespace

SentForm sent_form(const http::Request& request, const PageLinks& links) {
  SentForm sent{form_page(request, links), {}};
  for (const std::string_view name : {"comment", "reason"}) {
    if (sent.written.empty()) sent.written = trim(request.form.get(name));
  }
  return sent;
}

}  // namespace milepost::web
