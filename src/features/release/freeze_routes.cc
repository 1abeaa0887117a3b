// The pages of one freeze: planned, confirmed, applied, undone, and told.
#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/release/freeze.h"
#include "features/release/freeze_html.h"
#include "features/release/kept_view.h"
#include "features/release/messages_text.h"
#include "features/release/undo.h"
#include "features/release/web_pages.h"

namespace milepost::release::pages {

namespace {

FreezeOptions options_of(const http::Request& request, const Visit& visit,
                         const http::Fields& given) {
  FreezeOptions options;
  options.release = request.values.get("release");
  options.freeze = request.values.get("freeze");
  options.actor = visit.visitor.handle;
  for (const std::string_view except : given.all("except")) options.except.emplace_back(except);
  options.reason = given.get("reason");
  return options;
}

std::string address_of(const http::Request& request, const Visit& visit, std::string_view page) {
  return fmt::format("{}/release/{}/{}/{}", visit.links.base,
                     http::encode(request.values.get("release")), page,
                     http::encode(request.values.get("freeze")));
}

bool lacks_reason(const FreezeOptions& options) {
  return !options.except.empty() && trim(options.reason).empty();
}

http::Response plan_page(const http::Request& request, const Visit& visit,
                         const std::string& refused) {
  const auto plan = kept_plan(visit, request.values.get("release"), request.values.get("freeze"));
  if (!*plan) return error_page(visit, plan->error());
  // What was chosen before something was refused stays chosen.
  const http::Fields& given = request.form.empty() ? request.query : request.form;
  Json page = freeze_html(visit, **plan, given.all("except"));
  page["outcome"] = outcome_json(request, visit);
  if (!refused.empty()) page["outcome"]["refused"] = refused;
  page["reason"] = given.get("reason");
  page["lacks_reason"] = lacks_reason(options_of(request, visit, given)) && !refused.empty();
  return page_response(
      visit,
      {.file = "freeze",
       .title = fmt::format("{} of {}", (*plan)->title, (*plan)->view.calendar.release),
       .at = "release",
       .status = refused.empty() ? 200 : 422,
       .middle = true},
      std::move(page));
}

// What would be recorded; the person is known, and may be refused.
Result<FreezePlan> dry_run(const Workspace& workspace, FreezeOptions options) {
  options.apply = true;
  options.dry_run = true;
  return freeze_release(workspace, options);
}

http::Response messages_in(const http::Request& request, const Visit& visit, std::string_view type,
                           std::string (*render)(const FreezeMessages&)) {
  MessagesOptions options;
  options.release = request.values.get("release");
  options.freeze = request.values.get("freeze");
  const auto messages = freeze_messages(*visit.workspace, options);
  if (!messages) return error_page(visit, messages.error());
  return http::text_response(200, std::string(type), render(*messages));
}

http::Response messages_page(const http::Request& request, const Visit& visit,
                             const std::string& refused) {
  MessagesOptions options;
  options.release = request.values.get("release");
  options.freeze = request.values.get("freeze");
  const auto messages = freeze_messages(*visit.workspace, options);
  if (!messages) return error_page(visit, messages.error());
  Json page = messages_html(visit, *messages);
  page["outcome"] = outcome_json(request, visit);
  if (!refused.empty()) page["outcome"]["refused"] = refused;
  page["href"] = address_of(request, visit, "messages");
  page["where"] = request.form.get("where");
  return page_response(visit,
                       {.file = "messages",
                        .title = fmt::format("Messages about the {}", messages->plan.title),
                        .at = "release",
                        .status = refused.empty() ? 200 : 422,
                        .middle = true},
                       std::move(page));
}

// What was not recorded of some rows, in a sentence; "" when all was.
std::string refusals_of(const std::vector<FreezeRow>& rows) {
  std::vector<std::string> texts;
  for (const FreezeRow& row : rows) {
    if (!row.refused.empty()) {
      texts.push_back(fmt::format("{}: {}", row.proposal.heading(), row.refused));
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

http::Response done(const Visit& visit, std::string_view href, const std::string& text,
                    const std::string& refused) {
  return http::redirect(std::string(href) + outcome_query(visit, text, refused));
}

}  // namespace

http::Response show_freeze(const http::Request& request, const Visit& visit) {
  return plan_page(request, visit, {});
}

http::Response confirm_freeze(const http::Request& request, const Visit& visit) {
  const FreezeOptions options = options_of(request, visit, request.query);
  if (lacks_reason(options)) {
    return plan_page(request, visit, "Say why those are kept: the reason is recorded.");
  }
  const auto plan = dry_run(*visit.workspace, options);
  if (!plan) return plan_page(request, visit, plan.error().message);
  return page_response(visit,
                       {.file = "freeze_confirm",
                        .title = fmt::format("Apply the {}?", plan->title),
                        .at = "release",
                        .middle = true},
                       confirm_html(visit, *plan, options.except, options.reason));
}

http::Response apply_freeze(const http::Request& request, const Visit& visit) {
  FreezeOptions options = options_of(request, visit, request.form);
  const auto workspace = visit.to_record();
  // What was confirmed is what is recorded, or nothing is.
  const auto now = dry_run(*workspace, options);
  if (!now) return plan_page(request, visit, now.error().message);
  if (rows_of(*now) != request.form.get("confirmed")) {
    return plan_page(
        request, visit,
        fmt::format("Nothing was recorded, since it is not what you confirmed: it would "
                    "be {} now. Look again.",
                    numbers_of(*now)));
  }
  options.apply = true;
  const auto plan = freeze_release(*workspace, options);
  if (!plan) return plan_page(request, visit, "Nothing was recorded: " + plan.error().message);
  return done(visit, address_of(request, visit, "freeze"), "Recorded: " + numbers_of(*plan) + ".",
              refusals_of(plan->rows));
}

http::Response undo_applied(const http::Request& request, const Visit& visit) {
  FreezeOptions options = options_of(request, visit, request.form);
  if (trim(options.reason).empty()) {
    return plan_page(request, visit, "Say why it is undone: the reason is recorded.");
  }
  const auto undo = undo_freeze(*visit.to_record(), options);
  if (!undo) return plan_page(request, visit, "Nothing was recorded: " + undo.error().message);
  if (undo->refused()) {
    return plan_page(request, visit,
                     "Nothing was undone: it was acted on since. " + refusals_of(undo->rows));
  }
  return done(visit, address_of(request, visit, "freeze"),
              undo->rows.empty()
                  ? std::string("Nothing was left to undo.")
                  : fmt::format("Undone for {}.", counted(undo->rows.size(), "proposal")),
              {});
}

http::Response show_messages(const http::Request& request, const Visit& visit) {
  return messages_page(request, visit, {});
}

http::Response mail_messages(const http::Request& request, const Visit& visit) {
  return messages_in(request, visit, "text/plain; charset=utf-8", render_messages_mail);
}

http::Response json_messages(const http::Request& request, const Visit& visit) {
  return messages_in(request, visit, "application/json", render_messages_json);
}

http::Response markdown_messages(const http::Request& request, const Visit& visit) {
  return messages_in(request, visit, "text/markdown; charset=utf-8", render_messages_markdown);
}

http::Response mark_posted(const http::Request& request, const Visit& visit) {
  MessagesOptions options;
  options.release = request.values.get("release");
  options.freeze = request.values.get("freeze");
  for (const std::string_view one : request.form.all("proposal")) {
    options.subjects.push_back(subject_of_key(one));
  }
  // None named would mean all of them, which nobody has said.
  if (options.subjects.empty()) {
    return messages_page(request, visit,
                         "Nothing was recorded: choose at least one message that you posted.");
  }
  options.unposted = true;
  options.posted = true;
  options.where = request.form.get("where");
  options.actor = visit.visitor.handle;
  const auto messages = freeze_messages(*visit.to_record(), options);
  if (!messages) {
    return messages_page(request, visit, "Nothing was recorded: " + messages.error().message);
  }
  const std::string refused = refusals_of(messages->rows);
  const auto recorded = std::ranges::count_if(
      messages->rows, [](const FreezeRow& row) { return row.refused.empty(); });
  return done(
      visit, address_of(request, visit, "messages"),
      fmt::format("{} marked as posted.", counted(static_cast<std::size_t>(recorded), "message")),
      refused);
}

}  // namespace milepost::release::pages
