#include "features/common/verbs.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "base/diff.h"
#include "base/printable.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/toc/toc.h"

namespace milepost::toc {

namespace {

constexpr Option kOptions[] = {
    {"--check", "", "", "change nothing; list what is stale, and fail if anything is"},
    {"--depth", "", "N", "list headings down to level N, from 1 to 6 (5)"},
    {"--dry-run", "", "", "change nothing; print the changes as a diff"},
    {"--quiet", "-q", "", "no summary"},
};

constexpr Example kExamples[] = {
    {"milepost toc", "every proposal of the repository you are in"},
    {"milepost toc 4211", "one proposal, by its number"},
    {"milepost toc --check", "in continuous integration"},
    {"milepost toc --dry-run README.md", "what would change?"},
    {"milepost toc - < draft.md > final.md", "a draft from standard input"},
};

// 0 for what is no depth.
int depth_of(const Arguments& arguments) {
  const std::string_view text = arguments.value("--depth");
  if (!arguments.has("--depth")) return kTocDepth;
  return text.size() == 1 && text[0] >= '1' && text[0] <= '6' ? text[0] - '0' : 0;
}

// Who names a document wants a table in it, and mdtoc wants one in each that it checks.
bool lacks_markers(const TocDocument& document, bool check) {
  return document.state == TocState::kUnmarked &&
         (document.named || (check && document.style == TocStyle::kMdtoc));
}

// What is worth a line about a document; "" for most.
std::string remark(const TocDocument& document, std::string_view of_stale, bool check) {
  const std::string path = printable_path(document.path);
  if (document.state == TocState::kStale && !of_stale.empty()) {
    return fmt::format("{}: the table of contents {}\n", path, of_stale);
  }
  if (lacks_markers(document, check)) {
    return fmt::format("{}: there is no table of contents\n", path);
  }
  std::string lines;
  if (document.state != TocState::kUnpaired) return lines;
  for (const TocProblem& problem : document.problems) {
    lines += fmt::format("{}:{}: {}\n", path, document.source->position(problem.span.begin).line,
                         message(problem.fault));
  }
  return lines;
}

// "7 documents: 1 stale, 6 current", and the next step.
std::string summary(const TocRun& run, bool written) {
  const std::array<std::pair<TocState, std::string_view>, 4> states = {{
      {TocState::kStale, written ? "written" : "stale"},
      {TocState::kUnpaired, "with markers that do not pair up"},
      {TocState::kCurrent, "current"},
      {TocState::kUnmarked, "without markers"},
  }};
  std::string line = counted(run.documents.size(), "document");
  std::string_view lead = ": ";
  bool stale = false;
  for (const auto& [state, words] : states) {
    const auto count = std::ranges::count(run.documents, state, &TocDocument::state);
    if (count == 0) continue;
    line += fmt::format("{}{} {}", lead, count, words);
    lead = ", ";
    stale = stale || (state == TocState::kStale && !written);
  }
  return line + (stale ? "; milepost toc writes what is stale\n" : "\n");
}

int exit_status(const TocRun& run, bool check) {
  if (!run.read_errors.empty()) return kCouldNotRun;
  const bool fails = std::ranges::any_of(run.documents, [&](const TocDocument& document) {
    return document.state == TocState::kUnpaired || lacks_markers(document, check) ||
           (check && document.state == TocState::kStale);
  });
  return fails ? kFound : kClean;
}

tl::expected<TocRun, UsageError> find_tocs(const TocOptions& options, const Arguments& arguments) {
  if (std::ranges::count(options.words, "-") > 0) {
    if (options.words.size() == 1) {
      // A draft is read as the documents of the repository around it are.
      const auto around = open_workspace(arguments);
      const bool known = around && (*around)->recognised();
      return look_at_standard_input(options.depth,
                                    known ? (*around)->process().toc : TocStyle::kCommonMark);
    }
    return tl::unexpected(
        UsageError{"- is standard input, and stands alone: its document is printed", {}});
  }
  const auto workspace = open_workspace(arguments, options.words);
  if (!workspace) return tl::unexpected(workspace.error());
  return update_tocs(**workspace, options).map_error([](const Error& error) {
    return UsageError{error.message, {}};
  });
}

int run_toc(const Arguments& arguments, Console& console) {
  const bool check = arguments.has("--check");
  const bool dry_run = arguments.has("--dry-run");
  TocOptions options;
  options.words = arguments.operands();
  options.depth = depth_of(arguments);
  options.write = !check && !dry_run;
  if (options.depth == 0) {
    return console.report_error(fmt::format("--depth is a number from 1 to 6, not \"{}\"",
                                            printable(arguments.value("--depth"))));
  }
  const auto run = find_tocs(options, arguments);
  if (!run) return console.report_error(run.error());

  // What another program reads, a document or a diff, stays free of remarks.
  const bool filter = options.write && options.words == std::vector<std::string>{"-"};
  const bool listing = !filter && !dry_run;
  std::string& remarks = listing ? console.out : console.err;
  const std::string_view of_stale = !listing ? "" : options.write ? "was written" : "is stale";
  for (const TocDocument& document : run->documents) {
    const bool stale = document.state == TocState::kStale;
    remarks += remark(document, of_stale, check);
    if (filter) console.out += stale ? document.text : document.source->text();
    if (dry_run && stale) {
      console.out +=
          shown_diff(unified_diff(document.source->text(), document.text, document.path), console);
    }
  }
  if (std::ranges::any_of(run->documents, [&](const TocDocument& document) {
        return lacks_markers(document, check);
      })) {
    remarks +=
        "to have one, put <!-- toc --> and <!-- /toc --> where it belongs, each on its line\n";
  }
  if (listing && !arguments.has("--quiet")) remarks += summary(*run, options.write);
  report_read_errors(run->read_errors, console);
  return exit_status(*run, check);
}

}  // namespace

extern constinit const Verb kTocVerb{
    "toc",
    kWriting,
    "write tables of contents",
    "The table stands between the lines <!-- toc --> and <!-- /toc --> and lists the headings "
    "after it, byte for byte as mdtoc does. Where it is stale it is written anew; nothing else in "
    "the file changes. A document without these lines is left alone; one that you name, and with "
    "--check each where mdtoc checks the tables, is listed.\n"
    "\n"
    "Without a PATH, all proposals of the repository are looked at. A document from standard input "
    "is printed with its table.",
    kOptions,
    {"PATH",
     "a document, a folder of proposals, a proposal's number, a query such as group:sig-node, or - "
     "for standard input",
     0,
     Operands::kAny,
     {},
     true},
    kExamples,
    "0 every table is current, or was written\n"
    "1 a table is stale (with --check), markers do not pair up, or a document that should have "
    "them "
    "has none\n"
    "2 could not run, or not every document could be read and written",
    run_toc,
};

}  // namespace milepost::toc
