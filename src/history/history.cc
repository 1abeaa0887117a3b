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
std::vector<std::pair<std::string_view, std::string>> fields_of(const Snapshot& said) {
  return {{"status", said.status},
          {"stage", said.stage},
          {"latest-milestone", said.latest_milestone},
          {"milestones", joined(said.milestones)},
          {"group", said.group},
          {"number", said.number},
          {"title", said.title},
          {"authors", joined(said.authors)},
          {"reviewers", joined(said.reviewers)},
          {"approvers", joined(said.approvers)}};
}

}  // namespace

const Snapshot* Life::latest() const {
  for (std::size_t i = versions.size(); i-- > 0;) {
    if (versions[i].said) return versions[i].said.get();
  }
  return nullptr;
}

const Life* History::find(std::string_view number_or_path) const {
  const Life* gone = nullptr;
  for (const Life& life : lives) {
    const Snapshot* said = life.latest();
    const bool meant = life.path() == number_or_path || (said && said->number == number_or_path);
    if (!meant) continue;
    if (!life.deleted) return &life;
    if (!gone) gone = &life;
  }
  return gone;
}

std::vector<HistoryMove> moves_of(const Life& life) {
  std::vector<HistoryMove> moves;
  const Snapshot nothing;
  const Snapshot* before = &nothing;
  for (std::size_t i = 0; i < life.versions.size(); ++i) {
    const Snapshot* said = life.versions[i].said.get();
    if (!said || said == before) continue;
    const auto old_fields = fields_of(*before);
    const auto new_fields = fields_of(*said);
    for (std::size_t f = 0; f < new_fields.size(); ++f) {
      if (old_fields[f].second == new_fields[f].second) continue;
      moves.push_back(
          {&life, i, std::string(new_fields[f].first), old_fields[f].second, new_fields[f].second});
    }
    before = said;
  }
  return moves;
}

}  // namespace milepost
