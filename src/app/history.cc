#include "app/history.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/plan.h"
#include "base/change_set.h"
#include "base/files.h"
#include "base/replace_file.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "history/cache.h"
#include "history/extract.h"
#include "history/stays.h"
#include "process/moves.h"
#include "proposal/card.h"

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
    if (folder) path_ = *folder + "/" + kCacheName;
    root_ = root;
  }

  std::optional<History> read(const std::string& by) const {
    if (path_.empty()) return std::nullopt;
    const auto source = read_source(path_, kCacheName, kCacheBytes);
    if (!source) return std::nullopt;
    return read_history((*source)->text(), by);
  }

  void write(const History& history, const std::string& by) const {
    const auto folder = make_state_folder(root_);
    if (!folder) return;
    (void)replace_file(path_, write_history(history, by));
  }

 private:
  std::string path_, root_;
};

struct Loaded {
  Repository repository;
  History history;
};

Result<Loaded> load(const std::string& directory, const std::string& process) {
  auto repository = open_repository(directory, process);
  if (!repository) return tl::unexpected(std::move(repository.error()));
  if (!repository->process) return failure(not_recognised(directory));
  auto git = Git::find(repository->root);
  if (!git) return tl::unexpected(std::move(git.error()));
  if (!*git)
    return failure(fmt::format("{} is in no git repository, so it has no history", directory));
  const auto head = (*git)->head();
  if (!head) return tl::unexpected(head.error());
  if (!*head) return failure("the git repository has no commits yet");

  ExtractRequest request;
  const std::string& top = (*git)->work_tree();
  if (!top.empty() && repository->root.size() > top.size()) {
    request.below = repository->root.substr(top.size() + 1);
  }
  const Cache cache(repository->root);
  const std::string by = made_by(*repository->process) + request.below;
  const auto known = cache.read(by);
  if (known && known->head == **head) return Loaded{std::move(*repository), *known};
  if (known) request.known = &*known;
  auto history = extract_history(**git, *repository->process, **head, request);
  if (!history) return tl::unexpected(std::move(history.error()));
  cache.write(*history, by);
  return Loaded{std::move(*repository), std::move(*history)};
}

void add_notes(const History& history, std::vector<std::string>& notes) {
  if (history.since) {
    notes.push_back(fmt::format("history is missing: the clone is shallow, from {} on",
                                to_string(*history.since)));
  }
}

class TimelineMaker {
 public:
  TimelineMaker(const Process& process, const History& history, const Life& life, Date today)
      : process_(process),
        history_(history),
        life_(life),
        statuses_(stays_of(history, life, Track::kStatus)),
        stages_(stays_of(history, life, Track::kStage)),
        status_days_(history, Track::kStatus),
        stage_days_(history, Track::kStage) {
    timeline_.today = today;
  }

  Timeline make() {
    if (const Snapshot* said = life_.latest()) {
      timeline_.number = said->number;
      timeline_.title = said->title;
    }
    timeline_.path = life_.path();
    std::size_t status = 0;
    std::size_t stage = 0;
    while (status < statuses_.size() || stage < stages_.size()) {
      const std::size_t version = std::min(began(statuses_, status), began(stages_, stage));
      const bool status_moved = began(statuses_, status) == version;
      const bool stage_moved = began(stages_, stage) == version;
      add(version, status_moved ? &status : nullptr, stage_moved ? &stage : nullptr);
    }
    add_present();
    if (life_.deleted)
      timeline_.deleted = to_string(date_of(history_.commits[*life_.deleted].time));
    add_notes(history_, timeline_.notes);
    return std::move(timeline_);
  }

 private:
  static std::size_t began(const std::vector<Stay>& stays, std::size_t at) {
    return at < stays.size() ? stays[at].version : std::numeric_limits<std::size_t>::max();
  }

  // What one version changed. How long it took is told of the status, when both moved.
  void add(std::size_t version, std::size_t* status, std::size_t* stage) {
    const Landing& landing = history_.commits[life_.versions[version].commit];
    TimelineEntry entry;
    entry.day = date_of(landing.time);
    entry.author = landing.author;
    entry.commit = landing.id.brief();
    entry.release = life_.versions[version].said->latest_milestone;
    const bool first = timeline_.entries.empty();
    if (!first) entry.what = "→ ";
    if (status) {
      entry.what += statuses_[*status].value;
      tell(entry, statuses_, *status, status_days_, &rule_status_move);
      ++*status;
    }
    if (stage) {
      if (status) entry.what += " ";
      entry.what += stages_[*stage].value;
      if (!entry.days) tell(entry, stages_, *stage, stage_days_, &rule_stage_move);
      ++*stage;
    }
    timeline_.entries.push_back(std::move(entry));
  }

  using RuleMove = MoveRuling (*)(const Process&, std::string_view, std::string_view);

  // How long it was what it had been before.
  void tell(TimelineEntry& entry, const std::vector<Stay>& stays, std::size_t at,
            const Durations& durations, RuleMove rule) const {
    if (at == 0) return;
    const Stay& before = stays[at - 1];
    const Stay& stay = stays[at];
    entry.days = std::max(0, days_between(before.from, stay.from));
    const std::vector<int>& alike = durations.between(before.value, stay.value);
    constexpr std::size_t kEnough = 3;
    if (alike.size() >= kEnough) entry.median = percentile(alike, kHalf);
    entry.back = rule(process_, before.value, stay.value).legality == Legality::kReason;
  }

  // It is what it became last: "beta", or "provisional" while it has no stage.
  void add_present() {
    if (statuses_.empty()) return;
    const Status* const status = process_.find_status(statuses_.back().value);
    timeline_.over = (status && status->closed) || life_.deleted.has_value();
    const bool by_stage =
        !timeline_.over && !stages_.empty() && stages_.back().version >= statuses_.back().version;
    const Stay& last = by_stage ? stages_.back() : statuses_.back();
    timeline_.state = last.value;
    timeline_.days_in_state = std::max(0, days_between(last.from, timeline_.today));
    const std::vector<int>& others = (by_stage ? stage_days_ : status_days_).in(last.value);
    if (others.empty()) return;
    const auto shorter = std::ranges::lower_bound(others, timeline_.days_in_state) - others.begin();
    timeline_.longer_than = static_cast<int>(100 * shorter / std::ssize(others));
  }

  static constexpr int kHalf = 50;

  const Process& process_;
  const History& history_;
  const Life& life_;
  const std::vector<Stay> statuses_, stages_;
  const Durations status_days_, stage_days_;
  Timeline timeline_;
};

}  // namespace

Result<History> load_history(const std::string& directory, const std::string& process) {
  auto loaded = load(directory, process);
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  return std::move(loaded->history);
}

Result<Timeline> make_timeline(const HistoryRequest& request) {
  const auto loaded = load(request.directory, request.process);
  if (!loaded) return tl::unexpected(loaded.error());
  const std::string number = plain_number(request.subject);
  const Life* life = loaded->history.find(number.empty() ? request.subject : number);
  if (!life) {
    return failure(fmt::format("git knows no proposal {}", request.subject));
  }
  return TimelineMaker(*loaded->repository.process, loaded->history, *life, request.today).make();
}

Result<MoveList> list_moves(const HistoryRequest& request) {
  const auto loaded = load(request.directory, request.process);
  if (!loaded) return tl::unexpected(loaded.error());
  MoveList list;
  add_notes(loaded->history, list.notes);
  for (const Life& life : loaded->history.lives) {
    const Snapshot* said = life.latest();
    for (const HistoryMove& move : moves_of(life)) {
      const ProposalVersion& version = life.versions[move.version];
      const Landing& landing = loaded->history.commits[version.commit];
      const Date day = date_of(landing.time);
      if (request.since && day < *request.since) continue;
      list.moves.push_back({said ? said->number : "", version.path, move.field, move.from, move.to,
                            landing.id.hex(), landing.author, day});
    }
  }
  std::ranges::stable_sort(list.moves, {}, &MoveLine::day);
  return list;
}

}  // namespace milepost
