// The forms of a tracking issue: that it is made, its items and comments. What it shows is on the
// proposal's page.
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/track/track.h"

namespace milepost::track {

namespace {

std::optional<ItemAction> action_named(std::string_view word) {
  if (word == "tick" || word.empty()) return ItemAction::kTick;
  if (word == "untick") return ItemAction::kUntick;
  if (word == "not-applicable") return ItemAction::kNotApplicable;
  if (word == "agree") return ItemAction::kAgree;
  if (word == "disagree") return ItemAction::kDisagree;
  return std::nullopt;
}

template <typename Options>
Options options_of(const http::Request& request, const Visit& visit) {
  Options options;
  options.subject = subject_of_key(request.values.get("proposal"));
  options.release = request.form.get("release");
  options.person = visit.visitor.handle;
  options.comment = std::string(trim(request.form.get("comment")));
  return options;
}

http::Response answer(const http::Request& request, const Visit& visit,
                      const Result<TrackOutcome>& outcome, const std::string& done,
                      std::string_view at) {
  if (!outcome) return error_page(visit, outcome.error());
  return http::redirect(fmt::format(
      "{}{}#{}", proposal_href(visit.links, subject_of_key(request.values.get("proposal"))),
      outcome_query(visit, done, {}), at));
}

http::Response mark(const http::Request& request, const Visit& visit) {
  auto options = options_of<MarkOptions>(request, visit);
  options.item = request.form.get("item");
  const auto action = action_named(request.form.get("action"));
  if (!action) return error_page(visit, 422, "there is no such thing to do with an item");
  options.action = *action;
  const bool ticks = *action == ItemAction::kTick;
  return answer(request, visit, mark_item(*visit.to_record(), options), ticks ? "ticked" : "marked",
                "Tracking");
}

http::Response make_issue(const http::Request& request, const Visit& visit) {
  NewIssueOptions options;
  options.subject = subject_of_key(request.values.get("proposal"));
  options.person = visit.visitor.handle;
  const auto draft = new_issue(*visit.to_record(), options);
  return answer(request, visit, draft.map(&IssueDraft::outcome), "issue", "Tracking");
}

http::Response comment(const http::Request& request, const Visit& visit) {
  const auto options = options_of<TrackOptions>(request, visit);
  return answer(request, visit, add_comment(*visit.to_record(), options), "commented", "Timeline");
}

constexpr Guard kRecords{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};

constexpr Route kRows[] = {
    {http::Method::kPost,
     "/proposals/{proposal}/tick",
     kRecords,
     Precondition::kProposal,
     mark,
     {}},
    {http::Method::kPost,
     "/proposals/{proposal}/track",
     kRecords,
     Precondition::kProposal,
     make_issue,
     {}},
    {http::Method::kPost,
     "/proposals/{proposal}/comment",
     kRecords,
     Precondition::kProposal,
     comment,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::track
