#include "features/common/verbs.h"

#include <charconv>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/date.h"
#include "base/printable.h"
#include "base/strings.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "features/check/baseline.h"
#include "features/check/change.h"
#include "features/check/check.h"
#include "features/check/fix_verbs.h"
#include "features/check/watch_verbs.h"
#include "features/findings/statistics_text.h"
#include "features/findings/verbs.h"

namespace milepost::check {

namespace {

constexpr int kMostJobs = 256;

constexpr Option kAcceptOption{
    "--accept-process-change", "", "",
    "with --base: judge the change by its own configuration, for those who may change it"};

constexpr Option kOptions[] = {
    {"--process", "", "PROCESS", "judge by this process, or by the pack in this folder"},
    {"--template", "", "FILE", "judge by this template instead of the process's own"},
    {"--kind", "", "KIND", "take every proposal for one of this kind"},
    {"--to", "", "STAGE", "judge as if the proposal were at this stage", {}, false, "--for"},
    {"--select",
     "",
     "RULES",
     "only these rules: codes, names or prefixes, with commas between; --rule is the same",
     {},
     true,
     "--rule"},
    {"--ignore", "", "RULES", "all rules but these", {}, true},
    {"--all", "", "",
     "also remarks on proposals at rest: closed, or last worked on long ago; and every finding "
     "where a rule has very many"},
    {"--errors", "", "", "list errors only"},
    {"--statistics", "", "", "count the findings by rule instead of listing them"},
    {"--concise", "", "", "one line for each finding, as in a pipe"},
    {"--watch", "", "", "go on, and check what is saved whenever a file of the repository is"},
    kFixOption,
    kUnsafeOption,
    kDryRunOption,
    {"--baseline", "", "FILE", "leave out what this file has; only what is new counts"},
    {"--write-baseline", "", "FILE", "put what is found into this file, and report nothing"},
    {"--base", "", "REV", "only what changed since REV, and whether the change may be made"},
    kAcceptOption,
    {"--staged", "", "", "the change is what git has staged, since HEAD or --base"},
    {"--whole", "", "", "all findings of the proposals a change touches, not only its own"},
    {"--now", "", "DATE", "judge as if it were this day, yyyy-mm-dd"},
    {"--external", "", "", "ask the web whether the links to other sites still lead somewhere"},
    findings::kFormatOption,
    {"--touched", "", "",
     "the PATHs are files a change touched: check the proposals they belong to"},
    {"--jobs", "-j", "N", "work on N proposals at once (one for each core)"},
    findings::kStrictOption,
    {"--verbose", "", "", "name every file that looks like a proposal but is not read"},
    kQuietOption,
};

constexpr Example kExamples[] = {
    {"milepost check", "every proposal of the repository you are in"},
    {"milepost check keps/sig-node/4211-faster-probes", "one proposal"},
    {"milepost check --to beta design.md", "what is still missing for beta?"},
    {"milepost check --process design - < draft.md", "a draft from standard input"},
    {"milepost check --select MP2 --ignore section-order", "sections only, in any order"},
    {"milepost check --statistics", "how many findings of which rule?"},
    {"milepost check --rule section-missing", "the findings of one rule"},
    {"milepost check --watch 4211", "while you write"},
    {"milepost check --fix --dry-run", "what could be repaired, as a diff"},
    {"milepost check --write-baseline baseline.json", "begin with a repository as it is"},
    {"milepost check --baseline baseline.json", "then only what is new counts"},
    {"milepost check --format sarif > milepost.sarif", "for code scanning"},
    {"milepost check --touched keps/sig-node/4211-faster-probes/kep.yaml", "after a change to it"},
    {"milepost check --base origin/main", "what this branch brings"},
    {"milepost check --staged", "what the next commit brings"},
};

// 0 when none is asked for.
tl::expected<int, UsageError> jobs_of(const Arguments& arguments) {
  const std::string_view text = arguments.value("--jobs");
  if (text.empty()) return 0;
  int jobs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (error != std::errc() || end != text.data() + text.size() || jobs < 1 || jobs > kMostJobs) {
    return tl::unexpected(UsageError{
        fmt::format("--jobs is a number from 1 to {}, not \"{}\"", kMostJobs, printable(text)),
        {}});
  }
  return jobs;
}

int write_baseline_file(const Workspace& workspace, const findings::Run& run,
                        const Arguments& arguments, Console& console) {
  const std::string file(arguments.value("--write-baseline"));
  report_read_errors(run.read_errors, console);
  if (!run.read_errors.empty()) {
    return console.report_error("not everything could be checked, so no baseline was written");
  }
  if (arguments.has("--dry-run")) {
    console.err += fmt::format("would write: {} in {}\n", counted(run.findings.size(), "finding"),
                               printable_path(file));
    return kClean;
  }
  if (const auto stored = store_baseline(workspace, file, run); !stored) {
    return console.report_error("the baseline was not written: " + stored.error().message);
  }
  console.err +=
      fmt::format("{} in {}\n", counted(run.findings.size(), "finding"), printable_path(file));
  return kClean;
}

// What the baseline has and the run has not: it may be struck out.
void report_gone(const std::vector<findings::BaselineEntry>& gone, const Arguments& arguments,
                 Console& console) {
  if (gone.empty()) return;
  for (const findings::BaselineEntry& entry : gone) {
    console.err += fmt::format("gone: {}: {} {}\n", printable_path(entry.path), entry.rule,
                               printable(entry.message));
  }
  const std::string file = printable_path(arguments.value("--baseline"));
  console.err += fmt::format(
      "{} of the baseline {} gone; milepost check --write-baseline {} strikes "
      "{} out\n",
      counted(gone.size(), "finding"), gone.size() == 1 ? "is" : "are", file,
      gone.size() == 1 ? "it" : "them");
}

// Nothing when everything is to be checked.
tl::expected<std::optional<ChangeScope>, UsageError> change_of(const Arguments& arguments) {
  const auto usage_error = [](std::string message) {
    return tl::unexpected(UsageError{std::move(message), {}});
  };
  if (arguments.has(kAcceptOption.name) && !arguments.has("--base")) {
    return usage_error(
        fmt::format("{} goes with --base: without it, everything is judged by the files there are",
                    kAcceptOption.name));
  }
  if (!arguments.has("--base") && !arguments.has("--staged")) {
    if (!arguments.has("--whole")) return std::nullopt;
    return usage_error("--whole goes with --base or --staged: without them everything is checked");
  }
  for (const std::string_view other : {"--fix", "--touched", "--external", "--write-baseline"}) {
    if (!arguments.has(other)) continue;
    return usage_error(fmt::format("{} does not go with {}: it looks at whole files", other,
                                   arguments.has("--base") ? "--base" : "--staged"));
  }
  ChangeScope scope;
  scope.base = arguments.value("--base");
  scope.staged = arguments.has("--staged");
  return scope;
}

WorkspaceOptions judging_options(const Arguments& arguments, int jobs) {
  WorkspaceOptions options = workspace_options(arguments);
  options.judging.template_path = arguments.value("--template");
  options.judging.kind = arguments.value("--kind");
  options.judging.stage = arguments.value("--to");
  options.judging.select = arguments.values("--select");
  options.judging.ignore = arguments.values("--ignore");
  options.judging.all = arguments.has("--all");
  options.jobs = jobs;
  return options;
}

// Whether everything is checked, and for everything: only that tells what is gone.
bool is_about_all(const Workspace& workspace, const Arguments& arguments) {
  const JudgingOptions& judging = workspace.options().judging;
  return !arguments.has("--base") && !arguments.has("--staged") && arguments.operands().empty() &&
         judging.select.empty() && judging.ignore.empty() && judging.stage.empty() &&
         judging.template_path.empty();
}

// Does the work with a bar for as long as it takes; it is given what to tell of its progress.
template <typename Work>
auto with_bar(const Console& console, Work work) {
  Progress progress(console.err_is_terminal);
  return work([&](std::size_t done, std::size_t total) { progress.update(done, total); });
}

// Somebody who asks for everything and looks at a terminal gets a summary where there is much.
findings::Extent extent_of(const findings::Run& run, const Arguments& arguments,
                           const Console& console) {
  if (arguments.has("--statistics")) return findings::Extent::kStatistics;
  for (const std::string_view asked : {"--all", "--concise", "--errors", "--select"}) {
    if (arguments.has(asked)) return findings::Extent::kFindings;
  }
  const bool much = console.out_is_terminal && findings::is_flood(run);
  return much ? findings::Extent::kSummary : findings::Extent::kFindings;
}

// What contradicts itself, if anything does.
std::optional<std::string_view> contradiction_in(const Arguments& arguments) {
  const auto both = [&](std::string_view one, std::string_view other) {
    return arguments.has(one) && arguments.has(other);
  };
  if (arguments.has("--dry-run") && !arguments.has("--fix") && !arguments.has("--write-baseline")) {
    return "--dry-run goes with --fix or --write-baseline: checking changes nothing";
  }
  if (arguments.has("--unsafe") && !arguments.has("--fix")) {
    return "--unsafe goes with --fix: it allows repairs that remove or reword text";
  }
  if (both("--errors", "--strict")) {
    return "--errors leaves out the warnings that --strict is about; give one of them";
  }
  if (arguments.has("--statistics") && arguments.has("--format") &&
      arguments.value("--format") != "text") {
    return "--statistics is a text: leave out --format, or count what json lists";
  }
  if (both("--watch", "--format") && arguments.value("--format") != "text") {
    return "--watch writes a text after each save; leave out --format";
  }
  for (const std::string_view other : {"--fix", "--base", "--staged", "--write-baseline"}) {
    if (!both("--watch", other)) continue;
    return "--watch goes with neither --fix, --base, --staged nor --write-baseline: it only looks "
           "at the files as they are";
  }
  return std::nullopt;
}

int report(const Workspace& workspace, Result<findings::Run> run, const Arguments& arguments,
           Console& console, std::chrono::steady_clock::time_point begun,
           const JudgeBaseline& baseline = {}) {
  if (!run) return console.report_error(run.error().message);
  if (arguments.has("--write-baseline")) {
    return write_baseline_file(workspace, *run, arguments, console);
  }
  if (arguments.has("--baseline")) {
    const auto gone =
        subtract_baseline(workspace, std::string(arguments.value("--baseline")), *run, baseline);
    if (!gone) {
      return console.report_error(
          UsageError{gone.error().message,
                     {"milepost check --write-baseline FILE writes one of what is found today"}});
    }
    if (is_about_all(workspace, arguments)) report_gone(*gone, arguments, console);
  }
  if (arguments.has("--errors")) {
    const std::size_t all = run->findings.size();
    findings::keep_errors(*run);
    const bool none_left = all > 0 && run->findings.empty();
    if (none_left && arguments.has("--select")) {
      console.err +=
          fmt::format("{} of these rules {} no error: --errors leaves {} out\n",
                      counted(all, "finding"), all == 1 ? "is" : "are", all == 1 ? "it" : "them");
    }
  }
  const findings::Extent extent = extent_of(*run, arguments, console);
  // Last of all: a baseline and statistics have every finding.
  if (!arguments.has("--all") && extent != findings::Extent::kStatistics) {
    findings::shorten(*run, ": --all");
  }
  return findings::report_findings(*run, arguments, console, begun, extent);
}

int check_files(const Arguments& arguments, Console& console,
                const std::vector<std::string>& saved) {
  const auto begun = std::chrono::steady_clock::now();
  const auto jobs = jobs_of(arguments);
  if (!jobs) return console.report_error(jobs.error());
  const auto today = day_of(arguments, "--now");
  if (!today) return console.report_error(today.error());
  const auto scope = change_of(arguments);
  if (!scope) return console.report_error(scope.error());
  if (const auto contradiction = contradiction_in(arguments)) {
    return console.report_error(*contradiction);
  }

  const std::vector<std::string>& words = saved.empty() ? arguments.operands() : saved;
  const WorkspaceOptions options = judging_options(arguments, *jobs);
  const Instant now = start_of(today->value_or(today_utc()));
  if (*scope) {
    const auto ends = find_change_ends(options.directory, **scope);
    if (!ends) return console.report_error(ends.error().message);
    const auto change = open_change(
        *ends, options, now,
        {arguments.has(kAcceptOption.name), std::string(arguments.value("--baseline"))});
    if (!change) return console.report_error(change.error().message);
    auto run = with_bar(console, [&](const auto& progress) {
      return check_change(*change, *ends, {words, arguments.has("--whole"), progress});
    });
    return report(*change->after, std::move(run), arguments, console, begun, change->baseline);
  }

  const bool touched = arguments.has("--touched") || !saved.empty();
  auto workspace = Workspace::open_for(words, options, now);
  if (workspace && arguments.has("--fix")) {
    const auto fixes = plan_fixes(**workspace, {words, touched, arguments.has("--unsafe")});
    if (const auto done = fix(fixes, arguments, console)) return *done;
    // What was written is read anew; the process is not among it.
    if (!fixes->files.empty()) workspace = (*workspace)->with_tree((*workspace)->repository().tree);
  }
  if (!workspace) return console.report_error(workspace.error().message);
  auto run = with_bar(console, [&](const auto& progress) {
    CheckOptions check_options{words, touched, nullptr, progress, arguments.has("--verbose")};
    if (arguments.has("--external")) check_options.external = web_checker(progress);
    return check(**workspace, check_options);
  });
  return report(**workspace, std::move(run), arguments, console, begun);
}

int run_check(const Arguments& arguments, Console& console) {
  if (!arguments.has("--watch")) return check_files(arguments, console, {});
  if (const auto contradiction = contradiction_in(arguments)) {
    return console.report_error(*contradiction);
  }
  return check_on_save(arguments, console, check_files);
}

}  // namespace

extern constinit const Verb kCheckVerb{
    "check",
    kWriting,
    "judge proposals by what their process asks of them",
    "Each document is compared with the template it was written for: which sections its stage "
    "requires, whether they are filled, and whether its form is sound. Every finding has a code; "
    "milepost explain CODE says why it matters and what to do.\n"
    "\n"
    "Without a PATH, all proposals of the repository are checked. The process is taken from "
    "milepost.yaml, else recognised by the files. On a terminal, where there is much, errors are "
    "listed and the rest is counted by rule; --errors, --rule, --concise and --all list it.\n"
    "\n"
    "--fix repairs what can be repaired without removing or rewording what somebody wrote, and "
    "says what it did; --unsafe adds the rest. With --watch, it checks after every save what was "
    "saved, until it is interrupted.\n"
    "\n"
    "With --base the change since REV is judged: from where REV and HEAD part to the work tree, "
    "or with --staged to the index; in a bare repository to HEAD. A finding counts when it was "
    "not there before or stands on a line that is new.\n"
    "\n"
    "A change does not choose its judge: with --base, milepost.yaml, packs, templates, rosters and "
    "baselines are those of REV. A change of them that asks less of proposals is an error (MP519), "
    "any other an info (MP520); --accept-process-change judges by the change's own.",
    kOptions,
    {"PATH",
     "a document, a folder of proposals, a proposal's number, a query such as group:sig-node, or - "
     "for standard input",
     0,
     Operands::kAny,
     {},
     true},
    kExamples,
    findings::kFindingsExitStatus,
    run_check,
};

}  // namespace milepost::check
