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
#include "git/commit_subject.h"
#include "render/table.h"
#include "store/record.h"

namespace milepost::diff {

namespace {

// A version of the proposal that git has.
struct NamedVersion {
  std::string id;
  std::string name;  // "2026-06-10 · Jane Roe"
  std::string subject;
};

// The newest first.
std::vector<NamedVersion> versions_of(const Workspace& workspace, const Card& card) {
  constexpr std::size_t kMost = 200;
  std::vector<NamedVersion> versions;
  const auto& past = workspace.past();
  const Lifespan* const lifespan = past ? past->history.find(called(card)) : nullptr;
  if (!lifespan) return versions;
  std::vector<Oid> commits;
  for (auto version = lifespan->versions.rbegin();
       version != lifespan->versions.rend() && versions.size() < kMost; ++version) {
    const Landing& landing = past->history.commits[version->commit];
    commits.push_back(landing.id);
    versions.push_back({landing.id.brief(),
                        fmt::format("{} · {}", to_string(date_of(landing.time)), landing.author),
                        ""});
  }
  const auto git = past->open_git();
  const auto subjects = git ? commit_subjects(*git, commits) : std::vector<std::string>();
  if (!subjects) return versions;
  for (std::size_t i = 0; i < subjects->size(); ++i) versions[i].subject = (*subjects)[i];
  return versions;
}

bool is_called(const NamedVersion& version, const std::string& revision) {
  return !revision.empty() && revision.starts_with(version.id);
}

// To choose from.
Json versions_html(const std::vector<NamedVersion>& versions, const std::string& chosen) {
  constexpr std::uint32_t kLongest = 72;
  Json list = Json::array();
  for (const NamedVersion& version : versions) {
    const std::string subject =
        version.subject.empty() ? version.id : fitted(version.subject, kLongest);
    list.push_back({{"id", version.id},
                    {"text", fmt::format("{} · {}", version.name, subject)},
                    {"chosen", is_called(version, chosen)}});
  }
  return list;
}

// "2026-06-10 · Jane Roe", "as it is now"
std::string side_text(const std::vector<NamedVersion>& versions, const DiffSide& side) {
  if (side.revision.empty()) return "as it is now";
  const auto found = std::ranges::find_if(
      versions, [&](const NamedVersion& version) { return is_called(version, side.revision); });
  return found == versions.end() ? revision_text(side) : found->name;
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
  const std::vector<NamedVersion> versions = versions_of(*visit.workspace, card);
  Json data = {
      {"proposal", proposal_json(visit, card)},
      {"before", diff ? side_text(versions, diff->before) : std::string()},
      {"after", diff ? side_text(versions, diff->after) : std::string()},
      {"error", diff ? std::string() : diff.error().message},
      {"action", proposal_href(visit, card) + "/diff"},
      {"from_versions", versions_html(versions, from)},
      {"to_versions", versions_html(versions, to)},
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
