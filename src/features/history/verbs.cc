#include "features/common/verbs.h"

#include <fmt/format.h>

#include "base/instant.h"
#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/history/formats.h"
#include "features/history/history.h"

namespace milepost::history {

namespace {

constexpr std::string_view kFormats[] = {"text", "json", "csv", "markdown", "svg"};

constexpr Option kOptions[] = {
    {"--moves", "", "", "list what changed in the whole repository"},
    {"--since", "", "DATE", "with --moves: from this day on, yyyy-mm-dd"},
    {"--format", "", "FORMAT",
     "how to write it; csv is for --moves, markdown and svg for one proposal", kFormats},
    kProcessOption,
    kNowOption,
};

constexpr Example kExamples[] = {
    {"milepost history 4211", "how it came to be what it is"},
    {"milepost history --moves --since 2026-01-01", "every move of this year"},
    {"milepost history --moves --format json", "the same as data"},
    {"milepost history 4211 --format svg > 4211.svg", "a picture of its life"},
};

int run_history(const Arguments& arguments, Console& console) {
  const bool moves = arguments.has("--moves");
  if (moves != arguments.operands().empty()) {
    return console.report_error(
        {moves ? "name a proposal, or ask for --moves: not both" : "which proposal?",
         {"milepost history 4211", "milepost history --moves"}});
  }
  const auto moment = moment_of(arguments);
  if (!moment) return console.report_error(moment.error());
  const auto since = day_of(arguments, "--since");
  if (!since) return console.report_error(since.error());
  const std::string_view format = arguments.value("--format");
  const TextOptions options = text_options(arguments, console);
  if (format == "csv" ? !moves : moves && (format == "markdown" || format == "svg")) {
    return console.report_error(
        {fmt::format("{} is no format for {}", format, moves ? "--moves" : "one proposal"),
         {"milepost history --moves --format csv", "milepost history 4211 --format svg"}});
  }
  const auto workspace = open_with_history(workspace_options(arguments), *moment);
  if (!workspace) return console.report_error(workspace.error().message);
  if (moves) {
    const auto list = list_moves(**workspace, {*since});
    if (!list) return console.report_error(list.error().message);
    for (const std::string& note : list->notes) console.err += note + "\n";
    console.out += format == "json"  ? render_moves_json(*list)
                   : format == "csv" ? render_moves_csv(*list, options.terminal)
                                     : render_moves_text(*list, options);
    return kClean;
  }
  const auto subject = subject_of(arguments, "history");
  if (!subject) return console.report_error(subject.error());
  const auto timeline = make_timeline(**workspace, {*subject});
  if (!timeline) return console.report_error(timeline.error().message);
  for (const std::string& note : timeline->notes) console.err += note + "\n";
  console.out += format == "json"       ? render_timeline_json(*timeline)
                 : format == "markdown" ? render_timeline_markdown(*timeline)
                 : format == "svg"      ? render_timeline_svg(*timeline)
                                        : render_timeline_text(*timeline, options);
  return kClean;
}

}  // namespace

extern constinit const Verb kHistoryVerb{
    "history",
    kComparing,
    "show how proposals came to be what they are, from git",
    "Every version of every proposal's metadata along the first parents of HEAD is looked at, "
    "through renames and moves to other folders. What was read is kept in milepost's state folder "
    "and continued with the next commit.",
    kOptions,
    {"PROPOSAL", "its number, the path it has or last had, or words of its title", 0,
     Operands::kAny},
    kExamples,
    "0 shown\n2 there is no such proposal, or no git repository",
    run_history,
};

}  // namespace milepost::history
