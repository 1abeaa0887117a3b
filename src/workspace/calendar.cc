#include "workspace/calendar.h"

#include "base/limits.h"

namespace milepost {

Result<Releases> read_releases(const Repository& repository) {
  return read_releases(repository, *disk_tree(repository.root));
}

Result<Releases> read_releases(const Repository& repository, const FileTree& tree) {
  const std::string& file = repository.process->calendar.file;
  if (file.empty() || !tree.has(file)) return Releases();
  const auto source = tree.read(file, repository.shown_path(file), kLimits.document_bytes);
  if (!source) return tl::unexpected(Error(source.error()).within("reading " + file));
  return parse_releases(*repository.process, **source);
}

}  // namespace milepost
