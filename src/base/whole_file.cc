#include "base/whole_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/change_journal.h"
#include "base/disk.h"

namespace milepost {

namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string(".") : path.substr(0, slash + 1);
}

}  // namespace

WholeFile::WholeFile(std::string path, std::string temporary, Descriptor file)
    : path_(std::move(path)), temporary_(std::move(temporary)), file_(std::move(file)) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::move(other.file_)) {}

WholeFile::~WholeFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<WholeFile> WholeFile::begin(const std::string& path, mode_t mode) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return failure("writing " + path + ": it " + not_a_file(status.st_mode));
  }
  std::string temporary = folder_of(path) + "/" + temporary_name();
  Descriptor file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (file.get() < 0) return failed("writing", path);
  return WholeFile(path, std::move(temporary), std::move(file));
}

Result<void> WholeFile::add(std::string_view bytes) {
  if (!write_fully(real_disk(), file_.get(), bytes)) return failed("writing", path_);
  return {};
}

Result<void> WholeFile::finish() {
  if (::fsync(file_.get()) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return failed("writing", path_);
  }
  temporary_.clear();
  const Descriptor folder(::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0 || ::fsync(folder.get()) != 0) return failed("syncing the folder of", path_);
  return {};
}

}  // namespace milepost
