#include "features/common/verbs.h"

#include "cli/output.h"
#include "cli/verb.h"
#include "features/process/check_process.h"
#include "features/process/formats.h"
#include "features/process/list_packs.h"
#include "features/process/new_pack.h"
#include "features/process/show_pack.h"

namespace milepost::process {

namespace {

constexpr Option kFormat{"--format", "", "FORMAT", "how to write the answer", kTextOrJson};

constexpr Option kListOptions[] = {kFormat};

constexpr Option kShowOptions[] = {
    {"--merged", "", "", "with what it extends, and with milepost.yaml over it, as one file"},
};

constexpr Option kCheckOptions[] = {kFormat};

constexpr Option kNewOptions[] = {
    {"--from", "", "TEMPLATE", "the template that proposals are written by, in Markdown"},
    kFormat,
    {"--dry-run", "", "", "make nothing; print the files as a diff"},
};

constexpr Operands kProcessWord{
    "PROCESS", "a process by name, or the folder of a pack; none: that of this repository", 0, 1};
constexpr Operands kNewWords{
    "FOLDER",
    "the folder to make, whose name is the process's; then example proposals: files or folders, "
    "looked for around the template when there are none",
    1, Operands::kAny};

constexpr Example kListExamples[] = {
    {"milepost process list", "which are there, and which does this repository go by?"},
};

constexpr Example kShowExamples[] = {
    {"milepost process show kep", "the pack as it is built in, with its comments"},
    {"milepost process show --merged", "all that counts in this repository"},
    {"milepost process show --merged feature", "with the process that it extends below it"},
};

constexpr Example kCheckExamples[] = {
    {"milepost process check", "milepost.yaml and the pack it names"},
    {"milepost process check process", "the pack in the folder process"},
    {"milepost process check --format json", "the errors as data"},
};

constexpr Example kNewExamples[] = {
    {"milepost process new decisions --from docs/adr/template.md",
     "with the decisions around the template as examples"},
    {"milepost process new rfc-process --from 0000-template.md text", "with those in text/"},
    {"milepost process new decisions --from docs/adr/template.md --dry-run", "what would it be?"},
};

std::string word_of(const Arguments& arguments) {
  return arguments.operands().empty() ? std::string() : arguments.operands().front();
}

bool wants_json(const Arguments& arguments) { return arguments.value("--format") == "json"; }

int run_list(const Arguments& arguments, Console& console) {
  const auto packs = list_packs(directory_of(arguments));
  if (!packs) return console.report_error(packs.error().message);
  console.out += wants_json(arguments)
                     ? render_packs_json(*packs)
                     : render_packs_text(*packs, console.out_is_terminal ? console.columns : 0);
  return kClean;
}

int run_show_pack(const Arguments& arguments, Console& console) {
  const auto show = arguments.has("--merged") ? show_merged_pack : show_pack;
  const auto pack = show(directory_of(arguments), word_of(arguments));
  if (!pack) return console.report_error(pack.error().message);
  console.out += shown_diff(pack->yaml, console);
  return kClean;
}

int run_check_process(const Arguments& arguments, Console& console) {
  const auto checked = check_process(directory_of(arguments), word_of(arguments));
  if (!checked) return console.report_error(checked.error().message);
  console.out += wants_json(arguments)
                     ? render_check_json(*checked)
                     : render_check_text(*checked, console.out_is_terminal, console.columns);
  return checked->faults.empty() ? kClean : kFound;
}

int run_new_pack(const Arguments& arguments, Console& console) {
  NewPackOptions options{word_of(arguments), std::string(arguments.value("--from")), now_utc()};
  if (options.template_word.empty()) {
    return console.report_error(
        {"which template? a first pack is guessed from one",
         {"milepost process new FOLDER --from TEMPLATE",
          "without one, a FOLDER/process.yaml may extend another: milepost process list"}});
  }
  options.examples.assign(arguments.operands().begin() + 1, arguments.operands().end());
  const auto pack = plan_pack(directory_of(arguments), options);
  if (!pack) return console.report_error(pack.error().message);
  const bool dry_run = arguments.has("--dry-run");
  if (!dry_run) {
    if (const auto made = make_pack(*pack); !made) {
      return console.report_error(made.error().message);
    }
  }
  if (wants_json(arguments)) {
    console.out += render_new_pack_json(*pack, !dry_run);
  } else if (dry_run) {
    for (const FileChange& change : pack->changes) console.out += shown_change(change, console);
  } else {
    console.out += render_new_pack_text(*pack);
  }
  return kClean;
}

}  // namespace

extern constinit const Verb kProcessListVerb{
    "process list",
    kPreparing,
    "list the processes there are",
    "Those built in, with the files by which a repository of theirs is recognised, and the one "
    "this repository goes by.",
    kListOptions,
    {},
    kListExamples,
    "0 listed\n2 could not run",
    run_list,
};

extern constinit const Verb kProcessShowVerb{
    "process show",
    kPreparing,
    "print a process as its pack has it",
    "The pack's process.yaml as it is, comments included; the folder of the pack holds its "
    "templates beside it.\n"
    "\n"
    "With --merged everything that counts, as one file: what the pack extends, the pack, and the "
    "repository's milepost.yaml over it where that names this pack. A pack that is made of it is "
    "the same process.",
    kShowOptions,
    kProcessWord,
    kShowExamples,
    "0 printed\n2 could not run: there is no such process, or it is not readable",
    run_show_pack,
};

extern constinit const Verb kProcessCheckVerb{
    "process check",
    kPreparing,
    "find what is wrong with a process",
    "All errors of the pack, of its templates and of what milepost.yaml lays over it: unknown "
    "keys, names that are not defined, files that are not there. Each is reported at a file that "
    "can "
    "be edited: what milepost.yaml breaks in a pack that is built in, at milepost.yaml.\n"
    "\n"
    "Other verbs stop at the first of them. milepost template check looks into templates.",
    kCheckOptions,
    kProcessWord,
    kCheckExamples,
    "0 nothing is wrong\n1 there are errors\n2 could not run: there is no such process",
    run_check_process,
};

extern constinit const Verb kProcessNewVerb{
    "process new",
    kPreparing,
    "begin a process from a template and proposals",
    "Makes a folder with a process.yaml and the template. Where proposals lie and how they are "
    "numbered, where their metadata stands, its fields and their types, the statuses, and which "
    "sections are required (those that nearly all have) are guessed from examples. Each guess "
    "stands with its reason: change what is wrong, it is the beginning of a pack.\n"
    "\n"
    "Markdown with few of the template's headings is no example; documents in other formats are "
    "named and left out. Nothing is ever overwritten.\n"
    "\n"
    "The pack is tried at once: on its examples, as check would, and with a new proposal. What it "
    "could not fit is told.",
    kNewOptions,
    kNewWords,
    kNewExamples,
    "0 made\n2 could not be made: a file is there already, or the template is not readable",
    run_new_pack,
};

}  // namespace milepost::process
