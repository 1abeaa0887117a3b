#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/common/remedy_text.h"
#include "features/common/verbs.h"
#include "features/move/promote.h"

namespace milepost::move {

namespace {

constexpr Option kOptions[] = {
    {"--to", "", "TARGET", "the status or stage to reach (the next step of the proposal)"},
    {"--release", "", "RELEASE", "the release to aim at (the one the metadata has for the stage)"},
    {"--reason", "", "TEXT", "why; steps back, and what ends a proposal, need one"},
    {"--override", "", "", "move although the gate is closed; needs --reason, and is written down"},
    {"--dry-run", "", "", "change nothing, print the changes as a diff"},
    kAsOption,
    kProcessOption,
    kNowOption,
    kStoreOption,
    kQuietOption,
};

constexpr Example kExamples[] = {
    {"milepost promote 4211 --to beta --release v1.38", "enter beta in this release"},
    {"milepost promote 4211 --to beta --release v1.38 --dry-run", "see what would change"},
    {"milepost promote 4211 --to withdrawn --reason \"solved elsewhere\"", "give it up"},
};

// Says how the gate stands and what one can do about it.
int refuse(const Promotion& promotion, const std::string& subject, Console& console) {
  const ProposalGate& entry = promotion.run.proposals.front();
  const Step& step = entry.gate.step;
  std::size_t missing = 0;
  const Verdict* first = nullptr;
  for (const Verdict& verdict : entry.gate.conditions) {
    if (!verdict.closes()) continue;
    ++missing;
    if (!first || verdict.kind == VerdictKind::kMover) first = &verdict;
  }
  // What nothing but doing otherwise lifts.
  const bool final = entry.gate.illegal || first->kind == VerdictKind::kMover;
  std::vector<std::string> help;
  if (final || (missing == 1 && first->asks_reason())) {
    if (!first->remedies.empty()) help.push_back(printable(how_text(*first)));
    const int status =
        console.report_error({printable(first->message) + ". Nothing was changed.", help});
    return first->kind == VerdictKind::kMover ? status : kFound;
  }
  const std::string shown = command_text(
      remedy::AskWhy{printable(entry.proposal.number.empty() ? subject : entry.proposal.number),
                     printable(step.to()), printable(step.release)});
  const std::string_view by_force = "--override --reason \"…\"";
  const std::size_t width = std::max(shown.size(), by_force.size() - 2) + 2;  // … is three bytes
  help.push_back(fmt::format("{:<{}}shows {}", shown, width, missing == 1 ? "it" : "them"));
  help.push_back(fmt::format("{}{}moves anyway; the history of the text says so", by_force,
                             std::string(width + 2 - by_force.size(), ' ')));
  console.report_error({missing == 1
                            ? fmt::format("the gate to {} is closed: {}. Nothing was changed.",
                                          printable(step.to()), printable(first->message))
                            : fmt::format("the gate to {} is closed: {} conditions are missing. "
                                          "Nothing was changed.",
                                          printable(step.to()), missing),
                        help});
  return kFound;
}

int run_promote(const Arguments& arguments, Console& console) {
  const auto subject = subject_of(arguments, "promote");
  if (!subject) return console.report_error(subject.error());
  const auto workspace = open_workspace(arguments, {*subject});
  if (!workspace) return console.report_error(workspace.error());
  PromoteOptions options;
  options.why.words = {*subject};
  options.why.to = arguments.value("--to");
  options.why.release = arguments.value("--release");
  if (const auto wrong = wrong_release(options.why.release)) return console.report_error(*wrong);
  options.why.reason = arguments.value("--reason");
  options.why.mover = identity_of(arguments);
  options.override_gate = arguments.has("--override");
  const auto promotion = plan_promotion(**workspace, options);
  if (!promotion) return console.report_error(promotion.error().message);
  if (promotion->refused) return refuse(*promotion, *subject, console);

  for (const FileChange& change : promotion->changes) {
    if (arguments.has("--quiet") && !arguments.has("--dry-run")) break;
    console.out += shown_change(change, console);
  }
  const ProposalGate& entry = promotion->run.proposals.front();
  const std::string to = printable(entry.gate.step.to());
  if (promotion->changes.empty()) {
    console.err += fmt::format("it is {} already: nothing to change\n", to);
    return kClean;
  }
  if (!promotion->reason_lost.empty()) {
    console.err += fmt::format("the reason is not in the files: {}; put it into the commit\n",
                               printable(promotion->reason_lost));
  }
  if (arguments.has("--dry-run")) return kClean;
  if (const auto made = make_promotion(*promotion); !made) {
    return console.report_error("nothing was changed: " + made.error().message);
  }
  if (!arguments.has("--quiet")) {
    console.err +=
        fmt::format("{} is now {}{}\n", printable(entry.proposal.short_name()), to,
                    promotion->overridden.empty()
                        ? std::string()
                        : fmt::format(", overriding {}", fmt::join(promotion->overridden, ", ")));
    report_written(promotion->workspace->root(), promotion->changes, console);
  }
  return kClean;
}

}  // namespace

extern constinit const Verb kPromoteVerb{
    "promote",
    kReviewing,
    "move a proposal to another status or stage",
    "The gate is checked first; while it is closed nothing changes. Then everything the move "
    "touches is edited at once: status, stage, milestones, the day, a line in the history, the "
    "request for a review, the table of contents. All files change, or none does. Steps back and "
    "what ends a proposal need a --reason.",
    kOptions,
    kOneProposal,
    kExamples,
    "0 moved, or nothing to change\n1 the gate is closed, or the process has no such move\n"
    "2 could not run, or you may not",
    run_promote,
};

}  // namespace milepost::move
