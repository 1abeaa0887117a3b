// The use cases of `milepost track`: the tracking issue of a proposal, made, shown,
// ticked, labelled, commented, imported and exported. What is done is recorded; the
// issue's text is kept in the record too.
#pragma once

#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/result.h"
#include "features/findings/model.h"
#include "features/track/model.h"
#include "features/track/tracked.h"

namespace milepost::track {

// What was recorded, or with --dry-run would be; no events: there was nothing to do.
struct TrackOutcome {
  std::string message;
  std::vector<NewEvent> events;
};

struct ShowTrackerOptions : TrackOptions {
  bool comments = false;  // with what was said
};
Result<TrackerPage> show_tracker(const Workspace& workspace, const ShowTrackerOptions& options);

// Where a list of the issue and the same list in the document differ.
std::vector<ListDrift> find_drifts(const TrackedProposal& tracked, const Tracker& tracker);

// --- actions ---

struct MarkOptions : TrackOptions {
  std::string item = {};  // its key, or words of its text
  ItemAction action = ItemAction::kTick;
};
Result<TrackOutcome> mark_item(const Workspace& workspace, const MarkOptions& options);

struct LabelOptions : TrackOptions {
  std::string label = {};
  bool remove = false;
};
Result<TrackOutcome> set_label(const Workspace& workspace, const LabelOptions& options);

struct TrackerStatusOptions : TrackOptions {
  std::string to = {};
  bool correct = false;  // the status that it has was set by mistake
};
Result<TrackOutcome> set_tracker_status(const Workspace& workspace,
                                        const TrackerStatusOptions& options);

struct PullRequest {
  std::string reference;  // owner/repo#12, or its address
  std::string kind;       // what it holds; it may be linked as several
  bool merged = true;
  bool remove = false;  // it does not hold this after all
  std::vector<std::string> paths;
  bool closed = false;   // without being merged
  bool assumed = false;  // nobody has said whether it is merged
};
struct LinkOptions : TrackOptions {
  PullRequest pull = {};
};
Result<TrackOutcome> link_pull_request(const Workspace& workspace, const LinkOptions& options);

struct LinkPullsOptions : TrackOptions {
  std::string file = {};  // "-" for standard input
  std::string kind = {};  // of those whose labels name none; "" when nobody has said
};
// Links the pull requests of a list to the proposals that they name. Of one that is linked
// already the state is kept up to date, and nothing else is recorded.
Result<PullReport> link_pull_requests(const Workspace& workspace, const LinkPullsOptions& options);
Result<TrackOutcome> add_comment(const Workspace& workspace, const TrackOptions& options);

// Sets the description of the issue; "" confirms the one it has.
struct DescribeOptions : TrackOptions {
  std::string text = {};
};
Result<TrackOutcome> describe_issue(const Workspace& workspace, const DescribeOptions& options);

// --- texts ---

struct NewIssueOptions : TrackOptions {
  std::string title = {}, description = {}, contact = {}, discussion = {};  // "": the proposal's
  // Of a number that is to be made known before its text is merged.
  std::string group = {}, text = {};
  std::vector<std::string> confirmed = {};  // criteria of a new issue, by id, or "all"
};

struct IssueDraft {
  std::string title;  // fit for the subject of a mail
  std::string text;
  TrackOutcome outcome;
};

// Fails when there is an issue already.
Result<IssueDraft> new_issue(const Workspace& workspace, const NewIssueOptions& options);
// The same of one that is opened, with what is recorded first.
Result<IssueDraft> draft_issue(TrackedProposal& tracked, const NewIssueOptions& options,
                               const std::vector<NewEvent>& first = {});

// What is recorded of a criterion of a new issue that somebody confirms.
std::string confirmation_of(const IssueCriterion& criterion);

// Makes a number known that no proposal has: a candidate, with its issue. Of one that is known
// already, what is given is recorded. Fails when a proposal has the number.
Result<IssueDraft> announce(const Workspace& workspace, const NewIssueOptions& options);

// Takes that back: the comment says why. Fails when the number is no candidate, or is in a release.
Result<TrackOutcome> retract(const Workspace& workspace, const TrackOptions& options);

// Which side is right where the text and the record differ.
enum class Settle : std::uint8_t { kAsk, kRecord, kFile };

struct ImportOptions : TrackOptions {
  std::string file = {};  // "-" for standard input
  Settle settle = Settle::kAsk;
  std::string title = {};  // of a number without a proposal; "": what its issue describes
};
// The subject may be left out where the issue names it. A number that no proposal has becomes a
// candidate.
Result<ImportReport> import_issue(const Workspace& workspace, const ImportOptions& options);
// A text of the issue, kept for the next import.
struct KeptIssue {
  std::string text;
  std::string from;  // the stamp of the copy it was read from, "template", "metadata" or
                     // "document"
  std::string copy;  // the copy itself, where others' words were merged into it
};
// The same of a copy that is in no file any more: its text without the stamp, and its stamp.
Result<ImportReport> import_kept(const Workspace& workspace, const ImportOptions& options,
                                 const KeptIssue& kept);
// Adds the event that keeps a text, and the text.
void keep_text(const TrackedProposal& tracked, const Actor& actor, KeptIssue kept,
               Decision& decision);
// The file of an issue; "-" is standard input.
Result<std::shared_ptr<const Source>> read_issue_file(const Workspace& workspace,
                                                      const std::string& file);

struct ExportOptions : TrackOptions {
  bool computed = false;  // the boxes of items that a program answers are set, too
};
Result<std::string> export_issue(const Workspace& workspace, const ExportOptions& options);
// The labels that the issue is to carry, one a line.
Result<std::string> export_labels(const Workspace& workspace, const ExportOptions& options);
Result<std::string> issue_text(TrackedProposal& tracked, const ProposalState& state, bool computed);

// The fields of the issue that differ from the metadata, set as that says: events, and
// the text they name. Nothing to do: no events.
Result<Decision> take_metadata(TrackedProposal& tracked, const ProposalState& state,
                               const Actor& actor);

// Bringing the issue and the proposal together: one side is right. The document's and the
// issue's are those of a list that both have; the metadata's are the fields of the issue
// that it says, too: title, link, groups and targets.
enum class ListSide : std::uint8_t { kDocument, kIssue, kMetadata };

struct Settlement {
  TrackOutcome outcome;                                      // the document is right
  std::vector<std::pair<std::string, std::string>> refused;  // the item's key, and why
  std::string root;
  std::vector<FileChange> changes;  // the issue is right; not made yet
};

struct SettleOptions : TrackOptions {
  ListSide right = ListSide::kDocument;
};
Result<Settlement> settle_lists(const Workspace& workspace, const SettleOptions& options);

// The issue of the record, held against the rules on issues and against the document.
struct CheckedIssue {
  std::shared_ptr<const Source> source;
  std::shared_ptr<const Issue> issue;
  std::vector<Finding> findings;
  std::vector<ListDrift> drifts;
};
// `source` is the text to check; null for that of the record.
Result<CheckedIssue> check_issue(TrackedProposal& tracked, const ProposalState& state,
                                 std::shared_ptr<const Source> source);

struct CheckIssueOptions : TrackOptions {
  std::string file = {};  // "" for the issue of the record
};
// What is wrong with an issue. For a file the subject may be left out; then only what the text
// shows is judged.
Result<findings::Run> check_issue(const Workspace& workspace, const CheckIssueOptions& options);

}  // namespace milepost::track
