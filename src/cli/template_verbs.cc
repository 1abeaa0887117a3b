#include <chrono>

#include "app/templates.h"
#include "cli/findings.h"
#include "cli/fixing.h"
#include "cli/verb.h"
#include "report/template_report.h"

namespace milepost {

namespace {

constexpr std::string_view kShowFormats[] = {"text", "json"};

constexpr Option kProcessOption{"--process", "", "PROCESS",
                                "whose stages count: a process, or the pack in this folder"};

constexpr Option kShowOptions[] = {
    kProcessOption,
    {"--format", "", "FORMAT", "how to write the sections", kShowFormats},
    {"--quiet", "-q", "", "the table without the summary"},
};

constexpr Option kCheckOptions[] = {
    kProcessOption, kFixOption,   kDryRunOption, kFormatOption,
    kStrictOption,  kColorOption, kQuietOption,
};

constexpr Operands kFile{"FILE", "a template in Markdown, or - for standard input", 1, 1};

constexpr Example kShowExamples[] = {
    {"milepost template show template.md", "what must be written, and from which stage?"},
    {"milepost template show --format json template.md", "the same as data"},
};

constexpr Example kCheckExamples[] = {
    {"milepost template check template.md", "before a template is put to use"},
    {"milepost template check --fix template.md", "close its directives, restore its characters"},
};

TemplateRequest request_of(const Arguments& arguments) {
  TemplateRequest request;
  request.directory = directory_of(arguments);
  request.path = arguments.operands().front();
  request.process = arguments.value("--process");
  return request;
}

int run_show(const Arguments& arguments, Console& console) {
  const auto found = view_template(request_of(arguments));
  if (!found) return console.complain(found.error().message);
  console.out += arguments.value("--format") == "json"
                     ? render_template_json(*found)
                     : render_template_text(*found, text_options(arguments, console));
  return kClean;
}

int run_check(const Arguments& arguments, Console& console) {
  const auto begun = std::chrono::steady_clock::now();
  if (arguments.has("--dry-run") && !arguments.has("--fix")) {
    return console.complain("--dry-run goes with --fix: checking changes nothing");
  }
  if (arguments.has("--fix")) {
    const auto done = fix(plan_template_fixes(request_of(arguments)), arguments, console);
    if (done) return *done;
  }
  const auto found = view_template(request_of(arguments));
  if (!found) return console.complain(found.error().message);
  return report_findings(found->run, arguments, console, begun);
}

}  // namespace

constinit const Verb kTemplateShowVerb{
    "template show",
    "list a template's sections and when each is due",
    "For every heading: its line, and whether it is optional, required, or required from some "
    "stage, as its directive says.",
    kShowOptions,
    kFile,
    kShowExamples,
    "0 shown, whatever is wrong with the template\n2 could not run",
    run_show,
};

constinit const Verb kTemplateCheckVerb{
    "template check",
    "find what is wrong with a template",
    "Unclosed directives, unknown keys and stages, headings without a directive, and damaged "
    "text.",
    kCheckOptions,
    kFile,
    kCheckExamples,
    kFindingsExitStatus,
    run_check,
};

}  // namespace milepost
