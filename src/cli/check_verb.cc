#include <charconv>
#include <chrono>

#include <fmt/format.h>

#include "app/check.h"
#include "app/external.h"
#include "cli/findings.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "report/printable.h"

namespace milepost {

namespace {

constexpr int kMostJobs = 256;

constexpr Option kOptions[] = {
    {"--process", "", "PROCESS", "judge by this process, or by the pack in this folder"},
    {"--template", "", "FILE", "judge by this template instead of the process's own"},
    {"--kind", "", "KIND", "take every proposal for one of this kind"},
    {"--for", "", "STAGE", "judge as if the proposal were at this stage"},
    {"--select",
     "",
     "RULES",
     "only these rules: codes, names or prefixes, with commas between",
     {},
     true},
    {"--ignore", "", "RULES", "all rules but these", {}, true},
    {"--external", "", "", "ask the web whether the links to other sites still lead somewhere"},
    kFormatOption,
    {"--jobs", "-j", "N", "work on N proposals at once (one for each core)"},
    kStrictOption,
    kColorOption,
    kQuietOption,
};

constexpr Example kExamples[] = {
    {"milepost check", "every proposal of the repository you are in"},
    {"milepost check keps/sig-node/4211-faster-probes", "one proposal"},
    {"milepost check --for beta design.md", "what is still missing for beta?"},
    {"milepost check --process design - < draft.md", "a draft from standard input"},
    {"milepost check --select MP2 --ignore section-order", "sections only, in any order"},
    {"milepost check --format sarif > milepost.sarif", "for code scanning"},
};

// 0 when none is asked for.
tl::expected<int, Complaint> jobs_of(const Arguments& arguments) {
  const std::string_view text = arguments.value("--jobs");
  if (text.empty()) return 0;
  int jobs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (error != std::errc() || end != text.data() + text.size() || jobs < 1 || jobs > kMostJobs) {
    return tl::unexpected(Complaint{
        fmt::format("--jobs is a number from 1 to {}, not \"{}\"", kMostJobs, printable(text)),
        {}});
  }
  return jobs;
}

int run_check(const Arguments& arguments, Console& console) {
  const auto begun = std::chrono::steady_clock::now();
  const auto jobs = jobs_of(arguments);
  if (!jobs) return console.complain(jobs.error());

  CheckRequest request;
  request.directory = directory_of(arguments);
  request.paths = arguments.operands();
  request.process = arguments.value("--process");
  request.template_path = arguments.value("--template");
  request.kind = arguments.value("--kind");
  request.stage = arguments.value("--for");
  request.select = arguments.values("--select");
  request.ignore = arguments.values("--ignore");
  request.jobs = *jobs;

  const auto run = [&] {
    Progress progress(console.err_is_terminal);
    request.progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); };
    if (arguments.has("--external")) request.external = web_checker(request.progress);
    return check(request);
  }();
  if (!run) return console.complain(run.error().message);
  return report_findings(*run, arguments, console, begun);
}

}  // namespace

constinit const Verb kCheckVerb{
    "check",
    "judge proposals by what their process asks of them",
    "Each document is compared with the template it was written for: which sections its stage "
    "requires, whether they are filled, and whether its form is sound. Every finding has a code; "
    "milepost explain CODE says why it matters and what to do.\n"
    "\n"
    "Without a PATH, all proposals of the repository are checked. The process is taken from "
    "milepost.yaml, else recognised by the files.",
    kOptions,
    {"PATH", "a document, a folder of proposals, a proposal's number, or - for standard input", 0,
     Operands::kAny},
    kExamples,
    kFindingsExitStatus,
    run_check,
};

}  // namespace milepost
