#include "base/change_transaction.h"

#include <cerrno>
#include <fcntl.h>
#include <ranges>
#include <unistd.h>
#include <utility>

#include "base/beneath.h"

namespace milepost {

namespace {

constexpr std::string_view kLeft =
    ": changed by somebody else meanwhile and left alone; the rest of the change is made";

std::string shown(const std::string& folder) { return folder.empty() ? "the root" : folder; }

tl::unexpected<Error> failed_step(const ChangeStep& step, std::string_view what) {
  const int error = errno;
  const char* const verb = change_verb(step.before.has_value(), !step.temporary.empty());
  return failure(verb + step.path() + ": " + std::string(what) + ": " + reason(error));
}

// A part of the path is not there, or something else is in its place.
bool is_gone(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP; }

std::pair<std::string, std::string> split_path(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::set<std::string> folders_of(const ChangeJournal& journal) {
  std::set<std::string> folders;
  for (const ChangeStep& step : journal.steps) folders.insert(step.folder);
  return folders;
}

// Whether the file is there with these bytes, or, wanting nothing, is not there.
Result<bool> is_still(int folder, const ChangeStep& step) {
  const Descriptor file(
      ::openat(folder, step.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    if (!is_gone(errno)) return failed_step(step, "looking at it");
    return errno == ENOENT && !step.before;
  }
  if (!step.before || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) != step.before->size) {
    return false;
  }
  std::string bytes(step.before->size, '\0');
  const ssize_t got = read_fully(file.get(), bytes.data(), bytes.size());
  if (got < 0) return failed_step(step, "reading it");
  bytes.resize(static_cast<std::size_t>(got));
  return fingerprint(bytes) == *step.before;
}

}  // namespace

Result<void> ChangeTransaction::plan() {
  const Descriptor file(disk_.create(state_.open.get(), kPlannedJournal, O_WRONLY | O_EXCL, 0600));
  if (file.get() < 0 || !write_fully(disk_, file.get(), to_bytes(journal_)) ||
      disk_.sync(file.get()) != 0 || disk_.sync(state_.open.get()) != 0) {
    return failed("writing", in_state(kPlannedJournal));
  }
  return {};
}

Result<void> ChangeTransaction::prepare(std::span<const NewText> texts) {
  for (const std::string& folder : journal_.new_folders) {
    TRY(make_new_folder(folder));
  }
  for (std::size_t i = 0; i < journal_.steps.size(); ++i) {
    const ChangeStep& step = journal_.steps[i];
    if (step.temporary.empty()) continue;
    TRY(write_temporary(step, texts[i]));
  }
  return sync_folders(folders_of(journal_));
}

Result<void> ChangeTransaction::make_new_folder(const std::string& path) {
  const auto [above, name] = split_path(path);
  const Descriptor folder = open_beneath(root_, above);
  if (folder.get() < 0 ||
      (disk_.make_folder(folder.get(), name.c_str(), 0777) != 0 && errno != EEXIST) ||
      disk_.sync(folder.get()) != 0) {
    return failed("making the folder", path);
  }
  return {};
}

Result<void> ChangeTransaction::write_temporary(const ChangeStep& step, const NewText& content) {
  const Descriptor folder = open_beneath(root_, step.folder);
  if (folder.get() < 0) return failed_step(step, "opening its folder");
  // Nobody may read it before it has the mode of the file it replaces.
  const Descriptor file(disk_.create(folder.get(), step.temporary.c_str(), O_WRONLY | O_EXCL,
                                     content.like ? 0600 : 0644));
  if (file.get() < 0 || !write_fully(disk_, file.get(), content.text)) {
    return failed_step(step, "writing its new text");
  }
  if (content.like) {
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) return failed_step(step, "looking at its new text");
    if (status.st_uid != content.like->st_uid || status.st_gid != content.like->st_gid) {
      // Only root may give files away; others own what they write.
      (void)disk_.change_owner(file.get(), content.like->st_uid, content.like->st_gid);
    }
    if (disk_.change_mode(file.get(), content.like->st_mode & 0777U) != 0) {
      return failed_step(step, "setting its mode");
    }
  }
  if (disk_.sync(file.get()) != 0) return failed_step(step, "syncing its new text");
  return {};
}

Result<void> ChangeTransaction::commit() {
  if (disk_.rename(state_.open.get(), kPlannedJournal, kCommittedJournal) != 0) {
    return failed("renaming", in_state(kPlannedJournal));
  }
  committed_ = true;
  if (disk_.sync(state_.open.get()) != 0) return failed("syncing", state_.path);
  return {};
}

Result<void> ChangeTransaction::finish() {
  std::string left;
  for (const ChangeStep& step : journal_.steps) {
    TRY(const auto made, make(step));
    if (made) {
      ++made_;
    } else {
      left += (left.empty() ? "" : ", ") + step.path();
    }
  }
  TRY(sync_folders(folders_of(journal_)));
  TRY(end(kCommittedJournal));
  over_ = true;
  if (!left.empty()) return failure(left + std::string(kLeft));
  return {};
}

// False when somebody else changed the file, whose text is worth more than ours.
Result<bool> ChangeTransaction::make(const ChangeStep& step) {
  const Descriptor folder = open_beneath(root_, step.folder);
  if (folder.get() < 0) {
    if (is_gone(errno)) return false;
    return failed_step(step, "opening its folder");
  }
  const std::string& needed = step.temporary.empty() ? step.name : step.temporary;
  struct stat status{};
  if (::fstatat(folder.get(), needed.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return true;  // made before
    return failed_step(step, "looking at it");
  }
  TRY(const auto still, is_still(folder.get(), step));
  if (!still) {
    TRY(remove_temporary(step));
    return false;
  }
  if (step.temporary.empty()) {
    if (disk_.remove(folder.get(), step.name.c_str()) != 0) return failed_step(step, "removing it");
  } else if (disk_.rename(folder.get(), step.temporary.c_str(), step.name.c_str()) != 0) {
    return failed_step(step, "renaming its new text");
  }
  return true;
}

Result<void> ChangeTransaction::roll_back() {
  if (committed_) {
    // Nobody may finish what is half taken back.
    if (disk_.rename(state_.open.get(), kCommittedJournal, kPlannedJournal) != 0 ||
        disk_.sync(state_.open.get()) != 0) {
      return failed("renaming", in_state(kCommittedJournal));
    }
    committed_ = false;
  }
  for (const ChangeStep& step : journal_.steps) {
    TRY(remove_temporary(step));
  }
  std::set<std::string> touched = folders_of(journal_);
  for (const std::string& path : std::views::reverse(journal_.new_folders)) {
    const auto [above, name] = split_path(path);
    const Descriptor folder = open_beneath(root_, above);
    if (folder.get() >= 0 && disk_.remove_folder(folder.get(), name.c_str()) != 0 &&
        !is_gone(errno) && errno != ENOTEMPTY && errno != EEXIST) {
      return failed("removing the folder", path);
    }
    touched.insert(above);
  }
  TRY(sync_folders(touched));
  return end(kPlannedJournal);
}

Result<void> ChangeTransaction::remove_temporary(const ChangeStep& step) {
  if (step.temporary.empty()) return {};
  const Descriptor folder = open_beneath(root_, step.folder);
  if (folder.get() < 0) {
    if (is_gone(errno)) return {};
    return failed_step(step, "opening its folder");
  }
  if (disk_.remove(folder.get(), step.temporary.c_str()) != 0 && errno != ENOENT) {
    return failed_step(step, "removing its new text");
  }
  return {};
}

Result<void> ChangeTransaction::sync_folders(const std::set<std::string>& folders) {
  for (const std::string& path : folders) {
    const Descriptor folder = open_beneath(root_, path);
    if (folder.get() < 0 && is_gone(errno)) continue;
    if (folder.get() < 0 || disk_.sync(folder.get()) != 0) return failed("syncing", shown(path));
  }
  return {};
}

Result<void> ChangeTransaction::end(const char* journal_name) {
  if ((disk_.remove(state_.open.get(), journal_name) != 0 && errno != ENOENT) ||
      disk_.sync(state_.open.get()) != 0) {
    return failed("removing", in_state(journal_name));
  }
  return {};
}

}  // namespace milepost
