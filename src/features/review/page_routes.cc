// The page on which somebody approves, which shows what, and the forms of reviews.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/diff/diff.h"
#include "features/diff/diff_html.h"
#include "features/review/approved_part.h"
#include "features/review/given_approvals.h"
#include "features/review/review.h"
#include "render/markdown_html.h"
#include "workspace/examine.h"

namespace milepost::review {

namespace {

std::string subject_asked(const http::Request& request) {
  return subject_of_key(request.values.get("proposal"));
}

ReviewOptions options_of(const http::Fields& fields, const Visit& visit, std::string subject,
                         ReviewAction action) {
  ReviewOptions options;
  options.subject = std::move(subject);
  options.action = action;
  options.role = fields.get("role");
  options.stage = fields.get("stage");
  options.comment = std::string(trim(fields.get("comment")));
  options.concern = fields.get("concern");
  options.person = visit.visitor.handle;
  return options;
}

// Roles to choose from, as links to this page.
Json roles_html(const Visit& visit, const Card& card, const std::vector<std::string>& roles,
                const std::string& chosen, const std::string& stage) {
  Json list = Json::array();
  for (const std::string& id : roles) {
    const Role* const role = visit.workspace->process().find_role(id);
    list.push_back({{"title", role->title},
                    {"chosen", id == chosen},
                    {"href", fmt::format("{}/approve?role={}&stage={}", proposal_href(visit, card),
                                         http::encode(id), http::encode(stage))}});
  }
  return list;
}

std::string stage_to_approve(const Process& process, const Card& card, const std::string& asked) {
  if (!asked.empty()) return asked;
  const bool first = card.stage.empty() && !process.ladders.empty();
  return first ? std::string(process.first_stage()) : card.stage;
}

// The text that is approved, rendered.
std::string text_html(const Selected& selected, const Role& role, const std::string& stage) {
  const Examined examined = examine(selected, stage);
  if (!examined.proposal || examined.proposal->document_missing) return {};
  const JudgedText text{*examined.proposal, examined.judgement};
  return render_markdown(approved_markdown(selected.at->process(), text, role)).html;
}

// What changed since the person last approved as this; false for the first time.
Json since_html(const Visit& visit, const std::string& subject, const std::string& role) {
  const auto diff = diff::diff_approved(*visit.workspace, {subject, role, visit.visitor.handle});
  return diff ? diff::diff_html(*diff) : Json(false);
}

Json files_html(const std::vector<FileChange>& changes) {
  Json list = Json::array();
  for (const FileChange& change : changes) list.push_back({{"path", change.path}});
  return list;
}

http::Response show_approve(const http::Request& request, const Visit& visit) {
  const std::string subject = subject_asked(request);
  const auto selection = visit.workspace->select_one(subject);
  if (!selection) return error_page(visit, 404, selection.error().message);
  const Selected& selected = selection->proposals.front();
  const Card& card = *selected.card;
  const Process& process = selected.at->process();
  const auto tag = proposal_tag(*visit.workspace, card);
  if (!tag) return error_page(visit, tag.error());

  const auto held = roles_to_approve_as(*selected.at, card, visit.visitor.handle);
  ReviewOptions options = options_of(request.query, visit, subject, ReviewAction::kApprove);
  if (options.role.empty() && held.size() == 1) options.role = held.front();
  options.stage = stage_to_approve(process, card, options.stage);
  options.dry_run = true;
  const Role* const role = process.find_role(options.role);
  // Who may as several chooses first.
  const bool asks = options.role.empty() && held.size() > 1;
  const Result<ReviewOutcome> outcome =
      asks ? Result<ReviewOutcome>(failure("")) : record_review(*visit.workspace, options);
  Json data = {{"proposal", proposal_json(visit, card)},
               {"handle", visit.visitor.handle},
               {"role", options.role},
               {"role_title", role && outcome ? role->title : std::string()},
               {"stage", options.stage},
               {"roles", roles_html(visit, card, held, options.role, options.stage)},
               {"choose", held.size() > 1},
               {"asks", asks},
               {"match", *tag},
               {"action", proposal_href(visit, card) + "/approve"},
               {"error", outcome ? std::string() : public_message(outcome.error())},
               {"what", outcome ? outcome->what : std::string()},
               {"already", outcome && outcome->already},
               {"files", outcome ? files_html(outcome->changes) : Json::array()},
               {"has_files", outcome && !outcome->changes.empty()},
               {"text", outcome && role ? text_html(selected, *role, options.stage) : ""},
               {"diff", outcome ? since_html(visit, subject, options.role) : Json(false)}};
  return page_response(visit,
                       {.file = "approve",
                        .title = "Approve " + heading(card),
                        .at = "proposals",
                        .status = outcome || asks ? 200 : http_status(outcome.error()),
                        .narrow = true},
                       std::move(data));
}

// Records it and leads back; what is refused is said in words.
http::Response record(const http::Request& request, const Visit& visit, ReviewAction action,
                      std::string_view done) {
  const std::string subject = subject_asked(request);
  const auto outcome =
      record_review(*visit.to_record(), options_of(request.form, visit, subject, action));
  if (!outcome) return error_page(visit, outcome.error());
  return http::redirect(fmt::format("{}{}#Reviews", proposal_href(visit, outcome->proposal),
                                    outcome_query(visit, std::string(done), {})));
}

http::Response approve(const http::Request& request, const Visit& visit) {
  return record(request, visit, ReviewAction::kApprove, "approved");
}
http::Response withdraw(const http::Request& request, const Visit& visit) {
  return record(request, visit, ReviewAction::kWithdraw, "withdrawn");
}
http::Response raise_concern(const http::Request& request, const Visit& visit) {
  return record(request, visit, ReviewAction::kConcern, "concern");
}
http::Response resolve(const http::Request& request, const Visit& visit) {
  return record(request, visit, ReviewAction::kResolve, "resolved");
}
http::Response hold(const http::Request& request, const Visit& visit) {
  return record(request, visit, ReviewAction::kHold, "held");
}
http::Response unhold(const http::Request& request, const Visit& visit) {
  return record(request, visit, ReviewAction::kUnhold, "unheld");
}

constexpr Guard kAsks{Caller::kPerson, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr Guard kRecords{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};
constexpr auto kPost = http::Method::kPost;
constexpr auto kMatch = Precondition::kProposal;

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/proposals/{proposal}/approve",
     kAsks,
     Precondition::kFree,
     show_approve,
     {}},
    {kPost, "/proposals/{proposal}/approve", kRecords, kMatch, approve, {}},
    {kPost, "/proposals/{proposal}/withdraw", kRecords, kMatch, withdraw, {}},
    {kPost, "/proposals/{proposal}/concern", kRecords, kMatch, raise_concern, {}},
    {kPost, "/proposals/{proposal}/resolve", kRecords, kMatch, resolve, {}},
    {kPost, "/proposals/{proposal}/hold", kRecords, kMatch, hold, {}},
    {kPost, "/proposals/{proposal}/unhold", kRecords, kMatch, unhold, {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::review
