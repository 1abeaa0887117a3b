// A verb of the command line: one constant that says what it takes, does and is for.
#pragma once

#include <span>
#include <string_view>

#include "cli/console.h"
#include "cli/options.h"

namespace milepost {

// What the shell is told.
enum ExitStatus : int { kClean = 0, kFound = 1, kCouldNotRun = 2 };

struct Example {
  std::string_view command;
  std::string_view purpose;
};

// What people come to do. Help puts the verbs under these headings.
inline constexpr std::string_view kWriting = "write and check";
inline constexpr std::string_view kFinding = "find and read";
inline constexpr std::string_view kReviewing = "review and move";
inline constexpr std::string_view kTracking = "follow the work in a tracking issue";
inline constexpr std::string_view kReleasing = "run a release";
inline constexpr std::string_view kComparing = "look back and compare";
inline constexpr std::string_view kPreparing = "set up a process";
inline constexpr std::string_view kUpkeep = "look after milepost";

struct Verb {
  std::string_view name;     // "check", or two words: "template show"
  std::string_view topic;    // one of the above
  std::string_view summary;  // begins in lower case, no full stop
  std::string_view about;    // paragraphs for the help, one line each
  std::span<const Option> options;
  Operands operands;
  std::span<const Example> examples;
  std::string_view exit_status;  // lines for the help
  int (*run)(const Arguments&, Console&) = nullptr;
};

extern const Verb kApproveVerb;
extern const Verb kWithdrawVerb;
extern const Verb kConcernVerb;
extern const Verb kResolveVerb;
extern const Verb kHoldVerb;
extern const Verb kUnholdVerb;
extern const Verb kCheckVerb;
extern const Verb kCompletionsVerb;
extern const Verb kDiffVerb;
extern const Verb kDriftVerb;
extern const Verb kExplainVerb;
extern const Verb kFsckVerb;
extern const Verb kGraphVerb;
extern const Verb kHelpVerb;
extern const Verb kHistoryVerb;
extern const Verb kInboxVerb;
extern const Verb kInitVerb;
extern const Verb kListVerb;
extern const Verb kManVerb;
extern const Verb kPromoteVerb;
extern const Verb kNewVerb;
extern const Verb kReleaseAdmitsVerb;
extern const Verb kReleaseCalendarVerb;
extern const Verb kReleaseDeferVerb;
extern const Verb kReleaseExceptionVerb;
extern const Verb kReleaseFreezeVerb;
extern const Verb kReleaseNewVerb;
extern const Verb kReleaseNotesVerb;
extern const Verb kReleaseOptInVerb;
extern const Verb kReleaseOptOutVerb;
extern const Verb kReleaseRemoveVerb;
extern const Verb kReleaseReportVerb;
extern const Verb kReleaseRolloverVerb;
extern const Verb kReleaseStatusVerb;
extern const Verb kReportVerb;
extern const Verb kRulesVerb;
extern const Verb kShowVerb;
extern const Verb kStoreExportVerb;
extern const Verb kStoreImportVerb;
extern const Verb kStoreMoveVerb;
extern const Verb kStoreRebuildVerb;
extern const Verb kStoreStatusVerb;
extern const Verb kTemplateCheckVerb;
extern const Verb kTemplateLineageVerb;
extern const Verb kTemplateShowVerb;
extern const Verb kTocVerb;
extern const Verb kTrackApproveVerb;
extern const Verb kTrackCheckVerb;
extern const Verb kTrackCommentVerb;
extern const Verb kTrackExportVerb;
extern const Verb kTrackImportVerb;
extern const Verb kTrackLabelVerb;
extern const Verb kTrackLinkVerb;
extern const Verb kTrackNewVerb;
extern const Verb kTrackSettleVerb;
extern const Verb kTrackShowVerb;
extern const Verb kTrackStatusVerb;
extern const Verb kTrackTickVerb;
extern const Verb kTrackUntickVerb;
extern const Verb kUpgradeVerb;
extern const Verb kWhyVerb;

// A program: its verbs, in the order in which help lists them, and what help says of the whole.
struct Program {
  std::span<const Verb* const> verbs;
  std::span<const Option> options;  // that stand before a verb, besides the common ones
  std::string_view purpose;         // what it does, after its name
  std::span<const Example> first_steps;
  std::span<const Example> further;  // where help leads from the list of verbs
};

// The folder given with -C, else ".".
std::string directory_of(const Arguments& arguments);

}  // namespace milepost
