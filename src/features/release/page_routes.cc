// The pages of releases: the board of one, its exports, and the rows of all of them.
#include <span>
#include <sstream>
#include <unordered_set>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/values_html.h"
#include "features/common/web_page.h"
#include "features/release/board.h"
#include "features/release/board_html.h"
#include "features/release/calendar.h"
#include "features/release/calendar_text.h"
#include "features/release/formats.h"
#include "features/release/kept_view.h"
#include "features/release/overview.h"
#include "features/release/web_pages.h"

namespace milepost::release {

namespace {

// The streams of what a query finds. Unlike the words of the command line it names no files.
Result<std::unordered_set<std::string>> find_streams(const Workspace& workspace,
                                                     const std::string& query) {
  std::unordered_set<std::string> streams;
  const FindMatching& find = workspace.options().find_matching;
  if (!find) return failure("queries are not answered here");
  std::vector<std::string> words;
  std::istringstream text(query);
  for (std::string word; text >> word;) words.push_back(word);
  std::vector<std::string> notes;
  TRY(const auto cards, find(workspace, words, notes));
  for (const Card* const card : cards) streams.insert(stream_of(*card));
  return streams;
}

// The board in the order asked for, of those that the query finds.
Result<Board> board_of(const Visit& visit, const ReleaseView& view, const BoardFilters& filters) {
  Board board{view, {}};
  std::unordered_set<std::string> found;
  const bool asks = !trim(filters.query).empty();
  if (asks) {
    TRY(found, find_streams(*visit.workspace, filters.query));
  }
  for (std::size_t i = 0; i < view.entries.size(); ++i) {
    const bool is_found = !asks || found.contains(view.entries[i].stream);
    if (is_found && is_wanted(view.entries[i], filters)) board.shown.push_back(i);
  }
  put_in_order(board.view, parse_board_order(filters.sort),
               visit.workspace->process().stage_names(), board.shown);
  return board;
}

// The other releases of the calendar.
Json releases_html(const Visit& visit, const std::string& here) {
  Json list = Json::array();
  const auto& calendar = visit.workspace->calendar();
  if (!calendar) return list;
  for (const Release& release : calendar->all()) {
    const std::string name = to_string(release.version);
    list.push_back({{"name", name},
                    {"here", name == here},
                    {"href", page_href(visit, "/release/" + http::encode(name))}});
  }
  return list;
}

http::Response board_page(const http::Request& request, const Visit& visit,
                          const std::string& release) {
  BoardFilters filters = read_filters(request.query);
  const auto view = kept_view(visit, release, filters.day);
  if (!*view) return error_page(visit, view->error());
  auto board = board_of(visit, **view, filters);
  std::string fault;
  if (!board) {
    fault = board.error().message;
    filters.query.clear();
    board = board_of(visit, **view, filters);
    if (!board) return error_page(visit, board.error());
  }
  Json page = board_html(visit, *board, filters);
  page["releases"] = releases_html(visit, (*view)->calendar.release);
  page["outcome"] = outcome_json(request, visit);
  page["fault"] = fault;
  page["today"] = to_string(visit.workspace->today());
  page["q"] = request.query.get("q");
  return page_response(
      visit,
      {.file = "release", .title = (*view)->calendar.release, .at = "release", .middle = true},
      std::move(page));
}

// How to begin, where there is no release to show.
http::Response no_release_page(const Visit& visit, const std::string& why,
                               const std::vector<NextAction>& next) {
  Json commands = Json::array();
  for (const NextAction& one : next) {
    commands.push_back({{"command", one.command}, {"purpose", one.purpose}});
  }
  const bool recognised = visit.workspace->recognised();
  return page_response(
      visit, {.file = "release_none", .title = "Release", .at = "release", .narrow = true},
      {{"why", why},
       {"file", recognised ? visit.workspace->process().calendar.file : std::string()},
       {"commands", std::move(commands)},
       {"releases", releases_html(visit, {})}});
}

http::Response show_at_work(const http::Request& request, const Visit& visit) {
  const Workspace& workspace = *visit.workspace;
  if (!workspace.recognised()) return no_release_page(visit, not_recognised("here"), {});
  const auto releases = releases_of(workspace);
  if (!releases) return no_release_page(visit, releases.error().message, {});
  const Release* const release = release_at_work(workspace.process(), **releases, workspace.now());
  if (release) return board_page(request, visit, to_string(release->version));
  const auto overview = look_over(workspace);
  if (!overview) return no_release_page(visit, overview.error().message, {});
  return no_release_page(visit, {}, overview->next);
}

http::Response show_release(const http::Request& request, const Visit& visit) {
  return board_page(request, visit, request.values.get("release"));
}

http::Response export_board(const http::Request& request, const Visit& visit, std::string_view type,
                            std::string (*render)(const Board&)) {
  const BoardFilters filters = read_filters(request.query);
  const auto view = kept_view(visit, request.values.get("release"), filters.day);
  if (!*view) return error_page(visit, view->error());
  const auto board = board_of(visit, **view, filters);
  if (!board) return error_page(visit, board.error());
  return http::text_response(200, std::string(type), render(*board));
}

http::Response export_csv(const http::Request& request, const Visit& visit) {
  return export_board(request, visit, "text/csv; charset=utf-8",
                      [](const Board& board) { return render_board_csv(board, false); });
}
http::Response export_json(const http::Request& request, const Visit& visit) {
  return export_board(request, visit, "application/json", render_board_json);
}
http::Response export_markdown(const http::Request& request, const Visit& visit) {
  return export_board(request, visit, "text/markdown; charset=utf-8", render_board_markdown);
}

http::Response export_calendar(const http::Request& request, const Visit& visit) {
  const auto list = list_releases(*visit.workspace, {request.values.get("release")});
  if (!list) return error_page(visit, list.error());
  return http::text_response(200, "text/calendar; charset=utf-8",
                             calendar_file(*visit.workspace, *list));
}

constexpr Guard kRead{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
// Only who has signed in is shown what they would record.
constexpr Guard kPlan{Caller::kPerson, Scope::kRead, Rate::kRead, Csrf::kSafe};
constexpr Guard kRecord{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};

constexpr Route kRows[] = {
    {http::Method::kGet, "/release", kRead, Precondition::kFree, show_at_work, {}},
    {http::Method::kGet, "/release/{release}", kRead, Precondition::kFree, show_release, {}},
    {http::Method::kGet,
     "/release/{release}/board.csv",
     kRead,
     Precondition::kFree,
     export_csv,
     {}},
    {http::Method::kGet,
     "/release/{release}/board.json",
     kRead,
     Precondition::kFree,
     export_json,
     {}},
    {http::Method::kGet,
     "/release/{release}/board.md",
     kRead,
     Precondition::kFree,
     export_markdown,
     {}},
    {http::Method::kGet,
     "/release/{release}/calendar.ics",
     kRead,
     Precondition::kFree,
     export_calendar,
     {}},
    {http::Method::kGet,
     "/release/{release}/opt-in",
     kPlan,
     Precondition::kFree,
     pages::choose_opt_ins,
     {}},
    {http::Method::kPost,
     "/release/{release}/opt-in",
     kRecord,
     Precondition::kFree,
     pages::opt_in_chosen,
     {}},
    {http::Method::kGet,
     "/release/{release}/proposals/{proposal}",
     kRead,
     Precondition::kFree,
     pages::show_part,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/opt-in",
     kRecord,
     Precondition::kProposal,
     pages::opt_in,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/opt-out",
     kRecord,
     Precondition::kProposal,
     pages::opt_out,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/remove",
     kRecord,
     Precondition::kProposal,
     pages::remove,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/defer",
     kRecord,
     Precondition::kProposal,
     pages::defer,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/restore",
     kRecord,
     Precondition::kProposal,
     pages::restore,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/exception",
     kRecord,
     Precondition::kProposal,
     pages::ask_exception,
     {}},
    {http::Method::kPost,
     "/release/{release}/proposals/{proposal}/decide",
     kRecord,
     Precondition::kProposal,
     pages::decide_exception,
     {}},
    {http::Method::kGet,
     "/release/{release}/freeze/{freeze}",
     kRead,
     Precondition::kFree,
     pages::show_freeze,
     {}},
    {http::Method::kGet,
     "/release/{release}/freeze/{freeze}/confirm",
     kPlan,
     Precondition::kFree,
     pages::confirm_freeze,
     {}},
    {http::Method::kPost,
     "/release/{release}/freeze/{freeze}/apply",
     kRecord,
     Precondition::kFree,
     pages::apply_freeze,
     {}},
    {http::Method::kPost,
     "/release/{release}/freeze/{freeze}/undo",
     kRecord,
     Precondition::kFree,
     pages::undo_applied,
     {}},
    {http::Method::kGet,
     "/release/{release}/messages/{freeze}",
     kRead,
     Precondition::kFree,
     pages::show_messages,
     {}},
    {http::Method::kGet,
     "/release/{release}/messages/{freeze}/mail",
     kRead,
     Precondition::kFree,
     pages::mail_messages,
     {}},
    {http::Method::kGet,
     "/release/{release}/messages/{freeze}/json",
     kRead,
     Precondition::kFree,
     pages::json_messages,
     {}},
    {http::Method::kGet,
     "/release/{release}/messages/{freeze}/markdown",
     kRead,
     Precondition::kFree,
     pages::markdown_messages,
     {}},
    {http::Method::kPost,
     "/release/{release}/messages/{freeze}/posted",
     kRecord,
     Precondition::kFree,
     pages::mark_posted,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::release
