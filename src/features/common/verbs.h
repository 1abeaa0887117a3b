// What the verbs share that open a repository: which, by which process, at what time, as whom.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/change_set.h"
#include "base/instant.h"
#include "cli/console.h"
#include "cli/options.h"
#include "features/common/topics.h"
#include "workspace/workspace.h"

namespace milepost {

inline constexpr std::string_view kTextJsonOrMarkdown[] = {"text", "json", "markdown"};

inline constexpr Option kAsOption{"--as", "", "HANDLE",
                                  "who you are (MILEPOST_AS; git's milepost.handle)"};
inline constexpr Option kNowOption{"--now", "", "TIME",
                                   "judge as if it were this day or instant, 2026-01-31 or "
                                   "2026-01-31T12:00:00Z"};
inline constexpr Option kStoreOption{"--store", "", "ADDRESS",
                                     "the record in PostgreSQL, postgresql://HOST/DATABASE, or of "
                                     "a server, https://HOST, instead of "
                                     "the one kept here (MILEPOST_STORE)"};
inline constexpr Option kAsOfOption{"--as-of", "", "DATE",
                                    "as the repository was on this day, yyyy-mm-dd, from git"};

inline constexpr Option kProcessOption{"--process", "", "PROCESS",
                                       "go by this process, or by the pack in this folder"};
// The process given with --process, "" without it. A pack in a folder is named from where
// one stands, whatever the operands are.
std::string process_of(const Arguments& arguments);

// The day of an option; nothing when it is not given.
tl::expected<std::optional<Date>, UsageError> day_of(const Arguments& arguments,
                                                     std::string_view option);

// The time of --now, else the clock's.
tl::expected<Instant, UsageError> moment_of(const Arguments& arguments);

// --as, else MILEPOST_AS, else "".
std::string identity_of(const Arguments& arguments);

// --store, else MILEPOST_STORE, else "". A password is better in the variable: others
// see the words of a command.
std::string store_of(const Arguments& arguments);

// What the options of a verb say of the workspace: -C, --process, --store.
WorkspaceOptions workspace_options(const Arguments& arguments);

// The workspace that a verb works in, at the time of --now: of the repository that the words are
// about (Workspace::open_for), which may be one that no process was recognised in.
tl::expected<Workspace::Pointer, UsageError> open_workspace(
    const Arguments& arguments, const std::vector<std::string>& words = {});

// The same with the texts that the record knows before they are merged: candidates are among the
// proposals. `access` is how the verb opens the record.
tl::expected<Workspace::Pointer, UsageError> open_with_unmerged(
    const Arguments& arguments, const std::vector<std::string>& words = {},
    Access access = Access::kRead);
// Of a verb that writes to the record, unless --dry-run keeps it from that.
tl::expected<Workspace::Pointer, UsageError> open_to_record(const Arguments& arguments,
                                                            const std::vector<std::string>& words);

inline constexpr Option kPullOption{"--pr", "", "OWNER/REPO#N",
                                    "the pull request that has its text"};
inline constexpr Option kBranchOption{"--branch", "", "NAME", "the branch that has its text"};
// Where --pr or --branch says that a text is, as events have it; "" without them.
tl::expected<std::string, UsageError> text_place_of(const Arguments& arguments);

// Says on standard error where something was recorded, and who can see it.
void report_recorded(const Workspace& workspace, Console& console);

// The same of files that were written beneath a root.
void report_written(const std::string& root, std::span<const FileChange> changes, Console& console);

// Says on standard error which proposals' metadata could not be read. Whether all could be.
bool report_unread_cards(const Workspace& workspace, Console& console);

// The operands of a verb about one proposal, and what they name ("" when there are none): words of
// a title need no quotes.
inline constexpr Operands kOneProposal{"PROPOSAL",
                                       "its number, path or address on the web, or words of its "
                                       "title",
                                       1, Operands::kAny};
tl::expected<std::string, UsageError> subject_of(const Arguments& arguments, std::string_view verb);

// What is wrong with --release, if anything.
std::optional<UsageError> wrong_release(std::string_view release);

}  // namespace milepost
