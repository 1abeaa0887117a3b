#include "history_table.h"

#include <algorithm>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "past.h"
#include "scratch.h"

namespace milepost::bench {

namespace {

namespace fs = std::filesystem;

// What git takes to name every object that changed and to give its bytes.
constexpr const char* kPeer =
    "git log --first-parent -m --raw --no-abbrev --format=%H%x20%ct%x20%an |"
    " awk '/^:/ && $4 !~ /^0+$/ {print $4}' | git cat-file --batch";

constexpr std::size_t kCommits = 11'000;  // as many as a large project has
constexpr std::size_t kFewer = 10'000;
constexpr std::size_t kMany = 100'000;
constexpr std::size_t kShort = 1500;  // bytes of a document where there are many

void fact(std::string_view name, std::string_view value, std::string_view ratio,
          std::string_view target) {
  fmt::print("{:<44}{:>10}{:>28}  {}\n", name, value, ratio, target);
}

std::string in_ms(double milliseconds) { return fmt::format("{:.1f} ms", milliseconds); }

class HistoryTable {
 public:
  explicit HistoryTable(const HistoryOptions& options) : options_(options) {}

  int run(const std::string& scratch) {
    const std::string root = scratch + "/past";
    if (!make(root, {options_.proposals, kCommits, 0})) return 2;
    for (std::size_t i = 0; i < options_.rounds; ++i) {
      peer_.add(spawn_or_stop({"sh", "-c", kPeer}, root).milliseconds);
      full_.add(read_anew(root).milliseconds);
      if (!add_commit(root, kCommits + i)) return 2;
      one_more_.add(read(root).milliseconds);
      known_.add(read(root).milliseconds);
    }
    fmt::print("\n{:<44}{:>10}{:>28}  {}\n",
               fmt::format("history, {} proposals, {} commits", options_.proposals, kCommits),
               "median", "ratio", "target");
    fact("git log --raw | git cat-file --batch", in_ms(peer_.median()), "", "");
    fact("milepost history, read anew", in_ms(full_.median()),
         fmt::format("{:.2f} × git", full_.median() / peer_.median()), "≤ 1.3 ×");
    fact("after one more commit", in_ms(one_more_.median()),
         fmt::format("{:.1f} % of anew", 100 * one_more_.median() / full_.median()), "≤ 5 %");
    fact("with nothing new", in_ms(known_.median()), "", "");
    fact("peak memory, read anew", fmt::format("{:.1f} MB", peak_), "", "≤ 200 MB");
    return print_growth(scratch);
  }

 private:
  // Ten times the commits, ten times the time?
  int print_growth(const std::string& scratch) {
    double fewer = 0;
    for (const std::size_t commits : {kFewer, kMany}) {
      const std::string root = fmt::format("{}/past-{}", scratch, commits);
      if (!make(root, {options_.proposals, commits, kShort})) return 2;
      Times times;
      peak_ = 0;
      constexpr std::size_t kGrowthRounds = 3;
      for (std::size_t i = 0; i < kGrowthRounds; ++i) times.add(read_anew(root).milliseconds);
      const double each = times.median() / static_cast<double>(commits) * 1000;
      const std::string ratio =
          fewer > 0 ? fmt::format("{:.2f} × as long each", each / fewer) : std::string();
      fact(fmt::format("{} commits: µs a commit, {:.0f} MB", commits, peak_),
           fmt::format("{:.1f} µs", each), ratio, fewer > 0 ? "linear" : "");
      fewer = each;
    }
    return 0;
  }

  // In a process of its own: a child counts the memory of its parent as its own.
  static bool make(const std::string& root, const PastOptions& options) {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto made = write_past(root, options);
      if (!made) fmt::print(stderr, "bench: {}\n", made.error().message);
      ::_exit(made ? 0 : 2);
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
  }

  Spawned spawn_or_stop(const std::vector<std::string>& command, const std::string& root) const {
    const auto done = spawn(command, root);
    if (!done || done->status != 0) {
      fmt::print(stderr, "bench: {} failed\n", command.front());
      std::exit(2);
    }
    return *done;
  }

  Spawned read(const std::string& root) const {
    return spawn_or_stop({options_.milepost, "history", "--moves", "--since", "2100-01-01"}, root);
  }

  Spawned read_anew(const std::string& root) {
    std::error_code ignored;
    fs::remove_all(root + "/.git/milepost", ignored);
    const Spawned done = read(root);
    peak_ = std::max(peak_, done.peak_megabytes);
    return done;
  }

  const HistoryOptions& options_;
  Times peer_, full_, one_more_, known_;
  double peak_ = 0;
};

}  // namespace

int print_history(const HistoryOptions& options) {
  const Scratch scratch;
  if (scratch.path().empty()) {
    fmt::print(stderr, "bench: no temporary folder\n");
    return 2;
  }
  return HistoryTable(options).run(scratch.path());
}

}  // namespace milepost::bench
