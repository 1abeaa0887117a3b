#include "history/extract.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/limits.h"
#include "base/strings.h"
#include "git/renames.h"
#include "proposal/card.h"
#include "proposal/repository.h"
#include "text/document.h"

namespace milepost {

namespace {

struct OidHash {
  std::size_t operator()(const Oid& id) const {
    std::size_t hash = 0;
    for (std::size_t i = 0; i < sizeof(hash); ++i) hash = hash << 8 | id.bytes[i];
    return hash;
  }
};

// The blobs of one proposal in the tree as it stands.
struct Present {
  std::string document_path;
  Oid document, metadata;
  std::size_t lifespan = 0;
};

std::shared_ptr<const Snapshot> snapshot_of(const Card& card) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->number = card.number;
  snapshot->title = card.title;
  snapshot->group = card.group;
  snapshot->status = card.status;
  snapshot->stage = card.stage;
  snapshot->kind = card.kind;
  snapshot->latest_milestone = card.latest_milestone;
  snapshot->milestones = card.milestones;
  snapshot->authors = card.authors;
  snapshot->reviewers = card.reviewers;
  snapshot->approvers = card.approvers;
  if (card.created) snapshot->created = to_string(*card.created);
  return snapshot;
}

class Extractor {
 public:
  Extractor(const Git& git, const Process& process, std::string below, History& history)
      : git_(git), process_(process), below_(std::move(below)), history_(history) {}

  // Takes up where the history ended.
  void resume() {
    for (std::size_t i = 0; i < history_.lifespans.size(); ++i) {
      const Lifespan& lifespan = history_.lifespans[i];
      if (lifespan.deleted) continue;
      const ProposalVersion& version = lifespan.versions.back();
      Present present{lifespan.document, version.document, version.metadata, i};
      if (present.metadata == present.document) present.metadata = {};
      if (version.snapshot) snapshots_.emplace(blob_of(present), version.snapshot);
      present_.emplace(version.path, std::move(present));
    }
  }

  Result<void> apply(const std::optional<Oid>& parent, const Commit& commit) {
    TRY(const auto changes, git_.differences(parent, commit.id, below_));
    std::map<std::string, Present> touched;  // by the proposal's path
    for (const GitChange& change : changes) note(change, touched);
    if (touched.empty()) return {};
    land(commit);
    settle(touched);
    return {};
  }

 private:
  // The path from the repository's root.
  std::string inside(const std::string& path) const {
    return below_.empty() ? path : path.substr(below_.size() + 1);
  }

  static Oid blob_of(const Present& present) {
    return present.metadata.is_zero() ? present.document : present.metadata;
  }

  void note(const GitChange& change, std::map<std::string, Present>& touched) {
    const std::string path = inside(change.path);
    const bool document = is_document_path(process_.layout, path);
    const bool metadata = !document && is_metadata_path(process_.layout, path);
    if (!document && !metadata) return;
    const std::string key = proposal_path(process_, path);
    auto [at, fresh] = touched.try_emplace(key);
    if (fresh) {
      const auto now = present_.find(key);
      if (now != present_.end()) at->second = now->second;
    }
    const Oid blob = change.kind == ChangeKind::kDeleted ? Oid{} : change.new_blob;
    if (document) {
      at->second.document = blob;
      at->second.document_path = blob.is_zero() ? std::string() : path;
    } else {
      at->second.metadata = blob;
    }
  }

  // The author of a merge is the one whose branch it brought.
  void land(const Commit& commit) {
    Landing landing{commit.id, commit.time, commit.author};
    constexpr std::size_t kMerge = 2;
    if (commit.parents.size() >= kMerge) {
      const auto branch = git_.commit(commit.parents[1]);
      if (branch) landing.author = branch->author;
    }
    history_.commits.push_back(std::move(landing));
  }

  // Those that vanished may be found again under another path.
  void settle(const std::map<std::string, Present>& touched) {
    std::vector<std::pair<std::string, Present>> gone;
    for (const auto& [path, present] : touched) {
      if (!present.document.is_zero() || !present.metadata.is_zero()) continue;
      const auto was = present_.find(path);
      if (was == present_.end()) continue;
      gone.emplace_back(path, was->second);
      present_.erase(was);
    }
    for (const auto& [path, present] : touched) {
      if (present.document.is_zero() && present.metadata.is_zero()) continue;
      if (is_part_of_another(path, present)) continue;
      add(path, present, gone);
    }
    for (const auto& [path, present] : gone) {
      history_.lifespans[present.lifespan].deleted = history_.commits.size() - 1;
    }
  }

  // Notes in the folder of a proposal are part of that one.
  bool is_part_of_another(std::string path, const Present& present) const {
    if (!present.metadata.is_zero() || process_.layout.path.match(present.document_path))
      return false;
    for (std::size_t slash = path.rfind('/'); slash != path.npos; slash = path.rfind('/')) {
      path.resize(slash);
      if (present_.contains(path)) return true;
    }
    return false;
  }

  void add(const std::string& path, Present present,
           std::vector<std::pair<std::string, Present>>& gone) {
    const auto snapshot = read(path, present);
    const auto known = present_.find(path);
    if (known != present_.end()) {
      present.lifespan = known->second.lifespan;
      known->second = present;
    } else {
      present.lifespan = lifespan_for(path, present, snapshot, gone);
      present_.emplace(path, present);
    }
    Lifespan& lifespan = history_.lifespans[present.lifespan];
    lifespan.deleted.reset();
    lifespan.document = present.document_path;
    lifespan.versions.push_back({history_.commits.size() - 1, path, present.document,
                                 present.metadata.is_zero() ? present.document : present.metadata,
                                 snapshot});
    if (!snapshot) ++history_.unreadable;
  }

  // That of a proposal which vanished in this commit and is the same: by its
  // blobs, by its number or title, or by its text. Else one that was deleted
  // before and comes back. Else a new one.
  std::size_t lifespan_for(const std::string& path, const Present& present,
                           const std::shared_ptr<const Snapshot>& snapshot,
                           std::vector<std::pair<std::string, Present>>& gone) {
    auto found = std::ranges::find_if(
        gone, [&](const auto& other) { return is_same(other.second, present, snapshot.get()); });
    if (found == gone.end()) {
      found = std::ranges::find_if(
          gone, [&](const auto& other) { return reads_alike(other.second, present); });
    }
    if (found != gone.end()) {
      const std::size_t lifespan = found->second.lifespan;
      gone.erase(found);
      return lifespan;
    }
    const auto back = std::ranges::find_if(history_.lifespans, [&](const Lifespan& lifespan) {
      if (!lifespan.deleted) return false;
      const Snapshot* const before = lifespan.latest();
      return lifespan.path() == path || (snapshot && before && !snapshot->number.empty() &&
                                         snapshot->number == before->number);
    });
    if (back != history_.lifespans.end()) {
      return static_cast<std::size_t>(back - history_.lifespans.begin());
    }
    history_.lifespans.emplace_back();
    return history_.lifespans.size() - 1;
  }

  bool is_same(const Present& was, const Present& present, const Snapshot* snapshot) const {
    if (!present.metadata.is_zero() && was.metadata == present.metadata) return true;
    if (!present.document.is_zero() && was.document == present.document) return true;
    const Snapshot* const before = history_.lifespans[was.lifespan].latest();
    if (!snapshot || !before) return false;
    if (!snapshot->number.empty() && snapshot->number == before->number) return true;
    return !snapshot->title.empty() && equal_ignoring_case(snapshot->title, before->title);
  }

  bool reads_alike(const Present& was, const Present& present) const {
    if (was.document.is_zero() || present.document.is_zero()) return false;
    const auto before = git_.read_blob(was.document, kLimits.document_bytes);
    const auto after = git_.read_blob(present.document, kLimits.document_bytes);
    return before && after && share_half_of_lines(*before, *after);
  }

  // Null when the metadata cannot be read.
  std::shared_ptr<const Snapshot> read(const std::string& path, const Present& present) {
    const Oid blob = blob_of(present);
    const auto known = snapshots_.find(blob);
    if (known != snapshots_.end()) return known->second;
    auto& snapshot = snapshots_[blob];
    auto bytes = git_.read_blob(blob, kLimits.document_bytes);
    if (!bytes) {
      if (!git_.has(blob)) ++history_.missing;
      return snapshot;
    }
    const auto source = std::make_shared<const Source>(path, *bytes);
    std::optional<Document> document;
    std::shared_ptr<const Source> file;
    if (present.metadata.is_zero()) {
      document.emplace(source);
    } else {
      file = source;
    }
    auto metadata = std::make_shared<const Metadata>(
        read_metadata(process_, document ? &*document : nullptr, file));
    const bool says_something = metadata->yaml ? metadata->complete() : metadata->status.present();
    if (!says_something) return snapshot;
    ProposalFiles files{present.document_path.empty() ? path : present.document_path, {}, true};
    if (file) files.metadata = path + "/metadata";
    snapshot = snapshot_of(make_card(process_, std::move(files), std::move(metadata),
                                     document ? &*document : nullptr));
    return snapshot;
  }

  const Git& git_;
  const Process& process_;
  const std::string below_;
  History& history_;
  std::unordered_map<std::string, Present> present_;
  std::unordered_map<Oid, std::shared_ptr<const Snapshot>, OidHash> snapshots_;
};

// The way of first parents from a commit back to `end`, or to the first.
Result<std::vector<Commit>> way_back(const Git& git, const Oid& head, const std::optional<Oid>& end,
                                     bool& met) {
  std::vector<Commit> way;
  std::optional<Oid> next = head;
  met = false;
  while (next) {
    if (end && *next == *end) {
      met = true;
      break;
    }
    TRY(auto commit, git.commit(*next));
    next = commit.parents.empty() ? std::optional<Oid>() : commit.parents.front();
    way.push_back(std::move(commit));
  }
  std::ranges::reverse(way);
  return way;
}

}  // namespace

Result<History> extract_history(const Git& git, const Process& process, const Oid& head,
                                ExtractRequest request) {
  std::optional<Oid> end;
  if (request.known) end = request.known->head;
  bool met = false;
  TRY(const auto way, way_back(git, head, end, met));

  History history;
  if (met) history = std::move(*request.known);
  history.head = head;
  TRY(const auto shallow, git.shallow());
  if (shallow) history.since = shallow->since;

  Extractor extractor(git, process, std::move(request.below), history);
  std::optional<Oid> parent;
  if (met) {
    extractor.resume();
    parent = end;
  }
  for (const Commit& commit : way) {
    TRY(extractor.apply(parent, commit));
    parent = commit.id;
  }
  return history;
}

}  // namespace milepost
