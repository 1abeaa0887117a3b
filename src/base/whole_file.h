// A file that comes to be whole or not at all: written beside its place, synced and
// renamed. What was there before stays until then. Whatever changes several files, and must
// survive a crash, goes through change_set.h; every other file is written here.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

#include "base/posix.h"
#include "base/result.h"

namespace milepost {

class WholeFile {
 public:
  // At a path that somebody named: its folder is found as follow_named() does, with the
  // `repository` known. Refuses to take the place of anything but a file.
  static Result<WholeFile> begin(const std::string& path, mode_t mode,
                                 const std::string& repository = {});
  // In an open folder. `shown` is its path in messages, which "" leaves to the caller.
  static Result<WholeFile> begin_in(Descriptor folder, std::string name, std::string shown,
                                    mode_t mode);
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();  // without finish(), nothing was there

  // Gives it this mode, whatever the user's mask is.
  Result<void> change_mode(mode_t mode);
  Result<void> add(std::string_view bytes);
  Result<void> finish();

 private:
  WholeFile(Descriptor folder, std::string name, std::string shown, std::string temporary,
            Descriptor file);
  Descriptor folder_;
  std::string name_;
  std::string shown_;
  std::string temporary_;  // "" once it has its place
  Descriptor file_;
};

// Opens the folder of a file to be written, by a path without links: none, with errno, when
// there is one on the way.
Descriptor open_folder_of(const std::string& path);

}  // namespace milepost
