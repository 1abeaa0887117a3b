#include "table.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/wait.h>
#include <vector>

#include <fmt/format.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "features/check/check_fixture.h"
#include "features/list/listing.h"
#include "floor.h"
#include "generate.h"
#include "measure.h"
#include "parsers.h"
#include "random.h"
#include "scratch.h"
#include "text/document.h"

namespace milepost::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kStarts = 50;
constexpr std::size_t kTenfold = 10;
constexpr std::size_t kThreadRounds = 5;

struct Corpus {
  std::string root;
  FloorCount count;
  double megabytes() const { return static_cast<double>(count.bytes) / 1e6; }
};

// Every file whose name ends so, as milepost reads it: the bytes kept, the lines indexed.
std::vector<std::shared_ptr<const Source>> load_sources(const std::string& root,
                                                        std::string_view ending) {
  const auto wanted = [&](std::string_view path, EntryKind kind) {
    return kind == EntryKind::kDirectory || path.ends_with(ending);
  };
  std::vector<std::shared_ptr<const Source>> documents;
  for (const WalkedFile& file : walk(root, wanted).files) {
    auto source = read_source(root + "/" + file.path, file.path, kLimits.document_bytes);
    if (source) documents.push_back(std::move(*source));
  }
  return documents;
}

// Also keeps the work from being optimised away, and says whether it was done.
std::size_t run_check(const std::string& root, int jobs) {
  WorkspaceOptions where;
  where.directory = root;
  where.jobs = jobs;
  const auto run = check::open_and_check(where);
  return run ? run->files : 0;
}

std::size_t run_list(const std::string& root) {
  WorkspaceOptions where;
  where.directory = root;
  where.jobs = 1;
  const auto workspace = Workspace::open(where, now_utc());
  if (!workspace) return 0;
  const auto listing = list::list_proposals(**workspace, {});
  return listing ? listing->found.size() : 0;
}

// Two equal pieces of work that touch no memory: what a second thread gains on
// them is what the machine, with all else it does, has to give.
void compute(int jobs) {
  constexpr std::uint64_t kSteps = 50'000'000;
  parallel_for(2, jobs, [](std::size_t) {
    Random random(1);
    std::uint64_t mixed = 0;
    for (std::uint64_t i = 0; i < kSteps; ++i) mixed ^= random.next();
    [[maybe_unused]] volatile std::uint64_t kept = mixed;
  });
}

void heading(std::string_view text) {
  fmt::print("\n{:<44}{:>10}{:>10}{:>9}{:>9}  {}\n", text, "median", "best", "MB/s", "× floor",
             "target");
}

void row(std::string_view name, const Times& times, double megabytes, double floor,
         std::string_view target = "") {
  const double median = times.median();
  fmt::print("{:<44}{:>7.1f} ms{:>7.1f} ms{:>9.0f}{:>9.1f}  {}\n", name, median, times.best(),
             megabytes / median * 1000, median / floor, target);
}

void fact(std::string_view name, std::string_view value, std::string_view target) {
  fmt::print("{:<44}{:>10}{:>28}  {}\n", name, value, "", target);
}

class Table {
 public:
  Table(const TableOptions& options, const std::string& scratch)
      : options_(options), scratch_(scratch) {}

  int run() {
    if (!prepare()) return 2;
    // Before anything large is in memory: a child inherits the peak.
    if (!measure_program()) return 2;
    measure_rounds();
    print_rounds();
    print_threads();
    print_program();
    print_others();
    return 0;
  }

 private:
  bool prepare() {
    corpus_.root = options_.corpus;
    if (corpus_.root.empty()) {
      corpus_.root = scratch_ + "/corpus";
      if (!write(corpus_.root, options_.proposals)) return false;
    }
    corpus_.count = read_all(corpus_.root);  // and the page cache is warm
    fmt::print("{}: {} files, {:.1f} MB, {} lines\n",
               options_.corpus.empty() ? fmt::format("{} synthetic proposals", options_.proposals)
                                       : options_.corpus,
               corpus_.count.files, corpus_.megabytes(), corpus_.count.lines);
    return corpus_.count.files > 0;
  }

  static bool write(const std::string& root, std::size_t proposals) {
    const auto wrote = write_corpus(root, proposals);
    if (!wrote) fmt::print(stderr, "bench: {}\n", wrote.error().message);
    return wrote.has_value();
  }

  bool measure_program() {
    for (std::size_t i = 0; i < kStarts; ++i) {
      const auto started = spawn({options_.milepost, "--version"}, corpus_.root);
      if (!started || started->status != 0) {
        fmt::print(stderr, "bench: cannot run {}\n", options_.milepost);
        return false;
      }
      starts_.add(started->milliseconds);
    }
    const auto checked = spawn({options_.milepost, "check", "--jobs", "2"}, corpus_.root);
    peak_ = checked ? checked->peak_megabytes : 0;
    return true;
  }

  // Subjects take turns, so that whatever else the machine does hits all alike.
  void measure_rounds() {
    const auto documents = load_sources(corpus_.root, ".md");
    for (const auto& source : documents) document_bytes_ += static_cast<double>(source->size());
    std::size_t work = 0;
    for (std::size_t i = 0; i < options_.rounds; ++i) {
      floor_.add(time_of([&] { work += read_all(corpus_.root).lines; }));
      metadata_floor_.add(time_of([&] { work += read_all(corpus_.root, ".yaml").lines; }));
      list_.add(time_of([&] { work += run_list(corpus_.root); }));
      sources_.add(time_of([&] { work += load_sources(corpus_.root, "").size(); }));
      scan_.add(time_of([&] {
        for (const auto& source : documents) work += Document(source).blocks().size();
      }));
      md4c_.add(time_of([&] {
        for (const auto& source : documents) parse_with_md4c(source->text());
      }));
      cmark_.add(time_of([&] {
        for (const auto& source : documents) parse_with_cmark(source->text());
      }));
      check_.add(time_of([&] { work += run_check(corpus_.root, 1); }));
      if (const auto checked = spawn({options_.milepost, "check", "--jobs", "1"}, corpus_.root)) {
        program_.add(checked->milliseconds);
      }
    }
    if (work == 0) fmt::print(stderr, "bench: nothing was checked\n");
  }

  void print_rounds() const {
    const double floor = floor_.median();
    const double text = document_bytes_ / 1e6;
    heading("one thread");
    row("floor: walk, read, find line ends", floor_, corpus_.megabytes(), floor);
    row("walk and read into Sources, lines indexed", sources_, corpus_.megabytes(), floor);
    row("scan of the documents, in memory", scan_, text, floor);
    row("md4c on the same bytes, in memory", md4c_, text, floor);
    row("cmark on the same bytes, in memory", cmark_, text, floor);
    row("check, in process", check_, corpus_.megabytes(), floor, "≤ 5");
    row("milepost check --jobs 1, the program", program_, corpus_.megabytes(), floor);

    const double metadata = static_cast<double>(read_all(corpus_.root, ".yaml").bytes) / 1e6;
    heading("metadata alone, one thread");
    row("floor: walk, read the metadata", metadata_floor_, metadata, metadata_floor_.median());
    row("list, in process", list_, metadata, metadata_floor_.median(), "≤ 4");
  }

  void print_threads() {
    std::string root = corpus_.root;
    if (options_.corpus.empty()) {
      root = scratch_ + "/tenfold";
      if (!write(root, options_.proposals * kTenfold)) return;
    }
    const FloorCount count = read_all(root);
    Times floor, one, two, bare_one, bare_two;
    std::size_t work = 0;
    for (std::size_t i = 0; i < kThreadRounds; ++i) {
      floor.add(time_of([&] { work += read_all(root).lines; }));
      one.add(time_of([&] { work += run_check(root, 1); }));
      two.add(time_of([&] { work += run_check(root, 2); }));
      bare_one.add(time_of([] { compute(1); }));
      bare_two.add(time_of([] { compute(2); }));
    }
    const double megabytes = static_cast<double>(count.bytes) / 1e6;
    heading(fmt::format("in process, {} files", count.files));
    row("floor", floor, megabytes, floor.median());
    row("check, 1 job", one, megabytes, floor.median());
    row("check, 2 jobs", two, megabytes, floor.median());
    fact("speed-up by the second job", fmt::format("{:.2f} ×", one.median() / two.median()),
         "≥ 1.6 ×");
    fact("the same for a loop that only computes",
         fmt::format("{:.2f} ×", bare_one.median() / bare_two.median()), "");
  }

  void print_program() const {
    fmt::print("\n{:<44}{:>10}{:>28}  {}\n", "the program", "", "", "target");
    fact("peak memory, milepost check --jobs 2", fmt::format("{:.1f} MB", peak_), "≤ 100 MB");
    fact(fmt::format("start-up, milepost --version, of {}", kStarts),
         fmt::format("{:.2f} ms", starts_.median()), "≤ 5 ms");
  }

  void print_others() const {
    fmt::print("\n{:<44}{:>10}{:>28}  {}\n", "other checkers, once", "", "× milepost", "target");
    other("markdownlint-cli2", {"markdownlint-cli2", "keps/**/README.md"}, corpus_.root, "≥ 200");
    // doctoc writes into the files it is given.
    const std::string copy = scratch_ + "/doctoc";
    std::error_code failed;
    fs::create_directories(copy, failed);
    fs::copy(corpus_.root + "/keps", copy + "/keps", fs::copy_options::recursive, failed);
    other("doctoc", {"doctoc", "keps"}, copy, "");
  }

  void other(std::string_view name, const std::vector<std::string>& command,
             const std::string& directory, std::string_view target) const {
    const auto result = spawn(command, directory);
    if (!result || (WIFEXITED(result->status) && WEXITSTATUS(result->status) == 127)) {
      fmt::print("{:<44}{}\n", name, "not installed");
      return;
    }
    fmt::print("{:<44}{:>7.0f} ms{:>28.0f}  {}\n", name, result->milliseconds,
               result->milliseconds / program_.median(), target);
  }

  const TableOptions& options_;
  const std::string& scratch_;
  Corpus corpus_;
  double document_bytes_ = 0;
  double peak_ = 0;
  Times starts_, floor_, sources_, scan_, md4c_, cmark_, check_, program_, metadata_floor_, list_;
};

}  // namespace

int print_table(const TableOptions& options) {
  const Scratch scratch;
  if (scratch.path().empty()) {
    fmt::print(stderr, "bench: no temporary folder\n");
    return 2;
  }
  return Table(options, scratch.path()).run();
}

}  // namespace milepost::bench
