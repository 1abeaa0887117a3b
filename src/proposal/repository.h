// A Repository is a folder of proposals and the process it follows. The process
// comes from milepost.yaml, found upwards from where one stands, as git does;
// without one it is recognised from what is there, and the choice is said.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_tree.h"
#include "base/read_error.h"
#include "base/result.h"
#include "process/load.h"
#include "process/process.h"

namespace milepost {

struct Repository {
  std::string root;  // absolute
  std::shared_ptr<const Process> process;
  std::string how;  // "process kep, recognised by keps/*/*/kep.yaml"; "" when milepost.yaml says it
  std::string shown = {};  // the root as seen from where the user stands: before paths in messages
  std::string from = {};   // where that is, when it is a folder below the root
  std::shared_ptr<const FileTree> tree = {};  // the files below the root; null only by default
  // Where rosters are read, when it is not there: whoever judges the files may be another state of
  // them.
  std::shared_ptr<const FileTree> judge = {};

  Result<std::shared_ptr<const Source>> read(const std::string& path) const;
  std::string full_path(const std::string& path) const { return root + "/" + path; }
  std::string shown_path(const std::string& path) const;
};

// `process` overrides what the repository says: a pack's name or a folder.
// A null process in the result: nothing was recognised, and none was named. A change
// that a process left halfway when it died is settled first.
Result<Repository> open_repository(const std::string& directory, const std::string& process);
// The same among the files of a tree, such as a commit's, which stands for the
// folder `top`.
Result<Repository> open_repository(const std::shared_ptr<const FileTree>& tree,
                                   const std::string& top, const std::string& folder,
                                   const std::string& process);

// Finds the repositories of many folders, and reads what packs are recognised by once. For
// one thread.
class RepositoryFinder {
 public:
  explicit RepositoryFinder(std::string process);
  ~RepositoryFinder();
  RepositoryFinder(const RepositoryFinder&) = delete;
  RepositoryFinder& operator=(const RepositoryFinder&) = delete;

  // The root that open() would give for a folder, absolute, without reading its process.
  Result<std::string> root_of(const std::string& directory);
  // As open_repository().
  Result<Repository> open(const std::string& directory);

 private:
  struct Signs;
  const std::string process_;
  std::unique_ptr<Signs> signs_;
};

// What a repository goes by, before it is read as a process.
struct ProcessChoice {
  std::string name;  // of a pack built in, or a folder's; "": none is named, and none recognised
  PackFiles pack = {};
  std::optional<Config> config = {};  // what the repository lays over the pack
  std::string root = {};              // absolute
  std::string how = {};               // "milepost.yaml", or what it is recognised by
};

// The pack called so, or in this folder; "": that of the repository around the directory. What a
// repository lays over a pack goes with it when it names this one.
Result<ProcessChoice> choose_process(const std::string& directory, const std::string& name);
// The same where there must be one.
Result<ProcessChoice> choose_known_process(const std::string& directory, const std::string& name);

// A pack by name, or from a folder (relative to `base`) that holds process.yaml.
Result<std::shared_ptr<const Process>> load_pack(const std::string& name, const std::string& base);

// The built-in packs, but for its own, whose files a repository has.
std::vector<std::string> packs_recognised(const Repository& repository);

struct ProposalFiles {
  std::string document;  // relative to the root
  std::string metadata;  // "" when the process keeps it in the document
  bool has_document = true;
  friend bool operator==(const ProposalFiles&, const ProposalFiles&) = default;
};

struct ProposalList {
  std::vector<ProposalFiles> proposals;  // by path
  std::vector<ReadError> read_errors;
};

// The proposals below `folder`, relative to the root; "" for all.
ProposalList find_proposals(const Repository& repository, const std::string& folder);

// Whether the process keeps documents, or files of metadata, at such a path; where
// they once were counts too.
bool is_document_path(const Layout& layout, std::string_view path);
bool is_metadata_path(const Layout& layout, std::string_view path);

// The files of the proposal that a single path, relative to the root, belongs to.
ProposalFiles files_of(const Repository& repository, const std::string& path);

}  // namespace milepost
