#include "history/history.h"

#include <algorithm>

#include <fmt/format.h>

namespace milepost {

namespace {

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string joined(const std::vector<std::pair<std::string, std::string>>& milestones) {
  std::vector<std::string> texts;
  for (const auto& [stage, version] : milestones) texts.push_back(stage + " " + version);
  return joined(texts);
}

// The fields whose changes are moves, with what they say.
std::vector<std::pair<std::string_view, std::string>> fields_of(const Snapshot& snapshot) {
  return {{"status", snapshot.status},
          {"stage", snapshot.stage},
          {"latest-milestone", snapshot.latest_milestone},
          {"milestones", joined(snapshot.milestones)},
          {"group", snapshot.group},
          {"number", snapshot.number},
          {"title", snapshot.title},
          {"authors", joined(snapshot.authors)},
          {"reviewers", joined(snapshot.reviewers)},
          {"approvers", joined(snapshot.approvers)}};
}

}  // namespace

const Snapshot* Lifespan::latest() const {
  for (std::size_t i = versions.size(); i-- > 0;) {
    if (versions[i].snapshot) return versions[i].snapshot.get();
  }
  return nullptr;
}

const Lifespan* History::find(std::string_view number_or_path) const {
  const Lifespan* gone = nullptr;
  for (const Lifespan& lifespan : lifespans) {
    const Snapshot* snapshot = lifespan.latest();
    const bool meant =
        lifespan.path() == number_or_path || (snapshot && snapshot->number == number_or_path);
    if (!meant) continue;
    if (!lifespan.deleted) return &lifespan;
    if (!gone) gone = &lifespan;
  }
  return gone;
}

std::vector<HistoryMove> moves_of(const Lifespan& lifespan) {
  std::vector<HistoryMove> moves;
  const Snapshot nothing;
  const Snapshot* before = &nothing;
  for (std::size_t i = 0; i < lifespan.versions.size(); ++i) {
    const Snapshot* snapshot = lifespan.versions[i].snapshot.get();
    if (!snapshot || snapshot == before) continue;
    const auto old_fields = fields_of(*before);
    const auto new_fields = fields_of(*snapshot);
    for (std::size_t f = 0; f < new_fields.size(); ++f) {
      if (old_fields[f].second == new_fields[f].second) continue;
      moves.push_back({&lifespan, i, std::string(new_fields[f].first), old_fields[f].second,
                       new_fields[f].second});
    }
    before = snapshot;
  }
  return moves;
}

}  // namespace milepost
