#include "workspace/subjects.h"

#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "history/cycles.h"

namespace milepost {

namespace {

void add_history(const Result<Past>& past, const std::vector<const Card*>& cards, Subjects& data) {
  if (!past) {
    data.no_history = past.error().message;
    return;
  }
  data.history = past->history;
  // What still lies where proposals once were is none today.
  std::unordered_set<std::string_view> paths;
  for (const Card* card : cards) paths.insert(card->path);
  std::erase_if(data.history->lifespans, [&](const Lifespan& lifespan) {
    return !lifespan.deleted && !paths.contains(lifespan.path());
  });
  data.status_days = Durations(*data.history, Track::kStatus);
  data.stage_days = Durations(*data.history, Track::kStage);
}

void add_subjects(const std::vector<const Card*>& cards, Subjects& data) {
  std::unordered_map<std::string_view, const Lifespan*> lifespans;
  if (data.history) {
    for (const Lifespan& lifespan : data.history->lifespans) {
      if (!lifespan.deleted) lifespans.emplace(lifespan.path(), &lifespan);
    }
  }
  for (const Card* card : cards) {
    Subject subject{card, metadata_state_of(*card), {}, false, {}};
    subject.state = data.states.of(card->status, card->stage);
    subject.open = data.states.is_on_way(card->status);
    if (const auto lifespan = lifespans.find(card->path); lifespan != lifespans.end()) {
      subject.tenure = current_tenure(*data.history, *lifespan->second, data.states,
                                      subject.metadata_state, data.today);
    }
    data.all.push_back(std::move(subject));
  }
}

void add_cycles(const Releases& releases, Instant now, Subjects& data) {
  std::vector<NamedReleases> named;
  for (const Subject& subject : data.all) named.push_back(named_by(subject.metadata_state));
  const auto calendar = dated_releases(data.process.calendar, releases);
  data.cycles = Cycles(calendar, named, now);
  if (data.cycles.at_work()) return;
  data.no_cycle = calendar.empty()
                      ? "no calendar, and no release is the latest of three proposals"
                      : fmt::format("{} ends with {}, which is out", data.process.calendar.file,
                                    to_string(calendar.back().version));
}

}  // namespace

void gather_subjects(const std::vector<const Card*>& cards, const Releases& releases,
                     const Result<Past>& past, Instant now, Subjects& subjects) {
  add_history(past, cards, subjects);
  add_subjects(cards, subjects);
  add_cycles(releases, now, subjects);
}

}  // namespace milepost
