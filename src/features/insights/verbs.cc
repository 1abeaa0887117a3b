#include "features/common/verbs.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/replace_file.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/host_links.h"
#include "features/insights/formats.h"
#include "features/insights/report.h"
#include "http/message.h"

namespace milepost::insights {

namespace {

constexpr std::string_view kFormats[] = {"text", "json", "csv", "markdown", "html", "svg"};

constexpr Option kOptions[] = {
    {"--by", "", "WHAT", "only the tables by this, such as group, year, release or person"},
    {"--format", "", "FORMAT",
     "how to write it; csv holds one table, svg one chart, html everything", kFormats},
    {"--html", "", "FILE", "write one page with tables and charts into a file"},
    {"--base-url", "", "URL",
     "of a page: link proposals to the pages of this server, instead of their files"},
    {"--since", "", "DATE", "count moves from this day on, yyyy-mm-dd"},
    kAsOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
    {"--quiet", "-q", "", "text without the first line"},
};

constexpr Example kExamples[] = {
    {"milepost report", "the most telling lines of everything"},
    {"milepost report stuck permanent unclosed", "which proposals need a nudge?"},
    {"milepost report permanent group:sig-node", "of one group; milepost help list has queries"},
    {"milepost report times --by group", "how long do moves take, group by group?"},
    {"milepost report throughput --by release --format csv", "for a spreadsheet"},
    {"milepost report flow --format svg > flow.svg", "also times, throughput and stuck"},
    {"milepost report --format html > report.html", "everything as one page"},
    {"milepost report roadmap --format markdown", "what is planned for which release"},
};

// csv and svg hold one thing: which part it is of.
tl::expected<const ReportPart*, UsageError> only_part(const Report& report,
                                                      std::string_view format) {
  if (report.parts.size() == 1) return &report.parts.front();
  return tl::unexpected(UsageError{fmt::format("--format {} holds one report: which?", format),
                                   {fmt::format("milepost report {} --format {}",
                                                format == "svg" ? "flow" : "throughput", format)}});
}

tl::expected<std::string, UsageError> as_csv(const Report& report, bool for_terminal) {
  const auto part = only_part(report, "csv");
  if (!part) return tl::unexpected(part.error());
  const std::vector<ReportTable>& tables = (*part)->tables;
  if (tables.empty()) return tl::unexpected(UsageError{(*part)->unknown, {}});
  return render_table_csv(tables.front().table, for_terminal);
}

tl::expected<std::string, UsageError> as_svg(const Report& report) {
  const auto part = only_part(report, "svg");
  if (!part) return tl::unexpected(part.error());
  if (!(*part)->unknown.empty()) return tl::unexpected(UsageError{(*part)->unknown, {}});
  if ((*part)->chart) return render_chart(*(*part)->chart);
  return tl::unexpected(UsageError{
      fmt::format("{} has no chart; flow, times, throughput and stuck have", (*part)->name), {}});
}

// Where a page that lies in a folder leads to: a server, the host of the repository, or the files.
ProposalAddress address_from(const Workspace& workspace, const std::string& folder,
                             std::string server) {
  while (server.ends_with('/')) server.pop_back();
  return [&workspace, folder, server,
          host = host_folder(workspace)](const std::string& path) -> std::string {
    const Card* const card = workspace.index().find(path);
    if (card == nullptr) return {};
    if (!server.empty()) return server + "/proposals/" + http::encode(called(*card));
    std::string document = card->files.document;
    std::string there = links_in(host, document).view;
    if (!there.empty()) return there;
    std::error_code failed;
    const auto file = std::filesystem::path(workspace.root()) / document;
    there = std::filesystem::relative(file, folder, failed).generic_string();
    return failed ? std::string() : http::encode_path(there);
  };
}

int write_page(const Report& report, const Workspace& workspace, const std::string& file,
               const std::string& server, Console& console) {
  const auto folder = (std::filesystem::path(workspace.here()) / file).parent_path();
  const std::string page =
      render_report_html(report, address_from(workspace, folder.string(), server));
  if (file == "-") {
    console.out += page;
    return kClean;
  }
  const std::string path = (std::filesystem::path(workspace.here()) / file).string();
  const auto written = replace_file(path, page, workspace.root());
  if (!written) {
    return console.report_error(
        fmt::format("--html {}: {}", printable(file), written.error().message));
  }
  console.err += fmt::format("{} written\n", printable_path(file));
  return kClean;
}

// The words are names of parts, and terms of a query.
ReportOptions options_of(const Arguments& arguments, const std::optional<Date>& since) {
  ReportOptions options;
  for (const std::string& word : arguments.operands()) {
    const bool named = std::ranges::find(kReportNames, word) != kReportNames.end();
    (named ? options.names : options.query).push_back(word);
  }
  options.by = arguments.value("--by");
  options.since = since;
  return options;
}

int run_report(const Arguments& arguments, Console& console) {
  const auto moment = moment_of(arguments);
  if (!moment) return console.report_error(moment.error());
  const auto since = day_of(arguments, "--since");
  if (!since) return console.report_error(since.error());
  const std::string_view format = arguments.value("--format");
  const std::string html(arguments.value("--html"));
  if (!html.empty() && !format.empty()) {
    return console.report_error("--html makes a page: leave --format out");
  }
  const std::string server(arguments.value("--base-url"));
  if (!server.empty() && html.empty() && format != "html") {
    return console.report_error("--base-url goes with --format html, or with --html FILE");
  }
  const bool odd =
      !server.empty() && !server.starts_with("https://") && !server.starts_with("http://");
  if (odd) {
    return console.report_error(
        fmt::format("--base-url is an address such as https://milepost.example.org, not \"{}\"",
                    printable(server)));
  }
  const auto workspace = Workspace::open(workspace_options(arguments), *moment);
  if (!workspace) return console.report_error(workspace.error().message);
  const ReportOptions asked = options_of(arguments, *since);
  const auto run = make_report(**workspace, asked);
  if (!run) return console.report_error(run.error().message);
  const Report& report = run->report;
  if (!arguments.has("--quiet")) report_notes(report.notes, console);
  report_read_errors(run->read_errors, console);
  const int status = run->read_errors.empty() ? kClean : kCouldNotRun;
  if (!html.empty() || format == "html") {
    const int written = write_page(report, **workspace, html.empty() ? "-" : html, server, console);
    return written == kClean ? status : written;
  }

  const TextOptions options = text_options(arguments, console);
  if (format == "csv" || format == "svg") {
    const auto text = format == "csv" ? as_csv(report, options.terminal) : as_svg(report);
    if (!text) return console.report_error(text.error());
    console.out += *text;
  } else if (format == "json") {
    console.out += render_report_json(report);
  } else if (format == "markdown") {
    console.out += render_report_markdown(report);
  } else if (asked.names.empty() && asked.by.empty()) {
    console.out += render_report_summary(report, options);
  } else {
    console.out += render_report_text(report, options);
  }
  return status;
}

}  // namespace

extern constinit const Verb kReportVerb{
    "report",
    kComparing,
    "show how proposals move along, and which stand still",
    "times: days from status to status and from stage to stage\n"
    "flow: how many proposals were in which state, month by month\n"
    "throughput: stages reached, by release\n"
    "progress: what is open now\n"
    "stuck: longer in their state than nine of ten that left it\n"
    "permanent: in a stage that is not the last, for three releases or more\n"
    "milestones: open, and every release they name is out\n"
    "unclosed: at the last stage, its release is out, and still open\n"
    "templates: which versions of the template are in use\n"
    "approvers: who has how much to approve, and who decided\n"
    "latency: days until a proposal lands, and until its first decision\n"
    "roadmap: what is planned for which release\n"
    "\n"
    "With a query, such as group:sig-node, it is about the proposals that it finds; what is usual "
    "is "
    "still what is so of all. "
    "Days come from git; without git, what needs none is shown. The release at work comes from the "
    "calendar, else it is the highest that three proposals name as their latest.",
    kOptions,
    {"NAME", "what to report; without it, the most important lines of all", 0, Operands::kAny,
     kReportNames, true, true},
    kExamples,
    "0 shown\n2 could not run or not everything could be read, or what was asked for needs a "
    "history "
    "and there is none",
    run_report,
};

}  // namespace milepost::insights
