// A Git is a repository of git's that is open: its commits, trees, index, work
// tree and refs.
//
// git is never run, nothing is fetched but by mirror.h, and the only things written are refs
// and blobs that a caller asks for. Reading costs bounded memory whatever the objects
// hold. One thread at a time may use a Git; another thread opens its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/date.h"
#include "base/instant.h"
#include "base/result.h"
#include "git/oid.h"

namespace milepost {

struct GitFile {
  std::string path;  // from the top of the work tree, any bytes but NUL
  Oid blob;          // zero: not known, as of a file with conflicts in the index
  bool link = false;
  friend bool operator==(const GitFile&, const GitFile&) = default;
};

enum class ChangeKind : std::uint8_t { kAdded, kDeleted, kModified, kRenamed };

struct GitChange {
  ChangeKind kind = ChangeKind::kModified;
  std::string path;      // the one it had, of a deleted file
  std::string old_path;  // of a renamed file; else ""
  Oid old_blob;          // zero when there is none
  Oid new_blob;          // zero when there is none, or it is too large to be looked at
  friend bool operator==(const GitChange&, const GitChange&) = default;
};

struct Staged {};
struct WorkTree {};
// What a commit is compared with: another one, the index, or the files there are.
using ChangeTarget = std::variant<Oid, Staged, WorkTree>;

struct Commit {
  Oid id;
  std::vector<Oid> parents;  // those that are there: none at the edge of a shallow clone
  Instant time;              // of its committer
  std::string author;        // a name
};

// A clone without the commits before its edge.
struct Shallow {
  std::vector<Oid> edge;
  Date since;  // from this day on the history is all there
  // "history is missing: the clone is shallow, from 2025-03-01 on"
  std::string message() const;
};

struct GitRef {
  std::string name;  // "refs/heads/main"
  Oid target;
  friend bool operator==(const GitRef&, const GitRef&) = default;
};

class Git {
 public:
  // The repository that a folder lies in: its own or one further up, bare or
  // not, with all its work trees. Nothing when there is none. Fails when there
  // is one that cannot be opened, saying why and what to do about it.
  static Result<std::optional<Git>> find(const std::string& folder);

  ~Git();
  Git(Git&&) noexcept;
  Git& operator=(Git&&) noexcept;

  // Absolute, without links and without a slash at the end.
  const std::string& work_tree() const;      // "" of a bare repository
  const std::string& common_folder() const;  // git's own, which all work trees share
  // Where paths start: the work tree, of a bare repository git's own folder.
  const std::string& top() const;
  // The path of a folder from the top; "" for the top itself.
  std::string from_top(const std::string& folder) const;

  // A setting such as user.name: the repository's, else the user's, else the
  // system's. Nothing when it is not set.
  Result<std::optional<std::string>> config(const std::string& key) const;

  // --- commits ---

  // The commit that a branch, a tag, a name or "HEAD~2" stands for.
  Result<Oid> resolve(const std::string& revision) const;
  // Nothing before the first commit.
  Result<std::optional<Oid>> head() const;
  Result<Commit> commit(const Oid& id) const;
  // The best common ancestor. Nothing when there is none, or it cannot be told
  // because the clone is shallow.
  Result<std::optional<Oid>> merge_base(const Oid& one, const Oid& other) const;
  // Nothing when the history is all there.
  Result<std::optional<Shallow>> shallow() const;

  // --- files ---

  // Those of a commit below a folder ("" for all), or the one file of that path;
  // by path. Submodules are no files.
  Result<std::vector<GitFile>> files(const Oid& commit, std::string_view below = {}) const;
  // The same of the index: what the next commit would hold.
  Result<std::vector<GitFile>> staged(std::string_view below = {}) const;

  // The bytes of a file; nothing when the commit has no such file. Of a link it
  // is the path it leads to.
  Result<std::optional<std::string>> read(const Oid& commit, std::string_view path,
                                          std::size_t max_bytes) const;
  // Whether it is there: a partial clone lacks some.
  bool has(const Oid& object) const;
  Result<std::string> read_blob(const Oid& blob, std::size_t max_bytes) const;

  // What differs below a folder, by path; no commit stands for the empty tree.
  // Untracked files that are not ignored count as added; modes alone are no change.
  // A file that vanished while one much like it appeared is renamed.
  Result<std::vector<GitChange>> changed(const std::optional<Oid>& from, const ChangeTarget& to,
                                         std::string_view below = {}) const;

  // The same between two commits without looking for renames: by the names of
  // objects alone.
  Result<std::vector<GitChange>> differences(const std::optional<Oid>& from, const Oid& to,
                                             std::string_view below = {}) const;

  // --- refs ---

  // Those whose name matches a pattern such as "refs/milepost/numbers/*", by
  // name. One that leads nowhere is left out.
  Result<std::vector<GitRef>> refs(const std::string& pattern) const;
  // Makes a ref that is not there yet: of any number of processes that try, one
  // gets true. False when it is there.
  Result<bool> create_ref(const std::string& name, const Oid& target) const;
  Result<Oid> write_blob(std::string_view bytes) const;

 private:
  class Repository;
  explicit Git(std::unique_ptr<Repository> repository);
  std::unique_ptr<Repository> repository_;  // never null but in one moved from
};

}  // namespace milepost
