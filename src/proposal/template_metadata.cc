#include "proposal/template_metadata.h"

#include <algorithm>

namespace milepost {

std::vector<TemplateMetadata> read_template_metadata(const Repository& repository,
                                                     std::vector<ReadError>& read_errors) {
  const std::vector<Glob>& globs = repository.process->layout.templates;
  std::vector<TemplateMetadata> files;
  if (globs.empty()) return files;
  const Walk walked = repository.tree->walk("", [&](std::string_view path, EntryKind kind) {
    return std::ranges::any_of(globs, [&](const Glob& glob) {
      return kind == EntryKind::kDirectory ? glob.may_match_below(path) : glob.matches(path);
    });
  });
  for (const WalkedFile& file : walked.files) {
    auto source = repository.read(file.path);
    if (!source) {
      read_errors.push_back({file.path, source.error().message});
      continue;
    }
    files.push_back({file.path, *source, std::make_shared<const Yaml>(**source)});
  }
  std::ranges::sort(files, {}, &TemplateMetadata::path);
  return files;
}

}  // namespace milepost
