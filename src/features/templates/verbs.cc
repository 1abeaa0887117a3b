#include "features/common/verbs.h"

#include <chrono>

#include <fmt/format.h>

#include "base/date.h"
#include "base/printable.h"
#include "base/strings.h"
#include "cli/verb.h"
#include "features/check/fix_verbs.h"
#include "features/findings/verbs.h"
#include "features/templates/lineage.h"
#include "features/templates/template_text.h"
#include "features/templates/templates.h"

namespace milepost::templates {

namespace {

constexpr Option kStagesOfOption{"--process", "", "PROCESS",
                                 "whose stages count: a process, or the pack in this folder"};

constexpr Option kShowOptions[] = {
    kStagesOfOption,
    {"--format", "", "FORMAT", "how to write the sections", kTextOrJson},
    {"--quiet", "-q", "", "the table without the summary"},
};

constexpr Option kCheckOptions[] = {
    kStagesOfOption,         check::kFixOption,       check::kDryRunOption,
    findings::kFormatOption, findings::kStrictOption, kQuietOption,
};

constexpr Operands kFile{"FILE", "a template in Markdown, or - for standard input", 1, 1};

constexpr Option kLineageOptions[] = {
    {"--rev", "", "REV", "the history that leads to this commit (HEAD)"},
    {"--since", "", "DATE", "from the version in force on this day on, yyyy-mm-dd"},
    {"--quiet", "-q", "", "the file without the summary"},
};

constexpr Operands kPaths{"FILE", "where the template was, the oldest place first", 1,
                          Operands::kAny};

constexpr Example kShowExamples[] = {
    {"milepost template show template.md", "what must be written, and from which stage?"},
    {"milepost template show --format json template.md", "the same as data"},
};

constexpr Example kCheckExamples[] = {
    {"milepost template check template.md", "before a template is put to use"},
    {"milepost template check --fix template.md", "close its directives, restore its characters"},
};

constexpr Example kLineageExamples[] = {
    {"milepost template lineage docs/template.md > lineage.yaml", "for a process pack"},
    {"milepost template lineage old/template.md docs/template.md", "one that was moved"},
    {"milepost template lineage --since 2024-01-01 template.md", "without the versions before"},
};

int run_show(const Arguments& arguments, Console& console) {
  const auto workspace = open_workspace(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto found = view_template(**workspace, arguments.operands().front());
  if (!found) return console.report_error(found.error().message);
  console.out += arguments.value("--format") == "json"
                     ? render_template_json(*found)
                     : render_template_text(*found, text_options(arguments, console));
  return kClean;
}

int run_lineage(const Arguments& arguments, Console& console) {
  LineageOptions options;
  options.paths = arguments.operands();
  options.revision = arguments.value("--rev");
  if (const std::string_view since = arguments.value("--since"); !since.empty()) {
    options.since = parse_date(since);
    if (!options.since) {
      return console.report_error(
          fmt::format("--since is a day such as 2024-01-31, not \"{}\"", printable(since)));
    }
  }
  const auto derived = derive_lineage(directory_of(arguments), options);
  if (!derived) return console.report_error(derived.error().message);
  console.out += derived->text;
  if (arguments.has("--quiet")) return kClean;
  for (const std::string& note : derived->notes) console.err += printable(note) + "\n";
  console.err += counted(derived->versions, "version") + "\n";
  return kClean;
}

int run_check(const Arguments& arguments, Console& console) {
  const auto begun = std::chrono::steady_clock::now();
  if (arguments.has("--dry-run") && !arguments.has("--fix")) {
    return console.report_error("--dry-run goes with --fix: checking changes nothing");
  }
  const std::string& path = arguments.operands().front();
  auto workspace = open_workspace(arguments);
  if (workspace && arguments.has("--fix")) {
    const auto fixes = plan_template_fixes(**workspace, path);
    if (const auto done = check::fix(fixes, arguments, console)) return *done;
    // The template may be the process's own, and is read anew.
    if (!fixes->files.empty()) workspace = open_workspace(arguments);
  }
  if (!workspace) return console.report_error(workspace.error());
  const auto found = view_template(**workspace, path);
  if (!found) return console.report_error(found.error().message);
  return findings::report_findings(found->run, arguments, console, begun);
}

}  // namespace

extern constinit const Verb kTemplateShowVerb{
    "template show",
    kPreparing,
    "list a template's sections and when each is due",
    "For every heading: its line, and whether it is optional, required, or required from some "
    "stage, as its directive says.",
    kShowOptions,
    kFile,
    kShowExamples,
    "0 shown, whatever is wrong with the template\n2 could not run",
    run_show,
};

extern constinit const Verb kTemplateCheckVerb{
    "template check",
    kPreparing,
    "find what is wrong with a template",
    "Unclosed directives, unknown keys and stages, headings without a directive, and damaged "
    "text.",
    kCheckOptions,
    kFile,
    kCheckExamples,
    findings::kFindingsExitStatus,
    run_check,
};

extern constinit const Verb kTemplateLineageVerb{
    "template lineage",
    kPreparing,
    "derive the versions of a template from git's history",
    "Every commit that changed the template is read, along first parents. A version begins where "
    "headings were added, removed, renamed or moved; a heading that changed its words is known by "
    "how alike they are, or by its place. What is written is the lineage file of a process pack, "
    "by which proposals are judged by the template they were written for.\n"
    "\n"
    "Name every place the template had, the oldest first. Where two are there at once, the later "
    "named one counts.",
    kLineageOptions,
    kPaths,
    kLineageExamples,
    "0 written\n2 could not run: no such file in the history, or part of it is missing",
    run_lineage,
};

}  // namespace milepost::templates
