#include "base/whole_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

#include "base/beneath.h"
#include "base/change_journal.h"
#include "base/disk.h"
#include "base/named_path.h"

namespace milepost {

namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string(".") : path.substr(0, slash + 1);
}

// "writing x: it does not exist"; only the reason when the name is left to the caller.
tl::unexpected<Error> cannot_write(const std::string& shown, const std::string& why) {
  return failure(shown.empty() ? why : "writing " + shown + ": " + why);
}

}  // namespace

WholeFile::WholeFile(Descriptor folder, std::string name, std::string shown, std::string temporary,
                     Descriptor file)
    : folder_(std::move(folder)),
      name_(std::move(name)),
      shown_(std::move(shown)),
      temporary_(std::move(temporary)),
      file_(std::move(file)) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      name_(std::move(other.name_)),
      shown_(std::move(other.shown_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::move(other.file_)) {}

WholeFile::~WholeFile() {
  if (!temporary_.empty()) real_disk().remove(folder_.get(), temporary_.c_str());
}

Result<WholeFile> WholeFile::begin(const std::string& path, mode_t mode,
                                   const std::string& repository) {
  const auto folder = follow_named(folder_of(path), repository);
  if (!folder) return cannot_write(path, "its folder " + folder.error().message);
  const std::string name = path.substr(path.rfind('/') + 1);
  Descriptor open = open_folder_of(*folder + "/" + name);
  if (open.get() < 0) return cannot_write(path, reason(errno));
  return begin_in(std::move(open), name, path, mode);
}

Result<WholeFile> WholeFile::begin_in(Descriptor folder, std::string name, std::string shown,
                                      mode_t mode) {
  struct stat status{};
  if (::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      !S_ISREG(status.st_mode)) {
    return cannot_write(shown, (shown.empty() ? "" : "it ") + not_a_file(status.st_mode));
  }
  std::string temporary = temporary_name();
  Descriptor file(real_disk().create(folder.get(), temporary.c_str(), O_WRONLY | O_EXCL, mode));
  if (file.get() < 0) return cannot_write(shown, reason(errno));
  return WholeFile(std::move(folder), std::move(name), std::move(shown), std::move(temporary),
                   std::move(file));
}

Result<void> WholeFile::change_mode(mode_t mode) {
  if (real_disk().change_mode(file_.get(), mode) != 0) return cannot_write(shown_, reason(errno));
  return {};
}

Result<void> WholeFile::add(std::string_view bytes) {
  if (!write_fully(real_disk(), file_.get(), bytes)) return cannot_write(shown_, reason(errno));
  return {};
}

Result<void> WholeFile::finish() {
  Disk& disk = real_disk();
  if (disk.sync(file_.get()) != 0 ||
      disk.rename(folder_.get(), temporary_.c_str(), name_.c_str()) != 0) {
    return cannot_write(shown_, reason(errno));
  }
  temporary_.clear();
  if (disk.sync(folder_.get()) != 0) return failed("syncing the folder of", shown_);
  return {};
}

Descriptor open_folder_of(const std::string& path) {
  const Descriptor top(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  std::string_view folder = std::string_view(path).substr(0, path.rfind('/'));
  while (folder.starts_with('/')) folder.remove_prefix(1);
  return open_beneath(top.get(), folder);
}

}  // namespace milepost
