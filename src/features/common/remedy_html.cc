#include "features/common/remedy_html.h"

#include <initializer_list>
#include <span>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/remedy_text.h"

namespace milepost {

namespace {

// "?role=prr&stage=beta", of those that have a value.
std::string query_of(std::span<const std::pair<std::string_view, std::string_view>> fields) {
  std::string query;
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    query += fmt::format("{}{}={}", query.empty() ? "?" : "&", name, http::encode(value));
  }
  return query;
}

using QueryFields = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// Where each is done. What is not named here has no page of its own.
class RemedyPages {
 public:
  RemedyPages(const PageLinks& links, const EditLinks& edit) : links_(links), edit_(edit) {}

  template <typename Other>
  WebRemedy operator()(const Other&) const {
    return {};
  }

  WebRemedy operator()(const remedy::Approve& r) const {
    return act("Approve…", of(r.proposal, "/approve"), {{"role", r.role}, {"stage", r.stage}});
  }
  WebRemedy operator()(const remedy::CompareApproved& r) const {
    return act("See the change", of(r.proposal, "/diff"),
               {{"since", "approval"}, {"role", r.role}, {"by", r.by}});
  }
  WebRemedy operator()(const remedy::Unhold& r) const {
    return form("Lift the hold", of(r.proposal, "/unhold"), r.proposal);
  }
  WebRemedy operator()(const remedy::Resolve& r) const {
    return go("Answer", of(r.proposal, fmt::format("#Concern-{}", r.concern)));
  }
  WebRemedy operator()(const remedy::OptIn& r) const {
    if (r.release.empty()) return go("Choose a release", page_href(links_, "/release"));
    if (r.proposals.size() == 1) return part("Opt in…", r.release, r.proposals.front(), "opt-in");
    WebRemedy found = act("Choose…", in(r.release, "/opt-in"), {});
    for (const std::string& proposal : r.proposals) {
      if (found.href.empty()) break;
      found.href +=
          fmt::format("{}proposal={}", found.href.find('?') == std::string::npos ? "?" : "&",
                      http::encode(key_of_called(proposal)));
    }
    return found;
  }
  WebRemedy operator()(const remedy::OptOut& r) const {
    return part("Opt out…", r.release, r.proposal, "opt-out");
  }
  WebRemedy operator()(const remedy::RequestException& r) const {
    return part("Ask for an exception…", r.release, r.proposal, "exception-" + r.freeze);
  }
  WebRemedy operator()(const remedy::ApproveException& r) const {
    return part("Decide…", r.release, r.proposal, "exception-" + r.freeze);
  }
  WebRemedy operator()(const remedy::RejectException& r) const {
    return part("Decide…", r.release, r.proposal, "exception-" + r.freeze);
  }
  WebRemedy operator()(const remedy::AskWhy& r) const {
    return go("See what is missing",
              proposal_href(links_, r.proposal) + served_query({{"to", r.to}}) + "#Gate");
  }
  WebRemedy operator()(const remedy::FillSections& r) const {
    return go("See what is missing",
              proposal_href(links_, r.proposal) + served_query({{"to", r.stage}}) + "#Gate");
  }
  WebRemedy operator()(const remedy::MendFindings& r) const {
    return go("See the findings", of(r.proposal, "#Findings"));
  }
  WebRemedy operator()(const remedy::MendMetadata& r) const {
    return go("See where", of(r.proposal, "#Findings"));
  }
  WebRemedy operator()(const remedy::ApplyFreeze& r) const {
    return act("Plan the freeze…", in(r.release, "/freeze/" + http::encode(r.freeze)), {});
  }
  WebRemedy operator()(const remedy::PostMessages& r) const {
    return act("Messages", in(r.release, "/messages/" + http::encode(r.freeze)), {});
  }
  WebRemedy operator()(const remedy::AddRelease&) const {
    return go("See how", page_href(links_, "/release"));
  }
  WebRemedy operator()(const remedy::TickItem& r) const {
    return form("Tick", of(r.proposal, "/tick"), r.proposal, {{"item", r.item}});
  }
  WebRemedy operator()(const remedy::ApproveItem& r) const { return tracking(r.proposal); }
  WebRemedy operator()(const remedy::ConfirmDescription& r) const { return tracking(r.proposal); }

  WebRemedy operator()(const remedy::TrackIssue& r) const {
    return form("Make the tracking issue", of(r.proposal, "/track"), r.proposal);
  }

  WebRemedy operator()(const remedy::FillFields&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::NamePeople&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::NameSuccessor&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::ConfirmCriteria&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::SetMilestone&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::SetToCome&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::EditFields&) const { return edit(edit_.metadata); }
  WebRemedy operator()(const remedy::SettleDebate&) const { return edit(edit_.text); }
  WebRemedy operator()(const remedy::TickBoxes&) const { return edit(edit_.text); }
  WebRemedy operator()(const remedy::AddLink&) const { return edit(edit_.text); }

 private:
  static WebRemedy go(std::string label, std::string href) {
    return {std::move(label), std::move(href)};
  }
  // A page that is there only where somebody answers.
  WebRemedy act(std::string label, std::string href, QueryFields query) const {
    if (links_.is_static) return {};
    return {std::move(label), std::move(href) + served_query(query)};
  }
  WebRemedy form(std::string label, std::string href, const std::string& proposal,
                 std::vector<std::pair<std::string, std::string>> fields = {}) const {
    if (links_.is_static) return {};
    return {std::move(label), std::move(href), true, std::move(fields), key_of_called(proposal)};
  }
  WebRemedy part(std::string label, const std::string& release, const std::string& proposal,
                 std::string_view where) const {
    return act(
        std::move(label),
        fmt::format("{}#{}", in(release, "/proposals/" + http::encode(key_of_called(proposal))),
                    where),
        {});
  }
  WebRemedy tracking(const std::string& proposal) const {
    return go("Go to the list", of(proposal, "#Tracking"));
  }
  static WebRemedy edit(const std::string& where) {
    return where.empty() ? WebRemedy{} : go("Edit", where);
  }

  // Files have no query.
  std::string served_query(QueryFields fields) const {
    return links_.is_static ? std::string() : query_of({fields.begin(), fields.size()});
  }
  std::string of(const std::string& proposal, std::string_view rest) const {
    if (rest.starts_with('#')) return proposal_href(links_, proposal).append(rest);
    return fmt::format("{}/proposals/{}{}", links_.base, http::encode(key_of_called(proposal)),
                       rest);
  }
  std::string in(const std::string& release, std::string_view rest) const {
    return fmt::format("{}/release/{}{}", links_.base, http::encode(release), rest);
  }

  const PageLinks& links_;
  const EditLinks& edit_;
};

}  // namespace

std::string page_href(const PageLinks& links, std::string_view path) {
  return fmt::format("{}{}{}", links.base, path, links.ending);
}

std::string proposal_href(const PageLinks& links, std::string_view called) {
  return page_href(links, "/proposals/" + http::encode(key_of_called(called)));
}

WebRemedy web_remedy(const Remedy& remedy, const PageLinks& links, const EditLinks& edit) {
  WebRemedy found = std::visit(
      [&](const auto& what) { return std::visit(RemedyPages(links, edit), what); }, remedy.what);
  found.words = remedy_text(remedy);
  if (found.href.empty()) found.command = command_text(remedy);
  return found;
}

std::optional<WebRemedy> best_remedy(const Verdict& verdict, const PageLinks& links,
                                     const EditLinks& edit) {
  std::optional<WebRemedy> first;
  for (const Remedy& remedy : verdict.remedies) {
    WebRemedy found = web_remedy(remedy, links, edit);
    if (!found.href.empty()) return found;
    if (!first) first = std::move(found);
  }
  return first;
}

Json remedy_html(const WebRemedy& remedy, const Visitor& visitor, const std::string& match) {
  Json fields = Json::array();
  for (const auto& [name, value] : remedy.fields) {
    fields.push_back({{"name", name}, {"value", value}});
  }
  return {{"label", remedy.label},
          {"href", remedy.href},
          {"link", !remedy.href.empty() && !remedy.posts},
          {"form", !remedy.href.empty() && remedy.posts && visitor.signed_in()},
          {"fields", std::move(fields)},
          {"csrf", visitor.csrf},
          {"match", match},
          {"command", remedy.command},
          {"words", remedy.words}};
}

}  // namespace milepost
