// The verbs by which people review a proposal.
#include "features/common/verbs.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/review/review.h"
#include "store/remote.h"
#include "workspace/names.h"

namespace milepost::review {

namespace {

constexpr Option kCommentOption{"--comment", "",    "TEXT",    "what you have to say",
                                {},          false, "--reason"};
constexpr Option kDryRunOption{"--dry-run", "", "", "change nothing, say what would be recorded"};
constexpr Option kRoleOption{"--role", "", "ROLE", "as what, such as approver or prr"};
constexpr Option kStageOption{"--to", "",    "STAGE",  "for which stage (the proposal's own)",
                              {},     false, "--stage"};

constexpr Option kApproveOptions[] = {
    kRoleOption,  kStageOption,  kCommentOption, kAsOption,    kNowOption,
    kStoreOption, kDryRunOption, kProcessOption, kQuietOption,
};
constexpr Option kCommentOptions[] = {
    kCommentOption, kAsOption,      kNowOption,   kStoreOption,
    kDryRunOption,  kProcessOption, kQuietOption,
};

constexpr Operands kProposal{"PROPOSAL [TEXT]",
                             "its number, path or address, or words of its title in quotes; then "
                             "what you have to say, as with --comment",
                             1, Operands::kAny};

bool is_number(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

// Which concern is resolved: `resolve 4211 17 "covered"`; "" for the only one.
std::string concern_of(const Arguments& arguments) {
  const auto& words = arguments.operands();
  return words.size() > 1 && is_number(words[1]) ? words[1] : std::string();
}

// --comment, else the text that stands after the proposal.
std::string comment_of(const Arguments& arguments, ReviewAction action) {
  if (arguments.has("--comment")) return std::string(trim(arguments.value("--comment")));
  if (action == ReviewAction::kConfirm) return {};
  const bool resolves = action == ReviewAction::kResolve && !concern_of(arguments).empty();
  const std::size_t at = resolves ? 2 : 1;
  return arguments.operands().size() > at ? std::string(trim(arguments.operands()[at]))
                                          : std::string();
}

// A text is said once, and what is not understood is not taken for nothing.
std::optional<std::string> surplus_in(const Arguments& arguments, ReviewAction action) {
  const bool resolves = action == ReviewAction::kResolve && !concern_of(arguments).empty();
  const std::size_t most = (resolves ? 2U : 1U) + (arguments.has("--comment") ? 0U : 1U);
  if (arguments.operands().size() <= most) return std::nullopt;
  return fmt::format("\"{}\" is too much; put what you have to say in quotes, once",
                     printable(arguments.operands()[most]));
}

// Words of a title that were meant for the proposal are not to be recorded as a text.
std::optional<UsageError> mistaken_title(const Workspace& workspace, const Arguments& arguments) {
  const auto& words = arguments.operands();
  const bool is_whole = is_number(words.front()) || words.front().find(' ') != std::string::npos;
  if (words.size() < 2 || !workspace.recognised() || is_whole) return std::nullopt;
  const std::string both = words[0] + " " + words[1];
  for (const std::string& title : {fmt::format("{}", fmt::join(words, " ")), both}) {
    const auto titled = find_titled(workspace, title);
    if (!titled || !*titled) continue;
    return UsageError{
        fmt::format("\"{}\" is in the title of {}: put it in quotes; give what you have "
                    "to say with --comment",
                    printable(title), printable(heading(**titled))),
        {}};
  }
  return std::nullopt;
}

// One proposal is meant at a time: another's number, folder or whole title is no text.
std::optional<UsageError> second_proposal(const Workspace& workspace, const std::string& text) {
  if (text.empty() || !workspace.recognised()) return std::nullopt;
  const auto named = find_named(workspace, text);
  if (!named || named->empty()) return std::nullopt;
  const Card& card = *named->front();
  const bool is_folder = text.find(' ') == text.npos && text.find_first_of("-/") != text.npos;
  if (number_in(text).empty() && !is_folder && !equal_ignoring_case(card.title, text)) {
    return std::nullopt;
  }
  return UsageError{
      fmt::format("\"{}\" is {}, and one proposal is meant at a time; where it is the "
                  "text, give it with --comment",
                  printable(text), printable(heading(card))),
      {}};
}

ReviewOptions options_of(const Arguments& arguments, ReviewAction action) {
  ReviewOptions options;
  options.subject = arguments.operands().front();
  options.action = action;
  options.role = arguments.value("--role");
  options.stage = arguments.value(kStageOption.name);
  options.comment = comment_of(arguments, action);
  options.person = identity_of(arguments);
  options.dry_run = arguments.has("--dry-run");
  if (action == ReviewAction::kConfirm) {
    options.criteria = {arguments.operands().begin() + 1, arguments.operands().end()};
  }
  if (action == ReviewAction::kResolve) options.concern = concern_of(arguments);
  return options;
}

// A server records only what the token's owner does; nothing else proves who somebody is.
bool is_proved(const Workspace& workspace, const ReviewOutcome& outcome, bool recorded) {
  if (!is_remote(workspace.options().store)) return false;
  if (recorded) return true;
  const auto server = open_remote(workspace.options().store, workspace.root());
  const auto person = server ? (*server)->person() : std::string();
  return person && equal_ignoring_case(*person, outcome.person);
}

int review_by(ReviewAction action, const Arguments& arguments, Console& console) {
  const auto workspace = open_to_record(arguments, {arguments.operands().front()});
  if (!workspace) return console.report_error(workspace.error());
  const ReviewOptions options = options_of(arguments, action);
  if (action != ReviewAction::kConfirm) {
    if (const auto title = mistaken_title(**workspace, arguments)) {
      return console.report_error(*title);
    }
    if (const auto surplus = surplus_in(arguments, action)) return console.report_error(*surplus);
    const bool by_place = !arguments.has("--comment");
    if (const auto other =
            by_place ? second_proposal(**workspace, options.comment) : std::nullopt) {
      return console.report_error(*other);
    }
  }
  const auto outcome = record_review(**workspace, options);
  if (!outcome) return console.report_error(outcome.error().message);
  for (const FileChange& change : outcome->changes) {
    if (arguments.has("--quiet") && !options.dry_run) break;
    console.out += shown_change(change, console);
  }
  if (arguments.has("--quiet")) return kClean;
  const ProposalRef& proposal = outcome->proposal;
  const bool recorded = !options.dry_run && !outcome->already;
  const bool would_be = options.dry_run && !outcome->already;
  console.err += fmt::format("{}{}: @{} {}{}{}\n", would_be ? "would record: " : "",
                             printable(proposal.short_name()), printable(outcome->person),
                             is_proved(**workspace, *outcome, recorded) ? "" : "(claimed) ",
                             printable(outcome->what), outcome->already ? ", as before" : "");
  if (!options.comment.empty() && !outcome->already) {
    console.err += fmt::format("  about {}, with the text \"{}\"\n", printable(proposal.title),
                               printable(options.comment));
  }
  if (recorded) report_recorded(**workspace, console);
  if (!options.dry_run) report_written((*workspace)->root(), outcome->changes, console);
  for (const std::string& taken : outcome->taken) {
    console.err += fmt::format("  taken: {}\n", printable(taken));
  }
  return kClean;
}

template <ReviewAction action>
int run_review(const Arguments& arguments, Console& console) {
  return review_by(action, arguments, console);
}

constexpr Example kApproveExamples[] = {
    {"milepost approve 4211 --as mokafor", "in your only role, for the stage it aims at"},
    {"milepost approve 4211 --role approver --as mokafor", "approve it for the stage it aims at"},
    {"milepost approve 4211 --role prr --to beta --as rcole",
     "enter the production-readiness approval"},
};
constexpr Example kWithdrawExamples[] = {
    {"milepost withdraw 4211 --role approver --comment \"the API has changed\"", "undo it"},
};
constexpr Example kConcernExamples[] = {
    {"milepost concern 4211 \"what of downgrades?\"", "every gate closes until it is resolved"},
};
constexpr Example kResolveExamples[] = {
    {"milepost resolve 4211 --comment \"covered under Risks\"", "the only open one"},
    {"milepost resolve 4211 17", "the one of that number, as why shows it"},
};
constexpr Example kHoldExamples[] = {
    {"milepost hold 4211 \"wait for the API review\"", "no gate opens meanwhile"},
};
constexpr Example kUnholdExamples[] = {
    {"milepost unhold 4211", "go on"},
};
constexpr Example kConfirmExamples[] = {
    {"milepost confirm 617 process-only no-release", "two of them"},
    {"milepost confirm 617 all", "each of them holds"},
};
constexpr const char* kRecordedExits = "0 recorded\n2 could not run, or you may not";

}  // namespace

extern constinit const Verb kApproveVerb{
    "approve",
    kReviewing,
    "approve a proposal for a stage",
    "The approval goes into the record, with the text it is about: when that text changes, the "
    "approval is void, and `why` says what has changed. Where the process keeps approvals of the "
    "role in a file, it is entered there too; the name of somebody whose approval is void, or who "
    "has left the roster, gives way to yours. Only holders of the role can approve. A role that is "
    "the only one you can approve as need not be named, nor the stage that the proposal aims at; "
    "what was taken is printed. Who you are is claimed, not proved.",
    kApproveOptions,
    kProposal,
    kApproveExamples,
    "0 approved\n2 could not run, or you may not",
    run_review<ReviewAction::kApprove>,
};

extern constinit const Verb kWithdrawVerb{
    "withdraw",
    kReviewing,
    "withdraw an approval of yours",
    "It is as if it had not been given, and the record shows both. Where the process keeps "
    "approvals "
    "of the role in a file, your name is taken out of it.",
    kApproveOptions,
    kProposal,
    kWithdrawExamples,
    kRecordedExits,
    run_review<ReviewAction::kWithdraw>,
};

extern constinit const Verb kConcernVerb{
    "concern",
    kReviewing,
    "raise a concern about a proposal",
    "Gates stay closed until it is resolved: by you, or by somebody with a say in the proposal who "
    "is not its author.",
    kApproveOptions,
    kProposal,
    kConcernExamples,
    kRecordedExits,
    run_review<ReviewAction::kConcern>,
};

extern constinit const Verb kResolveVerb{
    "resolve",
    kReviewing,
    "resolve a concern",
    "By the one who raised it, or by somebody with a say in the proposal who is not its author.",
    kCommentOptions,
    {"PROPOSAL [CONCERN] [TEXT]",
     "its number, path or address, or words of its title in quotes; the number of the concern; "
     "what you have to say",
     1, Operands::kAny},
    kResolveExamples,
    kRecordedExits,
    run_review<ReviewAction::kResolve>,
};

extern constinit const Verb kHoldVerb{
    "hold",
    kReviewing,
    "hold a proposal where it is",
    "No gate opens until the hold is lifted: by you, or by somebody with a say in the proposal who "
    "is not its author.",
    kCommentOptions,
    kProposal,
    kHoldExamples,
    kRecordedExits,
    run_review<ReviewAction::kHold>,
};

extern constinit const Verb kUnholdVerb{
    "unhold",
    kReviewing,
    "lift a hold",
    "By the one who holds the proposal, or by somebody with a say in it who is not its author.",
    kCommentOptions,
    kProposal,
    kUnholdExamples,
    kRecordedExits,
    run_review<ReviewAction::kUnhold>,
};

extern constinit const Verb kConfirmVerb{
    "confirm",
    kReviewing,
    "confirm criteria of a proposal's kind",
    "Where the metadata has a field for the criteria of a kind, they stand there. In a repository "
    "whose own metadata has none, the record keeps them: `new` enters those that were confirmed, "
    "this verb what an author confirms later. `why` lists what is open.",
    kCommentOptions,
    {"PROPOSAL CRITERION",
     "its number, path or address, or words of its title in quotes; then the criteria that hold, "
     "or all",
     2, Operands::kAny},
    kConfirmExamples,
    kRecordedExits,
    run_review<ReviewAction::kConfirm>,
};

}  // namespace milepost::review
