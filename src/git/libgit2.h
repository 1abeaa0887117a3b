// libgit2 for the sources of this folder: it is opened when first needed, since
// it draws in libraries that would double the time the program takes to start.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <git2.h>
#include <git2/sys/stream.h>

#include "base/result.h"
#include "git/oid.h"

namespace milepost {

// Every function of libgit2 that is used.
#define MILEPOST_LIBGIT2_FUNCTIONS(USE) \
  USE(git_blob_create_from_buffer)      \
  USE(git_blob_free)                    \
  USE(git_blob_lookup)                  \
  USE(git_blob_rawcontent)              \
  USE(git_blob_rawsize)                 \
  USE(git_buf_dispose)                  \
  USE(git_commit_author)                \
  USE(git_commit_committer)             \
  USE(git_commit_free)                  \
  USE(git_commit_lookup)                \
  USE(git_commit_message)               \
  USE(git_commit_parent_id)             \
  USE(git_commit_parentcount)           \
  USE(git_commit_tree_id)               \
  USE(git_config_add_file_ondisk)       \
  USE(git_config_find_global)           \
  USE(git_config_find_system)           \
  USE(git_config_find_xdg)              \
  USE(git_config_free)                  \
  USE(git_config_get_multivar_foreach)  \
  USE(git_config_get_string_buf)        \
  USE(git_config_new)                   \
  USE(git_diff_free)                    \
  USE(git_diff_get_delta)               \
  USE(git_diff_index_to_workdir)        \
  USE(git_diff_num_deltas)              \
  USE(git_diff_options_init)            \
  USE(git_error_last)                   \
  USE(git_error_set_str)                \
  USE(git_fetch_options_init)           \
  USE(git_ignore_path_is_ignored)       \
  USE(git_index_entrycount)             \
  USE(git_index_free)                   \
  USE(git_index_get_byindex)            \
  USE(git_index_open)                   \
  USE(git_libgit2_init)                 \
  USE(git_libgit2_opts)                 \
  USE(git_object_free)                  \
  USE(git_object_id)                    \
  USE(git_object_peel)                  \
  USE(git_odb_exists)                   \
  USE(git_odb_exists_prefix)            \
  USE(git_odb_free)                     \
  USE(git_odb_hash)                     \
  USE(git_odb_read_header)              \
  USE(git_reference_free)               \
  USE(git_reference_is_valid_name)      \
  USE(git_reference_iterator_free)      \
  USE(git_reference_iterator_glob_new)  \
  USE(git_reference_name)               \
  USE(git_reference_name_to_id)         \
  USE(git_reference_next)               \
  USE(git_remote_connect)               \
  USE(git_remote_create)                \
  USE(git_remote_create_anonymous)      \
  USE(git_remote_default_branch)        \
  USE(git_remote_disconnect)            \
  USE(git_remote_fetch)                 \
  USE(git_remote_free)                  \
  USE(git_repository_commondir)         \
  USE(git_repository_free)              \
  USE(git_repository_hashfile)          \
  USE(git_repository_head_unborn)       \
  USE(git_repository_init)              \
  USE(git_repository_odb)               \
  USE(git_repository_open_ext)          \
  USE(git_repository_path)              \
  USE(git_repository_set_head)          \
  USE(git_repository_workdir)           \
  USE(git_revparse_single)              \
  USE(git_stream_register)              \
  USE(git_tag_free)                     \
  USE(git_tag_lookup)                   \
  USE(git_tag_target_id)                \
  USE(git_transaction_commit)           \
  USE(git_transaction_free)             \
  USE(git_transaction_lock_ref)         \
  USE(git_transaction_new)              \
  USE(git_transaction_set_target)       \
  USE(git_tree_entry_byindex)           \
  USE(git_tree_entry_byname)            \
  USE(git_tree_entry_cmp)               \
  USE(git_tree_entry_filemode)          \
  USE(git_tree_entry_id)                \
  USE(git_tree_entry_name)              \
  USE(git_tree_entrycount)              \
  USE(git_tree_free)                    \
  USE(git_tree_lookup)

struct LibGit2 {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name cannot be in parentheses
#define MILEPOST_DECLARE(name) decltype(&::name) name = nullptr;
  MILEPOST_LIBGIT2_FUNCTIONS(MILEPOST_DECLARE)
#undef MILEPOST_DECLARE

  // Whether the last failure in this thread was of one kind, such as GIT_ERROR_ODB.
  bool failed_in(git_error_t kind) const;
  // What libgit2 says of it.
  std::string last_message() const;
  tl::unexpected<Error> failed(const std::string& doing) const;
};

// The same for every thread and for as long as the program runs.
Result<const LibGit2*> libgit2();

// An object of libgit2's, freed with its owner.
template <typename T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

// Calls `make(&object)`, as libgit2 gives objects back; `error` is what it returned.
template <typename T, typename Make>
Owned<T> own(void (*free)(T*), int& error, Make&& make) {
  T* made = nullptr;
  error = std::forward<Make>(make)(&made);
  return Owned<T>(made, free);
}

Oid to_oid(const git_oid& id);
git_oid to_git(const Oid& id);

}  // namespace milepost
