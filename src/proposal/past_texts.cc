#include "proposal/past_texts.h"

#include <algorithm>
#include <filesystem>

#include "base/limits.h"
#include "git/git.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// How far back is looked, lest a long history slow down every command.
constexpr std::size_t kMostCommits = 4000;
constexpr std::size_t kMostTexts = 64;

std::vector<Oid> past_blobs(const Git& git, const std::string& path) {
  std::vector<Oid> blobs;
  const auto head = git.head();
  std::optional<Oid> at = head ? *head : std::nullopt;
  for (std::size_t n = 0; at && n < kMostCommits && blobs.size() < kMostTexts; ++n) {
    const auto files = git.files(*at, path);
    if (!files) break;
    const bool there = files->size() == 1 && files->front().path == path && !files->front().link;
    if (there && std::ranges::find(blobs, files->front().blob) == blobs.end()) {
      blobs.push_back(files->front().blob);
    }
    const auto commit = git.commit(*at);
    if (!commit || commit->parents.empty()) break;
    at = commit->parents.front();
  }
  return blobs;
}

}  // namespace

std::vector<std::shared_ptr<const Source>> past_texts(const std::string& root,
                                                      const std::string& path) {
  const auto git = Git::find(root);
  if (!git || !*git || (*git)->work_tree().empty()) return {};
  const fs::path below = fs::path(root).lexically_relative((*git)->work_tree());
  const std::string from_top = (below / path).lexically_normal().generic_string();
  std::vector<std::shared_ptr<const Source>> texts;
  for (const Oid& blob : past_blobs(**git, from_top)) {
    auto bytes = (*git)->read_blob(blob, kLimits.document_bytes);
    if (bytes) texts.push_back(std::make_shared<const Source>(path, std::move(*bytes)));
  }
  return texts;
}

}  // namespace milepost
