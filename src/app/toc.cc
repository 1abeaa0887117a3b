#include "app/toc.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/change_set.h"
#include "base/files.h"
#include "base/limits.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "proposal/repository.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStandardInput = "-";

// A document the user means.
struct Meant {
  std::string full;   // absolute, links followed
  std::string root;   // of what it lies in: its repository, or its folder
  std::string shown;  // as seen from where the user stands
  bool named = false;
};

// Turns the paths of a request into documents.
class Finder {
 public:
  Finder(const TocRequest& request, TocRun& run) : request_(request), run_(run) {
    std::error_code failed;
    here_ = fs::weakly_canonical(request.directory, failed);
  }

  Result<std::vector<Meant>> find() {
    if (request_.paths.empty()) {
      if (auto found = add_folder(here_, "here"); !found) return tl::unexpected(found.error());
    }
    for (const std::string& path : request_.paths) {
      if (auto found = add(path); !found) return tl::unexpected(found.error());
    }
    // A document named twice, or also found in a folder, is one.
    std::set<std::string> seen;
    std::erase_if(places_, [&](const Meant& place) { return !seen.insert(place.full).second; });
    return std::move(places_);
  }

 private:
  Result<void> add(const std::string& path) {
    std::error_code failed;
    const fs::path full = fs::weakly_canonical(here_ / path, failed);
    const fs::file_status status = fs::status(full, failed);
    // An empty operand, as of an unset variable, is not to mean the repository.
    const bool there = !path.empty() && fs::exists(status);
    if (there && fs::is_directory(status)) return add_folder(full, "in " + path);
    if (there) return add_file(path, full);
    if (!path.empty() && std::ranges::all_of(path, is_digit)) return add_number(path);
    run_.troubles.push_back({path, "there is no such file or folder"});
    return {};
  }

  Result<Repository> open(const fs::path& folder, const std::string& where) const {
    auto repository = open_repository(folder.string(), {});
    if (repository && !repository->process) {
      return failure(
          fmt::format("no process is recognised {}, so it is not known which files are proposals; "
                      "name the documents themselves",
                      where));
    }
    return repository;
  }

  Result<void> add_folder(const fs::path& folder, const std::string& where) {
    const auto repository = open(folder, where);
    if (!repository) return tl::unexpected(repository.error());
    const fs::path below = folder.lexically_relative(repository->root);
    add_found(*repository, find_proposals(*repository, below == "." ? "" : below.string()), "");
    return {};
  }

  // A proposal by its number: the folder or file that begins with it.
  Result<void> add_number(const std::string& number) {
    const auto repository = open(here_, "here");
    if (!repository) return tl::unexpected(repository.error());
    const std::size_t before = places_.size();
    add_found(*repository, find_proposals(*repository, {}), number);
    if (places_.size() == before) {
      run_.troubles.push_back(
          {number, "there is no such file or folder, and no proposal of that number"});
    }
    return {};
  }

  // Those of one number, or of any when it is "".
  void add_found(const Repository& repository, ProposalList found, const std::string& number) {
    const fs::path root = repository.root;
    for (Trouble& trouble : found.troubles) {
      run_.troubles.push_back({shown(root / trouble.path), std::move(trouble.message)});
    }
    for (const ProposalFiles& files : found.proposals) {
      if (!files.has_document) continue;
      const bool meant =
          number.empty() || ("/" + files.document).find("/" + number + "-") != std::string::npos;
      if (meant) add_document(root, root / files.document, !number.empty());
    }
  }

  // What was only found is not to lead milepost to write elsewhere.
  void add_document(const fs::path& root, const fs::path& path, bool named) {
    std::error_code failed;
    const fs::path full = fs::weakly_canonical(path, failed);
    const fs::path within = full.lexically_relative(root);
    if (within.empty() || *within.begin() == "..") {
      run_.troubles.push_back(
          {shown(path), "is a symbolic link to a file outside of the repository; left alone"});
      return;
    }
    places_.push_back({full.string(), root.string(), shown(path), named});
  }

  Result<void> add_file(const std::string& path, const fs::path& full) {
    auto repository = open_repository(full.parent_path().string(), {});
    if (!repository) return tl::unexpected(std::move(repository.error()));
    if (!repository->process) {
      places_.push_back({full.string(), full.parent_path().string(), path, true});
      return {};
    }
    // The metadata stands for its document.
    const fs::path root = repository->root;
    const std::string relative = full.lexically_relative(root).string();
    const ProposalFiles files = files_of(*repository, relative);
    if (!files.has_document) {
      run_.troubles.push_back({path, "there is no document beside it"});
    } else if (files.document == relative) {
      places_.push_back({full.string(), repository->root, path, true});
    } else {
      add_document(root, root / files.document, true);
    }
    return {};
  }

  std::string shown(const fs::path& path) const { return path.lexically_relative(here_).string(); }

  const TocRequest& request_;
  TocRun& run_;
  fs::path here_;
  std::vector<Meant> places_;
};

TocDocument examine(std::shared_ptr<const Source> source, int depth) {
  TocDocument found;
  found.path = source->path();
  const Document document(source);
  TocMarkers markers = find_toc(document);
  found.problems = std::move(markers.problems);
  if (!markers.first) {
    found.state = found.problems.empty() ? TocState::kUnmarked : TocState::kUnpaired;
  } else {
    const auto entries = toc_entries(document, markers.first->table.end, depth);
    if (!is_current(document, *markers.first, entries)) {
      const Edit edit = write_toc(document, *markers.first, entries);
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

// Null after saying why.
std::shared_ptr<const Source> accepted(Result<std::shared_ptr<const Source>> read,
                                       const std::string& shown, TocRun& run) {
  if (read && !utf8::looks_binary((*read)->text())) return *read;
  run.troubles.push_back({shown, read ? "is a binary file, not Markdown" : read.error().message});
  return nullptr;
}

TocRun examine_standard_input(const TocRequest& request) {
  TocRun run;
  auto source =
      accepted(read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes), "<stdin>", run);
  if (!source) return run;
  run.documents.push_back(examine(source, request.depth));
  run.documents.back().named = true;
  run.documents.back().source = std::move(source);
  return run;
}

}  // namespace

Result<TocRun> update_tocs(const TocRequest& request) {
  if (std::ranges::find(request.paths, kStandardInput) != request.paths.end()) {
    if (request.paths.size() == 1) return examine_standard_input(request);
    return failure("- is standard input, and stands alone: its document is printed");
  }
  TocRun run;
  const auto places = Finder(request, run).find();
  if (!places) return tl::unexpected(places.error());
  std::map<std::string, std::vector<FileChange>> changes;  // by root
  for (const Meant& place : *places) {
    auto source =
        accepted(read_source(place.full, place.shown, kLimits.document_bytes), place.shown, run);
    if (!source) continue;
    TocDocument document = examine(std::move(source), request.depth);
    document.named = place.named;
    if (request.write && document.state == TocState::kStale) {
      changes[place.root].push_back({fs::path(place.full).lexically_relative(place.root).string(),
                                     std::string(document.source->text()), document.text});
    }
    run.documents.push_back(std::move(document));
  }
  for (const auto& [root, of_root] : changes) {
    auto written = apply_changes(root, of_root);
    if (!written) return tl::unexpected(std::move(written.error()).within("nothing was written"));
  }
  return run;
}

}  // namespace milepost
