// Watches what a repository is read from: the folders that hold its proposals, templates, process,
// rosters and calendar, git's refs, and its record. Nobody is asked about other folders of a work
// tree, which may be many.
//
// One thread uses a Watcher.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/posix.h"
#include "base/result.h"
#include "workspace/workspace.h"

namespace milepost {

// What may have changed.
struct Noticed {
  std::set<std::string> files = {};  // paths from the root
  bool refs = false;
  bool record = false;
  bool lost = false;  // more than could be told: anything may have changed
  bool any() const { return !files.empty() || refs || record || lost; }
  void add(Noticed other);
};

class Watcher {
 public:
  // Begins before proposals are read, lest an edit be missed in between: watch_proposals() then
  // adds what their folders hold.
  static Result<Watcher> start(const Workspace& workspace);

  // There is something to read() when poll(2) says so.
  int descriptor() const { return inotify_.get(); }
  // What has happened since it was asked last, without waiting.
  Noticed read();
  // Looks after the folders of proposals that came since, and what they hold.
  void watch_proposals(const Index& index);
  // Begins anew, by the process that the workspace has now.
  void watch_again(const Workspace& workspace);
  // False when the system watches no more folders: somebody has to look at all of them.
  bool complete() const { return complete_; }

 private:
  struct Watched {
    std::string folder;   // absolute
    bool files = false;   // those of the repository
    bool heads = false;   // git's HEAD and packed-refs
    bool refs = false;    // git's refs, folders and files
    bool record = false;  // the state folder
  };

  explicit Watcher(Descriptor inotify) : inotify_(std::move(inotify)) {}
  Watched* watch(const std::string& folder);
  void watch_files(const std::string& folder);
  void watch_all_below(const std::string& folder, Noticed* noticed);
  void watch_tree(const std::string& folder, Noticed* noticed);
  void watch_refs(const std::string& folder);
  void watch_git();
  void watch_record();
  void forget_below(const std::string& folder);
  bool is_wanted(const std::string& folder) const;
  std::string from_root(const std::string& path) const;
  void notice(int descriptor, std::uint32_t what, std::string_view name, Noticed& noticed);
  void notice_file(const std::string& path, std::uint32_t what, Noticed& noticed);

  Descriptor inotify_;
  bool complete_ = true;
  std::string root_;
  std::string state_;  // the folder of the record; "" where it is no file
  std::shared_ptr<const Process> process_;
  std::set<std::string> fixed_;  // folders, absolute, that are looked at whatever they hold
  std::set<std::string> named_;  // files, absolute, that count whatever they are called
  std::unordered_set<std::string> known_;  // the folders of proposals that are watched
  std::unordered_map<int, Watched> watched_;
};

}  // namespace milepost
