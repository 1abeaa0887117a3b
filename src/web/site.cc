#include "web/site.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "features/common/card_of_key.h"
#include "web/all_routes.h"
#include "web/assets.h"
#include "web/route_table.h"
#include "web/site_extras.h"
#include "web/site_host.h"
#include "web/site_links.h"
#include "web/target.h"

namespace milepost::web {

namespace {

// Far more than any repository has; a handler that links to ever new pages ends there.
constexpr std::size_t kMostPages = 100'000;
constexpr std::string_view kHtml = "text/html";
// Pages that are there to be answered.
constexpr std::array<std::string_view, 3> kActing = {"/check", "/inbox", "/search"};
// What of a query makes a page that is written, too: few values, each linked from the page.
constexpr std::array<std::string_view, 2> kWalked = {"by", "page"};

// A page, and which of its variants: "/board" with "by=status".
struct Place {
  std::string path;
  std::string name = {}, value = {};
  friend auto operator<=>(const Place&, const Place&) = default;

  // Without its ending: "board-by-status", "" for the first page.
  std::string stem() const {
    std::string stem = path.substr(1);
    if (!name.empty()) stem += fmt::format("{}-{}-{}", stem.empty() ? "index" : "", name, value);
    return stem;
  }
  std::string file() const { return page_file(stem().empty() ? "index" : stem()); }
};

struct Made {
  std::string file;
  std::string body;
  bool html = false;
};

bool is_plain(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  });
}

class SiteMaker {
 public:
  SiteMaker(const Workspace::Pointer& workspace, const std::vector<const Route*>& routes,
            const SiteOptions& options)
      : workspace_(workspace), routes_(routes), table_(routes), options_(options) {}

  Site make() {
    add_seeds();
    while (!next_.empty() && made_.size() < kMostPages) walk();
    add_pages();
    add_assets();
    for (auto& [file, text] : site_extras(visit_from("index.html"), options_, site_)) {
      site_.files.emplace(file, std::move(text));
    }
    return std::move(site_);
  }

 private:
  // Whether a route is one that a site has.
  static bool is_shown(const Route& route) {
    return route.method == http::Method::kGet && route.guard.caller == Caller::kReader &&
           !route.pattern.starts_with("/api/") && !is_of_server(route) &&
           std::ranges::find(kActing, route.pattern) == kActing.end();
  }

  void add_seeds() {
    for (const Route* const route : routes_) {
      if (!is_shown(*route)) continue;
      if (route->pattern.find('{') == route->pattern.npos) seed(std::string(route->pattern));
      if (route->pattern == "/proposals/{proposal}") {
        for (const Card& card : workspace_->index().cards) {
          seed("/proposals/" + key_of_card(workspace_->index(), card));
        }
      }
      if (route->pattern == "/release/{release}" && workspace_->calendar()) {
        for (const Release& release : workspace_->calendar()->all()) {
          seed("/release/" + release.name);
        }
      }
    }
  }

  void seed(std::string path) {
    Place place{std::move(path)};
    if (known_.insert(place).second) next_.push_back(std::move(place));
  }

  // Makes the pages that were found last, and finds those they link to.
  void walk() {
    const std::vector<Place> wave = std::exchange(next_, {});
    std::vector<std::optional<Made>> made(wave.size());
    std::vector<std::string> failures(wave.size());
    parallel_for(wave.size(), workspace_->jobs(),
                 [&](std::size_t i) { made[i] = make_page(wave[i], failures[i]); });
    for (std::size_t i = 0; i < wave.size(); ++i) {
      if (!failures[i].empty()) site_.failures.push_back(failures[i]);
      if (!made[i]) continue;
      if (made[i]->html) {
        for (const std::string& link : links_in(made[i]->body)) find_more(made[i]->file, link);
      }
      made_.emplace(wave[i], *std::move(made[i]));
    }
  }

  void find_more(const std::string& file, const std::string& link) {
    const auto read = read_link(file, link);
    if (!read || !read->within || read->file.starts_with("assets/")) return;
    auto place = place_of(*read);
    if (place && known_.insert(*place).second) next_.push_back(*std::move(place));
  }

  // Nothing for a link that asks for more than a site has.
  static std::optional<Place> place_of(const SiteLink& link) {
    Place place{"/" + link.file};
    if (place.path.ends_with(".html")) place.path.resize(place.path.size() - 5);
    if (place.path == "/index") place.path = "/";
    for (const auto& [name, value] : link.query) {
      const bool walked = std::ranges::find(kWalked, name) != kWalked.end() && is_plain(value);
      if (!walked || !place.name.empty()) return std::nullopt;
      if (name == "page" && value == "1") continue;
      place.name = name;
      place.value = value;
    }
    return place;
  }

  Visit visit_from(const std::string& file) const {
    Visit visit;
    visit.workspace = workspace_;
    visit.generation = 1;
    visit.repository = options_.name;
    visit.links.base = way_up(file);
    visit.links.ending = ".html";
    visit.links.assets = visit.links.base + "/assets";
    visit.links.is_static = true;
    return visit;
  }

  // A feed is read elsewhere: where it is known what the site is called, it says so.
  void name_host(http::Request& request, Visit& visit) const {
    if (options_.base_url.empty()) return;
    const std::size_t host = options_.base_url.find("://") + 3;
    const std::size_t path = std::min(options_.base_url.find('/', host), options_.base_url.size());
    request.headers.add("host", options_.base_url.substr(host, path - host));
    visit.secure = options_.base_url.starts_with("https:");
    visit.links.base = options_.base_url.substr(path);
  }

  std::optional<Made> make_page(const Place& place, std::string& failure) const {
    const auto target = read_target(http_path(place.path));
    if (!target) return std::nullopt;
    auto match = table_.find(http::Method::kGet, target->segments);
    if (!match || !is_shown(*match->route)) return std::nullopt;
    http::Request request;
    request.path = request.target = place.path;
    request.values = std::move(match->values);
    if (!place.name.empty()) request.query.add(place.name, place.value);
    Visit visit = visit_from(place.file());
    if (place.path.ends_with(".atom")) name_host(request, visit);
    const http::Response response = match->route->handler(request, visit);
    if (response.status >= 500) failure = fmt::format("{}: {}", place.path, response.status);
    if (response.status != 200 || !response.body) return std::nullopt;
    Made made{place.file(), *response.body, response.type.starts_with(kHtml)};
    if (made.html) return made;
    const auto name = host_file_name(place.stem(), response.type, made.body);
    if (!name) return std::nullopt;
    made.file = *name;
    return made;
  }

  // As a request would write it.
  static std::string http_path(std::string_view path) {
    std::string encoded;
    std::string_view rest = path.substr(1);
    if (rest.empty()) return "/";
    while (true) {
      const std::size_t slash = rest.find('/');
      encoded += '/' + http::encode(rest.substr(0, slash));
      if (slash == rest.npos) return encoded;
      rest.remove_prefix(slash + 1);
    }
  }

  void add_pages() {
    std::vector<std::pair<const Place*, Made*>> all;
    for (auto& [place, made] : made_) all.emplace_back(&place, &made);
    parallel_for(all.size(), workspace_->jobs(), [&](std::size_t i) {
      Made& made = *all[i].second;
      if (!made.html) return;
      made.body = replace_links(
          made.body, [&](const std::string& link) { return replaced(made.file, link); },
          [&](const std::string& action) { return site_search_action(made.file, action); });
    });
    for (auto& [place, made] : made_) {
      site_.pages += made.html ? 1 : 0;
      site_.files.emplace(made.file, std::move(made.body));
    }
  }

  std::optional<std::string> replaced(const std::string& from, const std::string& link) const {
    const auto read = read_link(from, link);
    if (!read) return std::nullopt;
    if (!read->within || read->file.starts_with("assets/")) return link;
    if (read->file == "search.html" && read->query.empty()) return link;
    if (read->file == "releases.ics") return link;
    // A query is answered by the script of the search page.
    const bool asks = read->file == "search.html" || read->file == "proposals.html";
    if (const std::string query = read->query.get("q"); asks && !query.empty()) {
      if (!site_can_answer(query)) return std::nullopt;
      return relative_link(from, "search.html") + "?q=" + http::encode(query);
    }
    const auto place = place_of(*read);
    const auto found = place ? made_.find(*place) : made_.end();
    if (found == made_.end()) return std::nullopt;
    // The counts of a board of a release ask for a part of it.
    const std::string& file = found->second.file;
    if (file == from && read->fragment.empty() && from.starts_with("release/")) return std::nullopt;
    return relative_link(from, file) + read->fragment;
  }

  void add_assets() {
    for (const std::string& name : asset_names()) {
      site_.files.emplace("assets/" + name, std::string(find_asset(name)->bytes));
    }
  }

  const Workspace::Pointer workspace_;
  const std::vector<const Route*>& routes_;
  const RouteTable table_;
  const SiteOptions& options_;
  std::set<Place> known_;
  std::vector<Place> next_;
  std::map<Place, Made> made_;
  Site site_;
};

}  // namespace

Site make_site(const Workspace::Pointer& workspace, const std::vector<const Route*>& routes,
               const SiteOptions& options) {
  return SiteMaker(workspace, routes, options).make();
}

}  // namespace milepost::web
