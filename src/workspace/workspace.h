// A Workspace is a repository opened once: its files, the process it follows, and all that is
// known of its proposals. Every action takes one.
//
// It is an immutable value that threads may share. The repository and its process are there at
// once; the rest is read when it is first asked for, and once: an error is remembered like a
// value. at() and with() give other workspaces that share what did not change.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/asked_files.h"
#include "base/instant.h"
#include "base/once.h"
#include "base/overlay_tree.h"
#include "base/result.h"
#include "git/git.h"
#include "process/releases.h"
#include "proposal/facts.h"
#include "proposal/query.h"
#include "proposal/repository.h"
#include "store/record.h"
#include "workspace/ages.h"
#include "workspace/judged_process.h"
#include "workspace/load_history.h"
#include "workspace/selection.h"
#include "workspace/unmerged_texts.h"

namespace milepost {

// Finds the proposals that the words of a query mean, and notes what that rests on. Much of what a
// query may ask is known to features alone, so that whoever opens a workspace says who finds.
using FindMatching = std::function<Result<std::vector<const Card*>>(
    const Workspace& workspace, const std::vector<std::string>& words,
    std::vector<std::string>& notes)>;

struct WorkspaceOptions {
  std::string directory = ".";  // where one stands: relative paths start there
  std::string folder = {};      // where the repository is looked for; "": in the directory
  std::string process = {};     // a pack's name or folder; "" to recognise it
  std::string store = {};       // the record's address; "": the repository's own
  JudgingOptions judging = {};
  bool bare = false;                // of a bare git repository, the files of its HEAD are looked at
  int jobs = 0;                     // 0: one for each core
  FindMatching find_matching = {};  // none: words are no queries
};

// What became of a repository since it was opened.
struct RepositoryChange {
  Instant now;
  std::set<std::string> files = {};           // paths from the root that may hold something else
  std::shared_ptr<const FileTree> tree = {};  // where the files are now; null: where they were
  bool refs = false;                          // HEAD or another ref leads elsewhere
  bool record = false;                        // something was recorded
};

class Workspace : public std::enable_shared_from_this<Workspace> {
 public:
  using Pointer = std::shared_ptr<const Workspace>;

  // Fails when a pack is wrong, or the template that is named. That no process is recognised
  // is no error: a document can be looked at without.
  static Result<Pointer> open(WorkspaceOptions options, Instant now);
  // The same where one must be recognised.
  static Result<Pointer> open_recognised(WorkspaceOptions options, Instant now);
  // The repository that the words are about: that of the first path among them, else the one
  // around the directory.
  static Result<Pointer> open_for(const std::vector<std::string>& words, WorkspaceOptions options,
                                  Instant now);
  // Among the files of a tree, such as a commit's, that stands for the folder `top`.
  static Result<Pointer> open(WorkspaceOptions options, Instant now,
                              const std::shared_ptr<const FileTree>& tree, const std::string& top,
                              const std::string& folder);
  // Around the directory in one state of its git repository: what is on disk, what is staged, or
  // a commit. In a bare repository there are no folders to stand in: it is its top.
  // What is asked of its files to find the process is kept in `asked`, if that is given.
  static Result<Pointer> open_state(WorkspaceOptions options, Instant now, const Git& git,
                                    const ChangeTarget& state,
                                    const std::shared_ptr<AskedFiles>& asked = nullptr);
  // The same as a judge of other states: rosters, calendar and a template that is named are the
  // commit's, too.
  static Result<Pointer> open_judge(WorkspaceOptions options, Instant now, const Git& git,
                                    const Oid& commit);

  const WorkspaceOptions& options() const { return options_; }
  const std::string& here() const { return here_; }  // the directory, absolute
  Instant now() const { return now_; }
  Date today() const { return date_of(now_); }
  int jobs() const { return options_.jobs; }

  bool recognised() const { return repository_.process != nullptr; }
  const Repository& repository() const { return repository_; }
  const std::string& root() const { return repository_.root; }
  const Process& process() const { return *repository_.process; }  // a recognised one
  std::string shown_path(const std::string& path) const { return repository_.shown_path(path); }

  // The process made ready to judge by. Fails when the options name a stage, a kind or a rule
  // that there is not.
  const Result<std::shared_ptr<const JudgedProcess>>& judging() const;
  const JudgedProcess& judged() const { return **judging(); }  // of what was selected
  const Index& index() const { return *shared_index(); }
  const std::shared_ptr<const Index>& shared_index() const;
  const Facts& facts() const;
  // What could not be read of proposals, rosters and reviews; paths are from the root.
  std::vector<ReadError> read_errors() const;
  const Result<Releases>& calendar() const;
  const Result<Past>& past() const;
  // What is recorded, to be read; where --now says another time, what was recorded by then.
  const Result<std::shared_ptr<const Record>>& record() const;
  // The record opened anew, unless with_unmerged() has done so already.
  Result<std::shared_ptr<Record>> open_record(Access access) const;

  // What was assumed, to be told: how the process was recognised.
  std::vector<std::string> notes() const;
  const KnownAges& known_ages() const;

  // The files as they were before an instant, along the first parents of HEAD; the present is
  // then just before it. Still judged by the process of today.
  Result<Pointer> at(Instant before) const;
  // The files of a commit that git knows by this name, judged by the same process.
  Result<Pointer> at(const std::string& revision) const;
  // The files of a tree of the same repository, whose root is this one's; judged by the same
  // process.
  Pointer with_tree(std::shared_ptr<const FileTree> tree) const;
  // The files of another state of its git repository, judged by the same process.
  Result<Pointer> with_state(const Git& git, const ChangeTarget& state) const;
  // Some files edited. Paths are from the root. The process is read anew when the edits touch
  // what it was read from.
  Result<Pointer> with(FileEdits edits) const;
  // The same with the texts that the record knows before they are merged: candidates are among the
  // proposals, and what is to be merged counts instead of what is. The record is opened as it is
  // needed later; what is wrong with it is met by whoever needs it, and told by notes().
  Pointer with_unmerged(Access access) const;
  // The numbers that the record knows before their text is merged.
  Result<std::vector<WantedText>> candidates() const;
  // The repository after something changed under it: what that does not touch is shared. Asked of
  // one without the texts that are not merged.
  Result<Pointer> after(const RepositoryChange& change) const;
  // The same with its record open, for all that come from it; what is wrong with the record is met
  // by whoever needs it.
  Pointer with_record(Access access) const;
  // As one who stands at the root sees it: paths are shown from there.
  Pointer from_root() const;
  // At another moment.
  Pointer at_moment(Instant now) const;
  // For a person who has proved who they are: what they record is not claimed, and is decided upon
  // what they have seen, if that is given.
  Pointer proved_by(const std::string& handle, std::shared_ptr<UponSeen> seen = nullptr) const;

  // The proposals that words mean: files, folders, numbers, "-" for standard input, or with a term
  // such as group:sig-node among them, a query. This is the only place that turns words into
  // proposals.
  Result<Selection> select(const SelectOptions& words) const;
  // Whether the words are a query: one is a term, and no file.
  bool is_query(const std::vector<std::string>& words) const;
  // The words; where they are a query, the numbers or paths of what it finds. Fails when it finds
  // nothing.
  Result<std::vector<std::string>> expand(const std::vector<std::string>& words) const;
  // The one proposal that a word means. Fails also when there is none, there are several, or
  // it cannot be read.
  Result<Selection> select_one(const std::string& word) const;
  // The proposals that match a query, of the whole repository. What only features can answer is
  // asked of `holds`.
  std::vector<const Card*> select_matching(const Query& query, const RecordMatcher& holds) const;

 private:
  friend class Selector;

  Workspace(WorkspaceOptions options, Instant now, std::string here, Repository repository);
  // What is read of files by a process: the same at any time.
  struct FileReads {
    Once<std::shared_ptr<const Index>> index;
    Once<FactsInput> facts;  // without the day, and what the history tells
  };
  struct CommitFiles {
    Oid commit;
    std::shared_ptr<const FileTree> tree;
    std::shared_ptr<FileReads> reads;
  };
  // The commits that at() looked at last, for workspaces that differ in nothing but the files
  // and the time.
  class Commits;

  static Result<std::shared_ptr<Workspace>> make(
      WorkspaceOptions options, Instant now, Repository repository,
      std::shared_ptr<const FileTree> disk = nullptr);  // null: the root's as it is
  Result<Pointer> at_commit(const Git& git, const Oid& commit, Instant now) const;
  bool touches_process(const FileEdits& edits) const;
  void share_record(Workspace& other) const;
  // Another repository, looked at from the same place.
  Result<Pointer> beside(Repository repository) const;
  // A document on its own, judged by a process: nothing is known of others.
  Result<Pointer> alone(std::shared_ptr<const Process> process) const;
  std::shared_ptr<Workspace> copy(Instant now, Repository repository) const;
  // Fails when the record cannot be read.
  Result<std::vector<WantedText>> read_wanted(const Record& record) const;
  // With these texts among the files, as the refs were before an instant.
  Pointer with_texts(std::shared_ptr<const std::vector<WantedText>> wanted,
                     std::optional<Instant> before) const;
  void connect_facts(FactsInput& facts) const;

  WorkspaceOptions options_;
  Instant now_;
  std::string here_;
  Repository repository_;
  // Each is shared with the workspaces for which it is the same.
  std::shared_ptr<Once<Result<std::shared_ptr<const JudgedProcess>>>> judged_;
  std::shared_ptr<FileReads> reads_;
  std::shared_ptr<Commits> commits_;
  std::shared_ptr<Once<std::shared_ptr<const Facts>>> facts_;
  std::shared_ptr<Once<Result<Releases>>> calendar_;
  std::shared_ptr<Once<Result<Past>>> past_;
  std::shared_ptr<Once<Result<std::shared_ptr<const Record>>>> record_;
  std::shared_ptr<Once<KnownAges>> ages_;
  // The calendar and a template that is named are those of the disk, whichever files are looked
  // at, with the edits.
  std::shared_ptr<const FileTree> disk_;
  // Of a workspace made by with(): the cards that were read before, and what was edited since.
  std::shared_ptr<const Index> former_index_;
  std::shared_ptr<const FileEdits> edits_;
  // Of one made by with_unmerged(): the record it opened, and how; why it could not be read; the
  // texts, and the workspace without them.
  std::shared_ptr<Record> opened_record_;
  Access opened_access_ = Access::kRead;
  // Of one made by proved_by(): the handle, and what they have seen.
  std::string proved_;
  std::shared_ptr<UponSeen> seen_;
  std::string no_texts_;
  std::shared_ptr<const std::vector<WantedText>> wanted_;
  std::shared_ptr<const std::vector<UnmergedTexts::Entry>> unmerged_;
  Pointer without_texts_;
};

// Has the repository's paths shown as seen from a folder, absolute.
void show_from(Repository& repository, const std::string& here);

// "no process is recognised here; …", with what to do about it, what one would be recognised
// by, and files that came close.
std::string not_recognised(const std::string& where, const std::string& near = {});

// The file that a path of the repository leads to, should it be a link; relative to
// the root. Fails when it lies elsewhere: what was only found is not to lead
// milepost to write there.
Result<std::string> path_to_write(const Repository& repository, const std::string& path);

}  // namespace milepost
