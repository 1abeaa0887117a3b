#include "features/inbox/inbox_html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/strings.h"
#include "features/common/query_terms.h"
#include "features/common/remedy_html.h"
#include "features/common/role_words.h"
#include "features/common/rosters_with.h"
#include "features/common/values_html.h"
#include "features/inbox/item_text.h"
#include "features/release/next_freezes.h"

namespace milepost::inbox {

namespace {

constexpr std::size_t kDetailsShown = 4;

// A word for the margin, and what colours it.
struct KindLabel {
  std::string_view text, tone;
};

KindLabel label_of(ItemKind kind) {
  switch (kind) {
    case ItemKind::kApprove: return {"approve", "chip-bad"};
    case ItemKind::kApproveAgain: return {"look again", "chip-warn"};
    case ItemKind::kReview: return {"review", "chip-bad"};
    case ItemKind::kConfirm: return {"confirm", ""};
    case ItemKind::kDecide: return {"decide", "chip-bad"};
    case ItemKind::kAtRisk: return {"at risk", "chip-warn"};
    case ItemKind::kRemoved: return {"removed", "chip-warn"};
    case ItemKind::kSettle: return {"settle", ""};
    case ItemKind::kAnswer: return {"answer", "chip-warn"};
    case ItemKind::kAgree: return {"agree", ""};
    case ItemKind::kTick: return {"tick", ""};
    case ItemKind::kKnow: return {"to know", ""};
    case ItemKind::kUnresolved: return {"answer", "chip-warn"};
    case ItemKind::kFreeze: return {"freeze", "chip-bad"};
    case ItemKind::kPost: return {"tell", ""};
    case ItemKind::kRejudge: return {"judge again", "chip-warn"};
    case ItemKind::kDescribe: return {"describe", ""};
  }
  return {};
}

std::string heading_of(const Inbox& inbox, const InboxItem& item) {
  switch (urgency_of(item)) {
    case Urgency::kFreeze:
      return fmt::format("Before the {}{}{}, {}", item.deadline_title,
                         item.release.empty() ? "" : " of ", item.release,
                         from_now(*item.deadline, inbox.now));
    case Urgency::kOthers: return "Others wait for it";
    case Urgency::kRest: break;
  }
  return "Later";
}

// Where the row's button leads: what the remedy says, else the proposal.
WebRemedy action_of(const Visit& visit, const Bundle& bundle) {
  const ProposalItem& first = *bundle.front();
  WebRemedy action;
  if (first.item.remedy) {
    std::vector<std::string> names;
    for (const ProposalItem* const one : bundle) names.push_back(one->proposal.called());
    const bool together = bundle.size() > 1 && takes_several(*first.item.remedy);
    action =
        web_remedy(together ? about(*first.item.remedy, names) : *first.item.remedy, visit.links);
  }
  // A form needs the version of the proposal that it is about, which its own page has.
  if (action.href.empty() || action.posts) {
    action.href = proposal_href(visit, first.proposal);
    action.label = first.item.kind == ItemKind::kTick ? "Go to the list" : "Go there";
    if (first.item.kind == ItemKind::kTick) action.href += "#Tracking";
    action.posts = false;
  }
  return action;
}

// Why it is theirs: "as a production-readiness approver, one of 6"; "" where it is said.
std::string why_theirs(const Process& process, const InboxItem& item) {
  const Role* const role = process.find_role(item.role);
  std::string text;
  if (role && item.what.find(role->title) == item.what.npos) text = "as " + role->title;
  if (item.any && item.who.size() > 1) {
    text += fmt::format("{}one of {}", text.empty() ? "" : ", ", item.who.size());
  }
  return text;
}

// "asked 3 days ago · as an approver, one of 4"
std::string circumstances_of(const Process& process, const Inbox& inbox, const InboxItem& item,
                             const Bundle& bundle) {
  std::vector<std::string> parts;
  std::optional<Instant> oldest;
  for (const ProposalItem* const one : bundle) {
    if (one->item.since && (!oldest || *one->item.since < *oldest)) oldest = one->item.since;
  }
  if (oldest && *oldest < inbox.now) {
    parts.push_back(fmt::format("{} {}", item.since_change ? "last changed" : "asked",
                                from_now(*oldest, inbox.now)));
  }
  if (std::string why = why_theirs(process, item); !why.empty()) parts.push_back(std::move(why));
  if (!item.where.empty()) parts.push_back("to be posted on " + item.where);
  return fmt::format("{}", fmt::join(parts, " · "));
}

// What a detail is shown by is a link here, not a command; a form needs the page of its proposal.
Json detail_html(const Visit& visit, const Detail& detail) {
  const WebRemedy leads = detail.remedy ? web_remedy(*detail.remedy, visit.links) : WebRemedy();
  const bool links = !leads.href.empty() && !leads.posts;
  return {{"text", links ? std::string() : line_of(detail)},
          {"href", links ? leads.href : std::string()},
          {"label", links ? leads.label : std::string()}};
}

Json bundle_html(const Visit& visit, const Inbox& inbox, const Bundle& bundle, bool first) {
  const InboxItem item = common_item(bundle);
  const KindLabel label = label_of(item.kind);
  Json proposals = Json::array();
  for (const ProposalItem* const one : bundle) {
    proposals.push_back(proposal_json(visit, one->proposal));
  }
  const bool debates = item.kind == ItemKind::kUnresolved;
  Json details = Json::array();
  Json links = Json::array();  // what leads on comes after what it is about
  for (std::size_t i = 0; i < std::min(item.details.size(), kDetailsShown); ++i) {
    Json detail = detail_html(visit, item.details[i]);
    (detail["href"].get_ref<const std::string&>().empty() ? details : links)
        .push_back(std::move(detail));
  }
  for (Json& link : links) details.push_back(std::move(link));
  const bool single = bundle.size() == 1 || debates;
  const WebRemedy action = action_of(visit, bundle);
  return {
      {"label", label.text},
      {"tone", label.tone},
      {"single", single},
      {"proposal", proposals.front()},
      {"proposals", single ? Json::array() : proposals},
      {"several", counted(bundle.size(), "proposal")},
      {"what", item.what},
      {"why", item.why},
      {"places", debates && bundle.size() > 1 ? fmt::format("in {} places", bundle.size()) : ""},
      {"circumstances", circumstances_of(visit.workspace->process(), inbox, item, bundle)},
      {"details", std::move(details)},
      {"more", item.details.size() > kDetailsShown
                   ? fmt::format("and {} more", item.details.size() - kDetailsShown)
                   : ""},
      {"primary", first},
      {"href", action.href},
      {"button", action.label}};
}

// The freeze that comes next, for who has nothing to do before it.
std::string next_freeze_text(const Visit& visit) {
  const auto& calendar = visit.workspace->calendar();
  if (!calendar || !calendar->known()) return {};
  const Process& process = visit.workspace->process();
  const Instant now = visit.workspace->now();
  const Release* const next = release::release_of_next_freeze(process, *calendar, now);
  if (!next) return {};
  for (const CalendarDate& date : process.calendar.dates) {
    const auto at = next->date(date.id);
    if (date.gate.empty() || !at || !(now < *at)) continue;
    return fmt::format("The {} of {} is {}: {}.", date.title, to_string(next->version),
                       from_now(*at, now), deadline_text(*at, process.calendar.anywhere_on_earth));
  }
  return {};
}

// Whether a proposal, a roster or an account has the name.
bool is_known(const Visit& visit, const Inbox& inbox, const std::vector<std::string>& rosters) {
  if (inbox.addressee.team || !inbox.items.empty() || !rosters.empty()) return true;
  if (equal_ignoring_case(inbox.addressee.name, visit.visitor.handle)) return true;
  return std::ranges::any_of(known_values(*visit.workspace, "person"), [&](const auto& value) {
    return equal_ignoring_case(value.first, "@" + inbox.addressee.name);
  });
}

}  // namespace

Json inbox_html(const Visit& visit, const Inbox& inbox) {
  Json groups = Json::array();
  bool first = true;
  const auto bundles = make_bundles(inbox.items);
  for (const Bundle& bundle : bundles) {
    const std::string heading = heading_of(inbox, bundle.front()->item);
    if (groups.empty() || groups.back()["heading"] != heading) {
      groups.push_back({{"heading", heading}, {"rows", Json::array()}});
    }
    groups.back()["rows"].push_back(bundle_html(visit, inbox, bundle, first));
    first = false;
  }
  const std::vector<std::string> rosters = rosters_with(*visit.workspace, inbox.addressee.name);
  const bool mine = visit.visitor.signed_in() && visit.visitor.handle == inbox.addressee.name;
  return {{"name", inbox.addressee.name},
          {"mine", mine},
          {"team", inbox.addressee.team},
          {"roles", role_words(visit.workspace->process(), rosters)},
          {"unknown", !is_known(visit, inbox, rosters)},
          {"release", inbox.release},
          {"count", counted(bundles.size(), "thing")},
          {"empty", inbox.items.empty()},
          {"next_freeze", next_freeze_text(visit)},
          {"groups", std::move(groups)},
          {"notes", page_notes(visit, inbox.notes)}};
}

}  // namespace milepost::inbox
