#include "features/list/list_html.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/common/query_terms.h"
#include "features/common/values_html.h"
#include "proposal/query.h"

namespace milepost::list {

namespace {

struct Column {
  std::string_view field, title;
};
constexpr Column kSorted[] = {{"number", "Number"},
                              {"title", "Title"},
                              {"group", "Group"},
                              {"stage", "Stage"},
                              {"milestone", "Release"}};

// Whether proposals of the repository have such a value.
bool has_column(const Listing& listing, std::string_view field) {
  return std::ranges::find(listing.columns, field, &QueryField::name) != listing.columns.end();
}

Json sort_json(const Visit& visit, const Listing& listing, const ListPageOptions& options) {
  Json columns = Json::array();
  for (Column column : kSorted) {
    // Where there are no stages, their column has what it has of proposals without one.
    if (column.field == "stage" && !has_column(listing, column.field)) {
      column = {"status", "Status"};
    } else if (column.field != "title" && !has_column(listing, column.field)) {
      continue;
    }
    const bool up = options.sort == column.field;
    const bool down = options.sort == "-" + std::string(column.field);
    ListPageOptions other = options;
    other.page = 1;
    other.sort = (up ? "-" : "") + std::string(column.field);
    columns.push_back({{"title", column.title},
                       {"href", list_href(visit, other)},
                       {"up", up},
                       {"down", down},
                       {"sorted", up     ? "ascending"
                                  : down ? "descending"
                                         : "none"}});
  }
  return columns;
}

Json facet_json(const Visit& visit, const Facet& facet, const ListPageOptions& options) {
  constexpr std::size_t kShown = 8;
  Json first = Json::array();
  Json more = Json::array();
  for (const FacetValue& value : facet.values) {
    ListPageOptions narrowed = options;
    narrowed.query = value.query;
    narrowed.page = 1;
    Json one = {{"value", value.label.empty() ? value.value : value.label},
                {"count", value.count == 0 ? std::string() : std::to_string(value.count)},
                {"chosen", value.chosen},
                {"href", value.asks ? list_href(visit, narrowed) : std::string()}};
    (first.size() < kShown || value.chosen ? first : more).push_back(std::move(one));
  }
  const std::size_t rest = more.size();
  return {{"title", facet.title},
          {"values", std::move(first)},
          {"more", rest > 0 ? Json({{"count", rest}, {"values", std::move(more)}}) : Json(false)}};
}

// Of which page, and where the ones beside it are.
Json pages_json(const Visit& visit, const ListPageOptions& options, std::size_t found) {
  const std::size_t pages = std::max<std::size_t>(1, (found + kRowsOfPage - 1) / kRowsOfPage);
  ListPageOptions other = options;
  other.page = options.page - 1;
  const std::string before = options.page > 1 ? list_href(visit, other) : std::string();
  other.page = options.page + 1;
  const std::string after = options.page < pages ? list_href(visit, other) : std::string();
  return {{"here", options.page},
          {"all", pages},
          {"several", pages > 1},
          {"before", before},
          {"after", after}};
}

}  // namespace

std::string list_href(const Visit& visit, const ListPageOptions& options) {
  std::string href = page_href(visit, "/proposals");
  char mark = '?';
  const auto add = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    href += fmt::format("{}{}={}", mark, name, http::encode(value));
    mark = '&';
  };
  add("q", options.query);
  add("sort", options.sort);
  if (options.page > 1) add("page", std::to_string(options.page));
  return href;
}

std::string texts_href(const Visit& visit, const std::string& query) {
  bool any = false;
  for (const std::string& term : terms_of(query)) {
    if (term == "OR" || term.find_first_of("()") != term.npos) return {};
    const bool is_word = term.starts_with('"') || !is_query_term(term);
    any = any || (is_word && !term.starts_with('-'));
  }
  return any ? visit.links.base + "/search?q=" + http::encode(query) : std::string();
}

std::string dots_text(const std::vector<Health>& sections) {
  const auto filled = static_cast<std::size_t>(std::ranges::count(sections, Health::kFilled));
  if (sections.empty()) return "no sections are due";
  return fmt::format("{} of {} filled", filled, counted(sections.size(), "section"));
}

std::string dots_svg(const std::vector<Health>& sections) {
  constexpr std::size_t kRow = 22;
  constexpr std::size_t kStep = 9;
  if (sections.empty()) return {};
  const std::size_t rows = (sections.size() + kRow - 1) / kRow;
  std::string svg = fmt::format(
      R"(<svg class="dots" role="img" width="{0}" height="{1}" viewBox="0 0 {0} {1}"><title>{2}</title>)",
      std::min(sections.size(), kRow) * kStep, rows * kStep, dots_text(sections));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const bool filled = sections[i] == Health::kFilled;
    svg +=
        fmt::format(R"(<circle class="{}" cx="{}.5" cy="{}.5" r="3"/>)",
                    filled ? "dot-filled" : "dot-open", i % kRow * kStep + 4, i / kRow * kStep + 4);
  }
  return svg + "</svg>";
}

Json waiting_json(const RowState& row) {
  const std::string who = fmt::format("{}", fmt::join(row.titles, ", "));
  switch (row.waiting) {
    case Waiting::kNobody: return {{"text", ""}, {"tone", ""}};
    case Waiting::kReady: return {{"text", "ready"}, {"tone", "good"}};
    case Waiting::kVoid: return {{"text", "approval void"}, {"tone", "warn"}};
    case Waiting::kUnknown: return {{"text", "its text cannot be read"}, {"tone", "bad"}};
    case Waiting::kSomebody: break;
  }
  return {{"text", who.empty() ? "somebody" : who}, {"tone", ""}};
}

Json list_page_json(const Visit& visit, const ListPageInput& input) {
  const ListPageOptions& options = input.options;
  const std::size_t first = (options.page - 1) * kRowsOfPage;
  Json rows = Json::array();
  for (std::size_t i = 0; i < input.rows.size(); ++i) {
    const Card& card = *input.listing.found[first + i];
    Json row = proposal_json(visit, card);
    row["dots"] = dots_svg(input.rows[i].sections);
    row["waits"] = waiting_json(input.rows[i]);
    row["in_stage"] = input.in_stage[i];
    rows.push_back(std::move(row));
  }
  Json facets = Json::array();
  for (const Facet& facet : input.facets) {
    if (!facet.values.empty()) facets.push_back(facet_json(visit, facet, options));
  }
  const std::size_t found = input.listing.found.size();
  const std::string asked = "?q=" + http::encode(options.query);
  return {{"query", options.query},
          {"sort", options.sort},
          {"count", counted(found, "proposal")},
          {"all", input.listing.index->cards.size()},
          {"none", found == 0},
          {"nothing_at_all", input.listing.index->cards.empty()},
          {"rows", std::move(rows)},
          {"has_number", has_column(input.listing, "number")},
          {"has_group", has_column(input.listing, "group")},
          {"has_stage", has_column(input.listing, "stage")},
          {"has_release", has_column(input.listing, "milestone")},
          {"columns", sort_json(visit, input.listing, options)},
          {"facets", std::move(facets)},
          {"pages", pages_json(visit, options, found)},
          {"fault", false},
          {"all_href", page_href(visit, "/proposals")},
          {"texts_href", texts_href(visit, options.query)},
          {"board_href", page_href(visit, "/board") + asked},
          {"csv", visit.links.base + "/proposals.csv" + asked},
          {"json", visit.links.base + "/proposals.json" + asked},
          {"atom", visit.links.base + "/proposals.atom" + asked}};
}

Json fault_json(const ListFailure& failure) {
  Json fault = {{"message", failure.message},
                {"hint", ""},
                {"before", ""},
                {"wrong", ""},
                {"after", ""},
                {"place", false}};
  if (!failure.fault) return fault;
  const std::string_view text = failure.text;
  const std::size_t begin = std::min<std::size_t>(failure.fault->span.begin, text.size());
  const std::size_t end = std::clamp<std::size_t>(failure.fault->span.end, begin, text.size());
  fault["hint"] = failure.fault->hint;
  fault["before"] = text.substr(0, begin);
  fault["wrong"] = text.substr(begin, end - begin);
  fault["after"] = text.substr(end);
  fault["place"] = true;
  return fault;
}

Json board_json(const Visit& visit, const Listing& listing, const std::vector<std::string>& order,
                std::string_view by, std::string_view query) {
  std::map<std::string, Json> columns;
  std::vector<std::string> names = order;
  for (const Card* const card : listing.found) {
    const std::string& value = by == "status" ? card->status : card->stage;
    if (std::ranges::find(names, value) == names.end()) names.push_back(value);
    columns.try_emplace(value, Json::array()).first->second.push_back(proposal_json(visit, *card));
  }
  Json list = Json::array();
  for (const std::string& name : names) {
    const auto found = columns.find(name);
    if (found == columns.end()) continue;
    const std::size_t count = found->second.size();
    const std::string asked = with_value(query, by, name.empty() ? "none" : name);
    list.push_back(
        {{"title", name.empty() ? fmt::format("no {}", by) : name},
         {"count", count},
         {"href", is_query(*visit.workspace, asked) ? query_href(visit, asked) : std::string()},
         {"cards", std::move(found->second)}});
  }
  return list;
}

namespace {

// What stands for an address where nobody knows it: the same wherever the feed is put.
std::string name_without_address(const Visit& visit, std::string_view what) {
  const std::string text = fmt::format("{}\n{}", visit.repository, what);
  const std::uint64_t high = hash_bytes(text);
  const std::uint64_t low = hash_bytes(text + "\n");
  // Version 8 of UUIDs: made in a way of one's own.
  return fmt::format("urn:uuid:{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}", high >> 32U,
                     (high >> 16U) & 0xFFFFU, high & 0xFFFU, 0x8000U | (low >> 50U),
                     low & 0xFFFF'FFFF'FFFFU);
}

}  // namespace

std::string render_atom(const Visit& visit, const std::string& origin, const std::string& query,
                        std::vector<FeedEntry> entries) {
  constexpr std::size_t kMost = 100;
  std::ranges::stable_sort(
      entries, [](const FeedEntry& a, const FeedEntry& b) { return a.changed > b.changed; });
  if (entries.size() > kMost) entries.resize(kMost);
  const std::string self = origin + visit.links.base + "/proposals.atom" +
                           (query.empty() ? std::string() : "?q=" + http::encode(query));
  // A name has to be whole, a link may be seen from the feed.
  const auto name_of = [&](const std::string& address) {
    return address.find("://") == address.npos ? name_without_address(visit, address)
                                               : xml_text(address);
  };
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
      "<title>{}</title>\n<id>{}</id>\n<link rel=\"self\" href=\"{}\"/>\n<updated>{}</updated>\n"
      "<author><name>{}</name></author>\n",
      xml_text(query.empty() ? visit.repository + ": proposals" : visit.repository + ": " + query),
      name_of(self), xml_text(self),
      to_string(entries.empty() ? Instant{} : entries.front().changed), xml_text(visit.repository));
  for (const FeedEntry& entry : entries) {
    const std::string address = origin + proposal_href(visit, *entry.card);
    const std::string state = entry.card->stage.empty()
                                  ? entry.card->status
                                  : entry.card->status + ", " + entry.card->stage;
    out += fmt::format(
        "<entry>\n<title>{}</title>\n<id>{}</id>\n<link href=\"{}\"/>\n<updated>{}</updated>\n"
        "<summary>{}</summary>\n</entry>\n",
        xml_text(heading(*entry.card)), name_of(address), xml_text(address),
        to_string(entry.changed), xml_text(state));
  }
  return out + "</feed>\n";
}

}  // namespace milepost::list
