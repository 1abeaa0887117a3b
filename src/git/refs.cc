#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "git/guard.h"
#include "git/repository.h"

namespace milepost {

namespace {

// Another process holds a lock for the time of one write, some milliseconds on a
// slow disk; hundreds may stand in line.
constexpr std::chrono::milliseconds kFirstWait{1};
constexpr std::chrono::milliseconds kLongestWait{50};
constexpr std::chrono::seconds kMostWaiting{30};

}  // namespace

Result<std::vector<GitRef>> Git::refs(const std::string& pattern) const {
  const LibGit2& lib = repository_->lib;
  int error = 0;
  const auto each = own<git_reference_iterator>(
      lib.git_reference_iterator_free, error, [&](git_reference_iterator** out) {
        return lib.git_reference_iterator_glob_new(out, repository_->open.get(), pattern.c_str());
      });
  if (error < 0) return lib.failed("listing the refs " + pattern);
  std::vector<GitRef> refs;
  while (true) {
    const auto ref = own<git_reference>(lib.git_reference_free, error, [&](git_reference** out) {
      return lib.git_reference_next(out, each.get());
    });
    if (error == GIT_ITEROVER) break;
    if (error < 0) return lib.failed("listing the refs " + pattern);
    const std::string name = lib.git_reference_name(ref.get());
    git_oid target{};
    if (lib.git_reference_name_to_id(&target, repository_->open.get(), name.c_str()) == 0) {
      refs.push_back({name, to_oid(target)});
    }
  }
  std::ranges::sort(refs, {}, &GitRef::name);
  return refs;
}

// Whether the ref is there is asked once more while its lock is held: libgit2's
// own way of creating asks before, and two processes may both find it missing.
Result<bool> Git::create_ref(const std::string& name, const Oid& target) const {
  const LibGit2& lib = repository_->lib;
  git_repository* const repository = repository_->open.get();
  if (lib.git_reference_is_valid_name(name.c_str()) != 1) {
    return failure("\"" + name + "\" cannot be the name of a ref");
  }
  TRY(check_no_link(repository_->common_folder, name));
  const std::string doing = "making the ref " + name;
  const auto give_up = std::chrono::steady_clock::now() + kMostWaiting;
  auto wait = kFirstWait;
  while (true) {
    git_oid present{};
    int error = lib.git_reference_name_to_id(&present, repository, name.c_str());
    if (error == 0) return false;
    if (error != GIT_ENOTFOUND) return lib.failed(doing);

    const auto transaction = own<git_transaction>(
        lib.git_transaction_free, error,
        [&](git_transaction** out) { return lib.git_transaction_new(out, repository); });
    if (error < 0) return lib.failed(doing);
    error = lib.git_transaction_lock_ref(transaction.get(), name.c_str());
    if (error == GIT_ELOCKED && std::chrono::steady_clock::now() < give_up) {
      std::this_thread::sleep_for(wait);
      wait = std::min(2 * wait, kLongestWait);
      continue;
    }
    if (error == GIT_ELOCKED) {
      return failure(
          fmt::format("{}: it stays locked; if no other git is at work, remove {}/{}.lock", doing,
                      repository_->common_folder, name));
    }
    if (error < 0) return lib.failed(doing);
    error = lib.git_reference_name_to_id(&present, repository, name.c_str());
    if (error == 0) return false;
    if (error != GIT_ENOTFOUND) return lib.failed(doing);
    const git_oid id = to_git(target);
    if (lib.git_transaction_set_target(transaction.get(), name.c_str(), &id, nullptr, nullptr) <
            0 ||
        lib.git_transaction_commit(transaction.get()) < 0) {
      return lib.failed(doing);
    }
    return true;
  }
}

Result<Oid> Git::write_blob(std::string_view bytes) const {
  const LibGit2& lib = repository_->lib;
  TRY(check_no_link(repository_->common_folder, "objects"));
  git_oid id{};
  if (lib.git_blob_create_from_buffer(&id, repository_->open.get(), bytes.data(), bytes.size()) <
      0) {
    return lib.failed("writing an object");
  }
  return to_oid(id);
}

}  // namespace milepost
