#include "base/change_set.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/beneath.h"
#include "base/change_transaction.h"
#include "base/file_lock.h"
#include "base/files.h"
#include "base/posix.h"
#include "base/state_folder.h"

namespace milepost {

namespace {

constexpr const char* kLock = "changes.lock";
// Names and digests of some hundred thousand files.
constexpr std::size_t kMostJournalBytes = 64U << 20U;

struct Root {
  std::string path;  // absolute, without links
  Descriptor open;
};

Result<Root> open_root(const std::string& path) {
  auto real = real_path(path);
  if (!real) return failed("opening", path);
  Descriptor open(::open(real->c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.get() < 0) return failed("opening", path);
  return Root{std::move(*real), std::move(open)};
}

Result<Descriptor> lock(Disk& disk, const StateFolder& state) {
  return take_lock(disk, state.open.get(), kLock).map_error([&](Error error) {
    return std::move(error).within("locking " + state.path + "/" + kLock);
  });
}

// --- what an earlier process left --------------------------------------------------------

bool has_journal(int state) {
  struct stat status{};
  return ::fstatat(state, kPlannedJournal, &status, AT_SYMLINK_NOFOLLOW) == 0 ||
         ::fstatat(state, kCommittedJournal, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// Nothing when there is no such file.
Result<std::optional<std::string>> read_journal(const StateFolder& state, const char* name) {
  const Descriptor file(
      ::openat(state.open.get(), name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    return failed("opening", state.path + "/" + name);
  }
  const auto refused = [&](const std::string& why) {
    return failure("opening " + state.path + "/" + name + ": " + why);
  };
  if (!S_ISREG(status.st_mode)) return refused(not_a_file(status.st_mode));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > kMostJournalBytes) return refused(too_large(size, kMostJournalBytes));
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  const ssize_t got = read_fully(file.get(), bytes.data(), bytes.size());
  if (got < 0) return failed("reading", state.path + "/" + name);
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

Result<void> remove_journal(Disk& disk, const StateFolder& state, const char* name) {
  if (disk.remove(state.open.get(), name) != 0) return failed("removing", state.path + "/" + name);
  return {};
}

Result<void> settle(Disk& disk, const StateFolder& state, const char* name, bool committed) {
  TRY(const auto bytes, read_journal(state, name));
  if (!bytes) return {};
  const std::string path = state.path + "/" + name;
  auto journal = parse_journal(*bytes);
  if (!journal) {
    // A plan cut short: nothing was done yet. A commit cannot be.
    if (!committed) return remove_journal(disk, state, name);
    return failure(path + " is damaged: look through your files, then remove it");
  }
  const std::string root_path = state.path + "/" + journal->root;
  if (!real_path(root_path) && errno == ENOENT) return remove_journal(disk, state, name);
  TRY(const auto root, open_root(root_path));
  // A journal that came with somebody's archive must not reach beyond it.
  if (find_state_folder(root.path).value_or("") != state.path) {
    return failure(path + " is about files of another repository; remove it");
  }
  ChangeTransaction transaction(disk, root.open.get(), state, std::move(*journal));
  return committed ? transaction.finish() : transaction.roll_back();
}

// The state folder, when there is a journal in it.
Result<std::optional<StateFolder>> open_unsettled(const std::string& root) {
  TRY(auto path, find_state_folder(root));
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0 || !has_journal(folder.get())) return std::nullopt;
  return open_state_folder(std::move(path)).map([](StateFolder state) {
    return std::optional(std::move(state));
  });
}

// The lock must be held.
Result<void> recover(Disk& disk, const StateFolder& state) {
  auto settled = settle(disk, state, kCommittedJournal, true);
  if (settled) settled = settle(disk, state, kPlannedJournal, false);
  return settled.map_error(
      [](Error error) { return std::move(error).within("settling a change that was cut short"); });
}

// --- what is to be changed ---------------------------------------------------------------

// A change, and the file it is about as it was found.
struct Target {
  const FileChange* change = nullptr;
  Located at;
  std::optional<struct stat> status;  // nothing: there is no such file
};

// Opens the file a target is about; nothing when it is not there.
Result<Descriptor> open_target(int root, const Located& at, std::optional<struct stat>& status) {
  if (!at.missing.empty()) return Descriptor();
  const Descriptor folder = open_beneath(root, at.folder);
  if (folder.get() < 0) return failure(reason(errno));
  struct stat found{};
  if (::fstatat(folder.get(), at.name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return Descriptor();
    return failure(reason(errno));
  }
  if (!S_ISREG(found.st_mode)) return failure(not_a_file(found.st_mode));
  Descriptor file(::openat(folder.get(), at.name.c_str(),
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0 || ::fstat(file.get(), &found) != 0) return failure(reason(errno));
  if (!S_ISREG(found.st_mode)) return failure(not_a_file(found.st_mode));
  // A rename would not ask; and a file that goes shows too late that it may not.
  if (::faccessat(folder.get(), at.name.c_str(), W_OK, AT_EACCESS) != 0) {
    return failure(errno == EACCES ? "is read-only" : reason(errno));
  }
  if (::faccessat(folder.get(), ".", W_OK, AT_EACCESS) != 0) {
    return failure(errno == EACCES ? "its folder is read-only" : reason(errno));
  }
  status = found;
  return file;
}

Result<void> check_bytes(int file, std::uint64_t size, const std::string& want) {
  std::string bytes(want.size(), '\0');
  const bool same_size = size == want.size();
  if (same_size && read_fully(file, bytes.data(), bytes.size()) < 0) return failure(reason(errno));
  if (!same_size || bytes != want) return failure("changed since it was read");
  return {};
}

Result<Target> find_target(const Root& root, const FileChange& change) {
  TRY(auto at, locate_beneath(root.open.get(), root.path, change.path));
  Target target{&change, std::move(at), {}};
  TRY(const auto file, open_target(root.open.get(), target.at, target.status));
  if (target.status && !change.before) return failure("exists already");
  if (!target.status && change.before) return failure("is gone since it was read");
  if (target.status) {
    const auto size = static_cast<std::uint64_t>(target.status->st_size);
    TRY(check_bytes(file.get(), size, *change.before));
  }
  if (!change.after && target.at.by_link) {
    return failure("is a symbolic link; only files are deleted");
  }
  return target;
}

Error within_change(Error error, const FileChange& change) {
  const char* const verb = change_verb(change.before.has_value(), change.after.has_value());
  return std::move(error).within(verb + change.path);
}

// The files there is something to do about.
Result<std::vector<Target>> find_targets(const Root& root, std::span<const FileChange> changes) {
  std::vector<Target> targets;
  std::set<std::pair<std::string, std::string>> seen;
  for (const FileChange& change : changes) {
    auto target = find_target(root, change);
    if (target && !seen.emplace(target->at.folder, target->at.name).second) {
      target = failure("is changed twice");
    }
    if (!target) return tl::unexpected(within_change(std::move(target.error()), change));
    if (change.before != change.after) targets.push_back(std::move(*target));
  }
  return targets;
}

// The last look before the point of no return: a file whose status is the same
// was not written since its bytes were compared.
Result<void> check_unchanged(const Root& root, std::span<const Target> targets) {
  const auto same_time = [](const timespec& a, const timespec& b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
  };
  for (const Target& target : targets) {
    struct stat now{};
    const Descriptor folder = open_beneath(root.open.get(), target.at.folder);
    const bool there = folder.get() >= 0 && ::fstatat(folder.get(), target.at.name.c_str(), &now,
                                                      AT_SYMLINK_NOFOLLOW) == 0;
    const auto& was = target.status;
    const bool same = was ? there && was->st_dev == now.st_dev && was->st_ino == now.st_ino &&
                                was->st_size == now.st_size &&
                                same_time(was->st_mtim, now.st_mtim) &&
                                same_time(was->st_ctim, now.st_ctim)
                          : folder.get() >= 0 && !there && errno == ENOENT;
    if (!same) return tl::unexpected(within_change({"changed just now"}, *target.change));
  }
  return {};
}

ChangeJournal make_journal(const Root& root, const StateFolder& state,
                           std::span<const Target> targets) {
  ChangeJournal journal;
  journal.root = std::filesystem::path(root.path).lexically_relative(state.path).string();
  std::set<std::string_view> named;
  for (const Target& target : targets) {
    for (const std::string& folder : target.at.missing) {
      if (named.insert(folder).second) journal.new_folders.push_back(folder);
    }
    ChangeStep step;
    step.folder = target.at.folder;
    step.name = target.at.name;
    if (target.change->after) step.temporary = temporary_name();
    if (target.change->before) step.before = fingerprint(*target.change->before);
    journal.steps.push_back(std::move(step));
  }
  return journal;
}

}  // namespace

std::vector<FileChange> reversed(std::span<const FileChange> changes) {
  std::vector<FileChange> back(changes.begin(), changes.end());
  for (FileChange& change : back) std::swap(change.before, change.after);
  return back;
}

Result<void> apply_changes(const std::string& root_path, std::span<const FileChange> changes,
                           Disk& disk) {
  TRY(const auto root, open_root(root_path));
  TRY(const auto state, make_state_folder(root.path, disk));
  TRY(const auto held, lock(disk, state));
  TRY(recover(disk, state));

  TRY(const auto targets, find_targets(root, changes));
  if (targets.empty()) return {};
  std::vector<NewText> texts;
  for (const Target& target : targets) {
    texts.push_back(
        {target.change->after ? *target.change->after : std::string_view(), target.status});
  }

  ChangeTransaction transaction(disk, root.open.get(), state, make_journal(root, state, targets));
  auto done = transaction.plan()
                  .and_then([&] { return transaction.prepare(texts); })
                  .and_then([&] { return check_unchanged(root, targets); })
                  .and_then([&] { return transaction.commit(); })
                  .and_then([&] { return transaction.finish(); });
  if (done || transaction.is_over()) return done;
  if (transaction.can_roll_back() && transaction.roll_back()) return done;
  return failure(done.error().message + "; the next change made here settles what is left of it");
}

Result<void> recover_changes(const std::string& root, Disk& disk) {
  TRY(const auto state, open_unsettled(root));
  if (!state) return {};
  TRY(const auto held, lock(disk, *state));
  return recover(disk, *state);
}

Result<std::vector<UnsettledChange>> unsettled_changes(const std::string& root, Disk& disk) {
  std::vector<UnsettledChange> found;
  TRY(const auto state, open_unsettled(root));
  if (!state) return found;
  TRY(const auto held, lock(disk, *state));
  for (const char* const name : {kCommittedJournal, kPlannedJournal}) {
    TRY(const auto bytes, read_journal(*state, name));
    if (!bytes) continue;
    UnsettledChange change{
        state->path + "/" + name, std::string_view(name) == kCommittedJournal, true, {}};
    const auto journal = parse_journal(*bytes);
    if (journal) {
      for (const ChangeStep& step : journal->steps) change.paths.push_back(step.path());
    }
    // A plan cut short is removed: nothing was done yet.
    change.readable = journal || !change.committed;
    found.push_back(std::move(change));
  }
  return found;
}

}  // namespace milepost
