#include <fmt/format.h>

#include "base/printable.h"
#include "cli/dialogue.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/create/init.h"
#include "process/load.h"
#include "proposal/near.h"

namespace milepost::create {

namespace {

constexpr Option kOptions[] = {
    {"--process", "", "PROCESS", "the process to begin with, or the folder of a pack"},
    kNowOption,
    {"--dry-run", "", "", "make nothing; print the files as a diff"},
};

constexpr Example kExamples[] = {
    {"milepost init --process kep", "a repository of its own for proposals"},
    {"milepost init", "where there are proposals already: it is recognised"},
    {"milepost init --process design --dry-run", "what would it make?"},
};

std::string packs() { return fmt::format("{}", fmt::join(built_in_packs(), ", ")); }

// Whose template counts.
std::string render_templates(const InitPlan& plan) {
  std::string out;
  for (const std::string& path : plan.templates) {
    out += fmt::format("goes by the template here: {}\n", printable_path(path));
  }
  if (!plan.templates.empty() && !plan.other_kinds.empty()) {
    out += fmt::format("goes by milepost's own template for the kind {}\n",
                       printable(fmt::format("{}", fmt::join(plan.other_kinds, ", "))));
  }
  return out;
}

std::string render(const InitPlan& plan) {
  std::string out =
      plan.how.empty() ? fmt::format("process {}\n", plan.process) : printable(plan.how) + "\n";
  out += render_templates(plan);
  if (!plan.changes.empty()) out += "made\n";
  for (const FileChange& change : plan.changes) out += "  " + printable_path(change.path) + "\n";
  if (!plan.kept.empty()) out += "kept as they are\n";
  for (const std::string& path : plan.kept) out += "  " + printable_path(path) + "\n";
  for (const std::string& path : plan.without_milepost) {
    out += fmt::format("{} does not run milepost: docs/ci.md shows what to add\n",
                       printable_path(path));
  }
  return out + "next: milepost new \"TITLE\"\n";
}

int run_init(const Arguments& arguments, Console& console) {
  const auto now = moment_of(arguments);
  if (!now) return console.report_error(now.error());
  // As it is, whatever process is named.
  const auto workspace = Workspace::open({directory_of(arguments)}, *now);
  if (!workspace) return console.report_error(workspace.error().message);
  InitOptions options{std::string(arguments.value("--process"))};
  auto plan = plan_init(**workspace, options);
  if (plan && plan->process.empty() && console.can_ask()) {
    const auto answer = ask_for(fmt::format("Process ({})", packs()));
    if (!answer) return console.report_error("nothing was made");
    options.process = *answer;
    plan = plan_init(**workspace, options);
  }
  if (!plan) return console.report_error(plan.error().message);
  if (plan->process.empty()) {
    return console.report_error(
        fmt::format("no process is recognised here; name one with --process: {}{}", packs(),
                    near_note(*(*workspace)->repository().tree)));
  }
  if (arguments.has("--dry-run")) {
    console.err += render_templates(*plan);
    for (const FileChange& change : plan->changes) {
      console.out += shown_change(change, console);
    }
    return kClean;
  }
  if (const auto made = apply_init(*plan); !made) return console.report_error(made.error().message);
  console.out += render(*plan);
  return kClean;
}

}  // namespace

extern constinit const Verb kInitVerb{
    "init",
    kPreparing,
    "prepare a repository for proposals",
    "Writes milepost.yaml, the templates where the process keeps them, an example of a release "
    "calendar and of the list of people where the process has them, a workflow for continuous "
    "integration (of GitHub, or of GitLab where a remote is there) and a configuration for "
    "pre-commit, which fetch the released milepost. All of it is made, or nothing; files that "
    "are there stay as they are. Where the repository has a template already, none is put beside "
    "it: that one is the template.\n"
    "\n"
    "Where there are proposals already the process is recognised by them.",
    kOptions,
    {},
    kExamples,
    "0 made, or nothing was left to make\n"
    "2 could not be made",
    run_init,
};

}  // namespace milepost::create
