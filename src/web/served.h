// One repository as it is served: a Snapshot that is replaced by another whenever its files, its
// refs or its record change, or a minute has passed.
//
// A snapshot never changes, and stays good for as long as somebody holds it. Threads may share a
// Served. What changed alone is read again, and what is judged is kept (KeptFindings): so an edit
// is to be seen within the time it takes to read one proposal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "search/search_index.h"
#include "workspace/kept_findings.h"
#include "workspace/workspace.h"

namespace milepost::web {

class Live;

struct Snapshot {
  Workspace::Pointer workspace;  // with the texts that are not merged
  std::uint64_t generation = 0;  // 1, 2, …; what was made of one is good for it alone
  std::string name;
  std::shared_ptr<KeptFindings> findings;  // of this snapshot and those around it
  std::shared_ptr<Live> live;              // the same of all: tells when there is another
};

struct ServedOptions {
  std::string place;             // a folder, or the address of a git repository
  std::string name = {};         // "": that of the folder
  WorkspaceOptions workspace{};  // process, store and who finds; the place is put in
  std::chrono::milliseconds fetch_every = std::chrono::seconds(60);  // of an address
  std::chrono::milliseconds renew_every = std::chrono::seconds(60);  // deadlines are to the minute
  std::string cache = {};  // where clones of addresses are kept; "": cache_folder()
  std::function<void(const std::string& message)> log = {};  // what went wrong and was left
};

class Served {
 public:
  // The first snapshot is there when it returns. Fails when the repository cannot be opened, or no
  // process is recognised in it.
  static Result<std::unique_ptr<Served>> open(ServedOptions options);
  ~Served();
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  const std::string& name() const;
  std::shared_ptr<const Snapshot> now() const;

  // Whether the record could be read when it was looked at last, a moment ago.
  bool answers() const;

  // The index of its texts; null until it is there. It may be a moment behind now().
  const search::SearchIndex* search() const;

  // Looks at the record at once, after something was recorded by this server: now() has it when
  // this returns.
  void refresh_record();

 private:
  class Keeper;
  explicit Served(std::unique_ptr<Keeper> keeper);
  std::unique_ptr<Keeper> keeper_;
};

// What repositories are called on pages and in addresses: the last part of each place, fit to stand
// in an address, with "-2" after the second of a name.
std::vector<std::string> served_names(const std::vector<std::string>& places);

// What people call each: "owner/name" of the host that its first remote is on; else its name,
// one of served_names().
std::vector<std::string> served_titles(const std::vector<std::string>& places,
                                       const std::vector<std::string>& names);

// Whether a place is an address to be cloned from, no folder.
bool is_address(std::string_view place);

// Where clones are kept: milepost below XDG_CACHE_HOME, else ~/.cache.
std::string cache_folder();

}  // namespace milepost::web
