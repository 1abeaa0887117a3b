// The verb that shows the board of a release.
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/board.h"
#include "features/release/common_verbs.h"
#include "features/release/formats.h"
#include "store/record.h"

namespace milepost::release {

namespace {

constexpr std::string_view kBoardFormats[] = {"text", "json", "csv", "markdown"};

constexpr Option kStatusOptions[] = {
    {"--sort", "", "ORDER", "what comes first", kBoardOrders},
    {"--format", "", "FORMAT", "how to write it; csv has a column for each freeze", kBoardFormats},
    kAsOption,
    kAsOfOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
    {"--quiet", "-q", "", "the counts without the list"},
};

std::string render_board(const Board& board, const Arguments& arguments, const Console& console) {
  const std::string_view format = arguments.value("--format");
  if (format == "json") return render_board_json(board);
  if (format == "csv") return render_board_csv(board, console.out_is_terminal);
  if (format == "markdown") return render_board_markdown(board);
  return render_board_text(board, text_options(arguments, console));
}

int run_status(const Arguments& arguments, Console& console) {
  const auto opened = open_release(arguments);
  if (!opened) return console.report_error(opened.error());
  const Workspace& workspace = *opened->workspace;
  BoardOptions options;
  options.release = opened->release;
  options.order = parse_board_order(arguments.value("--sort"));
  options.on_disk = arguments.value("--as-of").empty();
  options.words.assign(arguments.operands().begin() + 1, arguments.operands().end());
  const auto board = make_board(workspace, options);
  if (!board) return console.report_error(board.error().message);
  console.out += render_board(*board, arguments, console);
  return report_view(board->view, console) ? kClean : kCouldNotRun;
}

constexpr Example kStatusExamples[] = {
    {"milepost release status v1.38", "which proposals make the freeze?"},
    {"milepost release status v1.38 group:sig-node stage:beta", "of one group, going for beta"},
    {"milepost release status v1.38 --sort group --format csv", "for a spreadsheet"},
    {"milepost release status v1.38 --as-of 2027-02-01", "how it stood that day"},
    {"milepost release status v1.38 --format json", "the same as data, with what is missing"},
};

}  // namespace

extern constinit const Verb kReleaseStatusVerb{
    "release status",
    kReleasing,
    "say which proposals make the freezes of a release",
    "A proposal is one of the release when its files name it, or somebody has opted in. It is "
    "tracked when everything holds that the next freeze asks for, and at risk when something is "
    "missing. Once a freeze has passed, what held then counts: who lacked something missed it. An "
    "exception is pending or gives more time; nobody may have opted in; it is removed or deferred; "
    "it is done when its status says that it is finished. What later freezes ask for is not due "
    "yet, and a freeze without a date holds nobody.\n"
    "\n"
    "A query restricts the list (milepost help list has its words); the counts are of the whole "
    "release. The most urgent come first: who missed a freeze, then who is at risk, by the days "
    "left and by how much is missing.",
    kStatusOptions,
    {"RELEASE [QUERY]",
     "the release, such as v1.38, then which of its proposals; nothing: all",
     1,
     Operands::kAny,
     {},
     true},
    kStatusExamples,
    "0 shown, whatever the answer\n2 could not run, or not everything could be read",
    run_status,
};

}  // namespace milepost::release
