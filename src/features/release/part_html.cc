#include "features/release/part_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "features/common/remedy_html.h"
#include "features/common/values_html.h"
#include "features/release/actions.h"
#include "features/release/board_html.h"
#include "features/release/board_text.h"
#include "features/review/given_approvals.h"

namespace milepost::release {

namespace {

Json done_by(const Visit& visit, const Action& action, Instant now) {
  const std::string people[] = {action.by};
  return {{"who", people_json(visit, action.by.empty() ? std::span<const std::string>() : people)},
          {"time", time_json(action.time, now)},
          {"why", action.comment}};
}

// Whether the visitor could do it, as far as that depends on who they are.
bool is_open_to(const Visit& visit, const Card& card, const Remedy& remedy) {
  const auto* const command = std::get_if<remedy::Command>(&remedy.what);
  if (!command) return true;
  const std::string& handle = visit.visitor.handle;
  if (std::holds_alternative<remedy::OptIn>(*command)) {
    return visit.visitor.signed_in() &&
           check_may(*visit.workspace, card, ReleaseAction::kOptIn, handle).has_value();
  }
  const auto* const approve = std::get_if<remedy::Approve>(command);
  if (!approve) return true;
  const auto held = review::roles_to_approve_as(*visit.workspace, card, handle);
  return approve->role.empty() ? !held.empty()
                               : std::ranges::find(held, approve->role) != held.end();
}

Json condition_html(const Visit& visit, const Card& card, Verdict verdict, const std::string& tag) {
  std::erase_if(verdict.remedies,
                [&](const Remedy& remedy) { return !is_open_to(visit, card, remedy); });
  Json details = Json::array();
  for (const Detail& detail : verdict.details) {
    details.push_back({{"text", detail.text}, {"note", detail.note}});
  }
  const auto remedy = best_remedy(verdict, visit.links);
  return {{"message", verdict.message},
          {"holds", verdict.holds == Holds::kYes},
          {"missing", verdict.holds == Holds::kNo},
          {"unknown", verdict.holds == Holds::kUnknown},
          {"details", std::move(details)},
          {"who", people_json(visit, verdict.who)},
          {"role", verdict.role_title},
          {"remedy", remedy ? remedy_html(*remedy, visit.visitor, tag) : Json()}};
}

// What people do about a part, with what the form asks for.
struct PartForm {
  ReleaseAction action;
  std::string_view id, title, button;
  bool reason = false;  // it is needed
  bool stage = false, to = false;
};

constexpr PartForm kOptIn{ReleaseAction::kOptIn, "opt-in", "Opt in", "Opt in", false, true};
constexpr PartForm kOptOut{ReleaseAction::kOptOut, "opt-out", "Opt out", "Opt out"};
constexpr PartForm kDefer{
    ReleaseAction::kDefer, "defer", "Defer to another release", "Defer", true, false, true};
constexpr PartForm kRemove{ReleaseAction::kRemove, "remove", "Remove from the release", "Remove",
                           true};
constexpr PartForm kRestore{ReleaseAction::kRestore, "restore", "Bring it back", "Restore", true};

// What makes sense as things are; who may is another question.
std::vector<PartForm> forms_for(const Participation* part) {
  const ParticipationState state = part ? part->state : ParticipationState::kUndecided;
  switch (state) {
    case ParticipationState::kIn: return {kOptOut, kDefer, kRemove};
    case ParticipationState::kRemoved:
    case ParticipationState::kDeferred: return {kRestore};
    case ParticipationState::kUndecided: return {kOptIn, kDefer, kRemove};
    case ParticipationState::kOut: break;
  }
  return {kOptIn};
}

// "opted in", as it was decided last.
std::string_view decision_words(const Participation& part) {
  switch (part.state) {
    case ParticipationState::kIn: return "opted in";
    case ParticipationState::kOut: return "opted out";
    case ParticipationState::kRemoved: return "removed";
    case ParticipationState::kDeferred: return "deferred";
    case ParticipationState::kUndecided: break;
  }
  return "not decided";
}

class PartPage {
 public:
  PartPage(const Visit& visit, const ReleasePart& part, const http::Fields& form)
      : visit_(visit), part_(part), form_(form), process_(visit.workspace->process()) {}

  Json page() {
    const ReleaseEntry* const entry = part_.entry;
    const std::string& release = part_.view.calendar.release;
    Json page = proposal_json(visit_, part_.card);
    const std::string key = page["key"];
    page["release"] = release;
    page["release_href"] = page_href(visit_, "/release/" + http::encode(release));
    page["in"] = entry != nullptr;
    page["state"] = entry ? state_text(*entry) : "not in it";
    page["tone"] = entry ? tone_of(entry->state) : "quiet";
    page["step"] = entry ? step_text(*entry) : std::string();
    page["decided"] = Json();
    if (const Participation* const taken = participation()) {
      page["decided"] = done_by(visit_, taken->action, part_.view.now);
      page["decided"]["what"] = decision_words(*taken);
    }
    page["freezes"] = freezes();
    page["forms"] = forms();
    page["offers_opt_in"] = std::ranges::any_of(
        page["forms"], [](const Json& form) { return form["id"] == kOptIn.id; });
    page["refusals"] = refusals_;
    page["action"] = fmt::format("{}/release/{}/proposals/{}", visit_.links.base,
                                 http::encode(release), http::encode(key));
    page["match"] = part_.tag;
    page["log_href"] = fmt::format("{}/log?proposal={}", visit_.links.base, http::encode(key));
    return page;
  }

 private:
  const Participation* participation() const {
    return part_.entry && part_.entry->participation ? &*part_.entry->participation : nullptr;
  }

  bool may(ReleaseAction action, bool tell = false) {
    if (!visit_.visitor.signed_in()) return false;
    const auto found = check_may(*visit_.workspace, part_.card, action, visit_.visitor.handle);
    if (!found && tell) refusals_.push_back(found.error().message);
    return found.has_value();
  }

  Json forms() {
    Json list = Json::array();
    for (const PartForm& form : forms_for(participation())) {
      const bool may_act = may(form.action, true);
      // Where links to it arrive, also for whom it is not.
      if (!may_act && form.action != ReleaseAction::kOptIn) continue;
      list.push_back({{"id", form.id},
                      {"may", may_act},
                      {"title", form.title},
                      {"button", form.button},
                      {"needs_reason", form.reason},
                      {"reason", form_.get("reason")},
                      {"stages", form.stage ? stages() : Json::array()},
                      {"has_stages", form.stage && process_.rank(process_.first_stage())},
                      {"releases", form.to ? later_releases() : Json::array()},
                      {"has_releases", form.to}});
    }
    return list;
  }

  Json stages() const {
    Json list = Json::array();
    const std::string aim = part_.entry ? part_.entry->to_stage : part_.card.stage;
    for (const std::string& stage : process_.stage_names()) {
      list.push_back({{"name", stage}, {"chosen", stage == aim}});
    }
    return list;
  }

  Json later_releases() const {
    Json list = Json::array();
    const auto own = parse_version(part_.view.calendar.release);
    const auto& calendar = visit_.workspace->calendar();
    if (!calendar || !own) return list;
    for (const Release& release : calendar->all()) {
      if (*own < release.version) list.push_back(to_string(release.version));
    }
    return list;
  }

  Json freezes() {
    Json list = Json::array();
    for (const ReleaseDate& date : part_.view.calendar.dates) {
      if (!date.freeze) continue;
      const FreezeEntry* const freeze = find(date.id);
      Json one = {{"id", date.id},
                  {"title", date.title},
                  {"when", "not set"},
                  {"time", Json()},
                  {"state", ""},
                  {"tone", "quiet"},
                  {"folded", freeze && freeze->due == FreezeDue::kLater},
                  {"conditions", Json::array()},
                  {"exception", exception(date.id)}};
      const auto deadline = freeze ? freeze->deadline : date.at;
      if (deadline) {
        one["when"] = fmt::format("{}, {}", from_now(*deadline, part_.view.now),
                                  deadline_text(*deadline, part_.view.calendar.anywhere_on_earth));
        one["time"] = time_json(*deadline, part_.view.now);
      }
      if (freeze) {
        one["state"] = name(freeze->state);
        one["tone"] = tone_of(freeze->state);
        for (const auto* const verdicts : {&freeze->missing, &freeze->settled}) {
          for (const Verdict& verdict : *verdicts) {
            one["conditions"].push_back(condition_html(visit_, part_.card, verdict, part_.tag));
          }
        }
      }
      list.push_back(std::move(one));
    }
    return list;
  }

  const FreezeEntry* find(const std::string& id) const {
    if (!part_.entry) return nullptr;
    const auto found = std::ranges::find(part_.entry->freezes, id, &FreezeEntry::id);
    return found == part_.entry->freezes.end() ? nullptr : &*found;
  }

  // What was asked and decided, and what the visitor can do about it.
  Json exception(const std::string& freeze) {
    Json value = {{"asked", Json()},
                  {"decided", Json()},
                  {"approved", false},
                  {"until", ""},
                  {"may_ask", false},
                  {"may_decide", false},
                  {"again", form_.get("freeze") == freeze},
                  {"until_given", form_.get("freeze") == freeze ? form_.get("until") : ""},
                  {"reason", form_.get("freeze") == freeze ? form_.get("reason") : ""}};
    if (!part_.entry) return value;
    const auto found = std::ranges::find(part_.entry->exceptions, freeze, &ExceptionState::freeze);
    const bool asked = found != part_.entry->exceptions.end();
    if (asked) {
      value["asked"] = done_by(visit_, found->requested, part_.view.now);
      value["until"] = found->until;
      value["approved"] = found->approved;
      if (found->decided) value["decided"] = done_by(visit_, *found->decided, part_.view.now);
    }
    value["may_decide"] = asked && !found->decided && may(ReleaseAction::kDecide);
    const FreezeEntry* const entry = find(freeze);
    const bool lacks = entry && !entry->missing.empty();
    const bool removed_here = participation() && participation()->freeze == freeze;
    value["may_ask"] =
        (!asked || found->decided) && (lacks || removed_here) && may(ReleaseAction::kException);
    return value;
  }

  const Visit& visit_;
  const ReleasePart& part_;
  const http::Fields& form_;
  const Process& process_;
  std::vector<std::string> refusals_;  // what the visitor may not, and who may
};

}  // namespace

Json part_html(const Visit& visit, const ReleasePart& part, const http::Fields& form) {
  return PartPage(visit, part, form).page();
}

}  // namespace milepost::release
