#include "features/show/proposal_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/person.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "features/log/entry_words.h"
#include "features/move/gate_html.h"
#include "features/review/given_approvals.h"
#include "features/show/relations_svg.h"
#include "features/show/stage_line_html.h"
#include "features/track/tracker_html.h"
#include "gates/step.h"

namespace milepost::show {

namespace {

struct Recorded {
  std::string_view word, text, undo;
};
// What forms answer with, and how each is undone.
constexpr Recorded kRecorded[] = {
    {"approved", "Your approval is recorded, with a digest of the text.",
     "Withdraw it below, under Reviews."},
    {"withdrawn", "Your approval is withdrawn.", "Approve again to undo that."},
    {"concern", "Your concern is recorded; it closes every gate until it is resolved.",
     "Resolve it below, under Reviews."},
    {"resolved", "The concern is resolved.", "Raise it again to undo that."},
    {"held", "The proposal is held; every gate is closed until that ends.",
     "Lift the hold below, under Reviews."},
    {"unheld", "The hold is lifted.", "Hold it again to undo that."},
    {"ticked", "The item is ticked.", "Untick it below, under Tracking."},
    {"marked", "The item is marked.", "Mark it otherwise below, under Tracking."},
    {"commented", "Your comment is recorded.", ""},
    {"issue",
     "The tracking issue is made. Its description is the proposal's own until somebody confirms "
     "it.",
     ""},
};

Json recorded_html(const std::string& word) {
  const auto found = std::ranges::find(kRecorded, word, &Recorded::word);
  if (found == std::end(kRecorded)) return false;
  return {{"text", found->text}, {"undo", found->undo}};
}

struct HealthWords {
  std::string_view mark, tone, word;
};

HealthWords words_of(const ContentsLine& line) {
  const bool open = line.health == Health::kNotFilled || line.health == Health::kMissing;
  if (open) return {"○", "bad", "to write"};
  if (line.errors + line.warnings > 0) return {"◐", "warn", "with remarks"};
  if (line.health == Health::kFilled) return {"●", "good", "filled"};
  return {"·", "unknown", "not asked for"};
}

// Deeper headings, such as questions, are told of below the one they stand under.
constexpr int kDeepest = 3;

Json contents_line(std::string_view title, std::string_view href, int level,
                   const HealthWords& words) {
  return {{"title", title},     {"href", href},       {"depth", std::clamp(level - 2, 0, 3)},
          {"mark", words.mark}, {"tone", words.tone}, {"word", words.word},
          {"note", ""}};
}

Json counts_html(const ProposalPage& page) {
  return {{"due", page.due.size()},
          {"filled", std::ranges::count(page.due, Health::kFilled)},
          {"stage", page.stage},
          {"template", page.template_version},
          {"old_template", !page.current_template}};
}

void add_missing(const std::vector<SectionLine>& lines, Json& list) {
  for (const SectionLine& line : lines) {
    if (line.health == Health::kMissing) list.push_back({{"title", line.title}});
    add_missing(line.below, list);
  }
}

// Sections that the text should have and has not.
Json missing_html(const ProposalPage& page) {
  Json list = Json::array();
  add_missing(page.sections, list);
  const std::size_t count = list.size();
  return count > 0 ? Json({{"count", count}, {"sections", std::move(list)}}) : Json(false);
}

Json finding_html(const Visit& visit, const ProposalPage& page, const Finding& finding) {
  const std::string code(finding.code);
  std::string place;
  if (finding.source) {
    place = fmt::format("{}:{}", finding.source->path(),
                        finding.source->line_at(finding.span.begin) + 1);
    if (place.starts_with(page.card.path + "/")) place.erase(0, page.card.path.size() + 1);
  }
  return {{"code", code},
          {"severity", name(finding.severity)},
          {"word", severity_word(finding.severity)},
          {"message", finding.message},
          {"note", finding.note},
          {"place", place},
          {"rule_href", page_href(visit, "/rules/" + code)}};
}

Json findings_html(const Visit& visit, const ProposalPage& page) {
  Json list = Json::array();
  for (const Finding& finding : page.run.findings) {
    list.push_back(finding_html(visit, page, finding));
  }
  const std::size_t count = list.size();
  if (count == 0) return false;
  std::vector<std::string> parts;
  const auto add = [&](Severity severity, std::string_view word) {
    const std::size_t found = page.run.count(severity);
    if (found > 0) parts.push_back(counted(found, word));
  };
  add(Severity::kError, "error");
  add(Severity::kWarning, "warning");
  add(Severity::kInfo, "remark");
  return {{"count", fmt::format("{}", fmt::join(parts, ", "))},
          {"open", page.run.count(Severity::kError) > 0},
          {"list", std::move(list)}};
}

Json approvals_html(const Visit& visit, const ProposalView& view) {
  Json list = Json::array();
  const std::string here = proposal_href(visit, view.page.card);
  for (const review::GivenApproval& given : view.approvals) {
    const Approval& approval = given.approval;
    const bool mine =
        visit.visitor.signed_in() && equal_ignoring_case(approval.by, visit.visitor.handle);
    Json changes = Json::array();
    for (const std::string& change : approval.changes) changes.push_back({{"text", change}});
    const auto day = parse_date(approval.when);
    list.push_back(
        {{"mark", approval.valid ? "✓" : "✗"},
         {"tone", approval.valid ? "good" : "warn"},
         {"word", approval.valid ? "valid" : "void"},
         {"valid", approval.valid},
         {"who", "@" + approval.by},
         {"who_href", person_href(visit, approval.by)},
         {"as", given.role_title},
         {"stage", given.stage},
         {"when", day ? day_json(*day, view.now) : Json(false)},
         {"note", approval.note},
         {"changes", std::move(changes)},
         {"diff", visit.links.is_static || approval.valid
                      ? std::string()
                      : fmt::format("{}/diff?since=approval&role={}&by={}", here,
                                    http::encode(given.role), http::encode(approval.by))},
         {"mine", mine},
         {"role", given.role},
         {"again", mine && !approval.valid
                       ? fmt::format("{}/approve?role={}&stage={}", here, http::encode(given.role),
                                     http::encode(given.stage))
                       : std::string()}});
  }
  return list;
}

Json concerns_html(const Visit& visit, const ProposalView& view) {
  Json list = Json::array();
  for (const ConcernState& concern : view.state.concerns) {
    const bool open = !concern.resolved;
    list.push_back(
        {{"id", concern.id},
         {"mark", open ? "✗" : "✓"},
         {"tone", open ? "bad" : "good"},
         {"word", open ? "open" : "resolved"},
         {"who", person_text(concern.action.by)},
         {"who_href", person_href(visit, concern.action.by)},
         {"when", time_json(concern.action.time, view.now)},
         {"text", concern.action.comment},
         {"open", open},
         {"resolved", open ? std::string() : "resolved " + action_text(*concern.resolved)}});
  }
  return list;
}

Json relations_html(const Visit& visit, const ProposalView& view) {
  Json list = Json::array();
  for (const RelationLine& relation : view.page.relations) {
    const Card* const other =
        relation.path.empty() ? nullptr : visit.workspace->index().find(relation.path);
    list.push_back({{"relation", relation.relation},
                    {"text", relation.text},
                    {"href", other ? proposal_href(visit, *other) : std::string()},
                    {"dangling", !relation.resolved}});
  }
  return list;
}

Json entry_html(const Visit& visit, const log::LogEntry& entry, Instant now) {
  const bool git = entry.source == log::EntrySource::kGit;
  log::EntryWords words = log::words_of(entry);
  const bool moves = std::ranges::any_of(entry.changes, [](const log::FieldChange& change) {
    return change.field == "status" || change.field == "stage";
  });
  return {{"when", time_json(entry.time, now)},
          {"who", entry.by.empty() ? "nobody named"
                  : git            ? entry.by
                                   : "@" + entry.by},
          {"who_href", git || entry.by.empty() ? std::string() : person_href(visit, entry.by)},
          {"what", std::move(words.what)},
          {"meaning", entry.meaning},
          {"details", std::move(words.details)},
          {"comment", entry.comment},
          {"move", moves},
          {"undone",
           entry.undone ? "undone on " + to_string(date_of(entry.undone->time)) : std::string()},
          {"commit", git ? entry.reference.substr(0, 10) : std::string()}};
}

// The newest first; the first few are shown, the others folded.
Json timeline_html(const Visit& visit, const ProposalView& view) {
  constexpr std::size_t kShown = 12;
  Json first = Json::array();
  Json rest = Json::array();
  if (view.log) {
    for (auto entry = view.log->entries.rbegin(); entry != view.log->entries.rend(); ++entry) {
      (first.size() < kShown ? first : rest).push_back(entry_html(visit, *entry, view.now));
    }
  }
  const std::size_t more = rest.size();
  Json whole = false;
  if (view.log && view.log->earlier > 0) {
    whole = {{"count", view.log->earlier},
             {"href", page_href(visit, "/log") + "?proposal=" +
                          http::encode(key_of_card(visit.workspace->index(), view.page.card))}};
  }
  return {{"any", !first.empty()},
          {"first", std::move(first)},
          {"rest", more > 0 ? Json({{"count", more}, {"entries", std::move(rest)}}) : Json(false)},
          {"whole", std::move(whole)}};
}

Json chips_html(const Visit& visit, const Card& card) {
  Json chips = Json::array();
  const auto add = [&](std::string_view field, const std::string& value, std::string_view tone) {
    if (value.empty()) return;
    const std::string query = query_term(field, value);
    const bool asks = is_query(*visit.workspace, query);
    chips.push_back({{"text", value},
                     {"tone", tone},
                     {"href", asks ? query_href(visit, query) : std::string()}});
  };
  add("status", card.status, "chip-accent");
  add("stage", card.stage, "");
  add("milestone", card.latest_milestone, "");
  return chips;
}

Json people_of(const Visit& visit, const Card& card) {
  Json list = Json::array();
  const auto add = [&](std::string_view title, const std::vector<std::string>& people) {
    if (!people.empty()) list.push_back({{"title", title}, {"people", people_json(visit, people)}});
  };
  add("Authors", card.authors);
  add("Reviewers", card.reviewers);
  add("Approvers", card.approvers);
  return list;
}

Json gate_of(const Visit& visit, const ProposalView& view, const DocumentHtml* document,
             std::optional<std::vector<std::string>> approves_as) {
  if (!view.gate) return false;
  const std::string text = visit.workspace->shown_path(view.page.card.files.document);
  const auto place = [&](const Spot& spot) {
    const std::string id = document && spot.path == text ? document->id_at(spot.line) : "";
    return id.empty() ? std::string() : "#" + http::encode(id);
  };
  return move::gate_html(visit, {view.gate->proposals.front(),
                                 view.gate->anywhere_on_earth,
                                 view.now,
                                 view.tag,
                                 {view.host.edit, view.edit_metadata},
                                 place,
                                 std::move(approves_as)});
}

// Why its text is not shown; "" when it can be.
std::string unreadable_text(const ProposalPage& page) {
  if (page.run.read_errors.empty()) return {};
  const ReadError& error = page.run.read_errors.front();
  return error.path + " " + error.message;
}

}  // namespace

Json contents_html(const std::vector<ContentsLine>& contents) {
  Json list = Json::array();
  std::size_t open_below = 0;
  for (const ContentsLine& line : contents) {
    if (line.level == 1) continue;  // the title, which the page has
    const HealthWords words = words_of(line);
    if (line.level <= kDeepest || list.empty()) {
      open_below = 0;
      list.push_back(contents_line(line.title, "#" + http::encode(line.id), line.level, words));
    } else if (words.tone == "bad") {
      list.back()["note"] = fmt::format("{} to write", ++open_below);
      list.back()["mark"] = words.mark;
      list.back()["tone"] = words.tone;
    }
  }
  return list;
}

Json proposal_html(const Visit& visit, const ProposalView& view, const DocumentHtml* document,
                   const std::string& done) {
  const Card& card = view.page.card;
  const std::string acts = fmt::format("{}/proposals/{}", visit.links.base,
                                       http::encode(key_of_card(visit.workspace->index(), card)));
  const bool acting = !visit.links.is_static && visit.visitor.signed_in();
  std::optional<std::vector<std::string>> approves_as;
  if (acting) {
    approves_as = review::roles_to_approve_as(*visit.workspace, card, visit.visitor.handle);
  }
  const bool finished = view.gate && view.gate->proposals.front().finished;
  const bool approving = approves_as && !approves_as->empty() && !finished;
  const Json hold = view.state.hold ? Json({{"who", person_text(view.state.hold->by)},
                                            {"when", time_json(view.state.hold->time, view.now)},
                                            {"text", view.state.hold->comment}})
                                    : Json(false);
  Json approvals = approvals_html(visit, view);
  Json concerns = concerns_html(visit, view);
  const bool reviewed = !approvals.empty() || !concerns.empty() || view.state.hold;
  const bool lacks_issue = visit.workspace->process().tracking_of(card.kind).present() &&
                           view.state.tracker.base.empty();
  const Json people = people_of(visit, card);
  const std::string drawing = view.graph ? relations_inline(visit, card, *view.graph) : "";
  return {{"proposal", proposal_json(visit, card)},
          {"acts", acts},
          {"match", view.tag},
          {"acting", acting},
          {"approving", approving},
          {"served", !visit.links.is_static},
          {"recorded", recorded_html(done)},
          {"chips", chips_html(visit, card)},
          {"people", people},
          {"has_people", !people.empty()},
          {"authors", people_json(visit, card.authors)},
          {"changed", view.changed ? time_json(*view.changed, view.now) : Json(false)},
          {"versions", view.versions > 0 ? counted(view.versions, "version") : std::string()},
          {"diff_href", acts + "/diff"},
          {"raw_href", acts + "/raw"},
          {"edit_href", view.host.edit},
          {"view_href", view.host.view},
          {"stages", stage_line_html(visit.workspace->process(), view)},
          {"contents", document ? contents_html(document->contents) : Json::array()},
          {"document", document ? document->html : std::string()},
          {"cut", document && document->cut},
          {"unreadable", unreadable_text(view.page)},
          {"missing", missing_html(view.page)},
          {"sections", counts_html(view.page)},
          {"findings", findings_html(visit, view.page)},
          {"gate", gate_of(visit, view, document, std::move(approves_as))},
          {"no_gate", view.no_gate},
          {"hold", hold},
          {"reviewed", reviewed},
          {"approvals", std::move(approvals)},
          {"concerns", std::move(concerns)},
          {"tracking",
           view.tracker ? track::tracker_html(visit, *view.tracker, view.tag) : Json(false)},
          {"no_tracking", lacks_issue ? "It has no tracking issue yet." : view.no_tracker},
          {"make_issue", acting && lacks_issue},
          {"related", !view.page.relations.empty()},
          {"relations", relations_html(visit, view)},
          {"drawing", drawing},
          {"drawing_href",
           view.graph && !visit.links.is_static ? acts + "/relations.svg" : std::string()},
          {"timeline", timeline_html(visit, view)}};
}

}  // namespace milepost::show
