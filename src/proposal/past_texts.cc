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

struct PastBlob {
  Oid id;
  Instant since;
};

std::vector<PastBlob> past_blobs(const Git& git, const std::string& path) {
  std::vector<PastBlob> blobs;
  const auto head = git.head();
  std::optional<Oid> at = head ? *head : std::nullopt;
  for (std::size_t n = 0; at && n < kMostCommits && blobs.size() < kMostTexts; ++n) {
    const auto files = git.files(*at, path);
    if (!files) break;
    const auto commit = git.commit(*at);
    if (!commit) break;
    const bool there = files->size() == 1 && files->front().path == path && !files->front().link;
    if (there) {
      const Oid& blob = files->front().blob;
      auto known = std::ranges::find(blobs, blob, &PastBlob::id);
      if (known == blobs.end()) known = blobs.insert(blobs.end(), {blob, {}});
      if (known + 1 == blobs.end()) known->since = commit->time;
    }
    if (commit->parents.empty()) break;
    at = commit->parents.front();
  }
  return blobs;
}

}  // namespace

PastTemplates::Texts past_texts(const std::string& root, const std::string& path) {
  const auto git = Git::find(root);
  if (!git || !*git || (*git)->work_tree().empty()) return {};
  const fs::path below = fs::path(root).lexically_relative((*git)->work_tree());
  const std::string from_top = (below / path).lexically_normal().generic_string();
  PastTemplates::Texts texts;
  for (const PastBlob& blob : past_blobs(**git, from_top)) {
    auto bytes = (*git)->read_blob(blob.id, kLimits.document_bytes);
    if (!bytes) continue;
    texts.push_back({std::make_shared<const Source>(path, std::move(*bytes)), date_of(blob.since)});
  }
  return texts;
}

}  // namespace milepost
