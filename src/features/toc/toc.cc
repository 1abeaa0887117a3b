#include "features/toc/toc.h"

#include <map>
#include <optional>
#include <set>
#include <unistd.h>
#include <utility>

#include "base/change_set.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "text/merge_conflict.h"
#include "workspace/examine.h"

namespace milepost::toc {

namespace {

TocDocument look_at(std::shared_ptr<const Source> source, int depth, TocStyle style) {
  TocDocument found;
  found.style = style;
  found.path = source->path();
  const Document document(source);
  TocMarkers markers = find_toc(document, style);
  if (markers.first && is_in_conflict(document)) {
    markers.first.reset();
    const std::uint32_t first = find_conflicts(*source).front().first;
    markers.problems = {{TocFault::kConflict, source->line(first)}};
  }
  found.problems = std::move(markers.problems);
  if (!markers.first) {
    found.state = found.problems.empty() ? TocState::kUnmarked : TocState::kUnpaired;
  } else {
    const auto entries = toc_entries(document, markers.first->table.end, depth, style);
    if (!is_current(document, *markers.first, entries, style)) {
      const Edit edit = write_toc(document, *markers.first, entries, style);
      found.state = TocState::kStale;
      found.text = source->text();
      found.text.replace(edit.span.begin, edit.span.size(), edit.text);
    }
  }
  if (found.state == TocState::kStale || found.state == TocState::kUnpaired) {
    found.source = std::move(source);
  }
  return found;
}

TocStyle style_in(const Workspace& workspace) {
  return workspace.recognised() ? workspace.process().toc : TocStyle::kCommonMark;
}

// The file to write, below its root; nothing after saying why there is none.
std::optional<std::string> file_of(const Selected& selected, TocRun& run) {
  const Repository& repository = selected.at->repository();
  const ProposalFiles& files = selected.card->files;
  if (!files.has_document) {
    if (selected.named) {
      run.read_errors.push_back(
          {repository.shown_path(files.metadata), "there is no document beside it"});
    }
    return std::nullopt;
  }
  auto path = path_to_write(repository, files.document);
  if (path) return std::move(*path);
  run.read_errors.push_back({repository.shown_path(files.document), path.error().message});
  return std::nullopt;
}

}  // namespace

TocRun look_at_standard_input(int depth, TocStyle style) {
  TocRun run;
  auto source = read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes);
  if (!source || utf8::looks_binary((*source)->text())) {
    run.read_errors.push_back(
        {"<stdin>", source ? "is a binary file, not Markdown" : source.error().message});
    return run;
  }
  run.documents.push_back(look_at(*source, depth, style));
  run.documents.back().named = true;
  run.documents.back().source = std::move(*source);
  return run;
}

Result<TocRun> update_tocs(const Workspace& workspace, const TocOptions& options) {
  TRY(auto selection, workspace.select({options.words, false, false, true}));
  TocRun run;
  run.read_errors = std::move(selection.read_errors);
  std::map<std::string, std::vector<FileChange>> changes;  // by root
  std::set<std::pair<std::string, std::string>> seen;      // a link leads to what is there anyway
  for (const Selected& selected : selection.proposals) {
    const std::string& root = selected.at->repository().root;
    const auto path = file_of(selected, run);
    if (!path || !seen.emplace(root, *path).second) continue;
    auto source = read_document(selected);
    if (!source) {
      run.read_errors.push_back(
          {selected.at->repository().shown_path(selected.card->files.document),
           source.error().message});
      continue;
    }
    TocDocument document = look_at(std::move(*source), options.depth, style_in(*selected.at));
    document.named = selected.named;
    if (options.write && document.state == TocState::kStale) {
      changes[root].push_back({*path, std::string(document.source->text()), document.text});
    }
    run.documents.push_back(std::move(document));
  }
  for (const auto& [root, of_root] : changes) {
    auto written = apply_changes(root, of_root);
    if (!written) return tl::unexpected(std::move(written.error()).within("nothing was written"));
  }
  return run;
}

}  // namespace milepost::toc
