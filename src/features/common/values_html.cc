#include "features/common/values_html.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/person.h"
#include "proposal/unmerged.h"
#include "store/digest.h"

namespace milepost {

namespace {

constexpr int kMonthDays = 30;
constexpr int kYearDays = 365;

std::string ago_text(int days) {
  if (days == 0) return "today";
  if (days == 1) return "yesterday";
  if (days == -1) return "tomorrow";
  return days > 0 ? span_text(days) + " ago" : "in " + span_text(-days);
}

std::string day_text(const Date& day, const Date& today) {
  constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::string text =
      fmt::format("{} {}", day.day, kMonths[static_cast<std::size_t>(day.month - 1)]);
  return day.year == today.year ? text : fmt::format("{} {}", text, day.year);
}

bool has_index(const Visit& visit) { return visit.workspace && visit.workspace->recognised(); }

std::string key_of(const Visit& visit, const Card& card) {
  return has_index(visit) ? key_of_card(visit.workspace->index(), card) : proposal_key(card);
}

std::string key_of(const Visit& visit, const ProposalRef& proposal) {
  if (has_index(visit) && !proposal.number.empty()) {
    const Index& index = visit.workspace->index();
    const auto same = index.by_number.find(proposal.number);
    if (same != index.by_number.end() && same->second.size() > 1) {
      for (const std::size_t i : same->second) {
        const Card& card = index.cards[i];
        if (visit.workspace->shown_path(card.path) == proposal.path) {
          return key_of_card(index, card);
        }
      }
    }
  }
  return key_of_called(proposal.called());
}

std::string href_of_key(const Visit& visit, std::string_view key) {
  return page_href(visit, "/proposals/" + http::encode(key));
}

}  // namespace

std::string page_href(const Visit& visit, std::string_view path) {
  return page_href(visit.links, path);
}

std::string proposal_href(const Visit& visit, const Card& card) {
  return href_of_key(visit, key_of(visit, card));
}

std::string proposal_href(const Visit& visit, const ProposalRef& proposal) {
  return href_of_key(visit, key_of(visit, proposal));
}

std::string person_href(const Visit& visit, std::string_view handle) {
  // A team such as org/team: an address of one part cannot name it.
  if (handle.find('/') != handle.npos) return {};
  return page_href(visit, "/people/" + http::encode(handle));
}

std::string query_href(const Visit& visit, std::string_view query) {
  return page_href(visit, "/proposals") + "?q=" + http::encode(query);
}

Json page_notes(const Visit& visit, std::span<const std::string> notes) {
  Json shown = Json::array();
  for (const std::string& note : notes) {
    if (note != visit.workspace->repository().how) shown.push_back(note);
  }
  return shown;
}

Json time_json(Instant time, Instant now) {
  const std::string iso = to_string(time);
  const int days = day_number(date_of(now)) - day_number(date_of(time));
  return {{"iso", iso},
          {"utc", fmt::format("{} {} UTC", iso.substr(0, 10), iso.substr(11, 5))},
          {"day", day_text(date_of(time), date_of(now))},
          // As countdowns elsewhere have it: full days, not those of the calendar.
          {"ago", now < time ? from_now(time, now) : ago_text(days)}};
}

Json day_json(const Date& day, Instant now) {
  Json value = time_json(start_of(day), now);
  value["iso"] = to_string(day);
  value["utc"] = to_string(day);
  value["ago"] = ago_text(day_number(date_of(now)) - day_number(day));
  return value;
}

std::string span_text(int days) {
  if (days < 2 * kMonthDays) return counted(static_cast<std::size_t>(std::max(days, 0)), "day");
  if (days < 2 * kYearDays) return fmt::format("{} months", days / kMonthDays);
  return fmt::format("{} years", days / kYearDays);
}

std::string_view severity_word(Severity severity) {
  return severity == Severity::kInfo ? "remark" : name(severity);
}

Json people_json(const Visit& visit, std::span<const std::string> people) {
  Json list = Json::array();
  for (const std::string& person : people) {
    list.push_back({{"text", person_text(person)},
                    {"href", is_handle(person) ? person_href(visit, person) : std::string()},
                    {"last", &person == &people.back()}});
  }
  return list;
}

Json proposal_json(const Visit& visit, const Card& card) {
  return {{"key", key_of(visit, card)},
          {"href", proposal_href(visit, card)},
          {"number", card.number},
          {"name", called(card)},
          {"title", card.title.empty() ? card.path : card.title},
          {"group", card.group},
          {"group_href", page_href(visit, "/groups/" + http::encode(card.group))},
          {"status", card.status},
          {"stage", card.stage},
          {"release", card.latest_milestone},
          {"authors", people_json(visit, card.authors)},
          {"note", card.unmerged ? note_of(*card.unmerged) : std::string()}};
}

Json proposal_json(const Visit& visit, const ProposalRef& proposal) {
  return {{"key", key_of(visit, proposal)},
          {"href", proposal_href(visit, proposal)},
          {"number", proposal.number},
          {"name", proposal.called()},
          {"title", proposal.title.empty() ? proposal.path : proposal.title},
          {"note", proposal.unmerged}};
}

namespace {

// What nobody can make who does not know what the forms of the session carry.
std::string outcome_seal(const Visit& visit, const std::string& done, const std::string& refused) {
  const auto sha256 = Sha256::load();
  if (!sha256 || visit.visitor.csrf.empty()) return {};
  return sha256->of(fmt::format("outcome {}\n{}\n{}", visit.visitor.csrf, done, refused))
      .hex()
      .substr(0, 32);
}

}  // namespace

std::string outcome_query(const Visit& visit, const std::string& done, const std::string& refused) {
  return fmt::format("?done={}&refused={}&seal={}", http::encode(done), http::encode(refused),
                     outcome_seal(visit, done, refused));
}

Json outcome_json(const http::Request& request, const Visit& visit) {
  const std::string done = request.query.get("done");
  const std::string refused = request.query.get("refused");
  const std::string seal = outcome_seal(visit, done, refused);
  if (seal.empty() || request.query.get("seal") != seal) return {{"done", ""}, {"refused", ""}};
  return {{"done", done}, {"refused", refused}};
}

}  // namespace milepost
