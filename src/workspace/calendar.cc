#include "workspace/calendar.h"

#include <filesystem>

#include "base/files.h"
#include "base/limits.h"

namespace milepost {

Result<Releases> read_releases(const Repository& repository) {
  const std::string& file = repository.process->calendar.file;
  if (file.empty()) return Releases();
  const std::string path = repository.full_path(file);
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return Releases();
  const auto source = read_source(path, repository.shown_path(file), kLimits.document_bytes);
  if (!source) return tl::unexpected(Error(source.error()).within("reading " + file));
  return parse_releases(*repository.process, **source);
}

}  // namespace milepost
