#include "app/history.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "app/plan.h"
#include "base/change_set.h"
#include "base/files.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "history/cache.h"
#include "history/extract.h"
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
    const std::string text = write_history(history, by);
    const std::string fresh = fmt::format("{}.{}", path_, ::getpid());
    if (!write_file(fresh, text)) return;
    std::error_code failed;
    std::filesystem::rename(fresh, path_, failed);
    if (failed) std::filesystem::remove(fresh, failed);
  }

 private:
  static bool write_file(const std::string& path, const std::string& text) {
    std::FILE* const file = std::fopen(path.c_str(), "wbe");
    if (!file) return false;
    const bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && whole;
  }

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

// Status and stage after each version in which one of them changed.
struct State {
  std::string status, stage, release;
  std::size_t version = 0;
  bool stage_moved = false;  // else the status did
  std::string from;
};

std::vector<State> states_of(const Life& life) {
  std::vector<State> states;
  std::string status, stage;
  for (std::size_t i = 0; i < life.versions.size(); ++i) {
    const Snapshot* said = life.versions[i].said.get();
    if (!said || (said->status == status && said->stage == stage)) continue;
    const bool status_moved = said->status != status;
    states.push_back({said->status, said->stage, said->latest_milestone, i, !status_moved,
                      status_moved ? status : stage});
    status = said->status;
    stage = said->stage;
  }
  return states;
}

// "provisional", "implementable", "beta": what a proposal is by its last move.
const std::string& state_name(const State& state) {
  return state.stage_moved ? state.stage : state.status;
}

int days_between(const Date& from, const Date& to) { return day_number(to) - day_number(from); }

// How long proposals stayed in a state before the move to another.
using Durations = std::map<std::pair<std::string, std::string>, std::vector<int>>;

Durations durations_of(const History& history) {
  Durations durations;
  for (const Life& life : history.lives) {
    const std::vector<State> states = states_of(life);
    for (std::size_t i = 1; i < states.size(); ++i) {
      const Date from = date_of(history.commits[life.versions[states[i - 1].version].commit].time);
      const Date to = date_of(history.commits[life.versions[states[i].version].commit].time);
      durations[{state_name(states[i - 1]), state_name(states[i])}].push_back(
          days_between(from, to));
    }
  }
  for (auto& [move, days] : durations) std::ranges::sort(days);
  return durations;
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
      : process_(process), history_(history), life_(life), durations_(durations_of(history)) {
    timeline_.today = today;
  }

  Timeline make() {
    const Snapshot* said = life_.latest();
    if (said) {
      timeline_.number = said->number;
      timeline_.title = said->title;
    }
    timeline_.path = life_.path();
    const std::vector<State> states = states_of(life_);
    for (std::size_t i = 0; i < states.size(); ++i) add(states, i);
    if (!states.empty()) add_present(states.back());
    if (life_.deleted)
      timeline_.deleted = to_string(date_of(history_.commits[*life_.deleted].time));
    add_notes(history_, timeline_.notes);
    return std::move(timeline_);
  }

 private:
  const Landing& landing(const State& state) const {
    return history_.commits[life_.versions[state.version].commit];
  }

  void add(const std::vector<State>& states, std::size_t i) {
    const State& state = states[i];
    TimelineEntry entry;
    entry.day = date_of(landing(state).time);
    entry.author = landing(state).author;
    entry.commit = landing(state).id.brief();
    entry.release = state.release;
    entry.what = i == 0 ? state.status : "→ " + state_name(state);
    if (!state.stage_moved && !state.stage.empty() &&
        (i == 0 || states[i - 1].stage != state.stage)) {
      entry.what += " " + state.stage;
    }
    if (i > 0) {
      entry.days = days_between(date_of(landing(states[i - 1]).time), entry.day);
      const auto alike = durations_.find({state_name(states[i - 1]), state_name(state)});
      constexpr std::size_t kEnough = 3;
      if (alike != durations_.end() && alike->second.size() >= kEnough) {
        entry.median = alike->second[alike->second.size() / 2];
      }
      entry.back = rule_of(state).legality == Legality::kReason;
    }
    timeline_.entries.push_back(std::move(entry));
  }

  MoveRuling rule_of(const State& state) const {
    return state.stage_moved ? rule_stage_move(process_, state.from, state.stage)
                             : rule_status_move(process_, state.from, state.status);
  }

  void add_present(const State& last) {
    timeline_.state = state_name(last);
    timeline_.days_in_state =
        std::max(0, days_between(date_of(landing(last).time), timeline_.today));
    const Status* status = process_.find_status(last.status);
    timeline_.over = (status && status->closed) || life_.deleted.has_value();
    std::size_t all = 0;
    std::size_t shorter = 0;
    for (const auto& [move, days] : durations_) {
      if (move.first != timeline_.state) continue;
      all += days.size();
      shorter += static_cast<std::size_t>(
          std::ranges::count_if(days, [&](int d) { return d < timeline_.days_in_state; }));
    }
    if (all > 0) timeline_.longer_than = static_cast<int>(100 * shorter / all);
  }

  const Process& process_;
  const History& history_;
  const Life& life_;
  const Durations durations_;
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
