#include "proposal/other_files.h"

#include <algorithm>
#include <optional>

#include "proposal/judgement.h"
#include "text/merge_conflict.h"

namespace milepost {

namespace {

bool is_one_of(const std::vector<Glob>& globs, std::string_view path) {
  return std::ranges::any_of(globs, [&](const Glob& glob) { return glob.matches(path); });
}

bool may_be_below(const std::vector<Glob>& globs, std::string_view folder) {
  return std::ranges::any_of(globs, [&](const Glob& glob) { return glob.may_match_below(folder); });
}

// Whether documents have their metadata in a file beside them.
bool asks_for_file(const Process& process) {
  const auto& forms = process.layout.metadata;
  return !forms.empty() && forms.front().form == MetadataForm::kFile;
}

class OtherFilesReader {
 public:
  OtherFilesReader(const Repository& repository, const Index& index)
      : repository_(repository), layout_(repository.process->layout), index_(index) {}

  OtherFiles read() {
    read_calendar();
    read_templates();
    const Walk walked = repository_.tree->walk("", [this](std::string_view path, EntryKind kind) {
      if (kind == EntryKind::kDirectory) {
        return may_be_below(layout_.documents, path) || may_be_below(layout_.former, path);
      }
      return path.ends_with(".md") && !is_one_of(layout_.ignore, path);
    });
    for (const WalkedFile& file : walked.files) {
      if (!file.symlink) read_page(file.path);
    }
    return std::move(found_);
  }

 private:
  void read_calendar() {
    const std::string& path = repository_.process->calendar.file;
    if (path.empty() || !repository_.tree->has(path)) return;
    const auto source = repository_.read(path);
    if (source && !find_conflicts(**source).empty()) found_.conflicted.push_back(*source);
  }

  // Those the process is made of: their names are read as those of any other file.
  void read_templates() {
    for (const auto& source : repository_.process->sources) {
      const std::string_view path = source->path();
      const bool inside = path.starts_with(repository_.root + "/");
      if (!path.ends_with(".md") || find_conflicts(*source).empty()) continue;
      const auto read =
          repository_.read(std::string(inside ? path.substr(repository_.root.size() + 1) : path));
      found_.conflicted.push_back(read ? *read : source);
    }
  }

  void read_page(const std::string& path) {
    const Card* const card = index_.find(path);
    if (card && card->files.document == path) return;
    const bool former = !card && is_one_of(layout_.former, path);
    if (!card && !former) return;
    const auto source = repository_.read(path);
    if (!source) return;
    if (!find_conflicts(**source).empty()) {
      found_.conflicted.push_back(*source);
    } else if (former && is_undescribed(*source)) {
      found_.undescribed.push_back(*source);
    }
  }

  bool is_undescribed(const std::shared_ptr<const Source>& source) {
    if (!asks_for_file(*repository_.process)) return false;
    const Document document(source);
    if (document.front_matter().present()) return false;
    if (!judge_) judge_.emplace(*repository_.process);
    return judge_->shared_headings(document) >= kAlikeHeadings;
  }

  const Repository& repository_;
  const Layout& layout_;
  const Index& index_;
  std::optional<Judge> judge_;  // made when it is first needed
  OtherFiles found_;
};

}  // namespace

OtherFiles read_other_files(const Repository& repository, const Index& index) {
  return OtherFilesReader(repository, index).read();
}

}  // namespace milepost
