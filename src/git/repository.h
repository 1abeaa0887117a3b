// What the sources of this folder share behind a Git.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "git/git.h"
#include "git/libgit2.h"

namespace milepost {

class Git::Repository {
 public:
  Repository(const LibGit2& library, Owned<git_repository> repository);
  Result<void> check_owner() const;
  Result<void> read_edge();

  // An object that should be there is not, or cannot be read.
  tl::unexpected<Error> failed_on(const std::string& what, const Oid& id, int error) const;
  bool is_partial() const;  // a clone that fetches objects when they are needed

  Result<std::optional<std::string>> config(const std::string& key) const;

  // Asks for the size of an object before it is read: one that is larger is refused. What is
  // missing is met by whoever reads it.
  Result<void> check_size(const std::string& what, const Oid& id, std::size_t most_bytes) const;
  // The same of what a revision such as "main~2" names, and of the commits on the way there.
  Result<void> check_named(const Git& git, const std::string& revision) const;
  // What a name stands for: that of a ref or of an object, which may be shortened.
  std::optional<Oid> named_object(const std::string& name) const;
  // The object that a tag is of, or a tag of a tag; each is asked for its size before.
  Result<Oid> behind_tags(Oid id) const;
  Result<void> check_steps(const Git& git, Oid id, std::string_view steps) const;

  // The tree of a commit; that of no commit is zero, and empty.
  Result<Oid> tree_of(const std::optional<Oid>& commit) const;
  // What stands at a path of a tree: zero when there is nothing.
  struct Entry {
    std::string name;
    Oid id;
    bool tree = false;
    bool link = false;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  Result<Entry> at(const Oid& tree, std::string_view path) const;
  Result<Owned<git_tree>> open_tree(const Oid& tree) const;  // of zero: null, and empty
  Result<std::shared_ptr<git_tree>> open_known_tree(const Oid& tree) const;
  std::size_t count(const git_tree* tree) const;
  Entry entry_of(const git_tree_entry* entry) const;
  bool could_be_file(const git_tree_entry* entry) const;
  // By name; those that could never be files or folders are left out.
  Result<std::vector<Entry>> entries(const Oid& tree) const;

  Result<std::vector<GitFile>> files(const Oid& tree, std::string_view below) const;
  // The entries in which two folders differ; an entry of zero: it has none. Adds to
  // `seen` how many were looked at.
  Result<std::vector<std::pair<Entry, Entry>>> differing(const Oid& from, const Oid& to,
                                                         std::size_t& seen) const;
  // What differs between two trees. Equal ones are not looked into.
  Result<std::vector<GitChange>> compare(const Oid& from, const Oid& to,
                                         std::string_view below) const;

  Result<Owned<git_index>> index() const;
  // The files in the work tree that say what to leave out, before they are read.
  Result<void> check_patterns(git_index* index, std::string_view below) const;
  Result<std::vector<GitFile>> staged(std::string_view below) const;
  // The files there are, untracked ones too, ignored ones not.
  Result<std::vector<GitFile>> present(std::string_view below) const;

  const LibGit2& lib;
  Owned<git_repository> open;
  std::string work_tree;
  std::string common_folder;
  std::vector<Oid> edge;  // of a shallow clone, sorted; else empty
  // The folders that comparing came to, last and the time before: who walks along a
  // history compares each commit with the one after.
  mutable std::vector<std::pair<Oid, std::shared_ptr<git_tree>>> compared, compared_before;
};

// The best common ancestor among the commits that are there.
Result<std::optional<Oid>> common_ancestor(const Git& git, const Oid& one, const Oid& other);

// Whether a path is the folder or file `below`, or lies in it.
bool lies_below(std::string_view path, std::string_view below);

// Two lists of files by path, as changes.
std::vector<GitChange> compare_lists(const std::vector<GitFile>& from,
                                     const std::vector<GitFile>& to);

}  // namespace milepost
