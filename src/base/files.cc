#include "base/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <iterator>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/beneath.h"
#include "base/parallel.h"
#include "base/posix.h"

namespace milepost {

namespace {

constexpr std::size_t kMaxDepth = 64;

bool is_skipped_directory(std::string_view name) {
  return name.starts_with('.') || name == "node_modules";
}

struct Pending {
  std::string path;
  std::size_t depth;
};

// One directory: which of its entries are wanted, and what is below it.
class DirectoryVisit {
 public:
  DirectoryVisit(const std::string& root_path, int root, const WalkFilter& wanted,
                 const Pending& at)
      : root_path_(root_path), root_(root), wanted_(wanted), at_(at) {
    enter();
  }

  std::pair<dev_t, ino_t> identity{};
  Walk found;
  std::vector<Pending> below;

 private:
  void report(WalkProblemKind kind, std::string path, std::string message) {
    found.problems.push_back({kind, std::move(path), std::move(message)});
  }

  void enter() {
    const Descriptor opened(::openat(root_, at_.path.empty() ? "." : at_.path.c_str(),
                                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (opened.get() < 0) {
      return report(WalkProblemKind::kUnreadable, at_.path, reason(errno));
    }
    struct stat status{};
    if (::fstat(opened.get(), &status) == 0) identity = {status.st_dev, status.st_ino};
    // opendir() would ask for memory, and for what is known already, in every directory.
    alignas(dirent64) std::array<char, 16 * 1024> entries;
    while (true) {
      const ssize_t size = ::getdents64(opened.get(), entries.data(), entries.size());
      if (size < 0) return report(WalkProblemKind::kUnreadable, at_.path, reason(errno));
      if (size == 0) return;
      for (ssize_t at = 0; at < size;) {
        const auto* const entry = reinterpret_cast<const dirent64*>(entries.data() + at);
        at += entry->d_reclen;
        const std::string_view name(entry->d_name);
        if (name != "." && name != "..") visit(opened.get(), entry->d_name, entry->d_type);
      }
    }
  }

  void visit(int directory, const char* name, unsigned char type) {
    std::string path = at_.path;
    if (!path.empty()) path += '/';
    path += name;

    mode_t mode = type == DT_REG ? S_IFREG : type == DT_DIR ? S_IFDIR : 0;
    bool symlink = type == DT_LNK;
    if (mode == 0 && !symlink) {
      struct stat status{};
      if (::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return;  // gone again
      mode = status.st_mode;
      symlink = S_ISLNK(mode);
    }
    if (symlink) return visit_link(directory, name, std::move(path));

    if (S_ISDIR(mode)) {
      if (is_skipped_directory(name)) return;
      if (stands_for_file(name, path)) {
        report(WalkProblemKind::kNotAFile, path, not_a_file(mode));
      }
      if (!wanted_(path, EntryKind::kDirectory)) return;
      if (at_.depth + 1 > kMaxDepth) {
        return report(
            WalkProblemKind::kTooDeep, std::move(path),
            "lies more than " + std::to_string(kMaxDepth) + " directories deep; not entered");
      }
      below.push_back({std::move(path), at_.depth + 1});
    } else if (wanted_(path, EntryKind::kFile)) {
      if (S_ISREG(mode)) {
        found.files.push_back({std::move(path), false});
      } else {
        report(WalkProblemKind::kNotAFile, std::move(path), not_a_file(mode));
      }
    }
  }

  // A directory where a file is wanted, as its name shows: a pattern such as docs/*
  // means the directories in it no less than the files.
  bool stands_for_file(std::string_view name, const std::string& path) const {
    return name.find('.') != name.npos && wanted_(path, EntryKind::kFile);
  }

  void visit_link(int directory, const char* name, std::string path) {
    struct stat status{};
    if (::fstatat(directory, name, &status, 0) != 0) {
      const int error = errno;
      if (!wanted_(path, EntryKind::kFile)) return;
      return report(WalkProblemKind::kUnreadable, std::move(path),
                    error == ENOENT ? "is a symbolic link that leads nowhere" : reason(error));
    }
    if (S_ISDIR(status.st_mode)) {
      if (is_skipped_directory(name)) return;
      if (stands_for_file(name, path)) {
        return report(WalkProblemKind::kNotAFile, std::move(path), not_a_file(status.st_mode));
      }
      if (!wanted_(path, EntryKind::kDirectory)) return;
      return visit_directory_link(std::move(path));
    }
    if (!wanted_(path, EntryKind::kFile)) return;
    if (!S_ISREG(status.st_mode)) {
      return report(WalkProblemKind::kNotAFile, std::move(path), not_a_file(status.st_mode));
    }
    found.files.push_back({std::move(path), true});
  }

  void visit_directory_link(std::string path) {
    const auto real = [](const std::string& name) {
      const std::string text = real_path(name).value_or("");
      return text == "/" ? text : text + "/";
    };
    const std::string root = real(root_path_);
    const std::string link = root + path + "/";
    const std::string target = real(root + path);
    if (link.starts_with(target)) {
      report(WalkProblemKind::kLoop, std::move(path),
             "is a symbolic link to a directory it lies in; not followed");
    } else if (!target.starts_with(root)) {
      report(WalkProblemKind::kLeadsOut, std::move(path),
             "is a symbolic link to a directory elsewhere; not followed");
    }
  }

  const std::string& root_path_;
  int root_;
  const WalkFilter& wanted_;
  const Pending& at_;
};

// Goes down level by level, so that threads can share the directories of each.
Walk walk_levels(const std::string& root_path, int root, const WalkFilter& wanted) {
  constexpr std::size_t kFew = 16;  // not worth a thread
  Walk found;
  std::set<std::pair<dev_t, ino_t>> entered;
  std::vector<Pending> level{{"", 0}};
  while (!level.empty()) {
    std::vector<std::optional<DirectoryVisit>> visits(level.size());
    parallel_for(level.size(), level.size() < kFew ? 1 : 0,
                 [&](std::size_t i) { visits[i].emplace(root_path, root, wanted, level[i]); });
    std::vector<Pending> below;
    for (std::optional<DirectoryVisit>& visit : visits) {
      // A bind mount can show one directory in two places.
      if (visit->identity.second != 0 && !entered.insert(visit->identity).second) continue;
      std::ranges::move(visit->found.files, std::back_inserter(found.files));
      std::ranges::move(visit->found.problems, std::back_inserter(found.problems));
      std::ranges::move(visit->below, std::back_inserter(below));
    }
    level = std::move(below);
  }
  std::ranges::sort(found.files, {}, &WalkedFile::path);
  std::ranges::sort(found.problems, {}, &WalkProblem::path);
  return found;
}

}  // namespace

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  constexpr std::array kUnits = {" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 * 1024) {
    bytes /= 1024;
    ++unit;
  }
  const std::uint64_t tenths = bytes * 10 / 1024;
  std::string text = std::to_string(tenths / 10);
  if (tenths < 100 && tenths % 10 != 0) text += '.' + std::to_string(tenths % 10);
  return text + kUnits.at(unit);
}

std::string too_large(std::uint64_t size, std::size_t limit) {
  std::string actual = size_text(size);
  std::string allowed = size_text(limit);
  if (actual == allowed) {
    actual = std::to_string(size) + " bytes";
    allowed = std::to_string(limit) + " bytes";
  }
  return "is " + actual + ", larger than the limit of " + allowed;
}

namespace {

// Of a file that is open, as long as it is one.
Result<std::shared_ptr<const Source>> read_open(const Descriptor& file, std::string display_path,
                                                std::size_t max_bytes) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return failure(reason(errno));
  if (!S_ISREG(status.st_mode)) {
    return failure(not_a_file(status.st_mode));
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > max_bytes) return failure(too_large(size, max_bytes));
  // Files the kernel makes up as they are read say that they are empty.
  if (size == 0) return read_descriptor(file.get(), std::move(display_path), max_bytes);

  auto buffer = std::make_unique_for_overwrite<char[]>(size);
  const ssize_t got = read_fully(file.get(), buffer.get(), size);
  if (got < 0) return failure(reason(errno));
  return std::make_shared<const Source>(std::move(display_path), std::move(buffer),
                                        static_cast<std::size_t>(got));
}

}  // namespace

Result<std::shared_ptr<const Source>> read_source(const std::string& path, std::string display_path,
                                                  std::size_t max_bytes) {
  // O_NONBLOCK: opening a FIFO nobody writes to must not hang.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) {
    const int error = errno;
    struct stat status{};
    if (error == ENOENT && ::lstat(path.c_str(), &status) == 0) {
      return failure("is a symbolic link that leads nowhere");
    }
    return failure(reason(error));
  }
  return read_open(file, std::move(display_path), max_bytes);
}

Result<std::shared_ptr<const Source>> read_beneath(const std::string& root, const std::string& path,
                                                   std::string display_path,
                                                   std::size_t max_bytes) {
  TRY(const auto file, open_to_read(root, path));
  return read_open(file, std::move(display_path), max_bytes);
}

Result<std::shared_ptr<const Source>> read_descriptor(int descriptor, std::string display_path,
                                                      std::size_t max_bytes) {
  constexpr std::size_t kChunk = 64 * 1024;
  std::string bytes;
  while (true) {
    const std::size_t before = bytes.size();
    // One byte past the limit tells a full file from one that is too large.
    const std::size_t wanted = std::min(std::max(kChunk, before), max_bytes - before + 1);
    bytes.resize(before + wanted);
    const ssize_t got = read_fully(descriptor, bytes.data() + before, wanted);
    if (got < 0) return failure(reason(errno));
    bytes.resize(before + static_cast<std::size_t>(got));
    if (bytes.size() > max_bytes) {
      return failure("is larger than the limit of " + size_text(max_bytes));
    }
    if (static_cast<std::size_t>(got) < wanted) break;
  }
  return std::make_shared<const Source>(std::move(display_path), bytes);
}

Walk walk(const std::string& root, const WalkFilter& wanted) {
  const Descriptor opened(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0) return walk_levels(root, opened.get(), wanted);
  const int error = errno;
  const std::string why = error == ENOTDIR ? "is not a directory" : reason(error);
  return {{}, {{WalkProblemKind::kUnreadable, "", why}}};
}

}  // namespace milepost
