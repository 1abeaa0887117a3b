#include "features/templates/lineage.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "git/git.h"
#include "process/lineage.h"
#include "process/lineage_write.h"
#include "process/template.h"

namespace milepost::templates {

namespace fs = std::filesystem;

namespace {

// A commit that brought another text of the template.
struct Arrival {
  Oid commit;
  std::optional<Oid> parent;
  Date date;
  std::size_t path = 0;  // which of the options'
  Oid blob;
};

// What the template was in a commit; a blob of zero: it was not there.
struct InForce {
  std::size_t path = 0;
  Oid blob;
};

class Derivation {
 public:
  Derivation(std::string directory, const LineageOptions& options, Git git)
      : directory_(std::move(directory)), options_(options), git_(std::move(git)) {}

  Result<DerivedLineage> run() {
    TRY(find_paths());
    TRY(walk());
    TRY(check_paths());
    if (options_.since) drop_before(*options_.since);
    TRY(write());
    TRY(note_earlier_name());
    return std::move(derived_);
  }

 private:
  // The paths from the top of git's tree.
  Result<void> find_paths() {
    const std::string top = git_.work_tree();
    std::error_code failed;
    const fs::path here = fs::weakly_canonical(directory_, failed);
    const fs::path below = top.empty() ? fs::path() : here.lexically_relative(top);
    for (const std::string& path : options_.paths) {
      fs::path full = (below / path).lexically_normal();
      if (fs::path(path).is_absolute())
        full = fs::path(path).lexically_normal().lexically_relative(top);
      const std::string from_top = full.generic_string();
      if (from_top.empty() || from_top == "." || *full.begin() == ".." || full.is_absolute()) {
        return failure(fmt::format("{} is no file of the git repository", path));
      }
      paths_.push_back(from_top);
    }
    seen_.resize(paths_.size());
    return {};
  }

  Result<InForce> in_force(const Oid& commit) {
    InForce found;
    for (std::size_t p = 0; p < paths_.size(); ++p) {
      auto files = git_.files(commit, paths_[p]);
      if (!files) return tl::unexpected(std::move(files.error()));
      const bool there = files->size() == 1 && files->front().path == paths_[p];
      if (!there || files->front().link) continue;
      seen_[p] = true;
      found = {p, files->front().blob};
    }
    return found;
  }

  // From the newest commit to the oldest, so that nothing but the arrivals is kept.
  Result<void> walk() {
    auto at = git_.resolve(options_.revision.empty() ? "HEAD" : options_.revision);
    if (!at) return tl::unexpected(std::move(at.error()));
    end_ = *at;
    auto commit = git_.commit(*at);
    if (!commit) return tl::unexpected(std::move(commit.error()));
    auto now = in_force(commit->id);
    while (now) {
      const std::optional<Oid> parent =
          commit->parents.empty() ? std::nullopt : std::optional(commit->parents.front());
      auto before = parent ? in_force(*parent) : Result<InForce>(InForce{});
      if (!before) return tl::unexpected(std::move(before.error()));
      if (now->blob != before->blob && !now->blob.is_zero()) {
        arrivals_.push_back({commit->id, parent, date_of(commit->time), now->path, now->blob});
      }
      if (!parent) break;
      commit = git_.commit(*parent);
      if (!commit) return tl::unexpected(std::move(commit.error()));
      now = before;
    }
    if (!now) return tl::unexpected(std::move(now.error()));
    std::ranges::reverse(arrivals_);
    return check_shallow();
  }

  // The first version of a shallow clone is of any age.
  Result<void> check_shallow() const {
    const auto shallow = git_.shallow();
    if (!shallow) return tl::unexpected(shallow.error());
    if (!*shallow) return {};
    const bool enough = options_.since && *options_.since >= (*shallow)->since;
    if (enough) return {};
    return failure(fmt::format(
        "{}; `git fetch --unshallow` brings the rest, --since {} begins with what is there",
        (*shallow)->message(), to_string((*shallow)->since)));
  }

  Result<void> check_paths() const {
    const auto unknown = std::ranges::find(seen_, false);
    if (unknown == seen_.end()) return {};
    const std::string& path = options_.paths[static_cast<std::size_t>(unknown - seen_.begin())];
    const std::string& from_top = paths_[static_cast<std::size_t>(unknown - seen_.begin())];
    const std::string where = options_.revision.empty() ? "HEAD" : options_.revision;
    std::string message = fmt::format("{} is in no commit that leads to {}", path, where);
    const auto files = git_.files(end_);
    if (!files) return failure(message);
    const std::string_view near = nearest_file(from_top, *files);
    if (!near.empty()) message += fmt::format("; did you mean {}?", near);
    return failure(message);
  }

  // One in the folder, should it be one; one much like it; one of that name elsewhere.
  static std::string_view nearest_file(std::string_view path, const std::vector<GitFile>& files) {
    constexpr std::size_t kMostCompared = 20'000;
    std::vector<std::string_view> documents;
    for (const GitFile& file : files) {
      if (file.path.ends_with(".md") && documents.size() < kMostCompared) {
        documents.push_back(file.path);
      }
    }
    const std::string folder = std::string(path) + '/';
    for (const std::string_view document : documents) {
      if (document.starts_with(folder)) return document;
    }
    if (const std::string_view near = nearest(path, documents); !near.empty()) return near;
    const std::string name = fs::path(path).filename().string();
    for (const std::string_view document : documents) {
      if (fs::path(document).filename() == name) return document;
    }
    return {};
  }

  // All but the one in force on that day and what came later.
  void drop_before(const Date& day) {
    const auto later =
        std::ranges::find_if(arrivals_, [&](const Arrival& arrival) { return arrival.date > day; });
    if (later - arrivals_.begin() > 1) arrivals_.erase(arrivals_.begin(), std::prev(later));
  }

  Result<void> write() {
    LineageWriter writer;
    for (const Arrival& arrival : arrivals_) {
      auto bytes = git_.read_blob(arrival.blob, kLimits.document_bytes);
      const std::string& path = paths_[arrival.path];
      if (!bytes) {
        return tl::unexpected(std::move(bytes.error())
                                  .within(fmt::format("{} of {}", path, to_string(arrival.date))));
      }
      writer.add(arrival.date, Template(std::make_shared<Source>(path, std::move(*bytes))));
    }
    if (writer.versions() > Lineage::kMaxVersions) {
      return failure(
          fmt::format("the template had {} versions, and a lineage has at most {}; "
                      "begin later with --since",
                      writer.versions(), Lineage::kMaxVersions));
    }
    derived_.text = writer.text();
    derived_.versions = writer.versions();
    return {};
  }

  // The commit that brought the template may have taken it from another place.
  Result<void> note_earlier_name() {
    const Arrival& first = arrivals_.front();
    if (!first.parent || options_.since) return {};
    auto changes = git_.changed(first.parent, ChangeTarget(first.commit));
    if (!changes) return tl::unexpected(std::move(changes.error()));
    for (const GitChange& change : *changes) {
      if (change.kind != ChangeKind::kRenamed || change.path != paths_[first.path]) continue;
      derived_.notes.push_back(fmt::format("until {} it was {}; name that first to go further back",
                                           to_string(first.date), change.old_path));
    }
    return {};
  }

  const std::string directory_;
  const LineageOptions& options_;
  Git git_;
  std::vector<std::string> paths_;  // from the top
  std::vector<bool> seen_;          // parallel: it is in some commit
  Oid end_;
  std::vector<Arrival> arrivals_;  // oldest first
  DerivedLineage derived_;
};

}  // namespace

Result<DerivedLineage> derive_lineage(const std::string& directory, const LineageOptions& options) {
  TRY(auto git, Git::find(directory));
  if (!git) return failure("the versions are read from a git repository, and this is none");
  return Derivation(directory, options, std::move(*git)).run();
}

}  // namespace milepost::templates
