#include "features/common/verbs.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/move/formats.h"
#include "features/move/why.h"

namespace milepost::move {

namespace {

constexpr Option kOptions[] = {
    {"--to", "", "TARGET", "the status or stage to reach (what the proposal is at)"},
    {"--release", "", "RELEASE", "the release to aim at (the one the metadata has for the stage)"},
    {"--all", "", "", "ask for every proposal that could make the step"},
    kAsOption,
    {"--format", "", "FORMAT", "how to write the answer", kTextOrJson},
    kProcessOption,
    kNowOption,
    kStoreOption,
};

constexpr Example kExamples[] = {
    {"milepost why 4211", "what is missing for its next step?"},
    {"milepost why 4211 --to beta --release v1.38", "for beta in this release"},
    {"milepost why 4211 4307", "both of them"},
    {"milepost why --all --to beta --release v1.38", "which proposals are ready for it?"},
    {"milepost why group:sig-node stage:alpha", "what do these lack? help list has queries"},
    {"milepost why 4211 --format json", "the same as data"},
};

// Several proposals at once: "4211 4307".
bool are_numbers(const std::vector<std::string>& words) {
  const auto is_number = [](const std::string& word) {
    return !word.empty() && std::ranges::all_of(word, is_digit);
  };
  return words.size() > 1 && std::ranges::all_of(words, is_number);
}

int run_why(const Arguments& arguments, Console& console) {
  const bool all = arguments.has("--all");
  if (all != arguments.operands().empty()) {
    return console.report_error(
        {all ? "name a proposal, or ask for --all: not both" : "which proposal?",
         {"milepost why 4211", "milepost why --all --to beta"}});
  }
  const auto workspace = open_with_unmerged(arguments, arguments.operands());
  if (!workspace) return console.report_error(workspace.error());
  WhyOptions options;
  options.words = arguments.operands();
  if (are_numbers(options.words)) {
    for (const std::string& number : options.words) {
      const auto one = (*workspace)->select_one(number);
      if (!one) return console.report_error(one.error().message);
    }
    options.words = {fmt::format("number:{}", fmt::join(options.words, ","))};
  } else if (!all && !(*workspace)->is_query(options.words)) {
    const auto subject = subject_of(arguments, "why");
    if (!subject) {
      return console.report_error("why takes one PROPOSAL, or a query such as group:sig-node");
    }
    options.words = {*subject};
  }
  options.to = arguments.value("--to");
  options.release = arguments.value("--release");
  if (const auto wrong = wrong_release(options.release)) return console.report_error(*wrong);
  options.mover = identity_of(arguments);
  const auto run = why(**workspace, options);
  if (!run) return console.report_error(run.error().message);
  report_read_errors(run->read_errors, console);
  console.out += arguments.value("--format") == "json"
                     ? render_gates_json(*run)
                     : render_gates_text(*run, text_options(arguments, console));
  if (!run->read_errors.empty()) return kCouldNotRun;
  const bool closed = std::ranges::any_of(
      run->proposals, [](const ProposalGate& entry) { return !entry.gate.open(); });
  return closed ? kFound : kClean;
}

}  // namespace

extern constinit const Verb kWhyVerb{
    "why",
    kReviewing,
    "say what a proposal lacks for its next step",
    "Each condition of the gate is shown with its evidence: what holds, what is missing and where, "
    "whom it waits for and what to do. What cannot be known here, such as an approval of which "
    "there is no record, is unknown and keeps the gate closed, unless the process says that "
    "merging the change settles it.",
    kOptions,
    {"PROPOSAL",
     "its number, path or address on the web, words of its title, several numbers, or a query",
     0,
     Operands::kAny,
     {},
     true},
    kExamples,
    "0 the gate is open, or nothing more is to be done\n1 it is closed\n2 there is no such "
    "proposal, or it could not be judged",
    run_why,
};

}  // namespace milepost::move
