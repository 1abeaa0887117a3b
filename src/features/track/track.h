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

Result<TrackerPage> show_tracker(const Workspace& workspace, const TrackOptions& options,
                                 bool with_comments);

// Where a list of the issue and the same list in the document differ.
std::vector<ListDrift> find_drifts(const TrackedProposal& tracked, const Tracker& tracker);

// --- actions ---

Result<TrackOutcome> mark_item(const Workspace& workspace, const TrackOptions& options,
                               std::string_view item, ItemAction action);
Result<TrackOutcome> set_label(const Workspace& workspace, const TrackOptions& options,
                               std::string_view label, bool remove);
Result<TrackOutcome> set_tracker_status(const Workspace& workspace, const TrackOptions& options,
                                        std::string_view to);

struct PullRequest {
  std::string reference;  // owner/repo#12, or its address
  std::string kind;       // what it holds; it may be linked as several
  bool merged = true;
  bool remove = false;  // it does not hold this after all
  std::vector<std::string> paths;
};
Result<TrackOutcome> link_pull_request(const Workspace& workspace, const TrackOptions& options,
                                       const PullRequest& pull);
Result<TrackOutcome> add_comment(const Workspace& workspace, const TrackOptions& options);

// --- texts ---

struct NewIssue {
  std::string title, description, contact, discussion;  // "" for what the proposal says
};

struct IssueDraft {
  std::string title;  // fit for the subject of a mail
  std::string text;
  TrackOutcome outcome;
};

// Fails when there is an issue already.
Result<IssueDraft> new_issue(const Workspace& workspace, const TrackOptions& options,
                             const NewIssue& words);

// Which side is right where the text and the record differ.
enum class Settle : std::uint8_t { kAsk, kRecord, kFile };

Result<ImportReport> import_issue(const Workspace& workspace, const TrackOptions& options,
                                  const std::string& file, Settle settle);
// A text of the issue, kept for the next import.
struct KeptIssue {
  std::string text;
  std::string from;  // the stamp of the copy it was read from, "template", "metadata" or
                     // "document"
  std::string copy;  // the copy itself, where others' words were merged into it
};
// Adds the event that keeps a text, and the text.
void keep_text(const TrackedProposal& tracked, const Actor& actor, KeptIssue kept,
               Decision& decision);
// The file of an issue; "-" is standard input.
Result<std::shared_ptr<const Source>> read_issue_file(const Workspace& workspace,
                                                      const std::string& file);

// With `computed`, the boxes of items that a program answers are set, too.
Result<std::string> export_issue(const Workspace& workspace, const TrackOptions& options,
                                 bool computed);
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

Result<Settlement> settle_lists(const Workspace& workspace, const TrackOptions& options,
                                ListSide right);

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

// What is wrong with an issue: with that of the record, or with a file. For a file the
// subject may be left out; then only what the text shows is judged.
Result<findings::Run> check_issue(const Workspace& workspace, const TrackOptions& options,
                                  const std::string& file);

}  // namespace milepost::track
