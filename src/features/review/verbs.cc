#include "features/review/verbs.h"

// The verbs by which people say what they think of a proposal.
#include <fmt/format.h>

#include "base/printable.h"
#include "cli/output.h"
#include "features/common/verbs.h"
#include "features/review/review.h"

namespace milepost::review {

namespace {

constexpr Option kCommentOption{"--comment", "", "TEXT", "what you have to say"};
constexpr Option kDryRunOption{"--dry-run", "", "", "change nothing, say what would be put down"};
constexpr Option kRoleOption{"--role", "", "ROLE", "as what, such as approver or prr"};
constexpr Option kStageOption{"--stage", "", "STAGE", "for which stage (the proposal's own)"};

constexpr Option kApproveOptions[] = {
    kRoleOption,  kStageOption,  kCommentOption, kAsOption,    kNowOption,
    kStoreOption, kDryRunOption, kProcessOption, kQuietOption,
};
constexpr Option kSayOptions[] = {
    kCommentOption, kAsOption,      kNowOption,   kStoreOption,
    kDryRunOption,  kProcessOption, kQuietOption,
};

constexpr Operands kProposal{"PROPOSAL", "its number, or the path of its folder or of a file in it",
                             1, 1};

tl::expected<SayRequest, Complaint> request_of(const Arguments& arguments, Saying saying) {
  const auto moment = moment_of(arguments);
  if (!moment) return tl::unexpected(moment.error());
  SayRequest request;
  request.directory = directory_of(arguments);
  request.process = process_of(arguments);
  request.store = store_of(arguments);
  request.subject = arguments.operands().front();
  request.saying = saying;
  request.role = arguments.value("--role");
  request.stage = arguments.value("--stage");
  request.comment = arguments.value("--comment");
  request.person = identity_of(arguments);
  request.now = *moment;
  request.dry_run = arguments.has("--dry-run");
  if (arguments.operands().size() > 1) request.concern = arguments.operands()[1];
  return request;
}

int put_down(const SayRequest& request, const Arguments& arguments, Console& console) {
  const auto said = say(request);
  if (!said) return console.complain(said.error().message);
  for (const FileChange& change : said->changes) {
    if (arguments.has("--quiet") && !request.dry_run) break;
    console.out += shown_change(change, console);
  }
  if (arguments.has("--quiet")) return kClean;
  const std::string about = said->number.empty() ? said->title : said->number;
  console.err += fmt::format("{}: @{} {}{}\n", printable(about), printable(said->person),
                             printable(said->what),
                             said->already     ? ", as before"
                             : request.dry_run ? ": nothing was put down"
                                               : "");
  return kClean;
}

template <Saying saying>
int run_say(const Arguments& arguments, Console& console) {
  const auto request = request_of(arguments, saying);
  if (!request) return console.complain(request.error());
  return put_down(*request, arguments, console);
}

constexpr Example kApproveExamples[] = {
    {"milepost approve 4211 --role approver --as mokafor", "approve it for the stage it aims at"},
    {"milepost approve 4211 --role prr --stage beta --as rcole",
     "enter the production-readiness approval"},
};
constexpr Example kWithdrawExamples[] = {
    {"milepost withdraw 4211 --role approver --comment \"the API has changed\"", "take it back"},
};
constexpr Example kConcernExamples[] = {
    {"milepost concern 4211 --comment \"what of downgrades?\"",
     "every gate closes until it is resolved"},
};
constexpr Example kResolveExamples[] = {
    {"milepost resolve 4211 --comment \"covered under Risks\"", "the only open one"},
    {"milepost resolve 4211 17", "the one of that number, as why shows it"},
};
constexpr Example kHoldExamples[] = {
    {"milepost hold 4211 --comment \"wait for the API review\"", "no gate opens meanwhile"},
};
constexpr Example kUnholdExamples[] = {
    {"milepost unhold 4211", "go on"},
};
constexpr const char* kSaidExits = "0 put down\n2 could not run, or you may not";

}  // namespace

constinit const Verb kApproveVerb{
    "approve",
    kReviewing,
    "approve a proposal for a stage",
    "The approval goes into the record, with the text it is about: when that text changes, the "
    "approval is void, and `why` says what has changed. Where the process keeps approvals of the "
    "role in a file, it is entered there too; the name of somebody whose approval is void, or who "
    "has left the roster, gives way to yours. Only holders of the role can approve. Who you are "
    "is claimed, not proved.",
    kApproveOptions,
    kProposal,
    kApproveExamples,
    "0 approved\n2 could not run, or you may not",
    run_say<Saying::kApprove>,
};

constinit const Verb kWithdrawVerb{
    "withdraw",
    kReviewing,
    "take back an approval of yours",
    "It is as if it had not been given, and the record shows both. Where the process keeps "
    "approvals "
    "of the role in a file, your name is taken out of it.",
    kApproveOptions,
    kProposal,
    kWithdrawExamples,
    kSaidExits,
    run_say<Saying::kWithdraw>,
};

constinit const Verb kConcernVerb{
    "concern",
    kReviewing,
    "raise a concern about a proposal",
    "Gates stay closed until it is resolved: by you, or by somebody with a say in the proposal who "
    "is not its author.",
    kApproveOptions,
    kProposal,
    kConcernExamples,
    kSaidExits,
    run_say<Saying::kConcern>,
};

constinit const Verb kResolveVerb{
    "resolve",
    kReviewing,
    "resolve a concern",
    "By the one who raised it, or by somebody with a say in the proposal who is not its author.",
    kSayOptions,
    {"PROPOSAL [CONCERN]", "its number or path, and the number of the concern", 1, 2},
    kResolveExamples,
    kSaidExits,
    run_say<Saying::kResolve>,
};

constinit const Verb kHoldVerb{
    "hold",
    kReviewing,
    "hold a proposal where it is",
    "No gate opens until the hold is lifted: by you, or by somebody with a say in the proposal who "
    "is not its author.",
    kSayOptions,
    kProposal,
    kHoldExamples,
    kSaidExits,
    run_say<Saying::kHold>,
};

constinit const Verb kUnholdVerb{
    "unhold",
    kReviewing,
    "lift a hold",
    "By the one who holds the proposal, or by somebody with a say in it who is not its author.",
    kSayOptions,
    kProposal,
    kUnholdExamples,
    kSaidExits,
    run_say<Saying::kUnhold>,
};

}  // namespace milepost::review
