#include "git/git.h"

#include <algorithm>
#include <cstdlib>

#include "base/posix.h"
#include "git/guard.h"
#include "git/repository.h"

namespace milepost {

namespace {

std::string without_slash(const char* path) {
  std::string text = path == nullptr ? "" : path;
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// Why a repository that is there could not be opened, and what can be done.
Error cannot_open(const LibGit2& lib, const std::string& folder) {
  const std::string said = lib.last_message();
  const std::string doing = "opening the git repository of " + folder + ": ";
  if (said.find("objectformat") != std::string::npos) {
    return {doing + "its objects have SHA-256 names, which milepost cannot read (" + said + ")"};
  }
  if (said.find("unsupported") != std::string::npos) {
    return {doing + "it needs something of git that milepost does not know (" + said + ")"};
  }
  return {doing + said};
}

// A commit may carry any number of seconds; people see years 1 to 9999.
Instant instant_of(std::int64_t seconds) {
  constexpr std::int64_t kFirst = -62135596800;
  constexpr std::int64_t kLast = 253402300799;
  return {std::clamp(seconds, kFirst, kLast)};
}

}  // namespace

Git::Repository::Repository(const LibGit2& library, Owned<git_repository> repository)
    : lib(library),
      open(std::move(repository)),
      work_tree(without_slash(lib.git_repository_workdir(open.get()))),
      common_folder(without_slash(lib.git_repository_commondir(open.get()))) {}

bool Git::Repository::is_partial() const {
  for (const char* key : {"extensions.partialclone", "remote.origin.promisor"}) {
    if (const auto set = config(key); set && *set) return true;
  }
  return false;
}

tl::unexpected<Error> Git::Repository::failed_on(const std::string& what, const Oid& id,
                                                 int error) const {
  if (error != GIT_ENOTFOUND) return lib.failed("reading " + what);
  std::string message = "reading " + what + ": the object " + id.hex() + " is missing";
  if (is_partial()) {
    message += ": the clone is partial; `git cat-file -e " + id.hex() + "` fetches it";
  } else if (!edge.empty()) {
    message += ": the clone is shallow; `git fetch --unshallow` completes it";
  } else {
    message += "; `git fsck` says what is damaged";
  }
  return failure(std::move(message));
}

Git::Git(std::unique_ptr<Repository> repository) : repository_(std::move(repository)) {}
Git::~Git() = default;
Git::Git(Git&&) noexcept = default;
Git& Git::operator=(Git&&) noexcept = default;

const std::string& Git::work_tree() const { return repository_->work_tree; }
const std::string& Git::common_folder() const { return repository_->common_folder; }
const std::string& Git::top() const { return work_tree().empty() ? common_folder() : work_tree(); }

std::string Git::from_top(const std::string& folder) const {
  return folder.size() > top().size() ? folder.substr(top().size() + 1) : std::string();
}

Result<std::optional<Git>> Git::find(const std::string& folder) {
  TRY(const auto library, libgit2());
  const LibGit2& lib = *library;
  if (real_path(folder)) {
    TRY(const auto folders, find_git_folders(folder));
    if (folders) {
      TRY(check_git_folders(*folders));
    }
  }
  int error = 0;
  auto opened = own<git_repository>(lib.git_repository_free, error, [&](git_repository** out) {
    return lib.git_repository_open_ext(out, folder.c_str(), 0,
                                       std::getenv("GIT_CEILING_DIRECTORIES"));
  });
  if (error == GIT_ENOTFOUND) return std::nullopt;
  if (error < 0) {
    return tl::unexpected(cannot_open(lib, real_path(folder).value_or(folder)));
  }
  auto repository = std::make_unique<Repository>(lib, std::move(opened));
  TRY(repository->check_owner());
  TRY(repository->read_edge());
  return Git(std::move(repository));
}

Result<std::optional<std::string>> Git::config(const std::string& key) const {
  return repository_->config(key);
}

Result<Oid> Git::resolve(const std::string& revision) const {
  const LibGit2& lib = repository_->lib;
  TRY(repository_->check_named(*this, revision));
  int error = 0;
  const auto object = own<git_object>(lib.git_object_free, error, [&](git_object** out) {
    return lib.git_revparse_single(out, repository_->open.get(), revision.c_str());
  });
  const std::string named = "\"" + revision + "\"";
  if (error == GIT_EAMBIGUOUS) return failure(named + " may stand for several objects");
  if (error == GIT_EINVALIDSPEC) return failure(named + " is not how git writes a revision");
  if (error == GIT_ENOTFOUND) {
    std::string message = named + " is no commit, branch or tag of this repository";
    git_oid remote{};
    if (lib.git_reference_name_to_id(&remote, repository_->open.get(),
                                     ("refs/remotes/origin/" + revision).c_str()) == 0) {
      return failure(message + "; did you mean origin/" + revision + "?", ErrorKind::kNotFound);
    }
    if (const auto missing = shallow(); missing && *missing) {
      message += "; " + (*missing)->message();
    }
    return failure(std::move(message), ErrorKind::kNotFound);
  }
  if (error < 0) return lib.failed("looking for " + named);
  const auto commit = own<git_object>(lib.git_object_free, error, [&](git_object** out) {
    return lib.git_object_peel(out, object.get(), GIT_OBJECT_COMMIT);
  });
  if (error < 0) return failure(named + " is no commit, nor does it lead to one");
  return to_oid(*lib.git_object_id(commit.get()));
}

Result<std::optional<Oid>> Git::head() const {
  const LibGit2& lib = repository_->lib;
  const int unborn = lib.git_repository_head_unborn(repository_->open.get());
  if (unborn == 1) return std::nullopt;
  if (unborn < 0) return lib.failed("reading HEAD");
  git_oid id{};
  if (lib.git_reference_name_to_id(&id, repository_->open.get(), "HEAD") < 0) {
    return lib.failed("reading HEAD");
  }
  return to_oid(id);
}

Result<Commit> Git::commit(const Oid& id) const {
  const LibGit2& lib = repository_->lib;
  const git_oid name = to_git(id);
  TRY(repository_->check_size("commit " + id.brief(), id, kMostCommitBytes));
  int error = 0;
  const auto found = own<git_commit>(lib.git_commit_free, error, [&](git_commit** out) {
    return lib.git_commit_lookup(out, repository_->open.get(), &name);
  });
  if (error < 0) return repository_->failed_on("commit " + id.brief(), id, error);
  Commit commit;
  commit.id = id;
  commit.time = instant_of(lib.git_commit_committer(found.get())->when.time);
  if (const git_signature* const author = lib.git_commit_author(found.get())) {
    commit.author = author->name;
  }
  if (std::ranges::binary_search(repository_->edge, id)) return commit;
  for (unsigned i = 0; i < lib.git_commit_parentcount(found.get()); ++i) {
    commit.parents.push_back(to_oid(*lib.git_commit_parent_id(found.get(), i)));
  }
  return commit;
}

Result<std::optional<Oid>> Git::merge_base(const Oid& one, const Oid& other) const {
  // libgit2 knows of no edge, and stumbles over it; and it reads commits however large they are.
  return common_ancestor(*this, one, other);
}

Result<std::optional<Shallow>> Git::shallow() const {
  if (repository_->edge.empty()) return std::nullopt;
  Shallow shallow{repository_->edge, {}};
  for (const Oid& id : shallow.edge) {
    TRY(const auto at, commit(id));
    shallow.since = std::max(shallow.since, date_of(at.time));
  }
  return shallow;
}

std::string Shallow::message() const {
  return "history is missing: the clone is shallow, from " + to_string(since) + " on";
}

Result<std::optional<std::string>> Git::read(const Oid& commit, std::string_view path,
                                             std::size_t max_bytes) const {
  TRY(const auto tree, repository_->tree_of(commit));
  TRY(const auto entry, repository_->at(tree, path));
  if (entry.id.is_zero() || entry.tree) return std::nullopt;
  TRY(auto bytes, within(std::string(path), read_blob(entry.id, max_bytes)));
  return std::optional(std::move(bytes));
}

Result<std::vector<GitFile>> Git::files(const Oid& commit, std::string_view below) const {
  TRY(const auto tree, repository_->tree_of(commit));
  return repository_->files(tree, below);
}

Result<std::vector<GitFile>> Git::staged(std::string_view below) const {
  return repository_->staged(below);
}

}  // namespace milepost
