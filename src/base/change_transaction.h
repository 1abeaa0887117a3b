// The phases of a change to several files, each of which a crash may cut short.
//
//   plan       the journal, as `changes.planned`, names all that will be written
//   prepare    new folders and temporary files are made and synced
//   commit     the journal becomes `changes.committed`: the one moment that counts
//   finish     temporary files are renamed, files deleted, the journal removed
//
// A journal that is found planned is rolled back, a committed one is finished.
// Both may be repeated from any point. The state folder's lock must be held.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <utility>

#include "base/change_journal.h"
#include "base/disk.h"
#include "base/result.h"
#include "base/state_folder.h"

namespace milepost {

inline constexpr const char* kPlannedJournal = "changes.planned";
inline constexpr const char* kCommittedJournal = "changes.committed";

// "replacing ", and so on, by whether there is a file before and after.
constexpr const char* change_verb(bool before, bool after) {
  return !after ? "deleting " : before ? "replacing " : "creating ";
}

struct NewText {
  std::string_view text;            // unused for a file that is deleted
  std::optional<struct stat> like;  // the file replaced, whose mode and owner it gets
};

class ChangeTransaction {
 public:
  // `root` is an open folder; it and `state` outlive this.
  ChangeTransaction(Disk& disk, int root, const StateFolder& state, ChangeJournal journal)
      : disk_(disk), root_(root), state_(state), journal_(std::move(journal)) {}

  Result<void> plan();
  Result<void> prepare(std::span<const NewText> texts);  // one for each step
  Result<void> commit();

  // Files that somebody changed since are left as they are: the error that names
  // them is the end of it. After any other error it may be tried again.
  Result<void> finish();
  bool is_over() const { return over_; }

  // Once a file has changed, a change can only be finished.
  bool can_roll_back() const { return made_ == 0; }
  Result<void> roll_back();

 private:
  Result<void> make_new_folder(const std::string& path);
  Result<void> write_temporary(const ChangeStep& step, const NewText& content);
  Result<bool> make(const ChangeStep& step);
  Result<void> remove_temporary(const ChangeStep& step);
  Result<void> sync_folders(const std::set<std::string>& folders);
  Result<void> end(const char* journal_name);
  std::string in_state(const char* name) const { return state_.path + "/" + name; }

  Disk& disk_;
  int root_;
  const StateFolder& state_;
  ChangeJournal journal_;
  bool committed_ = false;
  bool over_ = false;
  std::size_t made_ = 0;
};

}  // namespace milepost
