#include "base/replace_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

#include "base/named_path.h"
#include "base/whole_file.h"

namespace milepost {

Result<void> replace_file(const std::string& path, std::string_view text,
                          const std::string& repository) {
  TRY(const auto found, follow_named(path, repository));
  Descriptor folder = open_folder_of(found);
  if (folder.get() < 0) return failure(reason(errno));
  const std::string name = found.substr(found.rfind('/') + 1);
  constexpr mode_t kUsual = 0666;
  struct stat there{};
  const bool exists = ::fstatat(folder.get(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0;
  TRY(auto file, WholeFile::begin_in(std::move(folder), name, {}, kUsual));
  if (exists) {
    TRY(file.change_mode(there.st_mode & 07777U));
  }
  TRY(file.add(text));
  return file.finish();
}

}  // namespace milepost
