#include "web/site_extras.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/web_page.h"
#include "features/release/calendar.h"
#include "features/release/calendar_text.h"
#include "render/json_value.h"
#include "text/document.h"
#include "web/site_links.h"

namespace milepost::web {

namespace {

// Of so many proposals, one in as many at most has a heading that is kept.
constexpr std::size_t kCommon = 20;
constexpr std::size_t kMostHeadings = 40;

// The fields that site_search.js understands.
constexpr std::string_view kAnswered[] = {"number", "title",    "group",    "participating",
                                          "status", "stage",    "kind",     "milestone",
                                          "author", "reviewer", "approver", "person"};

std::vector<std::string> headings_of(const Workspace& workspace, const Card& card) {
  std::vector<std::string> headings;
  if (!card.has_text() || !card.files.has_document) return headings;
  const auto source =
      workspace.repository().tree->read(card.files.document, {}, kLimits.document_bytes);
  if (!source) return headings;
  const Document document(*source);
  for (const Heading& heading : document.headings()) {
    if (heading.level == 1 || heading.nested || heading.text.empty()) continue;
    headings.emplace_back(heading.text);
  }
  return headings;
}

// How many proposals have a heading, in any case.
std::map<std::string, std::size_t> count_headings(
    const std::vector<std::vector<std::string>>& headings) {
  std::map<std::string, std::size_t> counts;
  for (const auto& of_one : headings) {
    std::set<std::string> once;
    for (const std::string& heading : of_one) once.insert(lower(heading));
    for (const std::string& heading : once) ++counts[heading];
  }
  return counts;
}

// Without --base-url nobody can say where the site is.
std::string sitemap(const SiteOptions& options, const Site& site) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (const auto& [file, body] : site.files) {
    if (!file.ends_with(".html")) continue;
    const std::string way = file == "index.html" ? "/" : relative_link("", file).substr(1);
    text += fmt::format("  <url><loc>{}{}</loc></url>\n", options.base_url, way);
  }
  return text + "</urlset>\n";
}

std::optional<std::string> calendar(const Workspace& workspace) {
  const auto list = release::list_releases(workspace, {});
  if (!list || list->releases.empty()) return std::nullopt;
  return release::calendar_file(workspace, *list);
}

}  // namespace

std::optional<std::string> site_search_action(const std::string& file, const std::string& action) {
  const auto read = read_link(file, action);
  if (!read || !read->within) return std::nullopt;
  const bool asks =
      read->file == "search.html" || read->file == "proposals.html" || read->file == "board.html";
  return asks ? std::optional(relative_link(file, "search.html")) : std::nullopt;
}

bool site_can_answer(std::string_view query) {
  if (query.find_first_of("()<>") != query.npos || query.find("..") != query.npos) return false;
  while (!query.empty()) {
    auto [word, rest] = cut(query, ' ');
    query = rest;
    if (word == "OR") return false;
    if (word.starts_with('-')) word.remove_prefix(1);
    const auto [field, value] = cut(word, ':');
    const bool is_term = field.size() < word.size() && !word.starts_with('"');
    if (is_term && std::ranges::find(kAnswered, field) == std::end(kAnswered)) return false;
  }
  return true;
}

std::string search_index(const Workspace& workspace, const SiteFiles& files) {
  const std::vector<Card>& cards = workspace.index().cards;
  std::vector<std::vector<std::string>> headings(cards.size());
  parallel_for(cards.size(), workspace.jobs(),
               [&](std::size_t i) { headings[i] = headings_of(workspace, cards[i]); });
  const auto counts = count_headings(headings);
  const std::size_t most = std::max<std::size_t>(1, cards.size() / kCommon);
  Json all = Json::array();
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Card& card = cards[i];
    std::erase_if(headings[i],
                  [&](const std::string& heading) { return counts.at(lower(heading)) > most; });
    if (headings[i].size() > kMostHeadings) headings[i].resize(kMostHeadings);
    const std::string key = key_of_card(workspace.index(), card);
    const std::string page = page_file("proposals/" + key);
    if (!files.contains(page)) continue;
    all.push_back({{"key", key},
                   {"page", page},
                   {"number", card.number},
                   {"title", card.title},
                   {"group", card.group},
                   {"status", card.status},
                   {"stage", card.stage},
                   {"milestone", card.latest_milestone},
                   {"kind", card.kind},
                   {"participating", card.participating_groups},
                   {"authors", card.authors},
                   {"reviewers", card.reviewers},
                   {"approvers", card.approvers},
                   {"headings", headings[i]}});
  }
  return json_line(all);
}

SiteFiles site_extras(const Visit& visit, const SiteOptions& options, const Site& site) {
  SiteFiles files;
  const std::string index = search_index(*visit.workspace, site.files);
  files.emplace("search.json", index + "\n");
  // The same for pages that are opened from a disk, which may read no JSON.
  files.emplace("search.js", "window.milepostIndex = " + index + ";\n");
  const http::Response search =
      page_response(visit, {.file = "site_search", .title = "Search"}, Json::object());
  const auto keep_living = [&](const std::string& link) {
    const auto read = read_link("search.html", link);
    const bool there = read && (!read->within || site.files.contains(read->file) ||
                                read->file.starts_with("search."));
    return there ? std::optional(link) : std::nullopt;
  };
  const auto answer = [](const std::string& action) {
    return site_search_action("search.html", action);
  };
  files.emplace("search.html", replace_links(*search.body, keep_living, answer));
  if (auto dates = calendar(*visit.workspace)) files.emplace("releases.ics", *std::move(dates));
  files.emplace(".nojekyll", "");
  if (!options.base_url.empty()) {
    files.emplace("sitemap.xml", sitemap(options, site));
    files.emplace("robots.txt", "Sitemap: " + options.base_url + "/sitemap.xml\n");
  }
  return files;
}

}  // namespace milepost::web
