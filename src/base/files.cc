#include "base/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/posix.h"

namespace milepost {

namespace {

constexpr std::size_t kMaxDepth = 64;

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

std::string too_large(std::uint64_t size, std::size_t limit) {
  std::string actual = size_text(size);
  std::string allowed = size_text(limit);
  if (actual == allowed) {
    actual = std::to_string(size) + " bytes";
    allowed = std::to_string(limit) + " bytes";
  }
  return "is " + actual + ", larger than the limit of " + allowed;
}

bool is_skipped_directory(std::string_view name) {
  return name.starts_with('.') || name == "node_modules";
}

class Walker {
 public:
  Walker(const std::string& root, const WalkFilter& wanted)
      : root_path_(root),
        root_(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
        wanted_(wanted) {}

  Walk run() {
    if (root_.get() < 0) {
      const int error = errno;
      report(WalkProblemKind::kUnreadable, "",
             error == ENOTDIR ? "is not a directory" : reason(error));
      return std::move(found_);
    }
    pending_.push_back({"", 0});
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      enter(next);
    }
    const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
    std::sort(found_.files.begin(), found_.files.end(), by_path);
    std::sort(found_.problems.begin(), found_.problems.end(), by_path);
    return std::move(found_);
  }

 private:
  struct Pending {
    std::string path;
    std::size_t depth;
  };

  void report(WalkProblemKind kind, std::string path, std::string message) {
    found_.problems.push_back({kind, std::move(path), std::move(message)});
  }

  void enter(const Pending& at) {
    Descriptor opened(::openat(root_.get(), at.path.empty() ? "." : at.path.c_str(),
                               O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (opened.get() < 0) {
      return report(WalkProblemKind::kUnreadable, at.path, reason(errno));
    }
    struct stat status{};
    // A bind mount can show one directory in two places.
    if (::fstat(opened.get(), &status) == 0 &&
        !entered_.emplace(status.st_dev, status.st_ino).second) {
      return;
    }
    const Directory directory(::fdopendir(opened.get()));
    if (!directory) return report(WalkProblemKind::kUnreadable, at.path, reason(errno));
    const int descriptor = opened.release();

    while (true) {
      errno = 0;
      const dirent* const entry = ::readdir(directory.get());
      if (entry == nullptr) {
        if (errno != 0) report(WalkProblemKind::kUnreadable, at.path, reason(errno));
        return;
      }
      const std::string_view name(entry->d_name);
      if (name == "." || name == "..") continue;
      visit(at, descriptor, entry->d_name, entry->d_type);
    }
  }

  void visit(const Pending& parent, int directory, const char* name, unsigned char type) {
    std::string path = parent.path;
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
      if (parent.depth + 1 > kMaxDepth) {
        return report(
            WalkProblemKind::kTooDeep, std::move(path),
            "lies more than " + std::to_string(kMaxDepth) + " directories deep; not entered");
      }
      pending_.push_back({std::move(path), parent.depth + 1});
    } else if (wanted_(path, EntryKind::kFile)) {
      if (S_ISREG(mode)) {
        found_.files.push_back({std::move(path), false});
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
    found_.files.push_back({std::move(path), true});
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

  std::string root_path_;
  Descriptor root_;
  const WalkFilter& wanted_;
  std::vector<Pending> pending_;
  std::set<std::pair<dev_t, ino_t>> entered_;
  Walk found_;
};

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

Result<std::shared_ptr<const Source>> read_source(const std::string& path, std::string display_path,
                                                  std::size_t max_bytes) {
  // O_NONBLOCK: opening a FIFO nobody writes to must not hang.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status{};
  if (file.get() < 0) {
    const int error = errno;
    if (error == ENOENT && ::lstat(path.c_str(), &status) == 0) {
      return failure("is a symbolic link that leads nowhere");
    }
    return failure(reason(error));
  }
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

Walk walk(const std::string& root, const WalkFilter& wanted) { return Walker(root, wanted).run(); }

}  // namespace milepost
