// The page of the report.
#include <span>
#include <sstream>

#include "features/common/kept.h"
#include "features/common/web_page.h"
#include "features/insights/report.h"
#include "features/insights/reports_html.h"

namespace milepost::insights {

namespace {

constexpr std::size_t kMostReports = 4;

// A query names no files, as the words of the command line may.
bool is_query_alone(const std::vector<std::string>& words) {
  return std::ranges::all_of(words, [](const std::string& word) {
    return word.find(':') != word.npos && word.find('/') == word.npos;
  });
}

Result<Report> read_report(const Workspace& workspace, const std::vector<std::string>& words) {
  if (!is_query_alone(words)) {
    return failure("A report is about what terms find, such as group:sig-node stage:beta.");
  }
  ReportOptions options;
  options.query = words;
  TRY(auto run, make_report(workspace, options));
  return std::move(run.report);
}

http::Response show_reports(const http::Request& request, const Visit& visit) {
  static Kept<Result<Report>> kept(kMostReports);
  if (!visit.workspace->recognised()) return error_page(visit, 404, not_recognised("here"));
  const std::string query = request.query.get("q");
  std::vector<std::string> words;
  std::istringstream text(query);
  for (std::string word; text >> word;) words.push_back(word);
  const auto report = kept.get(visit, query, [&] { return read_report(*visit.workspace, words); });
  if (!*report) return error_page(visit, report->error());
  return page_response(visit,
                       {.file = "reports", .title = "Reports", .at = "reports", .middle = true},
                       reports_html(visit, **report, query));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/reports",
     {Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe},
     Precondition::kFree,
     show_reports,
     {}},
};

}  // namespace

extern const std::span<const Route> kPageRoutes;
const std::span<const Route> kPageRoutes = kRows;

}  // namespace milepost::insights
