// A file that comes to be whole or not at all: written beside its place, synced and
// renamed. What was there before stays until then.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

#include "base/posix.h"
#include "base/result.h"

namespace milepost {

class WholeFile {
 public:
  // Refuses to take the place of anything but a file.
  static Result<WholeFile> begin(const std::string& path, mode_t mode);
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();  // without finish(), nothing was there

  Result<void> add(std::string_view bytes);
  Result<void> finish();

 private:
  WholeFile(std::string path, std::string temporary, Descriptor file);
  std::string path_;
  std::string temporary_;  // "" once it has its place
  Descriptor file_;
};

}  // namespace milepost
