#include "features/track/tracker_html.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "gates/roles.h"

namespace milepost::track {

namespace {

std::string action_words(const Action& action, std::string_view did) {
  return fmt::format("{} {}", did, action_text(action));
}

// Who did it, or why it is so; else what must be so first, or who may.
std::string note_of_item(const ItemView& item, const std::string& who) {
  if (item.computed || item.status == ItemStatus::kNotApplicable) {
    if (!item.evidence.empty()) return item.evidence;
  }
  if (item.status == ItemStatus::kDone) {
    if (item.by_document) return "ticked in the document";
    return item.state ? action_words(item.state->action, "ticked") : std::string();
  }
  if (!item.lacking.empty()) return fmt::format("{}", fmt::join(texts_of(item.lacking), "; "));
  return who.empty() ? std::string() : "for " + who;
}

// Whether the visitor may tick it; where nobody is known to, all are told why.
bool may_tick(const Visit& visit, const TrackerPage& page, const ItemView& item) {
  const Card* const card = visit.workspace->index().find(page.proposal.path);
  if (!card || !visit.visitor.signed_in() || visit.links.is_static) return false;
  std::vector<std::string> roles = item.by;
  if (!roles.empty() && !item.approval().empty()) roles.push_back(item.approval());
  return may_act(visit.workspace->process(), roles, *card, visit.workspace->facts().rosters(),
                 visit.visitor.handle) != May::kNo;
}

Json item_html(const ItemView& item, const std::string& who, bool may) {
  const bool done = item.status == ItemStatus::kDone;
  const bool applies = item.status != ItemStatus::kNotApplicable;
  return {{"key", item.key()},
          {"title", item.item->title},
          {"mark", !applies     ? "–"
                   : done       ? "✓"
                   : item.known ? "○"
                                : "?"},
          {"tone", done                    ? "good"
                   : !applies || !item.due ? "unknown"
                                           : "bad"},
          {"word", !applies     ? "does not apply"
                   : done       ? "done"
                   : item.known ? "open"
                                : "unknown"},
          {"note", note_of_item(item, who)},
          {"tick", may && !item.computed && applies && !done},
          {"untick", may && !item.computed && done && !item.by_document},
          {"later", !item.due && !item.from.empty() ? "from " + item.from : std::string()}};
}

}  // namespace

Json tracker_html(const Visit& visit, const TrackerPage& page, const std::string& tag) {
  Json due = Json::array();
  Json later = Json::array();
  std::size_t done = 0;
  for (std::size_t i = 0; i < page.tracker.items.size(); ++i) {
    const ItemView& item = page.tracker.items[i];
    (item.due ? due : later).push_back(item_html(item, page.who[i], may_tick(visit, page, item)));
    if (item.due && item.status != ItemStatus::kOpen) ++done;
  }
  Json labels = Json::array();
  for (const LabelView& label : page.tracker.labels) {
    labels.push_back({{"label", label.label}, {"status", name(label.status)}});
  }
  const std::size_t all = due.size();
  const std::size_t others = later.size();
  return {
      {"done", done},
      {"all", all},
      {"open", all - done},
      {"release", page.release},
      {"address", page.state.tracker.address.starts_with("https://") ? page.state.tracker.address
                                                                     : std::string()},
      {"status", page.tracker_status},
      {"items", std::move(due)},
      {"later", others > 0 ? Json({{"count", others}, {"items", std::move(later)}}) : Json(false)},
      {"labels", std::move(labels)},
      {"tick_href", proposal_href(visit, page.proposal) + "/tick"},
      {"match", tag}};
}

}  // namespace milepost::track
