#include "workspace/load_history.h"

#include <optional>

#include <fmt/format.h>

#include "base/files.h"
#include "base/openings.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "base/whole_file.h"
#include "history/cache.h"
#include "history/extract.h"

namespace milepost {

namespace {

constexpr std::size_t kCacheBytes = std::size_t{256} << 20;
constexpr const char* kCacheName = "history";

// What another milepost, or another process, would read out of the same commits.
std::string made_by(const Process& process) {
  std::string text = MILEPOST_VERSION;
  for (const auto& source : process.sources) text += source->text();
  return fmt::format("{:016x}", hash_bytes(text));
}

// The cache is worth nothing to anyone but speed: whatever goes wrong with it, the
// history is read without.
class Cache {
 public:
  explicit Cache(const std::string& root) {
    const auto folder = find_state_folder(root);
    if (folder) folder_ = *folder;
    root_ = root;
  }

  std::optional<History> read(const std::string& by) const {
    if (folder_.empty()) return std::nullopt;
    const auto source = read_beneath(folder_, kCacheName, kCacheName, kCacheBytes);
    if (!source) return std::nullopt;
    return read_history((*source)->text(), by);
  }

  void write(const History& history, const std::string& by) const {
    auto folder = make_state_folder(root_);
    if (!folder) return;
    auto file = WholeFile::begin_in(std::move(folder->open), kCacheName, kCacheName, 0600);
    if (file && file->add(write_history(history, by))) (void)file->finish();
  }

 private:
  std::string folder_, root_;
};

}  // namespace

std::vector<std::string> Past::notes() const {
  std::vector<std::string> notes;
  if (history.since) {
    notes.push_back(fmt::format("history is missing: the clone is shallow, from {} on",
                                to_string(*history.since)));
  }
  if (history.missing > 0) {
    notes.push_back(
        fmt::format("{} could not be read: their objects are missing, the clone is partial; "
                    "`git fetch --refetch --no-filter` completes it",
                    counted(history.missing, "version")));
  }
  return notes;
}

Result<Git> Past::open_git() const {
  TRY(auto git, Git::find(root));
  if (!git) return failure(without_git(root));
  return std::move(*git);
}

std::string without_git(const std::string& folder) {
  return fmt::format("{} is in no git repository, so it has no history", folder);
}

Result<Past> load_past(const Repository& repository) {
  openings().count(Opening::kHistory);
  auto git = Git::find(repository.root);
  if (!git) return tl::unexpected(std::move(git.error()));
  if (!*git) return failure(without_git(repository.root));
  const auto head = (*git)->head();
  if (!head) return tl::unexpected(head.error());
  if (!*head) return failure("the git repository has no commits yet");

  ExtractRequest request;
  const std::string& top = (*git)->work_tree();
  if (!top.empty() && repository.root.size() > top.size()) {
    request.below = repository.root.substr(top.size() + 1);
  }
  const Cache cache(repository.root);
  const std::string by = made_by(*repository.process) + request.below;
  auto known = cache.read(by);
  if (known && known->head == **head) return Past{repository.root, std::move(*known)};
  request.known = std::move(known);
  auto history = extract_history(**git, *repository.process, **head, std::move(request));
  if (!history) return tl::unexpected(std::move(history.error()));
  // What is missing today may be there tomorrow.
  if (history->missing == 0) cache.write(*history, by);
  return Past{repository.root, std::move(*history)};
}

}  // namespace milepost
