// The page of what changed in a proposal: between two of its versions, or since an approval.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/diff/diff.h"
#include "features/diff/diff_html.h"
#include "features/diff/words.h"
#include "store/record.h"

namespace milepost::diff {

namespace {

// Versions of the proposal that git has, the newest first, to choose from.
Json versions_html(const Workspace& workspace, const Card& card, const std::string& chosen) {
  constexpr std::size_t kMost = 200;
  Json list = Json::array();
  const auto& past = workspace.past();
  const Lifespan* const lifespan = past ? past->history.find(called(card)) : nullptr;
  if (!lifespan) return list;
  for (auto version = lifespan->versions.rbegin();
       version != lifespan->versions.rend() && list.size() < kMost; ++version) {
    const Landing& landing = past->history.commits[version->commit];
    const std::string id = landing.id.brief();
    list.push_back(
        {{"id", id},
         {"text", fmt::format("{} {} {}", to_string(date_of(landing.time)), id, landing.author)},
         {"chosen", !chosen.empty() && (id == chosen || chosen.starts_with(id))}});
  }
  return list;
}

Result<ProposalDiff> diff_asked(const http::Request& request, const Visit& visit,
                                const std::string& subject) {
  const std::string since = request.query.get("since");
  if (since == "my-approval" || since == "approval") {
    const std::string by = since == "my-approval" ? visit.visitor.handle : request.query.get("by");
    if (since == "my-approval" && by.empty()) {
      return failure("sign in to see what changed since your approval");
    }
    return diff_approved(*visit.workspace, {subject, request.query.get("role"), by});
  }
  DiffOptions options{subject, request.query.get("from"), request.query.get("to")};
  // The version before the last.
  if (options.from.empty()) {
    TRY(const auto selection, visit.workspace->select_one(subject));
    TRY(const Past& past, visit.workspace->past());
    const Lifespan* const lifespan = past.history.find(called(*selection.proposals.front().card));
    if (!lifespan) return failure("git knows no version of it yet");
    const std::size_t count = lifespan->versions.size();
    options.from =
        past.history.commits[lifespan->versions[count < 2 ? 0 : count - 2].commit].id.brief();
  }
  TRY(const auto newer, options.to.empty() ? Result<Workspace::Pointer>(visit.workspace)
                                           : visit.workspace->at(options.to));
  return diff_proposal(*newer, options);
}

// Whether the record has an approval by the visitor.
bool has_approved(const Visit& visit, const Card& card) {
  const auto& record = visit.workspace->record();
  if (!visit.visitor.signed_in() || !record || !(*record)->store().is_there()) return false;
  const auto state = (*record)->state_of(card);
  return state && std::ranges::any_of(state->approvals, [&](const ApprovalState& approval) {
           return equal_ignoring_case(approval.action.by, visit.visitor.handle);
         });
}

http::Response show_diff(const http::Request& request, const Visit& visit) {
  const std::string subject = subject_of_key(request.values.get("proposal"));
  const auto selection = visit.workspace->select_one(subject);
  if (!selection) return error_page(visit, 404, selection.error().message);
  const Card& card = *selection->proposals.front().card;
  const auto diff = diff_asked(request, visit, subject);
  const std::string from = diff ? diff->before.revision : request.query.get("from");
  const std::string to = request.query.get("to");
  Json data = {
      {"proposal", proposal_json(visit, card)},
      {"before", diff ? revision_text(diff->before) : std::string()},
      {"after", diff ? revision_text(diff->after) : std::string()},
      {"error", diff ? std::string() : diff.error().message},
      {"action", proposal_href(visit, card) + "/diff"},
      {"from_versions", versions_html(*visit.workspace, card, from)},
      {"to_versions", versions_html(*visit.workspace, card, to)},
      {"mine", has_approved(visit, card) ? proposal_href(visit, card) + "/diff?since=my-approval"
                                         : std::string()},
      {"diff", diff ? diff_html(*diff) : Json(false)}};
  return page_response(visit,
                       {.file = "diff",
                        .title = "What changed in " + heading(card),
                        .at = "proposals",
                        .status = diff ? 200 : 422,
                        .middle = true},
                       std::move(data));
}

constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};

constexpr Route kRows[] = {
    {http::Method::kGet, "/proposals/{proposal}/diff", kReads, Precondition::kFree, show_diff, {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::diff
