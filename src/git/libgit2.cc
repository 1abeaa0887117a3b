#include "git/libgit2.h"

#include <algorithm>
#include <array>

#include "base/library.h"
#include "git/git_memory.h"

namespace milepost {

namespace {

// Its structures are those of the headers this was built with, so no other
// version will do.
constexpr const char* kLibrary = "libgit2.so." LIBGIT2_SOVERSION;

// Extensions of a repository that change nothing for those who only read it,
// and add refs: objects that are missing are met with a message.
constexpr std::array kHarmlessExtensions = {"partialclone", "worktreeconfig", "preciousobjects"};

// The library stays open: what it set up for the process cannot be undone.
Result<LibGit2> load() {
  const Library library(kLibrary);
  if (!library.is_there()) {
    return failure(std::string("git repositories need ") + kLibrary +
                   ", which is not installed (Debian: libgit2-" LIBGIT2_SOVERSION ")");
  }
  LibGit2 found;
  bool complete = true;
#define MILEPOST_BIND(name) \
  complete = library.find(found.name, MILEPOST_FUNCTION(name)) && complete;
  MILEPOST_LIBGIT2_FUNCTIONS(MILEPOST_BIND)
#undef MILEPOST_BIND
  // Before anything is allocated.
  if (complete) found.git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &git_memory());
  if (!complete || found.git_libgit2_init() < 0) {
    return failure(std::string(kLibrary) + " is there but cannot be used");
  }
  std::array extensions = kHarmlessExtensions;
  found.git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size());
  // Git::find() looks at the owner itself.
  found.git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  // A number that was reserved stays reserved when the power fails.
  found.git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
  // A walk over a long history need not fill the memory with what it read.
  constexpr ssize_t kCacheBytes = ssize_t{8} << 20;
  constexpr std::size_t kWindowBytes = std::size_t{16} << 20;
  constexpr std::size_t kMappedBytes = std::size_t{64} << 20;
  found.git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, kCacheBytes);
  found.git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, kWindowBytes);
  found.git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, kMappedBytes);
  return found;
}

}  // namespace

bool LibGit2::failed_in(git_error_t kind) const {
  const git_error* const last = git_error_last();
  return last != nullptr && last->klass == kind;
}

std::string LibGit2::last_message() const {
  const git_error* const last = git_error_last();
  return last != nullptr && last->message != nullptr ? last->message : "it failed";
}

tl::unexpected<Error> LibGit2::failed(const std::string& doing) const {
  return failure(doing + ": " + last_message(), ErrorKind::kUnavailable);
}

Result<const LibGit2*> libgit2() {
  static const Result<LibGit2> library = load();
  TRY(const LibGit2& loaded, library);
  return &loaded;
}

Oid to_oid(const git_oid& id) {
  Oid made;
  std::copy_n(id.id, made.bytes.size(), made.bytes.begin());
  return made;
}

git_oid to_git(const Oid& id) {
  git_oid made{};
  std::ranges::copy(id.bytes, made.id);
  return made;
}

std::string Oid::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace milepost
