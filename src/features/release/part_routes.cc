// The page of a proposal's part in a release, and what is done there.
#include <algorithm>

#include <fmt/format.h>

#include "features/common/api.h"
#include "features/common/card_of_key.h"
#include "features/common/remedy_html.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/release/actions.h"
#include "features/release/board_text.h"
#include "features/release/kept_view.h"
#include "features/release/part_html.h"
#include "features/release/web_pages.h"

namespace milepost::release::pages {

namespace {

const ReleaseEntry* find_entry(const ReleaseView& view, const std::string& stream) {
  const auto found = std::ranges::find(view.entries, stream, &ReleaseEntry::stream);
  return found == view.entries.end() ? nullptr : &*found;
}

// The proposal that an address names; of one whose files are gone, what the record calls it.
struct Subject {
  Subject(const Workspace& workspace, const std::string& key)
      : here(card_of_key(workspace, key)), gone(gone_card(subject_of_key(key))) {}

  const Card& card() const { return here ? *here : gone; }
  std::string stream() const { return stream_of(card()); }

  const Card* here;
  Card gone;
};

http::Response part_page(const http::Request& request, const Visit& visit,
                         const std::string& refused) {
  const auto view = kept_view(visit, request.values.get("release"));
  if (!*view) return error_page(visit, view->error());
  const Subject subject(*visit.workspace, request.values.get("proposal"));
  const ReleaseEntry* const entry = find_entry(**view, subject.stream());
  if (!subject.here && !entry) return error_page(visit, 404, "There is no such proposal.");
  const Card& card = subject.card();
  const auto tag = proposal_tag(*visit.workspace, card);
  if (!tag) return error_page(visit, tag.error());
  Json page = part_html(visit, {**view, entry, card, *tag}, request.form);
  page["outcome"] = outcome_json(request, visit);
  if (!refused.empty()) page["outcome"]["refused"] = refused;
  return page_response(visit,
                       {.file = "release_part",
                        .title = fmt::format("{} in {}", called(card), (*view)->calendar.release),
                        .at = "release",
                        .status = refused.empty() ? 200 : 422,
                        .middle = true},
                       std::move(page));
}

// "opted in to v1.38. The PRR freeze …"
std::string sentence_of(const ReleaseActionResult& result) {
  std::string text = fmt::format("{}: {}.", result.proposal.called(), result.done);
  if (result.already) text += " It was so before; nothing was recorded.";
  for (const std::string& note : result.notes) text += " " + note + ".";
  return text;
}

http::Response act(const http::Request& request, const Visit& visit, ReleaseAction action) {
  ReleaseActionsOptions options;
  options.release = request.values.get("release");
  const Subject subject(*visit.workspace, request.values.get("proposal"));
  const auto view = kept_view(visit, options.release);
  if (!*view) return error_page(visit, view->error());
  if (!subject.here && !find_entry(**view, subject.stream())) {
    return error_page(visit, 404, "There is no such proposal.");
  }
  options.subjects = {called(subject.card())};
  options.actor = visit.visitor.handle;
  options.what.action = action;
  options.what.reason = request.form.get("reason");
  options.what.to = request.form.get("to");
  options.what.freeze = request.form.get("freeze");
  options.what.until = request.form.get("until");
  options.what.stage = request.form.get("stage");
  options.what.approve = request.form.get("decision") == "approve";
  const auto results = act_on_release(*visit.to_record(), options);
  if (!results) return part_page(request, visit, results.error().message);
  const ReleaseActionResult& result = results->front();
  if (!result.refused.empty()) return part_page(request, visit, result.refused);
  return http::redirect(fmt::format(
      "{}/release/{}/proposals/{}{}", visit.links.base, http::encode(options.release),
      http::encode(request.values.get("proposal")), outcome_query(visit, sentence_of(result), "")));
}

http::Response choices_page(const http::Request& request, const Visit& visit,
                            const std::vector<const Card*>& cards, const std::string& refused) {
  const auto view = kept_view(visit, request.values.get("release"));
  if (!*view) return error_page(visit, view->error());
  Json rows = Json::array();
  for (const Card* const one : cards) {
    const Card& card = *one;
    Json row = proposal_json(visit, card);
    const ReleaseEntry* const entry = find_entry(**view, stream_of(card));
    const auto may = check_may(*visit.workspace, card, ReleaseAction::kOptIn, visit.visitor.handle);
    row["step"] = entry ? step_text(*entry) : card.stage;
    row["may"] = may.has_value();
    row["why_not"] = may ? std::string() : may.error().message;
    rows.push_back(std::move(row));
  }
  const std::string& release = (*view)->calendar.release;
  Json page = {
      {"release", release},
      {"release_href", page_href(visit, "/release/" + http::encode(release))},
      {"action", fmt::format("{}/release/{}/opt-in", visit.links.base, http::encode(release))},
      {"none", rows.empty()},
      {"rows", std::move(rows)},
      {"outcome", outcome_json(request, visit)}};
  if (!refused.empty()) page["outcome"]["refused"] = refused;
  return page_response(visit,
                       {.file = "release_opt_in",
                        .title = "Opt in to " + release,
                        .at = "release",
                        .status = refused.empty() ? 200 : 422,
                        .middle = true},
                       std::move(page));
}

// Those of the repository that are named.
std::vector<const Card*> cards_in(const http::Fields& fields, const Workspace& workspace) {
  constexpr std::size_t kMost = 100;
  std::vector<const Card*> cards;
  for (const std::string_view key : fields.all("proposal")) {
    const Card* const card = card_of_key(workspace, key);
    if (card && cards.size() < kMost) cards.push_back(card);
  }
  return cards;
}

}  // namespace

http::Response show_part(const http::Request& request, const Visit& visit) {
  return part_page(request, visit, {});
}
http::Response opt_in(const http::Request& request, const Visit& visit) {
  return act(request, visit, ReleaseAction::kOptIn);
}
http::Response opt_out(const http::Request& request, const Visit& visit) {
  return act(request, visit, ReleaseAction::kOptOut);
}
http::Response remove(const http::Request& request, const Visit& visit) {
  return act(request, visit, ReleaseAction::kRemove);
}
http::Response defer(const http::Request& request, const Visit& visit) {
  return act(request, visit, ReleaseAction::kDefer);
}
http::Response restore(const http::Request& request, const Visit& visit) {
  return act(request, visit, ReleaseAction::kRestore);
}
http::Response ask_exception(const http::Request& request, const Visit& visit) {
  return act(request, visit, ReleaseAction::kException);
}
http::Response decide_exception(const http::Request& request, const Visit& visit) {
  const std::string decision = request.form.get("decision");
  if (decision != "approve" && decision != "reject") {
    return part_page(request, visit, "Say whether it is approved or rejected.");
  }
  return act(request, visit, ReleaseAction::kDecide);
}

http::Response choose_opt_ins(const http::Request& request, const Visit& visit) {
  return choices_page(request, visit, cards_in(request.query, *visit.workspace), {});
}

http::Response opt_in_chosen(const http::Request& request, const Visit& visit) {
  ReleaseActionsOptions options;
  options.release = request.values.get("release");
  const auto cards = cards_in(request.form, *visit.workspace);
  for (const Card* const card : cards) {
    options.subjects.push_back(api::subject_of(*visit.workspace, *card));
  }
  options.actor = visit.visitor.handle;
  if (cards.empty()) return choices_page(request, visit, {}, "None was chosen.");
  const auto results = act_on_release(*visit.to_record(), options);
  if (!results) return choices_page(request, visit, cards, results.error().message);
  std::string done;
  std::string refused;
  for (const ReleaseActionResult& result : *results) {
    const bool is_done = result.refused.empty();
    const std::string text = is_done
                                 ? sentence_of(result)
                                 : fmt::format("{}: {}.", result.proposal.called(), result.refused);
    std::string& all = is_done ? done : refused;
    all += (all.empty() ? "" : " ") + text;
  }
  return http::redirect(fmt::format("{}/release/{}{}", visit.links.base,
                                    http::encode(options.release),
                                    outcome_query(visit, done, refused)));
}

}  // namespace milepost::release::pages
